import type { Call } from '../../../kernel/call.ts';
import { makeComments } from '../comments.ts';
import { changesIn } from '../documents.ts';
import { salesErrors } from '../errors.ts';
import { nextNumber, nextRecordIds } from '../records/numbers.ts';
import { getOrder } from '../records/rows.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { mailInvoice } from './create.ts';
import { invoices, invoiceStates } from '../records/document-stores.ts';

/**
 * Stores an invoice that was made elsewhere, as it is sent; the order does not change. Throws 404 for an unknown order, 400 for
 * an item of another order.
 */
export async function saveInvoice(call: Call, sent: InvoiceFields): Promise<InvoiceFields> {
  if (sent.entity_id) return changeInvoice(call, sent.entity_id, sent);
  const order = await getOrder(call, sent.order_id ?? 0);
  const known = new Set(order.items.map((item) => item.id));
  const items = sent.items ?? [];
  const foreign = items.find((item) => !known.has(item.order_item_id ?? 0));
  if (foreign) throw salesErrors.foreignItem([foreign.order_item_id]);
  const ids = await nextRecordIds(call, 'invoice_item', items.length);
  const invoice = await invoices.insert(call, {
    ...sent,
    increment_id: sent.increment_id ?? (await nextNumber(call, 'invoice', order.fields.store_id ?? 0)),
    state: sent.state ?? invoiceStates.open,
    items: items.map((item, i) => Object.assign(item, { entity_id: ids[i]! })),
    comments: await makeComments(call, 'invoice', sent.comments ?? [], null),
  });
  for (const record of [...invoice.fields.items!, ...invoice.fields.comments!]) record.parent_id = invoice.id;
  await invoices.update(call, invoice);
  return invoice.fields;
}

/** Changes the sent fields of an invoice, but not its items, comments and time of creation. */
async function changeInvoice(call: Call, id: number, sent: InvoiceFields): Promise<InvoiceFields> {
  const invoice = await invoices.get(call, id);
  Object.assign(invoice.fields, changesIn(sent));
  await invoices.update(call, invoice);
  return invoice.fields;
}

/** Sends the mail about an invoice again; false when such mails are switched off. */
export async function mailInvoiceAgain(call: Call, id: number): Promise<boolean> {
  const invoice = await invoices.get(call, id);
  const order = await getOrder(call, invoice.fields.order_id ?? 0);
  if (!(await mailInvoice(call, order, invoice.fields))) return false;
  invoice.fields.email_sent = 1;
  await invoices.update(call, invoice);
  return true;
}
