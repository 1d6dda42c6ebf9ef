import { Decimal, decimal, round } from '../../../kernel/money.ts';
import {
  addAmount,
  amount,
  currencies,
  grandTotal,
  setAmount,
  share,
  shippingCompensation,
  type Currency,
} from '../amounts.ts';
import { isShippingInvoiced, sumLines, type DocumentAmounts } from '../invoices/amounts.ts';
import type { StoredOrder } from '../orders/order.ts';
import { isPriced, quantity, toRefund, type ItemNode, type Line } from '../quantities.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';

/** What is to be refunded beside the items, in the base currency. */
export interface RefundExtras {
  /** Without tax; undefined: all that is left. */
  readonly shipping: number | undefined;
  readonly adjustmentPositive: number | undefined;
  readonly adjustmentNegative: number | undefined;
}

/** Amounts of an item: in the document, what of it is invoiced, what of it is refunded. */
const parts = [
  ['row_total', 'row_invoiced', 'amount_refunded'],
  ['tax_amount', 'tax_invoiced', 'tax_refunded'],
  ['discount_amount', 'discount_invoiced', 'discount_refunded'],
  ['discount_tax_compensation_amount', 'discount_tax_compensation_invoiced', 'discount_tax_compensation_refunded'],
] as const;

function lineAmounts({ node, qty }: Line): Record<string, number> {
  const { fields } = node.item;
  const amounts: Record<string, number> = {};
  for (const currency of currencies) {
    for (const [name, invoiced, refunded] of parts) {
      const left = amount(fields, currency + invoiced).minus(amount(fields, currency + refunded));
      setAmount(amounts, currency + name, share(left, qty, toRefund(node)));
    }
    const inclTax = amount(fields, `${currency}row_total_incl_tax`);
    setAmount(amounts, `${currency}row_total_incl_tax`, share(inclTax, qty, quantity(node, 'qty_ordered')));
  }
  return amounts;
}

/** Shipping that is not refunded yet, without tax. */
export function shippingLeft({ fields }: StoredOrder, currency: Currency): Decimal {
  return amount(fields, `${currency}shipping_amount`).minus(amount(fields, `${currency}shipping_refunded`));
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
): DocumentAmounts {
  const shown = lines.map((line) => ({ line, amounts: isPriced(line.node) ? lineAmounts(line) : {} }));
  const refunded = new Map(lines.map(({ node, qty }) => [node, qty]));
  const isLast = nodes.every((node) => (refunded.get(node) ?? 0) >= toRefund(node));
  const totals: Record<string, number> = {};
  for (const currency of currencies) {
    sumLines(totals, shown, currency);
    if (isLast && lines.length > 0) takeRest(totals, order, currency);
    addShipping(totals, order, currency, shippingPart(order, currency, extras.shipping));
    adjust(totals, order.fields, currency, extras);
    const adjustment = amount(totals, `${currency}adjustment`);
    setAmount(totals, `${currency}grand_total`, grandTotal(totals, currency).plus(adjustment));
  }
  return { lines: shown, totals };
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

function addShipping(totals: Record<string, number>, { fields }: StoredOrder, currency: Currency, part: Decimal): void {
  const tax = withShipping(fields, currency, `${currency}shipping_tax_amount`, part);
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
  const ofShipping = (text: string): Decimal =>
    isInvoiced ? withShipping(fields, currency, text, shippingLeft(order, currency)) : decimal(0);
  setAmount(totals, name('subtotal'), rest('subtotal'));
  setAmount(totals, name('tax_amount'), rest('tax').minus(ofShipping(name('shipping_tax_amount'))));
  setAmount(totals, name('discount_amount'), rest('discount').plus(ofShipping(name('shipping_discount_amount'))));
  const compensation = rest('discount_tax_compensation').minus(ofShipping(shippingCompensation(currency)));
  setAmount(totals, name('discount_tax_compensation_amount'), compensation);
}

/** Notes in an order's item what was refunded of it. */
export function noteRefunded(fields: ItemFields, amounts: Readonly<Record<string, number>>): void {
  for (const currency of currencies) {
    for (const [name, , refunded] of parts) addAmount(fields, currency + refunded, amount(amounts, currency + name));
  }
}
