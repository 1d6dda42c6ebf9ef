import type { Call } from '../../../kernel/call.ts';
import { freeId, freeIds } from '../../../storage/rows.ts';
import { changesIn, type DocumentFields, type DocumentStore, type StoredDocument } from '../documents.ts';
import { documentFrom } from '../document-input.ts';
import type { DocumentKind } from '../extensions.ts';
import { salesErrors } from '../errors.ts';
import { withFields } from '../lifecycle/changes.ts';
import type { StoredOrder } from '../order.ts';
import { creditmemos, creditmemoStates, invoices, invoiceStates, shipments } from '../records/document-stores.ts';
import { nextRecordIds, passNumber, passRecordIds } from '../records/numbers.ts';
import { getOrder, saveOrder } from '../records/rows.ts';
import { makeTracks } from '../shipments/tracks.ts';
import { reserveWaiting } from '../stock.ts';
import type { CreditmemoInput } from '../types/creditmemo.ts';
import type { InvoiceInput } from '../types/invoice.ts';
import type { OrderFields, OrderInput } from '../types/order.ts';
import type { ShipmentInput } from '../types/shipment.ts';
import { changeStoredOrder, createStoredOrder, type KeptOrderIds } from './save.ts';

/** An order of another shop with its documents. Items of documents name those of the order by their positions there, from 1. */
interface MovedOrder {
  /** Its id here, if it was moved before. */
  readonly id?: number | undefined;
  /** Whether the order, its items and documents keep their ids, unless other ones here have them. */
  readonly keepsIds: boolean;
  /** Whether its units that have not left the stock are reserved here. */
  readonly reservesStock: boolean;
  readonly order: OrderInput;
  readonly invoices: readonly InvoiceInput[];
  readonly shipments: readonly ShipmentInput[];
  /** Those of an invoice name it by its number. */
  readonly creditmemos: readonly (CreditmemoInput & { readonly invoice_number?: string | undefined })[];
}

/**
 * Stores an order of another shop with its documents, with the numbers and times of that shop. With `reservesStock`, an open order
 * reserves its units, whatever the stock has left. No emails are sent. Later numbers begin behind those. Throws 400 for a number that
 * another order has.
 */
export async function storeMovedOrder(call: Call, moved: MovedOrder): Promise<StoredOrder> {
  const { id, order: input } = moved;
  const created =
    id === undefined
      ? await createStoredOrder(call, input, await keptIds(call, moved))
      : await changed(call, id, moved);
  const order = await withHistoryOf(call, created, input, id === undefined ? [] : created.fields.status_histories);
  const storeId = order.fields.store_id;
  await passNumber(call, 'order', storeId, order.fields.increment_id);
  const stores = documentWriters(call, order, moved.keepsIds);
  for (const input of moved.invoices) await stores.invoice(input);
  for (const input of moved.shipments) await stores.shipment(input);
  const byNumber = new Map((await invoices.ofOrder(call, order.id)).map((one) => [one.fields.increment_id, one.id]));
  for (const { invoice_number, ...memo } of moved.creditmemos) {
    const invoice_id = (invoice_number !== undefined && byNumber.get(invoice_number)) || null;
    await stores.creditmemo({ ...memo, invoice_id });
  }
  return moved.reservesStock ? saveOrder(call, await reserveWaiting(inStoreOf(call, storeId), order)) : order;
}

/** The ids that a new order and its items keep; undefined where one is missing or taken. */
async function keptIds(call: Call, { keepsIds, order }: MovedOrder): Promise<KeptOrderIds | undefined> {
  if (!keepsIds) return undefined;
  const id = await freeId(call.db, 'sales_order', 'id', order.entity_id);
  const wantedIds = (order.items ?? []).map(({ item_id }) => item_id);
  const itemIds = await freeIds(call.db, 'sales_order_item', 'item_id', wantedIds);
  if (id === undefined || itemIds === undefined) return undefined;
  if (itemIds.length > 0) await passRecordIds(call, 'order_item', Math.max(...itemIds));
  return { id, itemIds };
}

/** The call in the scope of a store view, which decides from which stock it sells. */
function inStoreOf(call: Call, storeId: number): Call {
  const view = call.services.store.view(storeId);
  return view ? call.with({ scope: { code: view.code, storeId, websiteId: view.website_id } }) : call;
}

/**
 * Changes an order that was moved before; the ids of its items are those here. Throws 400 for an order that was invoiced,
 * shipped, refunded or canceled here since then: its quantities would no longer match its documents.
 */
async function changed(call: Call, id: number, moved: MovedOrder): Promise<StoredOrder> {
  const order = await getOrder(call, id);
  const { order: input } = moved;
  if (hasMoreUnits(order, input) || (await hasOtherDocuments(call, id, moved))) {
    throw salesErrors.changedHere([order.fields.increment_id]);
  }
  const items = (input.items ?? []).map((item, at) =>
    Object.assign({}, item, { item_id: order.items[at]?.id ?? null }),
  );
  return changeStoredOrder(call, id, { ...input, items, status_histories: [] });
}

const progress = ['qty_invoiced', 'qty_shipped', 'qty_refunded', 'qty_canceled'] as const;

/** Whether more units of an item are invoiced, shipped, refunded or canceled here than in the other shop. */
function hasMoreUnits(order: StoredOrder, { items }: OrderInput): boolean {
  return order.items.some(({ fields }, at) =>
    progress.some((name) => (fields[name] ?? 0) > (items?.[at]?.[name] ?? 0)),
  );
}

