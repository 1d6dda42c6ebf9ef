import type { Call } from '../../../kernel/call.ts';
import { zip } from '../../../kernel/lists.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import { tellInvoiced } from '../added-totals.ts';
import { addedAttributes } from '../lifecycle/added-totals.ts';
import { writtenAmounts } from '../amounts.ts';
import { makeComments } from '../comments.ts';
import type { NewDocument, StoredDocument } from '../documents.ts';
import { draftExtensions } from '../extending.ts';
import { reasons, salesErrors } from '../errors.ts';
import { listed, moneyHeaderOf } from '../document-drafts.ts';
import { documentItem, type DocumentAmounts } from '../lifecycle/lines.ts';
import { documentItems } from '../mail-lines.ts';
import { mailDocument } from '../mails.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import type { StoredOrder } from '../order.ts';
import { lockOrder, saveOrderAndItems } from '../records/rows.ts';
import { isOnline, moveAfter, noteCapture, openAuthorization, unlessDeclined } from '../payments/online.ts';
import { invoicePrintable } from '../print/printable.ts';
import {
  isPriced,
  documentLines,
  inWholePieces,
  toInvoice,
  treeOf,
  wantedOf,
  type OrderItemNode,
  type DocumentLine,
} from '../lifecycle/quantities.ts';
import { invoiced, mayFollow, movedOn } from '../lifecycle/transitions.ts';
import { deductInvoiced } from '../stock.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { invoiceAmounts, isShippingInvoiced } from '../lifecycle/invoice-amounts.ts';
import { documentColumns } from '../lifecycle/columns.ts';
import { invoices, invoiceStates } from '../records/document-stores.ts';

/** Input of a new document of an order. */
export interface DocumentCreation {
  readonly items?: readonly { order_item_id?: number | null; qty?: number | null }[] | null | undefined;
  readonly notify?: boolean | null | undefined;
  readonly appendComment?: boolean | null | undefined;
  readonly comment?: { comment?: string | null; is_visible_on_front?: number | null } | null | undefined;
}

/** Input of a new invoice. */
export interface InvoiceCreation extends DocumentCreation {
  /** Whether the provider of the payment method, where there is one, captures the money. */
  readonly capture?: boolean | null | undefined;
}

/**
 * Invoices the requested items of an order, or all remaining ones; returns the invoice id. The payment provider pays
 * the invoice if it is to capture, otherwise the merchant by hand. The invoice stays open if it is to capture but has
 * no authorized money. Throws 400 when the state, the quantities or the provider do not allow it.
 */
export async function invoiceOrder(call: Call, orderId: number, request: InvoiceCreation): Promise<number> {
  const task = { kind: 'invoice', args: { orderId, wanted: request } };
  return unlessDeclined(
    call,
    call.services.payment.moveMoney(call, task, (inside, money) => makeInvoice(inside, orderId, request, money)),
    salesErrors.noInvoiceSaved,
  );
}

/** As `invoiceOrder`, within a transaction. */
export async function makeInvoice(
  call: Call,
  orderId: number,
  request: InvoiceCreation,
  money: MoneySource,
): Promise<number> {
  const order = await lockOrder(call, orderId, money);
  const nodes = treeOf(order.items);
  const lines = documentLines(nodes, inWholePieces(nodes, wantedOf(request.items)), toInvoice, 'qty_invoiced');
  checkInvoice(order, nodes, lines);
  const amounts = invoiceAmounts(order, nodes, lines, {
    withShipping: !isShippingInvoiced(order),
    added: call.contributions.orderTotals,
  });
  if (!request.capture || !isOnline(call, order)) {
    const written = await writeInvoice(call, order, amounts, { ...request, state: 'paid' });
    await saveOrderAndItems(call, movedOn(written.order));
    return written.id;
  }
  const value = amounts.totals.base.grandTotal;
  const authorization = value.toNumber() > 0 ? await openAuthorization(call, order) : undefined;
  const movement = authorization && (await moveAfter(call, order, money, 'capture', authorization.txn_id, value));
  const state = movement || value.isZero() ? 'paid' : 'open';
  const written = await writeInvoice(call, order, amounts, {
    ...request,
    state,
    transactionId: movement?.transactionId,
  });
  const paid = movement ? await noteCapture(call, written.order, movement, value, authorization) : written.order;
  await saveOrderAndItems(call, movedOn(paid));
  return written.id;
}

