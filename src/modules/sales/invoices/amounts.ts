import { decimal, type Decimal } from '../../../kernel/money.ts';
import {
  addAmount,
  amount,
  currencies,
  grandTotal,
  hasAmount,
  setAmount,
  share,
  shippingCompensation,
  type Currency,
} from '../amounts.ts';
import type { StoredOrder } from '../orders/order.ts';
import { isPriced, quantity, toInvoice, type ItemNode, type Line } from '../quantities.ts';
import type { ItemFields } from '../types/order-item.ts';

/** The amounts of one item of a document, by their names on the wire; none for an item that has no amounts of its own. */
export interface LineAmounts {
  readonly line: Line;
  readonly amounts: Readonly<Record<string, number>>;
}

/** A line as invoices and credit memos keep it; `id`: its own. A discount of nothing is left out. */
export function documentItem({ line: { node, qty }, amounts }: LineAmounts, id: number) {
  const { fields } = node.item;
  const { discount_amount, base_discount_amount, ...others } = amounts;
  return {
    entity_id: id,
    order_item_id: node.item.id,
    product_id: fields.product_id ?? null,
    sku: fields.sku ?? null,
    name: fields.name ?? null,
    price: fields.price ?? null,
    base_price: fields.base_price ?? null,
    price_incl_tax: fields.price_incl_tax ?? null,
    base_price_incl_tax: fields.base_price_incl_tax ?? null,
    base_cost: fields.base_cost ?? null,
    qty,
    ...others,
    ...(discount_amount || base_discount_amount ? { discount_amount, base_discount_amount } : {}),
  };
}

/** What a document comes to: its lines, and its totals by their names on the wire. */
export interface DocumentAmounts {
  readonly lines: readonly LineAmounts[];
  readonly totals: Readonly<Record<string, number>>;
}

/** Amounts of an item with what of them is invoiced: name of the whole, name of what is done. */
const parts = [
  ['row_total', 'row_invoiced'],
  ['tax_amount', 'tax_invoiced'],
  ['discount_amount', 'discount_invoiced'],
  ['discount_tax_compensation_amount', 'discount_tax_compensation_invoiced'],
] as const;

/** What of a part belongs to a quantity: the rest of it belongs to the last piece. */
function lineAmounts({ node, qty }: Line): Record<string, number> {
  const { fields } = node.item;
  const of = quantity(node, 'qty_ordered') - quantity(node, 'qty_invoiced');
  const amounts: Record<string, number> = {};
  for (const currency of currencies) {
    for (const [whole, done] of parts) {
      const left = amount(fields, currency + whole).minus(amount(fields, currency + done));
      setAmount(amounts, currency + whole, share(left, qty, of));
    }
    const inclTax = amount(fields, `${currency}row_total_incl_tax`);
    setAmount(amounts, `${currency}row_total_incl_tax`, share(inclTax, qty, quantity(node, 'qty_ordered')));
  }
  return amounts;
}

/**
 * What an invoice of these lines comes to. The first one bears the shipping; the last one takes what is left of the order, so
 * that all of them together come to the order to the cent. Sources: recorded invoices of the interface.
 */
export function invoiceAmounts(
  order: StoredOrder,
  nodes: readonly ItemNode[],
  lines: readonly Line[],
  { withShipping }: { withShipping: boolean },
): DocumentAmounts {
  const shown = lines.map((line) => ({ line, amounts: isPriced(line.node) ? lineAmounts(line) : {} }));
  const invoiced = new Map(lines.map(({ node, qty }) => [node, qty]));
  const isLast = nodes.every((node) => (invoiced.get(node) ?? 0) >= toInvoice(node));
  const totals: Record<string, number> = {};
  for (const currency of currencies) {
    sumLines(totals, shown, currency);
    if (withShipping) addShipping(totals, order, currency);
    if (isLast && (withShipping || isShippingInvoiced(order))) takeRest(totals, order, currency);
    setAmount(totals, `${currency}grand_total`, grandTotal(totals, currency));
  }
  return { lines: shown, totals };
}

/** Whether an invoice has borne the shipping. */
export function isShippingInvoiced({ fields }: StoredOrder): boolean {
  return typeof fields.base_shipping_invoiced === 'number';
}

/** Adds the lines up; a discount is negative in a document. */
export function sumLines(totals: Record<string, number>, lines: readonly LineAmounts[], currency: Currency): void {
  const sum = (name: string): Decimal =>
    lines.reduce((total, { amounts }) => total.plus(amount(amounts, currency + name)), decimal(0));
  setAmount(totals, `${currency}subtotal`, sum('row_total'));
  setAmount(totals, `${currency}subtotal_incl_tax`, sum('row_total_incl_tax'));
  setAmount(totals, `${currency}tax_amount`, sum('tax_amount'));
  setAmount(totals, `${currency}discount_amount`, sum('discount_amount').negated());
  setAmount(totals, `${currency}discount_tax_compensation_amount`, sum('discount_tax_compensation_amount'));
}

function addShipping(totals: Record<string, number>, { fields }: StoredOrder, currency: Currency): void {
  const compensation = shippingCompensation(currency);
  for (const name of ['shipping_amount', 'shipping_incl_tax', 'shipping_tax_amount']) {
    if (hasAmount(fields, currency + name)) setAmount(totals, currency + name, amount(fields, currency + name));
  }
  if (hasAmount(fields, compensation)) setAmount(totals, compensation, amount(fields, compensation));
  addAmount(totals, `${currency}tax_amount`, amount(fields, `${currency}shipping_tax_amount`));
  addAmount(totals, `${currency}discount_amount`, amount(fields, `${currency}shipping_discount_amount`).negated());
  addAmount(totals, `${currency}discount_tax_compensation_amount`, amount(fields, compensation));
}

/** The last invoice takes what the others, and what is canceled, have left of each total. */
function takeRest(totals: Record<string, number>, { fields }: StoredOrder, currency: Currency): void {
  const of = (name: string): Decimal => amount(fields, currency + name);
  const subtotal = of('subtotal').minus(of('subtotal_invoiced')).minus(of('subtotal_canceled'));
  setAmount(totals, `${currency}subtotal`, subtotal);
  const tax = of('tax_amount').minus(of('tax_invoiced')).minus(of('tax_canceled'));
  setAmount(totals, `${currency}tax_amount`, tax);
  // A canceled discount is kept without its sign.
  const discount = of('discount_amount').minus(of('discount_invoiced')).plus(of('discount_canceled'));
  setAmount(totals, `${currency}discount_amount`, discount);
}

/** Notes in an order's item what was invoiced of it; with `sign` -1 that it was not after all. */
export function noteInvoiced(fields: ItemFields, amounts: Readonly<Record<string, number>>, sign: 1 | -1 = 1): void {
  for (const currency of currencies) {
    for (const [whole, done] of parts)
      addAmount(fields, currency + done, amount(amounts, currency + whole).times(sign));
  }
}
