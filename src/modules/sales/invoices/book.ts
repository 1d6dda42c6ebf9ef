import { addAmount, amount, currencies, hasAmount, setAmount } from '../amounts.ts';
import type { DocumentAmounts } from '../lines.ts';
import type { StoredOrder } from '../orders/order.ts';
import { addQuantity, isPriced, treeOf } from '../quantities.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { noteInvoiced } from './amounts.ts';

/** Notes in an order what was invoiced and paid of it. */
export function bookInvoice(order: StoredOrder, amounts: DocumentAmounts, withShipping: boolean): void {
  registerInvoice(order, amounts, withShipping);
  payInvoice(order, amounts.totals);
}

/** Notes in an order that an invoice was paid; with `sign` -1 that it was not after all. */
export function payInvoice({ fields }: StoredOrder, totals: object, sign: 1 | -1 = 1): void {
  for (const currency of currencies) {
    const total = amount(totals, `${currency}grand_total`).times(sign);
    addAmount(fields, `${currency}total_paid`, total);
    const due = amount(fields, `${currency}grand_total`).minus(amount(fields, `${currency}total_paid`));
    setAmount(fields, `${currency}total_due`, due);
    if (!fields.payment) continue;
    addAmount(fields.payment, `${currency}amount_paid`, total);
    addAmount(fields.payment, `${currency}shipping_captured`, amount(totals, `${currency}shipping_amount`).times(sign));
  }
}

/** Notes in an order what was invoiced of it, paid or not. */
export function registerInvoice(order: StoredOrder, { lines, totals }: DocumentAmounts, withShipping: boolean): void {
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
