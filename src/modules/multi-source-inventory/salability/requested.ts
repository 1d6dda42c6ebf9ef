import { decimal } from '../../../kernel/money.ts';
import { isUnlimited } from '../../inventory/extensions.ts';
import type { StockItemOutput } from '../../inventory/types.ts';
import type { SalableResult } from '../types.ts';

type SalabilityFault = NonNullable<SalableResult['errors']>[number];

/** The state of a product in a stock. */
export interface SalableStock {
  /** Whether the stock has an item of the product. */
  readonly isAssigned: boolean;
  /** Whether a source lists the product as in stock. */
  readonly isInSource: boolean;
  /** The stock settings of the product, with its unreserved quantity in this stock. */
  readonly stock: StockItemOutput | undefined;
}

const fault = (code: string, message: string): SalabilityFault => ({ code, message });

/** Whether a quantity can be sold, with all reasons against it in the interface's order. */
export function checkRequested({ isAssigned, isInSource, stock }: SalableStock, qty: number): SalableResult {
  if (!isAssigned || !stock) {
    return refused(
      fault('requested-sku-is-not-assigned-to-given-stock', 'The requested sku is not assigned to given stock.'),
    );
  }
  const limit = limitFault(stock, qty);
  const noItems = isInSource
    ? undefined
    : fault(
        'is_any_source_item_in_stock-no_source_items_in_stock',
        'There are no source items with the in stock status',
      );
  const required = [limit, noItems].filter((one) => one !== undefined);
  if (required.length > 0) return refused(...required);
  if (isUnlimited(stock) || !stock.manage_stock || isEnough(stock, qty)) return { salable: true, errors: [] };
  return refused(
    fault('back_order-disabled', 'Backorders are disabled'),
    fault('manage_stock-enabled', 'Manage stock is enabled'),
    fault('is_salable_with_reservations-not_enough_qty', 'The requested qty is not available'),
  );
}

function refused(...errors: SalabilityFault[]): SalableResult {
  return { salable: false, errors };
}

function isEnough({ qty, min_qty }: StockItemOutput, quantity: number): boolean {
  return decimal(qty ?? 0)
    .minus(min_qty ?? 0)
    .gte(quantity);
}

/** The first sales limit that a quantity violates. */
function limitFault(stock: StockItemOutput, qty: number): SalabilityFault | undefined {
  const broken = (code: string, message: string): SalabilityFault => fault(`is_correct_qty-${code}`, message);
  if (!stock.is_qty_decimal && !Number.isInteger(qty)) {
    return broken('is_qty_decimal', 'You cannot use decimal quantity for this product.');
  }
  if (qty < (stock.min_sale_qty ?? 0)) {
    return broken('min_sale_qty', `The fewest you may purchase is ${stock.min_sale_qty}.`);
  }
  if (stock.max_sale_qty && qty > stock.max_sale_qty) {
    return broken('max_sale_qty', 'The requested qty exceeds the maximum qty allowed in shopping cart');
  }
  const step = stock.enable_qty_increments ? (stock.qty_increments ?? 0) : 0;
  if (step > 0 && !decimal(qty).mod(step).isZero()) {
    return broken('qty_increment', `You can buy this product only in quantities of ${step} at a time.`);
  }
  return undefined;
}
