import type { Call } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { updateRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import type { Claim } from '../broker.ts';
import { claimInTurn, lockOpen, lockEarlier } from '../claim.ts';
import { operationStatuses } from '../types.ts';
import type { Deliveries } from './deliveries.ts';

const findOpen = prepared((db, p: Params<{ ids: number[] }>) =>
  db.selectFrom('operation').select('id').where(inIds('id', p.ids)).where('status', '=', operationStatuses.open),
);

/**
 * Claims operations once some were delivered. A message only says that there is work: which operation is next follows from the
 * turns of callers, as without a broker, however long the queue of messages is. A delivered operation is acknowledged once it is
 * final, whichever consumer executed it. An operation that waits for an attempt, its own or that of an earlier one, needs no
 * message: it is published again when that is due.
 */
export async function claimDelivered(call: Call, deliveries: Deliveries, limit: number): Promise<Claim> {
  const claimedIds: number[] = [];
  const finished: number[] = [];
  const settle = (recorded?: readonly number[]): void => {
    if (recorded) deliveries.finish([...finished, ...recorded]);
    // Finished operations are not put back by this.
    deliveries.putBack(claimedIds);
  };
  try {
    for (;;) {
      const ids = deliveries.take(limit);
      claimedIds.push(...ids);
      if (ids.length === 0) return { operations: [], settle };
      const operations = await claimInTurn(call, limit);
      if (operations.length > 0) {
        const locked = new Set(operations.map(({ id }) => id));
        finished.push(...(await finalAmong(call, ids, locked)));
        return { operations, settle };
      }
      finished.push(...(await parkBlocked(call, ids)));
    }
  } catch (error) {
    settle();
    throw error;
  }
}

/**
 * Of delivered operations that cannot be executed now, gives those whose delivery can be acknowledged: final ones, and those that
 * wait for an attempt, their own or that of an earlier operation.
 */
async function parkBlocked(call: Call, ids: readonly number[]): Promise<number[]> {
  const now = Date.now();
  const found = await lockOpen(call, ids);
  const due = found.filter(({ availableAt }) => availableAt <= now);
  const { blocked } = await lockEarlier(call, due, due.length, now);
  const parked = due.flatMap(({ id, entityKey }) => {
    const first = entityKey === null ? undefined : blocked.get(entityKey);
    return first && first.id < id && first.availableAt > now ? [{ id, available_at: first.availableAt }] : [];
  });
  await updateRows(call.db, 'operation', ['id'], parked);
  const early = found.filter(({ availableAt }) => availableAt > now);
  const locked = new Set(found.map(({ id }) => id));
  return [...(await finalAmong(call, ids, locked)), ...[...early, ...parked].map(({ id }) => id)];
}

/** The ids of operations that are final: neither locked by this transaction nor open. */
async function finalAmong(call: Call, ids: readonly number[], locked: ReadonlySet<number>): Promise<number[]> {
  const missing = ids.filter((id) => !locked.has(id));
  if (missing.length === 0) return [];
  const open = new Set((await findOpen(call.db, { ids: missing })).map(({ id }) => id));
  return missing.filter((id) => !open.has(id));
}
