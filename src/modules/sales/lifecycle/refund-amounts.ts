import { amountOf, converted, leastAmount, type Amount } from '../../../kernel/units.ts';
import { amountIn, hasAmount, type OrderCurrency } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderFields } from '../types/order.ts';
import type { AddedTotals } from './added-totals.ts';
import { itemColumns, orderColumns } from './columns.ts';
import { invoicedColumns, isShippingInvoiced } from './invoice-amounts.ts';
import { documentAmounts } from './document-amounts.ts';
import {
  grandTotalOf,
  sumLines,
  type DocumentAmounts,
  type DocumentTotals,
  type ItemRest,
  type LineAmounts,
  type SharedAmount,
} from './lines.ts';
import { toRefund, type DocumentLine, type OrderItemNode } from './quantities.ts';
import type { DocumentRemainders } from './rounding.ts';

/** Amounts to refund apart from the items. */
export interface RefundExtras {
  /** Without tax; undefined: all that is left. */
  readonly shipping: Amount<'base'> | undefined;
  readonly adjustmentPositive: Amount<'base'> | undefined;
  readonly adjustmentNegative: Amount<'base'> | undefined;
}

/** The refunded amounts of an item, by the amounts that they are part of. */
export const refundedColumns = {
  rowTotal: itemColumns.rowRefunded,
  tax: itemColumns.taxRefunded,
  discount: itemColumns.discountRefunded,
  compensation: itemColumns.compensationRefunded,
} as const satisfies Record<SharedAmount, unknown>;

const notRefunded: ItemRest = {
  amount: ({ item: { fields } }, name, currency) =>
    amountIn(fields, invoicedColumns[name], currency).minus(amountIn(fields, refundedColumns[name], currency)),
  qty: toRefund,
};

/** Shipping that is not refunded yet, without tax. */
export function shippingLeft<C extends OrderCurrency>({ fields }: StoredOrder, currency: C): Amount<C> {
  const refunded = amountIn(fields, orderColumns.shippingRefunded, currency);
  return amountIn(fields, orderColumns.shipping, currency).minus(refunded);
}

/** Tax on shipping that is not refunded yet. */
function shippingTaxLeft<C extends OrderCurrency>({ fields }: StoredOrder, currency: C): Amount<C> {
  const refunded = amountIn(fields, orderColumns.shippingTaxRefunded, currency);
  return amountIn(fields, orderColumns.shippingTax, currency).minus(refunded);
}

/**
 * The amounts of a credit memo with these lines. The one that refunds the last units takes the rest of the invoiced
 * totals, so that all credit memos together equal the invoices. Sources: recorded credit memos of the interface.
 */
export function refundAmounts(
  order: StoredOrder,
  nodes: readonly OrderItemNode[],
  lines: readonly DocumentLine[],
  extras: RefundExtras,
  added: AddedTotals = [],
): DocumentAmounts {
  return documentAmounts(order, nodes, lines, {
    step: 'creditmemo',
    rest: notRefunded,
    openPieces: toRefund,
    added,
    totals: ({ lines: shares, currency, isLast, remainders }) =>
      refundTotals(order, shares, currency, extras, isLast && lines.length > 0, remainders),
  });
}

function refundTotals<C extends OrderCurrency>(
  order: StoredOrder,
  lines: readonly LineAmounts<C>[],
  currency: C,
  extras: RefundExtras,
  takesRest: boolean,
  remainders: DocumentRemainders<C>,
): DocumentTotals<C> {
  const sums = sumLines(lines);
  const items = takesRest ? { ...sums, ...totalsNotRefunded(order, currency) } : sums;
  const shippingAmount = shippingShare(order, currency, extras.shipping);
  const shipping = shippingOfRefund(order, currency, shippingAmount, extras.shipping !== undefined, remainders);
  const totals = {
    ...items,
    ...shipping.totals,
    tax: items.tax.plus(shipping.totals.shippingTax),
    discount: items.discount.minus(shipping.discount),
    compensation: items.compensation.plus(shipping.compensation),
    ...adjustmentsOf(order.fields, currency, extras),
  };
  return { ...totals, grandTotal: grandTotalOf(totals).plus(totals.adjustment) };
}

/** Converts an amount of the base currency into one of the order's two currencies. */
function inCurrency<C extends OrderCurrency>(value: Amount<'base'>, currency: C, fields: OrderFields): Amount<C> {
  return converted(value, currency === 'base' ? 1 : fields.base_to_order_rate || 1);
}

