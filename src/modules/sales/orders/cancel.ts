import { decimal } from '../../../kernel/money.ts';
import { noteAddedCanceled, type AddedTotals } from '../added-totals.ts';
import { addAmount, amount, currencies, setAmount, type Currency } from '../amounts.ts';
import { invoiceAmounts } from '../invoices/amounts.ts';
import { addQuantity, toInvoice, toRefund, type ItemNode, type Line } from '../quantities.ts';
import { isState, mayFollow, stateAfterCancel, type OrderState } from '../states.ts';
import type { StoredOrder } from './order.ts';
import { leftOf } from './progress.ts';
import { inState } from './transitions.ts';

/**
 * Notes in an order and its items that these lines are canceled, and moves the order on. Where nothing of it can be invoiced any
 * more, all that was not invoiced is canceled, and what was sent without an invoice with it, as in the interface.
 */
export function bookCancel(
  order: StoredOrder,
  nodes: readonly ItemNode[],
  lines: readonly Line[],
  added: AddedTotals = [],
): StoredOrder {
  const isInvoiced = nodes.some((node) => toRefund(node) > 0);
  const part = invoiceAmounts(order, nodes, lines, { withShipping: false, added, step: 'cancellation' });
  for (const { node, qty } of lines) addQuantity(node, 'qty_canceled', qty);
  const { state = '' } = order.fields;
  const canceled = isState(state ?? '')
    ? inState(order, stateAfterCancel(state as OrderState, leftOf(order), isInvoiced))
    : order;
  const { fields } = canceled;
  const isOver = !mayFollow(fields.state ?? '', 'invoice') || nodes.every((node) => toInvoice(node) === 0);
  for (const currency of currencies) {
    if (isOver) cancelRest(fields, currency);
    else cancelPart(fields, part.totals, currency);
  }
  noteAddedCanceled(added, canceled, isOver ? undefined : part.added);
  cancelTaxes(nodes, lines);
  return canceled;
}

function cancelPart(fields: StoredOrder['fields'], part: object, currency: Currency): void {
  addAmount(fields, `${currency}subtotal_canceled`, amount(part, `${currency}subtotal`));
  addAmount(fields, `${currency}tax_canceled`, amount(part, `${currency}tax_amount`));
  addAmount(fields, `${currency}discount_canceled`, amount(part, `${currency}discount_amount`).abs());
  addAmount(fields, `${currency}total_canceled`, amount(part, `${currency}grand_total`));
}

/** Every item tells what of its taxes is canceled, nothing too. */
function cancelTaxes(nodes: readonly ItemNode[], lines: readonly Line[]): void {
  const quantities = new Map(lines.map(({ node, qty }) => [node, qty]));
  for (const node of nodes) {
    const item = node.item.fields;
    const part = decimal(quantities.get(node) ?? 0).div(item.qty_ordered || 1);
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
