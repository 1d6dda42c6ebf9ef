import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { without } from '../../kernel/fields.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { decodeDocument, insertDocument, updateDocument } from '../../storage/documents.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { freeId } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { noteChanges } from '../../platform/change-log/note.ts';
import { noteState, rememberState } from '../../platform/change-log/state.ts';
import { returnEntity } from './changes.ts';
import { returnKeyLifetime } from './configuration.ts';
import { returnErrors } from './errors.ts';
import type { ItemStatus, ReturnStatus } from './states.ts';
import type { RmaTable } from './tables.ts';
import type { Return } from './types.ts';

/** An item of a return. A quantity is null until its step is reached. */
export interface StoredItem {
  readonly entity_id: number;
  readonly order_item_id: number;
  readonly qty_requested: number;
  readonly qty_authorized: number | null;
  readonly qty_approved: number | null;
  readonly qty_returned: number | null;
  readonly reason: string | null;
  readonly condition: string | null;
  readonly resolution: string | null;
  /** A reason in the buyer's words. */
  readonly reason_other?: string;
  readonly status: ItemStatus;
}

/** A stored comment on a return. */
export interface StoredComment {
  readonly entity_id: number;
  readonly comment: string;
  /** UTC, as times are stored. */
  readonly created_at: string;
  readonly customer_notified: boolean;
  readonly visible_on_front: boolean;
  /** The state that the return was in. */
  readonly status: ReturnStatus;
  /** Whether the shop wrote it. */
  readonly admin: boolean;
}

/** A stored track of a return. */
export interface StoredTrack {
  readonly entity_id: number;
  readonly track_number: string;
  readonly carrier_title: string;
  readonly carrier_code: string;
}

/** The part of a return in its document. */
interface ReturnDocument {
  readonly items: readonly StoredItem[];
  readonly comments: readonly StoredComment[];
  readonly tracks: readonly StoredTrack[];
}

type Columns = Omit<Selectable<RmaTable>, 'id' | 'document' | 'version' | 'status'>;

/** A return before it is written. */
interface NewReturn extends ReturnDocument, Columns {
  readonly status: ReturnStatus;
}

/** A stored return of items of an order. */
export interface StoredReturn extends NewReturn {
  readonly id: number;
  readonly version: number;
}

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('rma').selectAll().where(inIds('id', p.ids)),
);
const byOrder = prepared((db, p: Params<{ orderId: number }>) =>
  db.selectFrom('rma').selectAll().where('order_id', '=', p.orderId).orderBy('id'),
);

function read({ document, ...row }: Selectable<RmaTable>): StoredReturn {
  return { ...row, ...decodeDocument<ReturnDocument>(document) };
}

const entity = returnEntity.name;

/** The return with an id. Throws 404. */
export async function getReturn(call: Call, id: number): Promise<StoredReturn> {
  const [row] = Number.isSafeInteger(id) ? await byIds(call.db, { ids: [id] }) : [];
  if (!row) throw returnErrors.notFound();
  const found = read(row);
  rememberState(call, { entity, id }, () => found);
  return found;
}

/** All returns of an order, oldest first. */
export async function returnsOf(call: Call, orderId: number): Promise<StoredReturn[]> {
  return (await byOrder(call.db, { orderId })).map(read);
}

