import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { quantityOf } from '../../kernel/units.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { makeComments, makeTracks, type Author } from './comments.ts';
import { returnErrors } from './errors.ts';
import { changedItems, newItems } from './items.ts';
import { mailAuthorized, mailComments, mailReturn } from './mails.ts';
import { checkQuantities } from './quantities.ts';
import {
  getReturn,
  insertReturn,
  removeReturns,
  returnsOf,
  updateReturn,
  type StoredItem,
  type StoredReturn,
} from './returns.ts';
import { isClosed, statusAfter, statusOf, type ReturnStatus } from './states.ts';
import type { SentComment, SentReturn, SentTrack } from './types.ts';

/** Creates a return, or changes the one with the id of the request. Throws 400 and 404. In a transaction. */
export function saveReturn(call: Call, input: SentReturn): Promise<StoredReturn> {
  return typeof input.entity_id === 'number' ? changeReturn(call, input.entity_id, input) : createReturn(call, input);
}

/** Creates a return of items of an order. Throws 400, and 404 for an unknown order. In a transaction. */
export async function createReturn(call: Call, input: SentReturn, author: Author = 'shop'): Promise<StoredReturn> {
  const order = await call.services.sales.lock(call, input.order_id ?? 0);
  const storedReturn = await insertRequest(call, order, input, author);
  await announceReturn(call, order, storedReturn);
  return storedReturn;
}

/**
 * Writes a new return of items of a locked order, without emails. `status`: instead of that which follows from its
 * items. Throws 400.
 */
export async function insertRequest(
  call: Call,
  order: StoredOrder,
  input: SentReturn,
  author: Author,
  status?: ReturnStatus,
): Promise<StoredReturn> {
  if (!input.items?.length) throw returnErrors.noItems();
  const items = await newItems(call, order, input.items, author);
  checkQuantities(order, items, await returnsOf(call, order.id));
  const state = status ?? statusOf(items);
  const storeId = order.fields.store_id;
  return insertReturn(call, {
    increment_id: await call.services.sales.nextNumber(call, 'rma', storeId),
    order_id: order.id,
    order_increment_id: order.fields.increment_id,
    store_id: storeId,
    customer_id: order.fields.customer_id ?? null,
    customer_custom_email: emailOf(call, input),
    date_requested: formatTime(call.clock.now()),
    status: state,
    items,
    comments: await makeComments(call, input.comments ?? [], state, author),
    tracks: await makeTracks(call, input.tracks ?? []),
  });
}

/** Queues the emails about a return that has just been requested or confirmed. */
export async function announceReturn(call: Call, order: StoredOrder, storedReturn: StoredReturn): Promise<void> {
  await mailReturn(call, order, storedReturn);
  await mailAuthorized(call, order, storedReturn, 'pending');
  await mailComments(call, order, storedReturn, storedReturn.comments);
}

/**
 * Changes a return. Absent fields stay unchanged; items, comments and tracks without an id are added. Its state follows
 * from its items, except that it can be closed early.
 */
async function changeReturn(call: Call, id: number, input: SentReturn): Promise<StoredReturn> {
  const { order, before } = await lockReturn(call, id);
  if (isClosed(before.status)) throw returnErrors.closed([before.increment_id]);
  const items = await changedItems(call, order, before.items, input.items ?? []);
  const others = (await returnsOf(call, order.id)).filter((other) => other.id !== id);
  checkQuantities(order, items, others);
  const status = input.status === 'closed' ? 'closed' : statusAfter(before.status, items);
  const comments = await makeComments(call, added(input.comments), status);
  const changed = await updateReturn(call, {
    ...before,
    customer_custom_email: input.customer_custom_email ? emailOf(call, input) : before.customer_custom_email,
    items,
    status,
    comments: [...before.comments, ...comments],
    tracks: [...before.tracks, ...(await makeTracks(call, added(input.tracks)))],
  });
  await countApproved(call, order, before.items, items);
  await mailAuthorized(call, order, changed, before.status);
  await mailComments(call, order, changed, comments);
  return changed;
}

/** The return with an id and its order, locked until the transaction ends. Throws 404. */
export async function lockReturn(call: Call, id: number): Promise<{ order: StoredOrder; before: StoredReturn }> {
  const { order_id } = await getReturn(call, id);
  const order = await call.services.sales.lock(call, order_id);
  // It may have changed before the lock.
  return { order, before: await getReturn(call, id) };
}

/** Records of a request without an id. */
function added<T extends { readonly entity_id?: number | null }>(input: readonly T[] | null | undefined): T[] {
  return (input ?? []).filter(({ entity_id }) => !entity_id);
}

function emailOf(call: Call, { customer_custom_email: email }: SentReturn): string | null {
  if (!email) return null;
  if (!call.services.customer.isEmailAddress(email)) throw returnErrors.email();
  return email;
}

/** Adds newly approved units to the returned units of the order. */
async function countApproved(
  call: Call,
  order: StoredOrder,
  before: readonly StoredItem[],
  after: readonly StoredItem[],
): Promise<void> {
  const known = new Map(before.map((item) => [item.entity_id, item.status]));
  const pieces = new Map<number, number>();
  for (const { entity_id, order_item_id, status, qty_approved } of after) {
    if (status !== 'approved' || known.get(entity_id) === 'approved') continue;
    pieces.set(order_item_id, (pieces.get(order_item_id) ?? 0) + (qty_approved ?? 0));
  }
  if (pieces.size === 0) return;
  const counted = [...pieces].map(([id, qty]) => [id, quantityOf(qty)] as const);
  await call.services.sales.countReturned(call, order, new Map(counted));
}

/** Deletes a return; the order's returned units stay unchanged. Throws 404. */
export async function deleteReturn(call: Call, id: number): Promise<void> {
  const { before } = await lockReturn(call, id);
  await removeReturns(call, [before]);
}

/** Adds a comment to a return, closed or not, and notifies the customer if requested. Throws 400 and 404. */
export async function addReturnComment(
  call: Call,
  id: number,
  input: SentComment,
  author: Author = 'shop',
): Promise<StoredReturn> {
  const { order, before } = await lockReturn(call, id);
  const comments = await makeComments(call, [input], before.status, author);
  const changed = await updateReturn(call, { ...before, comments: [...before.comments, ...comments] });
  await mailComments(call, order, changed, comments);
  return changed;
}

/** Adds a tracking number to a return that is not closed; it is the last one then. Throws 400 and 404. */
export async function addReturnTrack(call: Call, id: number, input: SentTrack): Promise<StoredReturn> {
  const { before } = await lockReturn(call, id);
  if (isClosed(before.status)) throw returnErrors.closed([before.increment_id]);
  return updateReturn(call, { ...before, tracks: [...before.tracks, ...(await makeTracks(call, [input]))] });
}

/** Removes a tracking number from a return. Throws 404 where it has none with this id. */
export async function removeReturnTrack(call: Call, id: number, trackId: number): Promise<StoredReturn> {
  const { before } = await lockReturn(call, id);
  const tracks = before.tracks.filter(({ entity_id }) => entity_id !== trackId);
  if (tracks.length === before.tracks.length) throw returnErrors.trackNotFound([trackId]);
  return updateReturn(call, { ...before, tracks });
}
