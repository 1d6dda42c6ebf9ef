import { sql, type NotNull } from 'kysely';
import type { Call, Database } from '../kernel/call.ts';
import { perDialect } from '../storage/dialects.ts';
import { prepared, preparedFirst, type Params } from '../storage/prepared.ts';
import { inTexts } from '../storage/sql.ts';
import { createAlarm } from './alarm.ts';
import type { Broker, Claim, ClaimedOperation } from './broker.ts';
import { operationStatuses } from './types.ts';

/** How often an idle consumer looks for what other processes have accepted, in milliseconds. */
const pollInterval = 250;
/** How soon it looks again when everything that was due waited for another operation. */
const blockedInterval = 20;

/** The broker without a broker: the open rows of `operation` are the queue. */
export function databaseBroker(): Broker {
  const alarm = createAlarm();
  return {
    publishAt: () => null,
    publish: (call) => call.afterCommit(() => alarm.ring()),
    source: async () => ({
      claim,
      ready: async (call, signal) => {
        let wait = blockedInterval;
        while (!signal.aborted && wait > 0) {
          await alarm.sleep(wait, signal);
          wait = Math.min(await timeToNext(call), pollInterval);
        }
      },
      close: async () => {},
    }),
    start: async () => {},
    figures: async () => undefined,
    close: async () => {},
  };
}

type QueueParameters = Params<{ now: number; limit: number }>;

/** Operations that are open and due, in order of acceptance. */
const due = (db: Database, p: QueueParameters) =>
  db
    .selectFrom('operation')
    .select(['id', 'bulk_id as bulkId', 'entity_key as entityKey', 'input', 'attempts'])
    .$narrowType<{ input: NotNull }>()
    .where('status', '=', operationStatuses.open)
    .where('available_at', '<=', p.now)
    .orderBy('id', (order) => order.asc().nullsFirst())
    .limit(p.limit);

/** Locks them: what another consumer holds is skipped. On SQLite the transaction itself is the lock. */
const forUpdate = perDialect({ sqlite: sql``, postgres: sql`for update skip locked` });

const findDue = preparedFirst((db, p: QueueParameters) => due(db, p).clearSelect().select('id'));
const findNext = preparedFirst((db) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.min<number | null>('available_at').as('availableAt'))
    // As the condition of the index says it; what is open without a time is due, and would have been found before.
    .where(sql<boolean>`status = 4 and available_at > 0`),
);
const lockDue = prepared((db, p: QueueParameters) => due(db, p).modifyEnd(forUpdate));
const lockDueElsewhere = prepared((db, p: Params<{ now: number; limit: number; blocked: string[] }>) =>
  due(db, p)
    .where((where) => where.or([where('entity_key', 'is', null), where.not(inTexts('entity_key', p.blocked))]))
    .modifyEnd(forUpdate),
);
const openBefore = prepared((db, p: Params<{ id: number }>) =>
  db
    .selectFrom('operation')
    .select(['id', 'entity_key'])
    .where('status', '=', operationStatuses.open)
    .where('id', '<', p.id)
    .where('entity_key', 'is not', null)
    .orderBy('id', (order) => order.asc().nullsFirst()),
);

/** Milliseconds until something is due; 0 when something is. */
async function timeToNext(call: Call): Promise<number> {
  if (await findDue(call.db, { now: Date.now(), limit: 1 })) return 0;
  const next = (await findNext(call.db, {}))?.availableAt;
  return Math.max(0, (next ?? Infinity) - Date.now());
}

async function claim(call: Call, limit: number): Promise<Claim> {
  // Whether a row is still open tells everything.
  return { operations: await lockFree(call, limit), settle: () => {} };
}

/**
 * Takes what is due, but nothing that concerns an entity for which an earlier operation is still open: held by another
 * consumer, or waiting for its next attempt. So order holds by entity, and no operation stands in the way of another's.
 */
async function lockFree(call: Call, limit: number): Promise<ClaimedOperation[]> {
  const blocked = new Map<string, number>();
  for (;;) {
    const page = { now: Date.now(), limit };
    const found =
      blocked.size === 0
        ? await lockDue(call.db, page)
        : await lockDueElsewhere(call.db, { ...page, blocked: [...blocked.keys()] });
    if (found.length === 0) return [];
    await addBlocked(call, found, blocked);
    const free = found.filter(({ id, entityKey }) => id < (blocked.get(entityKey ?? '') ?? Infinity));
    // All of a full batch may be blocked by one operation; what follows it is not.
    if (free.length > 0 || found.length < limit) return free;
  }
}

/** Adds the entities with open operations before the last of `claimed` that are not ours, each with the id of its first. */
async function addBlocked(
  call: Call,
  claimed: readonly { readonly id: number }[],
  blocked: Map<string, number>,
): Promise<void> {
  const ours = new Set(claimed.map(({ id }) => id));
  for (const { id, entity_key: key } of await openBefore(call.db, { id: claimed.at(-1)!.id })) {
    if (key !== null && !ours.has(id) && !blocked.has(key)) blocked.set(key, id);
  }
}
