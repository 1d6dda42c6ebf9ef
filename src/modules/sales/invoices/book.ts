import { toWire } from '../../../kernel/money.ts';
import { addAmount, amount, currencies, hasAmount, type Currency } from '../amounts.ts';
import type { DocumentAmounts } from '../lines.ts';
import type { StoredOrder } from '../orders/order.ts';
import { addQuantity, isPriced, treeOf } from '../quantities.ts';
import { withFields } from '../orders/transitions.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import type { OrderFields } from '../types/order.ts';
import { noteInvoiced } from './amounts.ts';

/** An order of which an invoice of these amounts is written and paid. */
export function bookInvoice(order: StoredOrder, amounts: DocumentAmounts, withShipping: boolean): StoredOrder {
  registerInvoice(order, amounts, withShipping);
  return withPayment(order, amounts.totals);
}

/** Fields of an order and its payment that change when an invoice is paid, by currency. */
const paidFields = {
  '': { total: 'grand_total', paid: 'total_paid', due: 'total_due' },
  base_: { total: 'base_grand_total', paid: 'base_total_paid', due: 'base_total_due' },
} as const satisfies Record<Currency, Record<string, keyof OrderFields>>;
const paymentFields = {
  '': { paid: 'amount_paid', captured: 'shipping_captured', shipping: 'shipping_amount' },
  base_: { paid: 'base_amount_paid', captured: 'base_shipping_captured', shipping: 'base_shipping_amount' },
} as const satisfies Record<Currency, Record<string, keyof NonNullable<OrderFields['payment']>>>;

/** An order of which an invoice with these totals is paid; with `sign` -1 that is not paid after all. */
export function withPayment(order: StoredOrder, totals: object, sign: 1 | -1 = 1): StoredOrder {
  const { payment } = order.fields;
  const after: Partial<OrderFields> = {};
  const paymentAfter: NonNullable<OrderFields['payment']> = { ...payment };
  for (const currency of currencies) {
    const { total, paid, due } = paidFields[currency];
    const value = amount(totals, total).times(sign);
    const sum = amount(order.fields, paid).plus(value);
    after[paid] = toWire(sum);
    after[due] = toWire(amount(order.fields, total).minus(sum));
    const of = paymentFields[currency];
    const shipping = amount(totals, of.shipping).times(sign);
    paymentAfter[of.paid] = toWire(amount(paymentAfter, of.paid).plus(value));
    paymentAfter[of.captured] = toWire(amount(paymentAfter, of.captured).plus(shipping));
  }
  return withFields(order, payment ? { ...after, payment: paymentAfter } : after);
}

/** Notes in an order what was invoiced of it, paid or not; gives the order. */
export function registerInvoice(
  order: StoredOrder,
  { lines, totals }: DocumentAmounts,
  withShipping: boolean,
): StoredOrder {
  const { fields } = order;
  for (const currency of currencies) {
    for (const name of ['subtotal', 'tax', 'discount', 'discount_tax_compensation']) {
      const total = name === 'subtotal' ? name : `${name}_amount`;
      addAmount(fields, `${currency}${name}_invoiced`, amount(totals, currency + total));
    }
    if (withShipping) addAmount(fields, `${currency}shipping_invoiced`, amount(totals, `${currency}shipping_amount`));
    addAmount(fields, `${currency}total_invoiced`, amount(totals, `${currency}grand_total`));
  }
  for (const node of treeOf(order.items).filter(isPriced)) node.item.fields.weee_tax_applied ??= '[]';
  for (const { line, amounts } of lines) {
    addQuantity(line.node, 'qty_invoiced', line.qty);
    const item = line.node.item.fields;
    noteInvoiced(item, amounts);
    if (!isPriced(line.node)) continue;
    addAmount(fields, 'base_total_invoiced_cost', amount(item, 'base_cost').times(line.qty));
  }
  return order;
}

/** Takes back what `registerInvoice` has noted: the invoice is canceled. */
export function unregisterInvoice(order: StoredOrder, invoice: InvoiceFields): void {
  const { fields } = order;
  const nodes = new Map(treeOf(order.items).map((node) => [node.item.id, node]));
  for (const item of invoice.items ?? []) {
    const node = nodes.get(item.order_item_id ?? 0);
    if (!node) continue;
    const qty = item.qty ?? 0;
    addQuantity(node, 'qty_invoiced', -qty);
    if (!isPriced(node)) continue;
    noteInvoiced(node.item.fields, item as Readonly<Record<string, number>>, -1);
    addAmount(fields, 'base_total_invoiced_cost', amount(node.item.fields, 'base_cost').times(-qty));
  }
  for (const currency of currencies) {
    const take = (done: string, total: string): void =>
      addAmount(fields, `${currency}${done}_invoiced`, amount(invoice, `${currency}${total}`).negated());
    take('subtotal', 'subtotal');
    take('tax', 'tax_amount');
    take('discount', 'discount_amount');
    take('discount_tax_compensation', 'discount_tax_compensation_amount');
    take('total', 'grand_total');
    // The next invoice bears the shipping again.
    if (hasAmount(invoice, `${currency}shipping_amount`)) fields[`${currency}shipping_invoiced`] = null;
  }
}
