import type { Call } from '../../../kernel/call.ts';
import { mailStore } from '../../../platform/mail/store.ts';
import { printSettings } from '../configuration.ts';
import { creditmemos } from '../records/document-stores.ts';
import { invoices } from '../records/document-stores.ts';
import { getOrder } from '../records/rows.ts';
import { shipments } from '../records/document-stores.ts';
import { salesTexts } from '../texts.ts';
import type { StoredOrder } from '../order.ts';
import { labelBack, labelFor, printLabel, type Parcel } from './label.ts';
import { creditmemoPrintable, invoicePrintable, packingSlip, type Printable } from './printable.ts';
import { printSheet, type PrintStore } from './sheet.ts';

/** The kinds of documents that commands can print. */
export const printableKinds = ['invoice', 'shipment', 'creditmemo', 'label'] as const;
/** Something that the commands can print. */
export type PrintableKind = (typeof printableKinds)[number];

/** A document of the shop as PDF, by its id. Throws 404. */
export async function print(call: Call, what: PrintableKind, id: number): Promise<Buffer> {
  switch (what) {
    case 'invoice':
      return sheetOf(call, id, invoices, invoicePrintable);
    case 'creditmemo':
      return sheetOf(call, id, creditmemos, creditmemoPrintable);
    case 'shipment':
      return sheetOf(call, id, shipments, packingSlip);
    case 'label':
      return labelPdf(call, id);
  }
}

async function sheetOf<D extends { order_id: number }>(
  call: Call,
  id: number,
  store: { get(call: Call, id: number): Promise<{ fields: D }> },
  printable: (call: Call, order: Awaited<ReturnType<typeof getOrder>>, fields: D) => Printable | Promise<Printable>,
): Promise<Buffer> {
  const { fields } = await store.get(call, id);
  const order = await getOrder(call, fields.order_id);
  return printSheet(await printable(call, order, fields), wordsOf(call, order.fields.store_id));
}

async function labelPdf(call: Call, id: number): Promise<Buffer> {
  const { fields } = await shipments.get(call, id);
  const order = await getOrder(call, fields.order_id);
  return printLabel(labelFor(call, order, fields), wordsOf(call, order.fields.store_id));
}

/** The label of a parcel that a buyer sends back, as PDF. */
export function printParcel(call: Call, order: StoredOrder, parcel: Parcel): Promise<Buffer> {
  return printLabel(labelBack(call, order, parcel), wordsOf(call, order.fields.store_id));
}

function wordsOf({ config, services, platform }: Call, storeId: number | null | undefined): PrintStore {
  return mailStore({ config, scopes: services.store, texts: platform.texts }, storeId ?? 0, salesTexts);
}

/**
 * The label of a shipment in base64. That is the stored one, if a carrier gave one; otherwise one is printed, if the shipment has
 * packages or the configuration wants labels; otherwise it is empty. Throws 404.
 */
export async function labelOf(call: Call, id: number): Promise<string> {
  const { fields } = await shipments.get(call, id);
  if (fields.shipping_label) return Buffer.from(fields.shipping_label).toString('base64');
  const isWanted = call.config.of(printSettings.printsLabels, { storeId: fields.store_id ?? 0 });
  if (!isWanted && !fields.packages?.length) return '';
  return (await labelPdf(call, id)).toString('base64');
}