/** All returns of these orders, the newest first, in one query. */
export async function returnsOfOrders(
  call: Call,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, StoredReturn[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('rma')
    .selectAll()
    .where(inIds('order_id', orderIds))
    .orderBy('id', 'desc')
    .execute();
  return Map.groupBy(rows.map(read), ({ order_id }) => order_id);
}

/** A page of a customer's returns, the newest first. */
export async function returnsOfCustomer(
  call: Call,
  customerId: number,
  { page, pageSize }: AskedPage,
): Promise<StoredReturn[]> {
  const rows = await call.db
    .selectFrom('rma')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return rows.map(read);
}

/** How many returns a customer has. */
export async function countReturnsOf(call: Call, customerId: number): Promise<number> {
  const { count } = await call.db
    .selectFrom('rma')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Up to `limit` returns with this number, or of the order with this number, the newest first; default: all. */
export async function findReturns(
  call: Call,
  { increment_id, order_increment_id }: { readonly increment_id?: string; readonly order_increment_id?: string },
  limit: number,
): Promise<StoredReturn[]> {
  let query = call.db.selectFrom('rma').selectAll().orderBy('id', 'desc').limit(limit);
  if (increment_id !== undefined) query = query.where('increment_id', '=', increment_id);
  if (order_increment_id !== undefined) query = query.where('order_increment_id', '=', order_increment_id);
  return (await query.execute()).map(read);
}

const fields: Record<string, SearchField> = {
  entity_id: { kind: 'integer', column: 'rma.id', notNull: true },
  increment_id: { kind: 'text', notNull: true },
  order_id: { kind: 'integer', notNull: true },
  order_increment_id: { kind: 'text', notNull: true },
  store_id: { kind: 'integer', notNull: true },
  customer_id: { kind: 'integer' },
  customer_custom_email: { kind: 'text' },
  date_requested: { kind: 'time', notNull: true, followsKey: true },
  status: { kind: 'code', notNull: true },
};

/** Returns by criteria. */
export function listReturns(call: Call, criteria: SearchCriteria): Promise<FoundList<StoredReturn>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('rma'),
    key: 'rma.id',
    fields,
    load: async (on, ids: readonly number[]) =>
      new Map((await byIds(on.db, { ids })).map((row) => [row.id, read(row)])),
  });
}

function split(newReturn: NewReturn & Partial<StoredReturn>) {
  const { items, comments, tracks, ...columns } = without(newReturn, ['id', 'version']);
  return { columns, document: { items, comments, tracks } };
}

/** Writes a new return, in a transaction, with the id `wantedId` if no other one has it. */
export async function insertReturn(call: Call, newReturn: NewReturn, wantedId?: number): Promise<StoredReturn> {
  const { columns, document } = split(newReturn);
  const keptId = await freeId(call.db, 'rma', 'id', wantedId);
  const id = await insertDocument(
    call.db,
    'rma',
    { ...(keptId !== undefined && { id: keptId }), ...columns },
    document,
  );
  noteChanges(call, [{ entity, id, key: newReturn.increment_id, action: 'created' }]);
  return { ...newReturn, id, version: 1 };
}

/** Writes a return that was read in this transaction. */
export async function updateReturn(call: Call, changed: StoredReturn): Promise<StoredReturn> {
  const { columns, document } = split(changed);
  const version = await updateDocument(call.db, 'rma', changed, columns, document);
  noteState(call, { entity, id: changed.id, key: changed.increment_id }, changed);
  return { ...changed, version };
}

/** A guest's request for a return, which an emailed key confirms; it concerns the return. */
export const returnRequest = { name: 'return', keyLifetime: returnKeyLifetime } as const;

/** Deletes returns, and the keys that would confirm them. */
export async function removeReturns(call: Call, returns: readonly StoredReturn[]): Promise<void> {
  if (returns.length === 0) return;
  const ids = returns.map(({ id }) => id);
  await call.services.sales.dropConfirmations(call, returnRequest, ids);
  await call.db.deleteFrom('rma').where(inIds('id', ids)).execute();
  noteChanges(
    call,
    returns.map(({ id, increment_id: key }) => ({ entity, id, key, action: 'deleted' as const })),
  );
}

/** A return in wire format. */
export function showReturn(one: StoredReturn): Out<typeof Return> {
  return {
    increment_id: one.increment_id,
    entity_id: one.id,
    order_id: one.order_id,
    order_increment_id: one.order_increment_id,
    store_id: one.store_id,
    customer_id: one.customer_id,
    date_requested: one.date_requested,
    customer_custom_email: one.customer_custom_email,
    items: one.items.map((item) => ({ ...item, rma_entity_id: one.id })),
    status: one.status,
    comments: showComments(one),
    tracks: showTracks(one),
  };
}

/** The comments of a return as the wire has them, oldest first. */
export function showComments({ id, comments }: StoredReturn) {
  return comments.map((comment) => ({ ...comment, rma_entity_id: id }));
}

/** The tracks of a return as the wire has them. */
export function showTracks({ id, tracks }: StoredReturn) {
  return tracks.map((track) => ({ ...track, rma_entity_id: id }));
}
