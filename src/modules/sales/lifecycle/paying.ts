import { amountOf, numberOf, type Amount } from '../../../kernel/units.ts';
import { amountIn, increased, numberIn, withAmounts, type AmountFields, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderFields } from '../types/order.ts';
import type { OrderPaymentFields } from '../types/payment.ts';
import { withFields, withPaymentFields } from './changes.ts';
import { documentColumns, orderColumns, paymentColumns } from './columns.ts';

/** The amounts of a paid invoice in one currency. */
interface PaidAmounts<C extends OrderCurrency> {
  readonly grandTotal: Amount<C>;
  readonly shipping: Amount<C>;
}

/** The amounts of paid invoices in both currencies. */
export type PaidInvoice = { readonly [C in OrderCurrency]: PaidAmounts<C> };

type PaidColumn = (typeof documentColumns)['grandTotal' | 'shipping'][OrderCurrency];

/** The paid amounts, from the fields of an invoice. */
export function paidOf(invoice: AmountFields<PaidColumn>): PaidInvoice {
  const inCurrency = <C extends OrderCurrency>(currency: C): PaidAmounts<C> => ({
    grandTotal: amountIn(invoice, documentColumns.grandTotal, currency),
    shipping: amountIn(invoice, documentColumns.shipping, currency),
  });
  return { order: inCurrency('order'), base: inCurrency('base') };
}

/** An order and its payment after these amounts were paid; with `sign` -1, after that was undone. */
export function withPaid(order: StoredOrder, paid: PaidInvoice, sign: 1 | -1): StoredOrder {
  const { payment } = order.fields;
  const withTotals = withFields(order, {
    ...totalsPaid(order.fields, paid.order, 'order', sign),
    ...totalsPaid(order.fields, paid.base, 'base', sign),
  });
  return withPaymentFields(withTotals, {
    ...paymentPaid(payment, paid.order, 'order', sign),
    ...paymentPaid(payment, paid.base, 'base', sign),
  });
}

function totalsPaid<C extends OrderCurrency>(
  fields: OrderFields,
  { grandTotal }: PaidAmounts<C>,
  currency: C,
  sign: 1 | -1,
): Partial<OrderFields> {
  const paid = amountIn(fields, orderColumns.totalPaid, currency).plus(grandTotal.times(sign));
  return withAmounts(currency, [
    [orderColumns.totalPaid, paid],
    [orderColumns.totalDue, amountIn(fields, orderColumns.grandTotal, currency).minus(paid)],
  ]);
}

function paymentPaid<C extends OrderCurrency>(
  payment: OrderPaymentFields,
  { grandTotal, shipping }: PaidAmounts<C>,
  currency: C,
  sign: 1 | -1,
): Partial<OrderPaymentFields> {
  return increased(payment, currency, [
    [paymentColumns.paid, grandTotal.times(sign)],
    [paymentColumns.shippingCaptured, shipping.times(sign)],
  ]);
}

/** An order after a provider took this money; a negative amount is a refund. */
export function withPaidOnline(order: StoredOrder, amount: Amount<'base'>): StoredOrder {
  const before = amountOf<'base'>(numberIn(order.fields.payment, 'base_amount_paid_online'));
  return withPaymentFields(order, { base_amount_paid_online: numberOf(before.plus(amount)) });
}

/** An order whose whole total is authorized. */
export function withAuthorized(order: StoredOrder): StoredOrder {
  const authorized = <C extends OrderCurrency>(currency: C) =>
    withAmounts(currency, [[paymentColumns.authorized, amountIn(order.fields, orderColumns.grandTotal, currency)]]);
  return withPaymentFields(order, { ...authorized('order'), ...authorized('base') });
}
