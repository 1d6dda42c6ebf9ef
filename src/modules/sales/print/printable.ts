import type { Call } from '../../../kernel/call.ts';
import type { OrUndefined } from '../../../kernel/fields.ts';
import { shopTimeZone, storeInformation } from '../../../kernel/shop-settings.ts';
import { storeAddress } from '../../../platform/mail/store.ts';
import { defaultCountry } from '../../directory/configuration.ts';
import { addedLines } from '../added-totals.ts';
import { printSettings } from '../configuration.ts';
import { numberIn } from '../amounts.ts';
import type { PackingNote } from '../extensions.ts';
import { itemType } from '../item-type.ts';
import type { TotalLines } from '../totals.ts';
import { totalsOf } from '../totals.ts';
import { parentOf, type StoredItem, type StoredOrder } from '../order.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import type { OrderAddressFields } from '../types/payment.ts';
import type { ShipmentFields } from '../types/shipment.ts';

/** Kinds of documents that are printed. */
type PrintKind = 'invoice' | 'shipment' | 'creditmemo';

/** A line of a printed document; amounts are in the order's currency, null where the line has none of its own. */
export interface PrintedLine {
  readonly name: string;
  readonly sku: string;
  readonly qty: number;
  /** Whether it is a component of the composite item before it. */
  readonly isComponent: boolean;
  readonly price: number | null;
  readonly subtotal: number | null;
  readonly discount: number | null;
  readonly tax: number | null;
  /** Of packing slips. */
  readonly notes?: readonly PackingNote[];
}

/** The printed fields of an address. */
export type PrintedAddress = OrUndefined<
  Pick<
    OrderAddressFields,
    | 'prefix'
    | 'firstname'
    | 'middlename'
    | 'lastname'
    | 'suffix'
    | 'company'
    | 'street'
    | 'city'
    | 'region'
    | 'postcode'
  > &
    Pick<OrderAddressFields, 'country_id' | 'telephone'>
>;

/** The content of a printed document, before it is worded in a language. It is plain JSON, so that a queued mail can hold it. */
export interface Printable {
  readonly kind: PrintKind;
  readonly number: string;
  /** UTC, as times are stored. */
  readonly createdAt: string;
  /** Number and time of the order; null where the configuration leaves it out. */
  readonly order: { readonly number: string; readonly createdAt: string } | null;
  readonly currency: string;
  /** Lines below the name of the store: its address, and the merchant's own text. */
  readonly seller: readonly string[];
  readonly billing: PrintedAddress | null;
  readonly shipping: PrintedAddress | null;
  readonly payment: string;
  readonly shippingDescription: string;
  readonly lines: readonly PrintedLine[];
  readonly totals: TotalLines;
  /** Of packing slips: notes on the whole order. */
  readonly notes?: readonly PackingNote[];
  /** Carriers and numbers. */
  readonly tracks: readonly (readonly [title: string, number: string])[];
  readonly look: PrintLook;
}

/** The print settings of a store. */
interface PrintLook {
  readonly timeZone: string;
  /** Country of the store; it decides the size of paper. */
  readonly country: string;
  /** Path of the configured TrueType or OpenType font; empty: the built-in one. */
  readonly font: string;
}

/** The print settings of an order's store. */
function lookOf(call: Call, storeId: number): PrintLook {
  const { config } = call;
  return {
    timeZone: config.of(shopTimeZone, { storeId }),
    country: config.of(defaultCountry, { storeId }),
    font: config.of(printSettings.font, { storeId }),
  };
}

/** The configured address of a store for documents; without one, that of the store's information. */
function sellerOf(call: Call, storeId: number): string[] {
  const letter = call.config.of(printSettings.address, { storeId });
  if (letter) return letter.split(/\r?\n/).map((line) => line.trim());
  const { phone, vatNumber } = storeInformation;
  const more = [phone, vatNumber].flatMap((setting) => call.config.of(setting, { storeId })?.trim() || []);
  return [...storeAddress(call.config, storeId), ...more];
}

/** The content that all documents of an order have in common. */
function base(
  call: Call,
  kind: PrintKind,
  order: StoredOrder,
  document: { readonly increment_id: string; readonly created_at: string },
) {
  const { fields } = order;
  const storeId = fields.store_id ?? 0;
  const hasOrder = call.config.of(printSettings.hasOrderNumber.of(kind), { storeId });
  return {
    kind,
    number: document.increment_id,
    createdAt: document.created_at,
    order: hasOrder ? { number: fields.increment_id, createdAt: fields.created_at } : null,
    currency: fields.order_currency_code ?? '',
    seller: sellerOf(call, storeId),
    billing: printedAddress(fields.billing_address),
    shipping: printedAddress(order.shippingAddress),
    payment: paymentTitle(order),
    shippingDescription: fields.shipping_description ?? '',
    tracks: [],
    look: lookOf(call, storeId),
  };
}

