import { addAmount, amount, currencies, setAmount } from '../amounts.ts';
import type { StoredOrder } from '../orders/order.ts';
import { addQuantity, isPriced } from '../quantities.ts';
import { noteInvoiced, type DocumentAmounts } from './amounts.ts';

/** Notes in an order what was invoiced and paid of it. */
export function bookInvoice(order: StoredOrder, { lines, totals }: DocumentAmounts, withShipping: boolean): void {
  const { fields } = order;
  for (const currency of currencies) {
    for (const name of ['subtotal', 'tax', 'discount', 'discount_tax_compensation']) {
      const total = name === 'subtotal' ? name : `${name}_amount`;
      addAmount(fields, `${currency}${name}_invoiced`, amount(totals, currency + total));
    }
    if (withShipping) addAmount(fields, `${currency}shipping_invoiced`, amount(totals, `${currency}shipping_amount`));
    const total = amount(totals, `${currency}grand_total`);
    addAmount(fields, `${currency}total_invoiced`, total);
    addAmount(fields, `${currency}total_paid`, total);
    const due = amount(fields, `${currency}grand_total`).minus(amount(fields, `${currency}total_paid`));
    setAmount(fields, `${currency}total_due`, due);
    if (fields.payment) {
      addAmount(fields.payment, `${currency}amount_paid`, total);
      addAmount(fields.payment, `${currency}shipping_captured`, amount(totals, `${currency}shipping_amount`));
    }
  }
  for (const { line, amounts } of lines) {
    addQuantity(line.node, 'qty_invoiced', line.qty);
    if (!isPriced(line.node)) continue;
    const item = line.node.item.fields;
    noteInvoiced(item, amounts);
    item.weee_tax_applied ??= '[]';
    addAmount(fields, 'base_total_invoiced_cost', amount(item, 'base_cost').times(line.qty));
  }
}