/** The data of a new invoice, except its amounts. */
interface InvoiceWriting extends DocumentCreation {
  readonly state: 'paid' | 'open';
  /** The provider's id of the transaction that pays it, now or later. */
  readonly transactionId?: string | undefined;
}

/** Writes an invoice; returns its id and the changed order. The caller moves the order on and saves it. */
export async function writeInvoice(
  call: Call,
  order: StoredOrder,
  amounts: DocumentAmounts,
  writing: InvoiceWriting,
): Promise<{ readonly id: number; readonly order: StoredOrder }> {
  const withShipping = !isShippingInvoiced(order);
  const invoice = await invoices.insert(call, await fieldsOf(call, order, amounts, writing));
  await finishInvoice(call, order, invoice, writing);
  const after = invoiced(order, amounts, { withShipping, isPaid: writing.state === 'paid' });
  await tellInvoiced(call, after, amounts.added, { id: invoice.id, number: invoice.fields.increment_id });
  return { id: invoice.id, order: await deductInvoiced(call, after, order) };
}

/** The amounts of an invoice of all that is left of an order. */
export function amountsOfRest({ contributions }: Call, order: StoredOrder): DocumentAmounts {
  const nodes = treeOf(order.items);
  const lines = documentLines(nodes, undefined, toInvoice, 'qty_invoiced');
  return invoiceAmounts(order, nodes, lines, {
    withShipping: !isShippingInvoiced(order),
    added: contributions.orderTotals,
  });
}

function checkInvoice({ fields }: StoredOrder, nodes: readonly OrderItemNode[], lines: readonly DocumentLine[]): void {
  const priced = lines.filter((line) => isPriced(line.node));
  const isNothing = priced.every(({ qty }) => qty <= 0);
  for (const { node, qty } of priced) {
    const isBelow = qty < 0 && !isNothing;
    if (isBelow || qty > toInvoice(node)) throw salesErrors.invoiceQuantity([node.item.fields.name ?? '']);
  }
  const found: string[] = [];
  if (isNothing) found.push(reasons.noInvoiceItems);
  if (!mayFollow(fields.state, 'invoice')) found.push(reasons.invoiceStatus(fields.status));
  else if (!nodes.some((node) => toInvoice(node) > 0)) found.push(reasons.noInvoice);
  if (found.length > 0) throw salesErrors.invoiceErrors(listed(found));
}

async function fieldsOf(
  call: Call,
  order: StoredOrder,
  { lines, totals, added }: DocumentAmounts,
  { comment, appendComment, notify, state, transactionId }: InvoiceWriting,
): Promise<NewDocument<InvoiceFields>> {
  const ids = await nextRecordIds(call, 'invoice_item', lines.length);
  const firstComment = { ...comment, is_customer_notified: appendComment && notify ? 1 : 0 };
  const drafted = draftExtensions(
    call,
    'invoice',
    order,
    lines.map(({ line }) => line),
    addedAttributes(added),
  );
  return {
    ...moneyHeaderOf(order),
    ...writtenAmounts(documentColumns, totals),
    // Only the money of a provider can be voided.
    ...(transactionId === undefined ? { can_void_flag: 0 } : { transaction_id: transactionId }),
    increment_id: await nextNumber(call, 'invoice', order.fields.store_id),
    state: invoiceStates[state],
    total_qty: lines.reduce((sum, { line }) => sum + line.qty, 0),
    items: zip(lines, ids).map(([line, id]) =>
      Object.assign(documentItem(line, id), drafted.ofItem(line.line.node.item.id)),
    ),
    ...drafted.ofDocument,
    comments: comment ? await makeComments(call, 'invoice', [firstComment], null) : [],
  };
}

/** Emails a new invoice if requested, and writes it again. */
async function finishInvoice(
  call: Call,
  order: StoredOrder,
  invoice: StoredDocument<InvoiceFields>,
  { notify, appendComment, comment }: DocumentCreation,
): Promise<void> {
  const { fields } = invoice;
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
  return mailDocument(call, 'invoice', order, {
    fields,
    comment,
    items: documentItems(fields.items),
    added: fields.extension_attributes,
    print: () => invoicePrintable(call, order, fields),
  });
}
