import { Decimal, decimal, round } from '../../../kernel/money.ts';
import { withAdded, type AddedTotals } from '../added-totals.ts';
import {
  addAmount,
  amount,
  currencies,
  grandTotal,
  Rounding,
  setAmount,
  shippingCompensation,
  type Currency,
} from '../amounts.ts';
import { isShippingInvoiced } from '../invoices/amounts.ts';
import { linesOf, shared, sumLines, type DocumentAmounts, type LeftOfItem, type Shared } from '../lines.ts';
import type { StoredOrder } from '../orders/order.ts';
import { toRefund, type ItemNode, type Line } from '../quantities.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';

/** What is to be refunded beside the items, in the base currency. */
export interface RefundExtras {
  /** Without tax; undefined: all that is left. */
  readonly shipping: number | undefined;
  readonly adjustmentPositive: number | undefined;
  readonly adjustmentNegative: number | undefined;
}

/** What of an item's amounts is invoiced and what refunded, by the names of the amounts. */
const doneOf = {
  row_total: ['row_invoiced', 'amount_refunded'],
  tax_amount: ['tax_invoiced', 'tax_refunded'],
  discount_amount: ['discount_invoiced', 'discount_refunded'],
  discount_tax_compensation_amount: ['discount_tax_compensation_invoiced', 'discount_tax_compensation_refunded'],
} as const satisfies Record<Shared, readonly [invoiced: string, refunded: string]>;

const notRefunded: LeftOfItem = {
  amount: ({ item: { fields } }, name, currency) => {
    const [invoiced, refunded] = doneOf[name];
    return amount(fields, currency + invoiced).minus(amount(fields, currency + refunded));
  },
  qty: toRefund,
};

/** Shipping that is not refunded yet, without tax. */
export function shippingLeft({ fields }: StoredOrder, currency: Currency): Decimal {
  return amount(fields, `${currency}shipping_amount`).minus(amount(fields, `${currency}shipping_refunded`));
}

/** Tax on shipping that is not refunded yet. */
function shippingTaxLeft({ fields }: StoredOrder, currency: Currency): Decimal {
  return amount(fields, `${currency}shipping_tax_amount`).minus(amount(fields, `${currency}shipping_tax_refunded`));
}

/**
 * What a credit memo of these lines comes to. The one that refunds the last pieces takes what is left of the invoiced totals, so
 * that all of them together come to what was invoiced. Sources: recorded credit memos of the interface.
 */
export function refundAmounts(
  order: StoredOrder,
  nodes: readonly ItemNode[],
  lines: readonly Line[],
  extras: RefundExtras,
  added: AddedTotals = [],
): DocumentAmounts {
  const rounding = new Rounding();
  const shown = linesOf(lines, notRefunded, rounding);
  const refunded = new Map(lines.map(({ node, qty }) => [node.item.id, qty]));
  const isLast = nodes.every((node) => (refunded.get(node.item.id) ?? 0) >= toRefund(node));
  const totals: Record<string, number> = {};
  for (const currency of currencies) {
    sumLines(totals, shown, currency);
    if (isLast && lines.length > 0) takeRest(totals, order, currency);
    addShipping(totals, order, currency, shippingPart(order, currency, extras.shipping), rounding);
    adjust(totals, order.fields, currency, extras);
    const adjustment = amount(totals, `${currency}adjustment`);
    setAmount(totals, `${currency}grand_total`, grandTotal(totals, currency).plus(adjustment));
  }
  return withAdded(added, 'creditmemo', order, { lines: shown, totals, added: {} }, isLast);
}

/** The shipping to refund in a currency; `base` is what is asked for in the base currency. */
function shippingPart(order: StoredOrder, currency: Currency, base: number | undefined): Decimal {
  const left = shippingLeft(order, currency);
  if (base === undefined || shippingLeft(order, 'base_').lte(base)) return left;
  const converted = currency === 'base_' ? decimal(base) : decimal(base).times(order.fields.base_to_order_rate || 1);
  return Decimal.min(round(converted), left);
}

