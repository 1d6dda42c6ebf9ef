import { amountOf, type Amount } from '../../../kernel/units.ts';
import { increased, numberIn, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';
import type { OrderPaymentFields } from '../types/payment.ts';
import { withFields, withItemFields, withPaymentFields, withPieces } from './changes.ts';
import { orderColumns, paymentColumns } from './columns.ts';
import type { DocumentAmounts, DocumentTotals, LineAmounts } from './lines.ts';
import { refundedColumns } from './refund-amounts.ts';

/** An order, its items and its payment after these amounts were refunded; its state stays. */
export function withRefunded(order: StoredOrder, { lines, totals }: DocumentAmounts, isOnline: boolean): StoredOrder {
  const byItem = new Map(lines.map(({ line, amounts }) => [line.node.item.id, { amounts }]));
  const counted = withPieces(order, 'qty_refunded', new Map(lines.map(({ line }) => [line.node.item.id, line.qty])));
  const withShares = withItemFields(counted, ({ id, fields }) => {
    const line = byItem.get(id);
    if (!line) return undefined;
    return {
      ...sharesRefunded(fields, line.amounts?.order, 'order'),
      ...sharesRefunded(fields, line.amounts?.base, 'base'),
    };
  });
  const refunded = withFields(withShares, {
    ...totalsRefunded(order.fields, totals.order, 'order', isOnline),
    ...totalsRefunded(order.fields, totals.base, 'base', isOnline),
  });
  const { payment } = order.fields;
  return withPaymentFields(refunded, {
    ...paymentRefunded(payment, totals.order, 'order'),
    ...paymentRefunded(payment, totals.base, 'base'),
    ...(isOnline ? refundedOnline(payment, totals.base.grandTotal) : {}),
  });
}

/** The fields of an item after a line of a credit memo; a line without amounts writes zeros. */
function sharesRefunded<C extends OrderCurrency>(
  fields: ItemFields,
  amounts: LineAmounts<C> | undefined,
  currency: C,
): Partial<ItemFields> {
  const none = amountOf<C>(0);
  return increased(fields, currency, [
    [refundedColumns.rowTotal, amounts?.rowTotal ?? none],
    [refundedColumns.discount, amounts?.discount ?? none],
    [refundedColumns.tax, amounts?.tax ?? none],
    [refundedColumns.compensation, amounts?.compensation ?? none],
  ]);
}

function totalsRefunded<C extends OrderCurrency>(
  fields: OrderFields,
  totals: DocumentTotals<C>,
  currency: C,
  isOnline: boolean,
): Partial<OrderFields> {
  const none = amountOf<C>(0);
  return increased(fields, currency, [
    [orderColumns.subtotalRefunded, totals.subtotal],
    [orderColumns.taxRefunded, totals.tax],
    [orderColumns.discountRefunded, totals.discount],
    [orderColumns.compensationRefunded, totals.compensation],
    [orderColumns.shippingRefunded, totals.shipping ?? none],
    [orderColumns.shippingTaxRefunded, totals.shippingTax ?? none],
    [orderColumns.adjustmentPositive, totals.adjustmentPositive ?? none],
    [orderColumns.adjustmentNegative, totals.adjustmentNegative ?? none],
    [orderColumns.totalRefunded, totals.grandTotal],
    [isOnline ? orderColumns.totalOnlineRefunded : orderColumns.totalOfflineRefunded, totals.grandTotal],
  ]);
}

function paymentRefunded<C extends OrderCurrency>(
  payment: OrderPaymentFields,
  totals: DocumentTotals<C>,
  currency: C,
): Partial<OrderPaymentFields> {
  return increased(payment, currency, [
    [paymentColumns.refunded, totals.grandTotal],
    [paymentColumns.shippingRefunded, totals.shipping ?? amountOf<C>(0)],
  ]);
}

function refundedOnline(payment: OrderPaymentFields, amount: Amount<'base'>): Partial<OrderPaymentFields> {
  const before = amountOf<'base'>(numberIn(payment, 'base_amount_refunded_online'));
  return { base_amount_refunded_online: before.plus(amount).toDecimalPlaces(4).toNumber() };
}
