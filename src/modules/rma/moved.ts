import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { formatTime, readUtcTime } from '../../kernel/time.ts';
import { nextIds } from '../../storage/sequences.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { returnErrors } from './errors.ts';
import { chosenCodes } from './items.ts';
import { findReturns, getReturn, insertReturn, updateReturn, type StoredItem, type StoredReturn } from './returns.ts';
import { isItemStatus, isReturnStatus, statusOf, type ReturnStatus } from './states.ts';
import type { SentComment, SentItem, SentReturn, SentTrack } from './types.ts';

/**
 * Stores a return of another shop: a new one, or changes of the one with this id. Orders, their items and choices have
 * the ids of this shop. A new one gets the id `wantedId` if no other return has it. Returns its id.
 */
type MovedReturnWriter = (call: Call, id: number | undefined, moved: SentReturn, wantedId?: number) => Promise<number>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedReturns: MovedReturnWriter;
  }
}

/**
 * Stores a return of another shop unchanged, with its number, times and quantities, and without emails. The order's
 * returned units stay unchanged. Later numbers begin behind its own. In a transaction. Throws 404 for an unknown order,
 * and 400 for items of another one.
 */
export const storeMovedReturn: MovedReturnWriter = async (call, id, moved, wantedId) => {
  const order = await call.services.sales.lock(call, moved.order_id ?? 0);
  const before = id === undefined ? await sameNumber(call, order, moved) : await getReturn(call, id);
  const items = await movedItems(call, order, moved.items ?? [], before);
  const { status } = moved;
  const requested = timeOf(moved.date_requested);
  const storeId = order.fields.store_id;
  const fields = {
    increment_id: moved.increment_id || (await call.services.sales.nextNumber(call, 'rma', storeId)),
    order_id: order.id,
    order_increment_id: order.fields.increment_id,
    store_id: storeId,
    customer_id: order.fields.customer_id ?? null,
    customer_custom_email: moved.customer_custom_email || null,
    date_requested: requested ?? before?.date_requested ?? formatTime(call.clock.now()),
    status: status && isReturnStatus(status) ? status : statusOf(items),
    items,
  };
  const parts = {
    comments: await movedComments(call, moved.comments ?? [], fields, before),
    tracks: await movedTracks(call, moved.tracks ?? [], before),
  };
  await call.services.sales.passNumber(call, 'rma', storeId, fields.increment_id);
  const stored = before
    ? await updateReturn(call, { ...before, ...fields, ...parts })
    : await insertReturn(call, { ...fields, ...parts }, wantedId);
  return stored.id;
};

/** The return of an order that has the number of a moved one. Throws 400 where a return of another order has it. */
async function sameNumber(
  call: Call,
  order: StoredOrder,
  { increment_id }: SentReturn,
): Promise<StoredReturn | undefined> {
  const found = increment_id ? await findReturns(call, { increment_id }, 2) : [];
  const own = found.find(({ order_id }) => order_id === order.id);
  if (!own && found.length > 0) throw returnErrors.numberTaken([increment_id ?? '']);
  return own;
}

/** Ids of records by their positions: those from before, and new ones. */
async function idsFor(
  call: Call,
  kind: 'rma_item' | 'rma_comment' | 'rma_track',
  count: number,
  before: readonly { readonly entity_id: number }[] = [],
): Promise<number[]> {
  const known = before.slice(0, count).map(({ entity_id }) => entity_id);
  return [...known, ...(await nextIds(call.db, kind, count - known.length))];
}

async function movedItems(
  call: Call,
  order: StoredOrder,
  items: readonly SentItem[],
  before: StoredReturn | undefined,
): Promise<StoredItem[]> {
  const ids = await idsFor(call, 'rma_item', items.length, before?.items);
  return items.map((item, at) => {
    const ordered = order.items.find((one) => one.id === item.order_item_id);
    if (!ordered) throw returnErrors.itemNotFound([item.order_item_id ?? 0]);
    const status = item.status ?? '';
    const [reason, condition, resolution] = chosenCodes.map((code) => item[code] || null);
    return {
      entity_id: elementAt(ids, at),
      order_item_id: ordered.id,
      qty_requested: item.qty_requested ?? 0,
      qty_authorized: item.qty_authorized ?? null,
      qty_approved: item.qty_approved ?? null,
      qty_returned: item.qty_returned ?? null,
      reason: reason ?? null,
      condition: condition ?? null,
      resolution: resolution ?? null,
      status: isItemStatus(status) ? status : 'pending',
    };
  });
}

async function movedComments(
  call: Call,
  comments: readonly SentComment[],
  { status, date_requested }: { readonly status: ReturnStatus; readonly date_requested: string },
  before: StoredReturn | undefined,
) {
  const ids = await idsFor(call, 'rma_comment', comments.length, before?.comments);
  return comments.map((one, at) => ({
    entity_id: elementAt(ids, at),
    comment: one.comment ?? '',
    created_at: timeOf(one.created_at) ?? date_requested,
    customer_notified: one.customer_notified ?? false,
    visible_on_front: one.visible_on_front ?? false,
    status: one.status && isReturnStatus(one.status) ? one.status : status,
    admin: one.admin ?? true,
  }));
}

async function movedTracks(call: Call, tracks: readonly SentTrack[], before: StoredReturn | undefined) {
  const ids = await idsFor(call, 'rma_track', tracks.length, before?.tracks);
  return tracks.map((one, at) => ({
    entity_id: elementAt(ids, at),
    carrier_code: one.carrier_code || 'custom',
    carrier_title: one.carrier_title || one.carrier_code || 'custom',
    track_number: one.track_number ?? '',
  }));
}

/** A time as times are stored; undefined for none. */
function timeOf(text: string | null | undefined): string | undefined {
  return text ? readUtcTime(text)?.slice(0, 19) : undefined;
}
