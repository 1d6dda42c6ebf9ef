import { decimal } from '../../../kernel/money.ts';
import { isUnlimited } from '../../inventory/extensions.ts';
import type { StockItemOutput } from '../../inventory/types.ts';
import { quoteErrors } from '../errors.ts';

/**
 * Checks the total quantity of a product in a cart, in this order: whole units, maximum and minimum quantity of a sale,
 * increments, stock. Throws the first failure. A product without a stock item, or without salable units, is out of
 * stock. Source: recorded errors of the reference.
 */
export function checkQuantity(stock: StockItemOutput | undefined, qty: number): void {
  if (!stock) throw quoteErrors.notAvailable();
  if (!stock.is_qty_decimal && !Number.isInteger(qty)) throw quoteErrors.decimalQty();
  if (stock.max_sale_qty !== null && stock.max_sale_qty > 0 && qty > stock.max_sale_qty) throw quoteErrors.maxQty();
  if (qty < (stock.min_sale_qty ?? 0)) throw quoteErrors.minQty([stock.min_sale_qty]);
  checkIncrements(stock, qty);
  if (!stock.manage_stock) return;
  if (!stock.is_in_stock) throw quoteErrors.notAvailable();
  if (!isUnlimited(stock)) checkLeft(stock, qty);
}

function checkLeft(stock: StockItemOutput, qty: number): void {
  const left = decimal(stock.qty ?? 0).minus(stock.min_qty ?? 0);
  if (left.lte(0)) throw quoteErrors.notAvailable();
  if (left.lt(qty)) throw quoteErrors.notEnough();
}

function checkIncrements({ enable_qty_increments, qty_increments }: StockItemOutput, qty: number): void {
  if (!enable_qty_increments || !qty_increments || qty_increments <= 0) return;
  if (!decimal(qty).mod(qty_increments).isZero()) throw quoteErrors.increments([qty_increments]);
}

/** Units beyond the stock, which are ordered on backorder; null: none. */
export function backordered(stock: StockItemOutput | undefined, qty: number): number | null {
  if (!stock?.manage_stock || !stock.backorders) return null;
  const beyond = decimal(qty).minus(Math.max(stock.qty ?? 0, 0));
  return beyond.gt(0) ? beyond.toNumber() : null;
}
