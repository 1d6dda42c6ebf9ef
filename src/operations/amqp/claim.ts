import { sql, type NotNull } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { perDialect } from '../../storage/dialects.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { updateRows } from '../../storage/rows.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import type { Claim, ClaimedOperation } from '../broker.ts';
import { operationStatuses } from '../types.ts';
import type { Deliveries } from './deliveries.ts';

interface OpenOperation extends ClaimedOperation {
  readonly availableAt: number;
}

/** Locks those that are still open; what another consumer holds is skipped. On SQLite the transaction itself is the lock. */
const lockOpen = prepared((db, p: Params<{ ids: number[] }>) =>
  db
    .selectFrom('operation')
    .select(['id', 'bulk_id as bulkId', 'entity_key as entityKey', 'input', 'attempts', 'available_at as availableAt'])
    .$narrowType<{ input: NotNull }>()
    .where(inIds('id', p.ids))
    .where('status', '=', operationStatuses.open)
    .orderBy('id')
    .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
);
const findOpen = prepared((db, p: Params<{ ids: number[] }>) =>
  db.selectFrom('operation').select('id').where(inIds('id', p.ids)).where('status', '=', operationStatuses.open),
);
const openBefore = prepared((db, p: Params<{ last: number; keys: string[] }>) =>
  db
    .selectFrom('operation')
    .select(['id', 'entity_key as entityKey', 'available_at as availableAt'])
    .$narrowType<{ entityKey: NotNull }>()
    .where('status', '=', operationStatuses.open)
    .where('id', '<', p.last)
    .where(inTexts('entity_key', p.keys))
    .orderBy('id', (order) => order.asc().nullsFirst()),
);

/**
 * Claims operations that were delivered. One that follows another open operation on the same entity takes that along where
 * it can, however late its own message is: so order holds by entity, and no message has to wait for another. Where it
 * cannot, because a consumer executes the other, it is tried again soon; where the other waits for its next attempt, it waits
 * with it, and both are published again when they are due.
 */
export async function claimDelivered(call: Call, deliveries: Deliveries, limit: number): Promise<Claim> {
  const taken: number[] = [];
  const finished: number[] = [];
  const settle = (recorded?: readonly number[]): void => {
    if (recorded) deliveries.finish([...finished, ...recorded]);
    // What was finished is not put back by this.
    deliveries.putBack(taken);
  };
  try {
    for (;;) {
      const ids = deliveries.take(limit);
      taken.push(...ids);
      if (ids.length === 0) return { operations: [], settle };
      const page = await lockInOrder(call, ids, limit);
      finished.push(...page.finished);
      // All of a page may be held up by one operation; what follows is not.
      if (page.operations.length > 0) return { operations: page.operations.slice(0, limit), settle };
    }
  } catch (error) {
    settle();
    throw error;
  }
}

interface Page {
  readonly operations: readonly ClaimedOperation[];
  /** Needs no delivery any more: final, or to be published again later. */
  readonly finished: readonly number[];
}

async function lockInOrder(call: Call, ids: readonly number[], limit: number): Promise<Page> {
  const now = Date.now();
  const isDue = ({ availableAt }: { availableAt: number }): boolean => availableAt <= now;
  const found: OpenOperation[] = await lockOpen(call.db, { ids: [...ids] });
  const due = found.filter(isDue);
  const { pulled, blocked } = await pullEarlier(call, due, limit, isDue);
  /** The operation that this one has to wait for. */
  const blockerOf = ({ id, entityKey }: OpenOperation): EarlierOperation | undefined => {
    const first = entityKey === null ? undefined : blocked.get(entityKey);
    return first && first.id < id ? first : undefined;
  };
  const parked = due.flatMap((one) => {
    const blocker = blockerOf(one);
    return blocker && !isDue(blocker) ? [{ id: one.id, available_at: blocker.availableAt }] : [];
  });
  await updateRows(call.db, 'operation', ['id'], parked);
  const early = found.filter((one) => !isDue(one));
  return {
    operations: [...due, ...pulled].filter((one) => !blockerOf(one)).sort((a, b) => a.id - b.id),
    finished: [...(await finalAmong(call, ids, found)), ...[...early, ...parked].map(({ id }) => id)],
  };
}

interface EarlierOperation {
  readonly id: number;
  readonly entityKey: string;
  readonly availableAt: number;
}

/**
 * Locks open operations on the same entities that come before those of `due`, as far as possible. Entities of which one
 * remains are blocked, from the first such operation on.
 */
async function pullEarlier(
  call: Call,
  due: readonly OpenOperation[],
  limit: number,
  isDue: (operation: { availableAt: number }) => boolean,
): Promise<{ pulled: OpenOperation[]; blocked: ReadonlyMap<string, EarlierOperation> }> {
  const blocked = new Map<string, EarlierOperation>();
  const keys = [...new Set(due.flatMap(({ entityKey }) => entityKey ?? []))];
  if (keys.length === 0) return { pulled: [], blocked };
  const ours = new Set(due.map(({ id }) => id));
  const earlier = (await openBefore(call.db, { last: due.at(-1)!.id, keys })).filter(({ id }) => !ours.has(id));
  const wanted = earlier.filter(isDue).slice(0, limit);
  const locked = wanted.length > 0 ? await lockOpen(call.db, { ids: wanted.map(({ id }) => id) }) : [];
  const pulled = locked.filter(isDue);
  for (const { id } of pulled) ours.add(id);
  for (const one of earlier) if (!ours.has(one.id) && !blocked.has(one.entityKey)) blocked.set(one.entityKey, one);
  return { pulled, blocked };
}

/** The ids of operations that are final: neither locked by this transaction nor open. */
async function finalAmong(call: Call, ids: readonly number[], found: readonly OpenOperation[]): Promise<number[]> {
  const locked = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !locked.has(id));
  if (missing.length === 0) return [];
  const open = new Set((await findOpen(call.db, { ids: missing })).map(({ id }) => id));
  return missing.filter((id) => !open.has(id));
}