/** Whether an order has documents here that it does not have in the other shop. */
async function hasOtherDocuments(call: Call, id: number, moved: MovedOrder): Promise<boolean> {
  const here = [
    [await invoices.ofOrder(call, id), moved.invoices],
    [await shipments.ofOrder(call, id), moved.shipments],
    [await creditmemos.ofOrder(call, id), moved.creditmemos],
  ] as const;
  return here.some(([own, others]) => {
    const numbers = new Set<unknown>(others.map(({ increment_id }) => increment_id));
    return own.some(({ fields }) => !numbers.has(fields.increment_id));
  });
}

type HistoryEntry = OrderFields['status_histories'][number];

/** Gives an order the history of a request, with its times, and those of its former entries that were made here. */
async function withHistoryOf(
  call: Call,
  order: StoredOrder,
  { status_histories }: OrderInput,
  former: readonly HistoryEntry[],
): Promise<StoredOrder> {
  const entries = status_histories ?? [];
  if (entries.length === 0) return order;
  const own = former.filter(
    (one) => !entries.some((entry) => entry.created_at === one.created_at && entry.comment === one.comment),
  );
  const ids = await nextRecordIds(call, 'order_status_history', entries.length);
  const history = entries.map((entry, at) =>
    Object.assign({}, entry, {
      entity_id: ids[at] ?? null,
      parent_id: order.id,
      created_at: entry.created_at ?? order.fields.created_at,
    }),
  );
  const all = [...history, ...own].sort((a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1));
  return saveOrder(call, withFields(order, { status_histories: own.length > 0 ? all : history }));
}

interface SentDocument {
  readonly entity_id?: number | null;
  readonly increment_id?: string | null;
  readonly created_at?: string | null;
  readonly items?: readonly { readonly order_item_id?: number | null }[] | null;
  readonly comments?: readonly { readonly created_at?: string | null }[] | null;
}

/** Functions that store a document of each kind: a new one, or the fields and comments of the one with its number. */
function documentWriters(call: Call, order: StoredOrder, keepsIds: boolean) {
  const write = async <D extends DocumentFields, I extends SentDocument>(
    kind: DocumentKind,
    store: DocumentStore<D>,
    input: I,
    insert: (parts: Awaited<ReturnType<typeof partsOf>>, keptId: number | undefined) => Promise<StoredDocument<D>>,
  ): Promise<StoredDocument<D>> => {
    const { entity_id: id } = input;
    const before = await store.ofOrder(call, order.id);
    const known = before.find((one) => one.fields.increment_id === input.increment_id);
    const parts = await partsOf(call, kind, order, input);
    if (known) Object.assign(known.fields, changesIn(input), { comments: parts.comments });
    const isKept = keepsIds && id && !known && (await store.find(call, id)) === undefined;
    const document = known ?? (await insert(parts, isKept ? id : undefined));
    await store.update(call, document);
    await passNumber(call, kind, order.fields.store_id, document.fields.increment_id);
    return document;
  };
  return {
    invoice: (input: InvoiceInput) =>
      write('invoice', invoices, input, (parts, keptId) =>
        invoices.insert(call, { ...input, ...parts, state: input.state ?? invoiceStates.open }, keptId),
      ),
    shipment: (input: ShipmentInput) =>
      write('shipment', shipments, input, async (parts, keptId) => {
        const made = await shipments.insert(call, { ...input, ...parts, packages: input.packages ?? [] }, keptId);
        made.fields.tracks = await makeTimedTracks(call, input.tracks ?? [], made.id, order.id);
        return made;
      }),
    creditmemo: (input: CreditmemoInput) =>
      write('creditmemo', creditmemos, input, (parts, keptId) =>
        creditmemos.insert(call, { ...input, ...parts, state: input.state ?? creditmemoStates.open }, keptId),
      ),
  };
}

/** The parts that all kinds of documents have, with the ids of this shop and the times of the other. */
async function partsOf(call: Call, kind: DocumentKind, order: StoredOrder, input: SentDocument) {
  const parts = await documentFrom(call, kind, order, { ...input, items: itemsHere(order, input.items ?? []) });
  return { ...addressesOf(order), ...parts, comments: timed(parts.comments, input) };
}

/** The ids of an order's addresses and customer, as its documents have them. */
function addressesOf({ fields, shippingAddress }: StoredOrder): object {
  return {
    billing_address_id: fields.billing_address_id ?? null,
    ...(shippingAddress ? { shipping_address_id: shippingAddress.entity_id ?? null } : {}),
  };
}

/** The items of a document with the ids that their items of the order have here. */
function itemsHere<T extends { readonly order_item_id?: number | null }>(order: StoredOrder, items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, order_item_id: order.items[(item.order_item_id ?? 0) - 1]?.id ?? null }));
}

function timed<C extends { created_at: string }>(comments: readonly C[], input: SentDocument): C[] {
  return comments.map((comment, at) => ({
    ...comment,
    created_at: input.comments?.[at]?.created_at ?? comment.created_at,
  }));
}

type Tracks = NonNullable<ShipmentInput['tracks']>;

async function makeTimedTracks(call: Call, tracks: Tracks, id: number, orderId: number) {
  const made = await makeTracks(call, tracks, { id, orderId });
  return made.map((track, at) => Object.assign(track, { created_at: tracks[at]?.created_at ?? track.created_at }));
}