/** What of an amount that goes with shipping belongs to the shipping that is refunded now. */
function withShipping(fields: OrderFields, currency: Currency, name: string, part: Decimal): Decimal {
  const whole = amount(fields, `${currency}shipping_amount`);
  const before = amount(fields, `${currency}shipping_refunded`);
  const upTo = (shipping: Decimal): Decimal =>
    shipping.gte(whole) ? amount(fields, name) : round(amount(fields, name).times(shipping).div(whole));
  return whole.isZero() ? decimal(0) : upTo(before.plus(part)).minus(upTo(before));
}

/** The tax on the shipping that is refunded now; with the last of the shipping, all of the tax that is left. */
function shippingTaxPart(order: StoredOrder, currency: Currency, part: Decimal, rounding: Rounding): Decimal {
  const [left, tax] = [shippingLeft(order, currency), shippingTaxLeft(order, currency)];
  return part.gte(left) ? tax : rounding.part('amounts', currency, tax.times(part).div(left));
}

function addShipping(
  totals: Record<string, number>,
  order: StoredOrder,
  currency: Currency,
  part: Decimal,
  rounding: Rounding,
): void {
  const { fields } = order;
  const tax = shippingTaxPart(order, currency, part, rounding);
  const discount = withShipping(fields, currency, `${currency}shipping_discount_amount`, part);
  const compensation = withShipping(fields, currency, shippingCompensation(currency), part);
  setAmount(totals, `${currency}shipping_amount`, part);
  setAmount(totals, `${currency}shipping_tax_amount`, tax);
  setAmount(totals, `${currency}shipping_incl_tax`, part.plus(tax));
  addAmount(totals, `${currency}tax_amount`, tax);
  addAmount(totals, `${currency}discount_amount`, discount.negated());
  addAmount(totals, `${currency}discount_tax_compensation_amount`, compensation);
}

function adjust(
  totals: Record<string, number>,
  fields: OrderFields,
  currency: Currency,
  { adjustmentPositive: more, adjustmentNegative: less }: RefundExtras,
): void {
  const inCurrency = (value: number): Decimal =>
    round(currency === 'base_' ? value : decimal(value).times(fields.base_to_order_rate || 1), 4);
  if (more !== undefined) setAmount(totals, `${currency}adjustment_positive`, inCurrency(more));
  if (less !== undefined) setAmount(totals, `${currency}adjustment_negative`, inCurrency(less));
  setAmount(totals, `${currency}adjustment`, inCurrency(more ?? 0).minus(inCurrency(less ?? 0)));
}

/** The items' share of what was invoiced and is not refunded, without what goes with shipping. */
function takeRest(totals: Record<string, number>, order: StoredOrder, currency: Currency): void {
  const { fields } = order;
  const name = (text: string): string => currency + text;
  const rest = (text: string): Decimal =>
    amount(fields, name(`${text}_invoiced`)).minus(amount(fields, name(`${text}_refunded`)));
  const isInvoiced = isShippingInvoiced(order);
  const [tax, discount] = isInvoiced
    ? [
        shippingTaxLeft(order, currency),
        withShipping(fields, currency, name('shipping_discount_amount'), shippingLeft(order, currency)),
      ]
    : [decimal(0), decimal(0)];
  setAmount(totals, name('subtotal'), rest('subtotal'));
  setAmount(totals, name('tax_amount'), rest('tax').minus(tax));
  setAmount(totals, name('discount_amount'), rest('discount').plus(discount));
}

/** Notes in an order's item what was refunded of it. */
export function noteRefunded(fields: ItemFields, amounts: Readonly<Record<string, number>>): void {
  for (const currency of currencies) {
    for (const name of shared) addAmount(fields, currency + doneOf[name][1], amount(amounts, currency + name));
  }
}
