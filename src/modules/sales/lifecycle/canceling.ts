import { decimal } from '../../../kernel/money.ts';
import { amountOf, numberOf, type Amount } from '../../../kernel/units.ts';
import { amountIn, increased, numberIn, withAmounts, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderFields } from '../types/order.ts';
import { withFields, withItemFields } from './changes.ts';
import { itemColumns, orderColumns } from './columns.ts';
import type { DocumentTotals } from './lines.ts';
import type { DocumentLine } from './quantities.ts';

/** An order after these totals were canceled; undefined: all that was not invoiced, with the shipping. */
export function withTotalsCanceled(
  order: StoredOrder,
  totals: { readonly [C in OrderCurrency]: DocumentTotals<C> } | undefined,
): StoredOrder {
  const { fields } = order;
  return withFields(order, {
    ...(totals ? someCanceled(fields, totals.order, 'order') : restCanceled(fields, 'order')),
    ...(totals ? someCanceled(fields, totals.base, 'base') : restCanceled(fields, 'base')),
  });
}

function someCanceled<C extends OrderCurrency>(
  fields: OrderFields,
  totals: DocumentTotals<C>,
  currency: C,
): Partial<OrderFields> {
  return increased(fields, currency, [
    [orderColumns.subtotalCanceled, totals.subtotal],
    [orderColumns.taxCanceled, totals.tax],
    [orderColumns.discountCanceled, totals.discount.abs()],
    [orderColumns.totalCanceled, totals.grandTotal],
  ]);
}

function restCanceled<C extends OrderCurrency>(fields: OrderFields, currency: C): Partial<OrderFields> {
  const of = (name: keyof typeof orderColumns): Amount<C> => amountIn(fields, orderColumns[name], currency);
  return withAmounts(currency, [
    [orderColumns.subtotalCanceled, of('subtotal').minus(of('subtotalInvoiced'))],
    [orderColumns.taxCanceled, of('tax').minus(of('taxInvoiced'))],
    [orderColumns.shippingCanceled, of('shipping').minus(of('shippingInvoiced'))],
    [orderColumns.discountCanceled, of('discount').minus(of('discountInvoiced')).abs()],
    [orderColumns.totalCanceled, of('grandTotal').minus(of('totalPaid'))],
  ]);
}

/** An order whose items have their canceled tax in the order's currency, even if it is 0. */
export function withTaxesCanceled(order: StoredOrder, lines: readonly DocumentLine[]): StoredOrder {
  const quantities = new Map(lines.map(({ node, qty }) => [node.item.id, qty]));
  return withItemFields(order, ({ id, fields }) => {
    const share = decimal(quantities.get(id) ?? 0).div(fields.qty_ordered || 1);
    const tax = amountIn(fields, itemColumns.tax, 'order').times(share);
    const compensation = amountIn(fields, itemColumns.compensation, 'order').times(share);
    return {
      tax_canceled: numberOf(amountOf<'order'>(numberIn(fields, 'tax_canceled')).plus(tax)),
      discount_tax_compensation_canceled: numberOf(
        amountOf<'order'>(numberIn(fields, 'discount_tax_compensation_canceled')).plus(compensation),
      ),
    };
  });
}
