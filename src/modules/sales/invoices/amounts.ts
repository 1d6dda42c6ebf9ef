import type { Decimal } from '../../../kernel/money.ts';
import { withAdded, type AddedTotals } from '../added-totals.ts';
import {
  addAmount,
  amount,
  currencies,
  grandTotal,
  hasAmount,
  Rounding,
  setAmount,
  shippingCompensation,
  type Currency,
} from '../amounts.ts';
import { linesOf, shared, sumLines, type DocumentAmounts, type LeftOfItem, type Shared } from '../lines.ts';
import type { StoredOrder } from '../orders/order.ts';
import { quantity, toInvoice, type ItemNode, type Line } from '../quantities.ts';
import type { TotalStep } from '../total-extensions.ts';
import type { ItemFields } from '../types/order-item.ts';

/** What of an item's amounts is invoiced, by the names of the amounts. */
const invoicedOf = {
  row_total: 'row_invoiced',
  tax_amount: 'tax_invoiced',
  discount_amount: 'discount_invoiced',
  discount_tax_compensation_amount: 'discount_tax_compensation_invoiced',
} as const satisfies Record<Shared, string>;

const notInvoiced: LeftOfItem = {
  amount: ({ item: { fields } }, name, currency) =>
    amount(fields, currency + name).minus(amount(fields, currency + invoicedOf[name])),
  qty: (node) => quantity(node, 'qty_ordered') - quantity(node, 'qty_invoiced'),
};

/**
 * What an invoice of these lines comes to. The first one bears the shipping; the last one takes what is left of the order, so
 * that all of them together come to the order to the cent. Sources: recorded invoices of the interface.
 */
export function invoiceAmounts(
  order: StoredOrder,
  nodes: readonly ItemNode[],
  lines: readonly Line[],
  { withShipping, added = [], step = 'invoice' }: { withShipping: boolean; added?: AddedTotals; step?: TotalStep },
): DocumentAmounts {
  const shown = linesOf(lines, notInvoiced, new Rounding());
  const invoiced = new Map(lines.map(({ node, qty }) => [node, qty]));
  const isLast = nodes.every((node) => (invoiced.get(node) ?? 0) >= toInvoice(node));
  const totals: Record<string, number> = {};
  for (const currency of currencies) {
    sumLines(totals, shown, currency);
    if (withShipping) addShipping(totals, order, currency);
    if (isLast && (withShipping || isShippingInvoiced(order))) takeRest(totals, order, currency);
    const compensation = amount(totals, shippingCompensation(currency));
    setAmount(totals, `${currency}grand_total`, grandTotal(totals, currency).plus(compensation));
  }
  return withAdded(added, step, order, { lines: shown, totals, added: {} }, isLast);
}

/** Whether an invoice has borne the shipping. */
export function isShippingInvoiced({ fields }: StoredOrder): boolean {
  return typeof fields.base_shipping_invoiced === 'number';
}

function addShipping(totals: Record<string, number>, { fields }: StoredOrder, currency: Currency): void {
  const compensation = shippingCompensation(currency);
  for (const name of ['shipping_amount', 'shipping_incl_tax', 'shipping_tax_amount']) {
    if (hasAmount(fields, currency + name)) setAmount(totals, currency + name, amount(fields, currency + name));
  }
  if (hasAmount(fields, compensation)) setAmount(totals, compensation, amount(fields, compensation));
  addAmount(totals, `${currency}tax_amount`, amount(fields, `${currency}shipping_tax_amount`));
  addAmount(totals, `${currency}discount_amount`, amount(fields, `${currency}shipping_discount_amount`).negated());
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
  if (of('total_canceled').isZero()) return;
  // What of the compensation is canceled is told within the total alone.
  const canceled = of('total_canceled').minus(of('subtotal_canceled')).minus(of('tax_canceled'));
  const name = 'discount_tax_compensation';
  const rest = of(`${name}_amount`).minus(of(`${name}_invoiced`));
  setAmount(totals, `${currency}${name}_amount`, rest.minus(canceled).minus(of('discount_canceled')));
}

/** Notes in an order's item what was invoiced of it; with `sign` -1 that it was not after all. */
export function noteInvoiced(fields: ItemFields, amounts: Readonly<Record<string, number>>, sign: 1 | -1 = 1): void {
  for (const currency of currencies) {
    for (const name of shared) {
      addAmount(fields, currency + invoicedOf[name], amount(amounts, currency + name).times(sign));
    }
  }
}
