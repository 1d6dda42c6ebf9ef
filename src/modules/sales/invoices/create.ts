import type { Call } from '../../../kernel/call.ts';
import { makeComments } from '../comments.ts';
import { reasons, salesErrors } from '../errors.ts';
import { listed, moneyHeaderOf } from '../header.ts';
import { mailDocument } from '../mails.ts';
import { nextNumber, nextRecordIds } from '../orders/numbers.ts';
import type { StoredOrder } from '../orders/order.ts';
import { moveOn } from '../orders/progress.ts';
import { lockOrder, saveOrderAndItems } from '../orders/rows.ts';
import { isPriced, pricedLines, toInvoice, treeOf, wantedOf, type ItemNode, type Line } from '../quantities.ts';
import { mayFollow } from '../states.ts';
import { deductGone, waitingPieces } from '../stock.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { invoiceAmounts, isShippingInvoiced, type DocumentAmounts, type LineAmounts } from './amounts.ts';
import { bookInvoice } from './book.ts';
import { invoices, invoiceStates } from './invoices.ts';

/** What is asked for with a document that is made for an order. */
export interface Creation {
  readonly items?: readonly { order_item_id?: number | null; qty?: number | null }[] | null | undefined;
  readonly notify?: boolean | null | undefined;
  readonly appendComment?: boolean | null | undefined;
  readonly comment?: { comment?: string | null; is_visible_on_front?: number | null } | null | undefined;
}

/**
 * Invoices what is wanted of an order, or all that is left, and books it as paid. Throws 400 when the state or the quantities do
 * not allow it. Gives the invoice's id.
 */
export async function invoiceOrder(call: Call, orderId: number, wanted: Creation): Promise<number> {
  const order = await lockOrder(call, orderId);
  const nodes = treeOf(order.items);
  const lines = pricedLines(nodes, wantedOf(wanted.items), toInvoice, 'qty_invoiced');
  checkInvoice(order, nodes, lines);
  const withShipping = !isShippingInvoiced(order);
  const amounts = invoiceAmounts(order, nodes, lines, { withShipping });
  const waited = waitingPieces(order);
  const invoice = await invoices.insert(call, await fieldsOf(call, order, amounts, wanted));
  await finishInvoice(call, order, invoice, wanted);
  bookInvoice(order, amounts, withShipping);
  await deductGone(call, order, waited);
  moveOn(order);
  await saveOrderAndItems(call, order);
  return invoice.id;
}

function checkInvoice({ fields }: StoredOrder, nodes: readonly ItemNode[], lines: readonly Line[]): void {
  for (const { node, qty } of lines.filter((line) => isPriced(line.node))) {
    if (qty < 0 || qty > toInvoice(node)) throw salesErrors.invoiceQuantity([node.item.fields.name ?? '']);
  }
  const found: string[] = [];
  if (lines.length === 0) found.push(reasons.noInvoiceItems);
  if (!mayFollow(fields.state ?? '', 'invoice')) found.push(reasons.invoiceStatus(fields.status ?? ''));
  else if (!nodes.some((node) => toInvoice(node) > 0)) found.push(reasons.noInvoice);
  if (found.length > 0) throw salesErrors.invoiceErrors(listed(found), { filled: true });
}

async function fieldsOf(
  call: Call,
  order: StoredOrder,
  { lines, totals }: DocumentAmounts,
  { comment, appendComment, notify }: Creation,
): Promise<InvoiceFields> {
  const ids = await nextRecordIds(call, 'invoice_item', lines.length);
  const told = { ...comment, is_customer_notified: appendComment && notify ? 1 : 0 };
  return {
    ...moneyHeaderOf(order),
    ...totals,
    can_void_flag: 0,
    increment_id: await nextNumber(call, 'invoice', order.fields.store_id ?? 0),
    state: invoiceStates.paid,
    total_qty: lines.reduce((sum, { line }) => sum + line.qty, 0),
    items: lines.map((line, i) => itemOf(line, ids[i]!)),
    comments: comment ? await makeComments(call, 'invoice', [told], null) : [],
  };
}

function itemOf({ line: { node, qty }, amounts }: LineAmounts, id: number) {
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

/** Gives the parts of an invoice their parent, and sends it when that is wanted. */
async function finishInvoice(
  call: Call,
  order: StoredOrder,
  invoice: { id: number; version: number; fields: InvoiceFields },
  { notify, appendComment, comment }: Creation,
): Promise<void> {
  const { fields } = invoice;
  for (const part of [...(fields.items ?? []), ...(fields.comments ?? [])]) part.parent_id = invoice.id;
  if (notify && (await mailInvoice(call, order, fields, appendComment ? comment?.comment : null)))
    fields.email_sent = 1;
  await invoices.update(call, invoice);
}

/** Queues the mail about an invoice. */
export function mailInvoice(
  call: Call,
  order: StoredOrder,
  fields: InvoiceFields,
  comment?: string | null,
): Promise<boolean> {
  return mailDocument(call, 'invoice', order, { fields, comment, lines: mailedLines(fields.items ?? []) });
}

/** The lines of a document about money as a mail tells them. */
export function mailedLines(
  items: readonly { name?: string | null; sku?: string | null; qty?: number | null; row_total?: number | null }[],
) {
  return items.map(({ name, sku, qty, row_total }) => ({
    name: name ?? '',
    sku: sku ?? '',
    qty: qty ?? 0,
    amount: row_total ?? null,
  }));
}
