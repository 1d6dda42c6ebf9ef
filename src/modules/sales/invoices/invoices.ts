import { documentStore } from '../documents.ts';
import { Invoice, type InvoiceFields } from '../types/invoice.ts';

/** States of an invoice. */
export const invoiceStates = { open: 1, paid: 2, canceled: 3 } as const;

export const invoices = documentStore<InvoiceFields>('invoice', Invoice.fields);
