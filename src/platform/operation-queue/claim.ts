import { sql, type NotNull } from 'kysely';
import type { Call, Database } from '../../kernel/call.ts';
import { perDialect } from '../../storage/dialects.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import type { ClaimedOperation } from './broker.ts';

/** An open operation with the facts that its place in the queue follows from. */
interface OpenOperation extends ClaimedOperation {
  readonly availableAt: number;
  readonly turn: number;
}

/**
 * Worded as in the conditions of the indexes of open operations. SQLite takes one of a few operations to be of a status, and would read and sort
 * all open ones for each page of the queue: of an expression it has that index alone.
 */
export const isOpen = perDialect<boolean>({
  sqlite: sql`+operation.status = 4`,
  postgres: sql`operation.status = 4`,
});
/** As `isOpen`, and it has a time before which it is not due. */
export const waitsForAttempt = sql<boolean>`${isOpen} and available_at > 0`;

/** Locks rows, and skips those that another consumer holds. On SQLite the transaction itself is the lock. */
const forUpdate = perDialect({ sqlite: sql``, postgres: sql`for update skip locked` });

const open = (db: Database) =>
  db
    .selectFrom('operation')
    .select(['id', 'bulk_id as bulkId', 'operation_key as key', 'entity_key as entityKey', 'input', 'secrets'])
    .select(['attempts', 'available_at as availableAt', 'turn'])
    .$narrowType<{ input: NotNull }>()
    .where(isOpen);
type Page = Params<{ now: number; limit: number }>;
/** Due operations, in the order of their callers' turns. */
const due = (db: Database, p: Page) =>
  open(db).where('available_at', '<=', p.now).orderBy('turn').orderBy('id').limit(p.limit);

const findDue = preparedFirst((db, p: Page) => due(db, p).clearSelect().select('id'));
const findNext = preparedFirst((db) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.min<number | null>('available_at').as('availableAt'))
    // An open operation without a time is due: the query above would have found it.
    .where(waitsForAttempt),
);
const lockDue = prepared((db, p: Page) => due(db, p).modifyEnd(forUpdate));
const lockDueElsewhere = prepared((db, p: Params<{ now: number; limit: number; heldKeys: string[] }>) =>
  due(db, p)
    .where((where) => where.or([where('entity_key', 'is', null), where.not(inTexts('entity_key', p.heldKeys))]))
    .modifyEnd(forUpdate),
);
const lockThese = prepared((db, p: Params<{ ids: number[] }>) =>
  open(db).where(inIds('id', p.ids)).orderBy('id').modifyEnd(forUpdate),
);
const openBefore = prepared((db, p: Params<{ last: number; keys: string[] }>) =>
  db
    .selectFrom('operation')
    .select(['id', 'entity_key as entityKey', 'available_at as availableAt'])
    .$narrowType<{ entityKey: NotNull }>()
    .where(isOpen)
    .where('id', '<', p.last)
    .where(inTexts('entity_key', p.keys))
    .orderBy('id'),
);

/** Milliseconds until the next operation is due; 0 when one is. */
export async function timeToNext(call: Call): Promise<number> {
  if (await findDue(call.db, { now: Date.now(), limit: 1 })) return 0;
  const next = (await findNext(call.db, {}))?.availableAt;
  return Math.max(0, (next ?? Infinity) - Date.now());
}

/** Locks those of the operations that are still open and that nobody holds, in order of acceptance. */
export function lockOpen(call: Call, ids: readonly number[]): Promise<OpenOperation[]> {
  return lockThese(call.db, { ids: [...ids] });
}

/**
 * Locks up to `limit` due operations, of each caller in turn. Operations on the same entity must be executed in order. So an
 * operation that follows an open one on its entity is claimed together with that one. If the earlier one cannot be claimed,
 * because another consumer holds it or it waits for its next attempt, the later one stays open. Other entities are not held up.
 */
export async function claimInTurn(call: Call, limit: number): Promise<OpenOperation[]> {
  const heldKeys = new Set<string>();
  for (;;) {
    const now = Date.now();
    const found: OpenOperation[] =
      heldKeys.size === 0
        ? await lockDue(call.db, { now, limit })
        : await lockDueElsewhere(call.db, { now, limit, heldKeys: [...heldKeys] });
    if (found.length === 0) return [];
    const { free, blocked } = await lockEarlier(call, found, limit, now);
    // One operation may hold up a full page, while later ones are free.
    if (free.length > 0 || found.length < limit) return free;
    for (const key of blocked.keys()) heldKeys.add(key);
  }
}

/** An open operation that could not be locked. */
interface EarlierOperation {
  readonly id: number;
  readonly entityKey: string;
  readonly availableAt: number;
}

/**
 * Locks the open operations that come before those of `locked` on the same entities, as far as possible. Gives up to `limit`
 * operations that may be executed, in turn, and for each entity the first operation that holds up others.
 */
export async function lockEarlier(
  call: Call,
  locked: readonly OpenOperation[],
  limit: number,
  now: number,
): Promise<{ free: OpenOperation[]; blocked: ReadonlyMap<string, EarlierOperation> }> {
  const blocked = new Map<string, EarlierOperation>();
  const keys = [...new Set(locked.flatMap(({ entityKey }) => entityKey ?? []))];
  const ours = new Set(locked.map(({ id }) => id));
  const last = Math.max(0, ...ours);
  const before = keys.length > 0 ? await openBefore(call.db, { last, keys }) : [];
  const earlier = before.filter(({ id }) => !ours.has(id));
  const dueOperations = earlier.filter(({ availableAt }) => availableAt <= now).slice(0, limit);
  const pulled =
    dueOperations.length > 0
      ? await lockOpen(
          call,
          dueOperations.map(({ id }) => id),
        )
      : [];
  for (const { id } of pulled) ours.add(id);
  for (const one of earlier) if (!ours.has(one.id) && !blocked.has(one.entityKey)) blocked.set(one.entityKey, one);
  const free = [...locked, ...pulled].filter(
    ({ id, entityKey }) => id < (blocked.get(entityKey ?? '')?.id ?? Infinity),
  );
  return { free: inTurn(free).slice(0, limit), blocked };
}

/** Sorts operations by their turns. An operation before another one on the same entity takes that one's turn if it is sooner. */
function inTurn(operations: readonly OpenOperation[]): OpenOperation[] {
  const soonest = new Map<string, number>();
  const placed = operations
    .toSorted((a, b) => b.id - a.id)
    .map((operation) => {
      const { entityKey } = operation;
      const turn = Math.min(operation.turn, soonest.get(entityKey ?? '') ?? Infinity);
      if (entityKey !== null) soonest.set(entityKey, turn);
      return { operation, turn };
    });
  return placed.sort((a, b) => a.turn - b.turn || a.operation.id - b.operation.id).map(({ operation }) => operation);
}
