import { decimal } from '../../../kernel/money.ts';
import { addAmount, amount, currencies, setAmount, type Currency } from '../amounts.ts';
import { invoiceAmounts } from '../invoices/amounts.ts';
import { addQuantity, isPriced, perParent, quantity, toInvoice, type ItemNode, type Line } from '../quantities.ts';
import type { StoredOrder } from './order.ts';

/** Notes in an order and its items that these lines are canceled. */
export function bookCancel(order: StoredOrder, nodes: readonly ItemNode[], lines: readonly Line[]): void {
  cancelAmounts(order, nodes, lines);
  for (const { node, qty } of lines) addQuantity(node, 'qty_canceled', qty);
  for (const node of nodes.filter((one) => one.children.length > 0 && !isPriced(one))) cancelWhole(node);
}

/** A whole that has its amounts with its parts is canceled as far as all of them are. */
function cancelWhole(node: ItemNode): void {
  const wholes = Math.min(...node.children.map((part) => quantity(part, 'qty_canceled') / perParent(part)));
  node.item.fields.qty_canceled = Math.floor(wholes);
}

function cancelAmounts(order: StoredOrder, nodes: readonly ItemNode[], lines: readonly Line[]): void {
  const { fields } = order;
  const canceled = new Map(lines.map(({ node, qty }) => [node, qty]));
  const isRest = nodes.every((node) => (canceled.get(node) ?? 0) >= toInvoice(node));
  for (const currency of currencies) {
    if (isRest) cancelRest(fields, currency);
    else {
      const part = invoiceAmounts(order, nodes, lines, { withShipping: false });
      addAmount(fields, `${currency}subtotal_canceled`, amount(part.totals, `${currency}subtotal`));
      addAmount(fields, `${currency}tax_canceled`, amount(part.totals, `${currency}tax_amount`));
      addAmount(fields, `${currency}discount_canceled`, amount(part.totals, `${currency}discount_amount`).abs());
      addAmount(fields, `${currency}total_canceled`, amount(part.totals, `${currency}grand_total`));
    }
  }
  for (const { node, qty } of lines) {
    const item = node.item.fields;
    const part = decimal(qty).div(item.qty_ordered || 1);
    addAmount(item, 'tax_canceled', amount(item, 'tax_amount').times(part));
    const compensation = amount(item, 'discount_tax_compensation_amount');
    addAmount(item, 'discount_tax_compensation_canceled', compensation.times(part));
  }
}

function cancelRest(fields: StoredOrder['fields'], currency: Currency): void {
  const rest = (name: string, done: string) => amount(fields, currency + name).minus(amount(fields, currency + done));
  setAmount(fields, `${currency}subtotal_canceled`, rest('subtotal', 'subtotal_invoiced'));
  setAmount(fields, `${currency}tax_canceled`, rest('tax_amount', 'tax_invoiced'));
  setAmount(fields, `${currency}shipping_canceled`, rest('shipping_amount', 'shipping_invoiced'));
  setAmount(fields, `${currency}discount_canceled`, rest('discount_amount', 'discount_invoiced').abs());
  setAmount(fields, `${currency}total_canceled`, rest('grand_total', 'total_paid'));
}
