import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { insertManyRows, insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { factsOfCustomers } from './facts.ts';
import { appliesTo, loadSegments } from './segments.ts';

/** Records changed customers, in the transaction of the change; does nothing while no segment is active. */
export async function noteCustomers(call: Call, ids: readonly number[]): Promise<void> {
  const segments = await call.services.customerSegment.segments.get(call);
  if (!segments.some(({ isActive }) => isActive)) return;
  await insertManyRows(call.db, 'customer_segment_pending', ids, (customer_id) => ({ customer_id }));
}

/**
 * Adds customers to the active segments whose conditions they meet, and removes them from all others; within a
 * transaction.
 */
async function placeCustomers(call: Call, ids: readonly number[]): Promise<void> {
  // Notes first: concurrent work on the same customers waits here, and then sees later changes.
  await call.db.deleteFrom('customer_segment_pending').where(inIds('customer_id', ids)).execute();
  const segments = (await loadSegments(call)).filter(
    ({ isActive, applyTo }) => isActive && applyTo !== appliesTo.visitors,
  );
  const known = segments.length > 0 ? await factsOfCustomers(call, ids) : new Map<number, never>();
  const rows = await call.db
    .selectFrom('customer_segment_customer')
    .selectAll()
    .where(inIds('customer_id', ids))
    .execute();
  const before = Map.groupBy(rows, (row) => row.segment_id);
  for (const { id, websiteIds, holds } of segments) {
    const members = [...known].filter(([, { websiteId, facts }]) => websiteIds.includes(websiteId) && holds(facts));
    const present = new Set(before.get(id)?.map((row) => row.customer_id));
    const added = members.filter(([customerId]) => !present.has(customerId));
    for (const [customerId] of members) present.delete(customerId);
    await removeMembers(call, id, [...present]);
    await insertRows(
      call.db,
      'customer_segment_customer',
      added.map(([customer_id]) => ({ segment_id: id, customer_id })),
      { onConflict: { key: ['segment_id', 'customer_id'], update: [] } },
    );
    before.delete(id);
  }
  for (const [id, gone] of before)
    await removeMembers(
      call,
      id,
      gone.map((row) => row.customer_id),
    );
}

async function removeMembers(call: Call, segmentId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await call.db
    .deleteFrom('customer_segment_customer')
    .where('segment_id', '=', segmentId)
    .where(inIds('customer_id', ids))
    .execute();
}

/** How many customers are placed in one transaction. */
const BATCH = 200;

/** Recalculates the segments of changed customers, in batches. */
export async function placeChanged(call: Call): Promise<'more' | void> {
  const rows = await call.db
    .selectFrom('customer_segment_pending')
    .select('customer_id')
    .distinct()
    .orderBy('customer_id')
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.customer_id);
  await call.transaction((inside) => placeCustomers(inside, ids));
  return rows.length === BATCH ? 'more' : undefined;
}

/** Recalculates the segments of every customer, in batches. */
export async function placeAll(call: Call): Promise<void> {
  let ids = await call.services.customer.idsAfter(call, 0, BATCH);
  while (ids.length > 0) {
    const batch = ids;
    await call.transaction((inside) => placeCustomers(inside, batch));
    ids = await call.services.customer.idsAfter(call, elementAt(batch, -1), BATCH);
  }
}

/** How many customers are recorded in one transaction. */
const NOTED = 1000;

/** Records every customer as changed: the worker places them soon. */
export async function noteAll(call: Call): Promise<void> {
  let ids = await call.services.customer.idsAfter(call, 0, NOTED);
  while (ids.length > 0) {
    const batch = ids;
    await call.transaction((inside) => noteCustomers(inside, batch));
    ids = await call.services.customer.idsAfter(call, elementAt(batch, -1), NOTED);
  }
}

/** A page of the ids of the customers in a segment, in their order, and how many there are. `page`: from 1. */
export async function membersOf(
  { db }: Call,
  segmentId: number,
  page: number,
  size: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const members = db.selectFrom('customer_segment_customer').where('segment_id', '=', segmentId);
  const { total } = await members
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await members
    .select('customer_id')
    .orderBy('customer_id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { ids: rows.map((row) => row.customer_id), total: Number(total) };
}

/**
 * The ids of the active segments that customers are in, in order; segments of changed customers are recalculated first.
 */
export async function segmentsOfCustomers(call: Call, ids: readonly number[]): Promise<Map<number, number[]>> {
  const changed = await call.db
    .selectFrom('customer_segment_pending')
    .select('customer_id')
    .distinct()
    .where(inIds('customer_id', ids))
    .execute();
  if (changed.length > 0) {
    const stale = changed.map((row) => row.customer_id);
    await call.transaction((inside) => placeCustomers(inside, stale));
  }
  const rows = await call.db
    .selectFrom('customer_segment_customer as m')
    .innerJoin('customer_segment as s', 's.segment_id', 'm.segment_id')
    .select(['m.segment_id', 'm.customer_id'])
    .where(inIds('m.customer_id', ids))
    .where('s.is_active', '=', 1)
    .orderBy('m.segment_id')
    .execute();
  const found = Map.groupBy(rows, (row) => row.customer_id);
  return new Map([...found].map(([id, own]) => [id, own.map((row) => row.segment_id)]));
}