/** The title of an order's payment method. */
export function paymentTitle({ fields: { payment } }: Pick<StoredOrder, 'fields'>): string {
  return payment?.additional_information?.[0] || payment?.method || '';
}

/** The printed fields of an address of an order. */
export function printedAddress(address: OrderAddressFields | null | undefined): PrintedAddress | null {
  if (!address) return null;
  const { prefix, firstname, middlename, lastname, suffix, company, street } = address;
  const { city, region, postcode, country_id, telephone } = address;
  return {
    prefix,
    firstname,
    middlename,
    lastname,
    suffix,
    company,
    street,
    city,
    region,
    postcode,
    country_id,
    telephone,
  };
}

/** The fields that lines of all documents have. */
interface DocumentItem {
  readonly order_item_id: number;
  readonly name?: string | null | undefined;
  readonly sku?: string | null | undefined;
  readonly qty?: number | null | undefined;
}

/** The printed lines of a document. Components stand below their composite item, or are omitted where only that is printed. */
function linesOf<I extends DocumentItem>(
  call: Call,
  order: StoredOrder,
  items: readonly I[],
  amounts: (item: I) => Pick<PrintedLine, 'price' | 'subtotal' | 'discount' | 'tax' | 'notes'>,
): PrintedLine[] {
  const known = new Map<number, StoredItem>(order.items.map((item) => [item.id, item]));
  return items.flatMap((item): PrintedLine[] => {
    const ordered = known.get(item.order_item_id);
    const parent = ordered && parentOf(ordered, known);
    if (parent && itemType(call, parent).printsWithoutComponents) return [];
    return [
      {
        name: item.name ?? ordered?.fields.name ?? '',
        sku: item.sku ?? ordered?.fields.sku ?? '',
        qty: numberIn(item, 'qty'),
        isComponent: parent !== undefined,
        ...amounts(item),
      },
    ];
  });
}

const printedAmounts = (item: {
  price?: number | null;
  row_total?: number | null;
  discount_amount?: number | null;
  tax_amount?: number | null;
}): Pick<PrintedLine, 'price' | 'subtotal' | 'discount' | 'tax'> => {
  const subtotal = item.row_total ?? null;
  const isPriced = subtotal !== null;
  return {
    price: isPriced ? (item.price ?? null) : null,
    subtotal,
    discount: isPriced ? numberIn(item, 'discount_amount') : null,
    tax: isPriced ? numberIn(item, 'tax_amount') : null,
  };
};

function addedIn(call: Call, order: StoredOrder, fields: InvoiceFields | CreditmemoFields): TotalLines {
  return addedLines(call, order.fields.store_id, fields.extension_attributes);
}

/** The content of a printed invoice. */
export function invoicePrintable(call: Call, order: StoredOrder, fields: InvoiceFields): Printable {
  return {
    ...base(call, 'invoice', order, fields),
    lines: linesOf(call, order, fields.items, printedAmounts),
    totals: totalsOf('invoice', fields, addedIn(call, order, fields)),
  };
}

/** The content of a printed credit memo. */
export function creditmemoPrintable(call: Call, order: StoredOrder, fields: CreditmemoFields): Printable {
  return {
    ...base(call, 'creditmemo', order, fields),
    lines: linesOf(call, order, fields.items, printedAmounts),
    totals: totalsOf('creditmemo', fields, addedIn(call, order, fields)),
  };
}

/** The content of a packing slip for the shop: with notes on how to pack it. */
export async function packingSlip(call: Call, order: StoredOrder, fields: ShipmentFields): Promise<Printable> {
  const extensions = call.contributions.orderExtensions;
  const all = await Promise.all(extensions.flatMap((one) => one.packingNotes?.(call, order) ?? []));
  const notesOf = (itemId: number): PackingNote[] => all.flatMap(({ items }) => items.get(itemId) ?? []);
  return { ...shipmentPrintable(call, order, fields, notesOf), notes: all.flatMap((notes) => notes.order) };
}

/** The fields of a shipment that are printed. */
type PrintedShipment = Pick<ShipmentFields, 'increment_id' | 'created_at' | 'items' | 'tracks'>;

/** The content of a packing slip, without amounts. `notesOf`: the notes on an item of the order. */
export function shipmentPrintable(
  call: Call,
  order: StoredOrder,
  fields: PrintedShipment,
  notesOf: (itemId: number) => readonly PackingNote[] = () => [],
): Printable {
  const none = { price: null, subtotal: null, discount: null, tax: null };
  return {
    ...base(call, 'shipment', order, fields),
    lines: linesOf(call, order, fields.items, ({ order_item_id }) => ({
      ...none,
      notes: notesOf(order_item_id),
    })),
    totals: [],
    tracks: (fields.tracks ?? []).map(({ title, track_number }) => [title ?? '', track_number ?? ''] as const),
  };
}