/** The shipping to refund in a currency; `requestedAmount`: the requested amount, undefined for the whole rest. */
function shippingShare<C extends OrderCurrency>(
  order: StoredOrder,
  currency: C,
  requestedAmount: Amount<'base'> | undefined,
): Amount<C> {
  const left = shippingLeft(order, currency);
  if (requestedAmount === undefined || shippingLeft(order, 'base').lte(requestedAmount)) return left;
  return leastAmount(inCurrency(requestedAmount, currency, order.fields).toDecimalPlaces(2), left);
}

/** The part of the shipping's discount (or compensation) that belongs to the shipping refunded now. */
function goingWithShipping<C extends OrderCurrency>(
  fields: OrderFields,
  currency: C,
  name: 'shippingDiscount' | 'shippingCompensation',
  shipping: Amount<C>,
): Amount<C> {
  const whole = amountIn(fields, orderColumns.shipping, currency);
  const before = amountIn(fields, orderColumns.shippingRefunded, currency);
  const all = amountIn(fields, orderColumns[name], currency);
  const upTo = (amount: Amount<C>): Amount<C> =>
    amount.gte(whole) ? all : all.times(amount.toNumber()).div(whole.toNumber()).toDecimalPlaces(2);
  return whole.isZero() ? amountOf(0) : upTo(before.plus(shipping)).minus(upTo(before));
}

/** The tax on the shipping refunded now; the last of the shipping takes all of the tax that is left. */
function shippingTaxShare<C extends OrderCurrency>(
  order: StoredOrder,
  currency: C,
  shipping: Amount<C>,
  remainders: DocumentRemainders<C>,
): Amount<C> {
  const [left, tax] = [shippingLeft(order, currency), shippingTaxLeft(order, currency)];
  if (shipping.gte(left)) return tax;
  return remainders.round('amounts', tax.toNumber() * (shipping.toNumber() / left.toNumber()));
}

/**
 * The shipping of a credit memo, with its tax, its discount and its compensation. `isNamed`: the request has the
 * amount. Then its price with tax is its share of the order's, regardless of a discount.
 */
function shippingOfRefund<C extends OrderCurrency>(
  order: StoredOrder,
  currency: C,
  shipping: Amount<C>,
  isNamed: boolean,
  remainders: DocumentRemainders<C>,
) {
  const { fields } = order;
  const shippingTax = shippingTaxShare(order, currency, shipping, remainders);
  const inclTax = isNamed ? shippingInclTaxOf(fields, currency, shipping) : undefined;
  return {
    totals: { shipping, shippingTax, shippingInclTax: inclTax ?? shipping.plus(shippingTax) },
    discount: goingWithShipping(fields, currency, 'shippingDiscount', shipping),
    compensation: goingWithShipping(fields, currency, 'shippingCompensation', shipping),
  };
}

/** The price with tax of a part of the shipping; undefined for an order that does not have it. */
function shippingInclTaxOf<C extends OrderCurrency>(
  fields: OrderFields,
  currency: C,
  shipping: Amount<C>,
): Amount<C> | undefined {
  const whole = amountIn(fields, orderColumns.shipping, currency);
  if (whole.isZero() || !hasAmount(fields, orderColumns.shippingInclTax, currency)) return undefined;
  const inclTax = amountIn(fields, orderColumns.shippingInclTax, currency);
  return inclTax.times(shipping.toNumber()).div(whole.toNumber()).toDecimalPlaces(2);
}

function adjustmentsOf<C extends OrderCurrency>(
  fields: OrderFields,
  currency: C,
  { adjustmentPositive: more, adjustmentNegative: less }: RefundExtras,
) {
  const adjusted = (value: Amount<'base'>): Amount<C> => inCurrency(value, currency, fields).toDecimalPlaces(4);
  const none = amountOf<'base'>(0);
  return {
    ...(more ? { adjustmentPositive: adjusted(more) } : {}),
    ...(less ? { adjustmentNegative: adjusted(less) } : {}),
    adjustment: adjusted(more ?? none).minus(adjusted(less ?? none)),
  };
}

/** The totals of invoiced items that were not refunded, without those of shipping. */
function totalsNotRefunded<C extends OrderCurrency>(order: StoredOrder, currency: C) {
  const { fields } = order;
  const of = (name: keyof typeof orderColumns): Amount<C> => amountIn(fields, orderColumns[name], currency);
  const rest = {
    subtotal: of('subtotalInvoiced').minus(of('subtotalRefunded')),
    tax: of('taxInvoiced').minus(of('taxRefunded')),
    discount: of('discountInvoiced').minus(of('discountRefunded')),
  };
  if (!isShippingInvoiced(order)) return rest;
  const discount = goingWithShipping(fields, currency, 'shippingDiscount', shippingLeft(order, currency));
  return {
    ...rest,
    tax: rest.tax.minus(shippingTaxLeft(order, currency)),
    discount: rest.discount.plus(discount),
  };
}
