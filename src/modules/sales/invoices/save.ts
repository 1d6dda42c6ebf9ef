import type { Call } from '../../../kernel/call.ts';
import { documentFrom, orderIdOf } from '../document-input.ts';
import { changesIn } from '../documents.ts';
import { getOrder } from '../records/rows.ts';
import type { InvoiceFields, InvoiceInput } from '../types/invoice.ts';
import { mailInvoice } from './create.ts';
import { invoices, invoiceStates } from '../records/document-stores.ts';

/**
 * Stores an invoice of another system unchanged; the order does not change. Throws 404 for an unknown order, 400 for an
 * item of another order.
 */
export async function saveInvoice(call: Call, input: InvoiceInput): Promise<InvoiceFields> {
  if (input.entity_id) return changeInvoice(call, input.entity_id, input);
  const order = await getOrder(call, orderIdOf(input));
  const invoice = await invoices.insert(call, {
    ...input,
    ...(await documentFrom(call, 'invoice', order, input)),
    state: input.state ?? invoiceStates.open,
  });
  await invoices.update(call, invoice);
  return invoice.fields;
}

/** Changes the fields of an invoice that the request has, but not its items, comments and time of creation. */
async function changeInvoice(call: Call, id: number, input: InvoiceInput): Promise<InvoiceFields> {
  const invoice = await invoices.get(call, id);
  Object.assign(invoice.fields, changesIn<InvoiceFields>(input));
  await invoices.update(call, invoice);
  return invoice.fields;
}

/** Sends the mail about an invoice again; false when such mails are switched off. */
export async function mailInvoiceAgain(call: Call, id: number): Promise<boolean> {
  const invoice = await invoices.get(call, id);
  const order = await getOrder(call, invoice.fields.order_id);
  if (!(await mailInvoice(call, order, invoice.fields))) return false;
  invoice.fields.email_sent = 1;
  await invoices.update(call, invoice);
  return true;
}
