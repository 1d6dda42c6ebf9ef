import { documentStore } from '../documents.ts';
import { Creditmemo, type CreditmemoFields } from '../types/creditmemo.ts';
import { Invoice, type InvoiceFields } from '../types/invoice.ts';
import { Shipment, type ShipmentFields } from '../types/shipment.ts';

/** States of an invoice. */
export const invoiceStates = { open: 1, paid: 2, canceled: 3 } as const;
/** States of a credit memo. */
export const creditmemoStates = { open: 1, refunded: 2, canceled: 3 } as const;

export const invoices = documentStore<InvoiceFields>('invoice', Invoice.fields);
export const shipments = documentStore<ShipmentFields>('shipment', Shipment.fields);
export const creditmemos = documentStore<CreditmemoFields>('creditmemo', Creditmemo.fields);
