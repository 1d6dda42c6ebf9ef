import { sql } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { perDialect } from './dialects.ts';
import { prepared, preparedWrite, type Params } from './prepared.ts';
import { insertRows } from './rows.ts';
import { inIds } from './sql.ts';
import './tables.ts';

/** An entry that was taken from the outbox to be sent. */
export interface OutboxEntry {
  readonly id: number;
  readonly topic: string;
  /** JSON. */
  readonly payload: string;
  /** How often it was taken, this time included. */
  readonly attempts: number;
}

/** Something that opens transactions: the storage, or a stand-in. */
export interface TransactionOpener {
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/**
 * Appends payloads (values for JSON) to the outbox, within the transaction of `db`: they are sent only if it is committed, and
 * `delay` milliseconds later at the earliest.
 */
export async function appendToOutbox(
  db: Database,
  topic: string,
  payloads: readonly unknown[],
  delay = 0,
): Promise<void> {
  const now = Date.now();
  const rows = payloads.map((payload) => ({
    topic,
    payload: JSON.stringify(payload),
    created_at: now,
    available_at: now + delay,
  }));
  await insertRows(db, 'outbox', rows, { withNext: true });
}

const take = prepared((db, p: Params<{ topic: string; now: number; until: number; limit: number }>) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('outbox')
        .select('id')
        .where('topic', '=', p.topic)
        .where('available_at', '<=', p.now)
        .orderBy('available_at')
        .orderBy('id')
        .limit(p.limit)
        // Other processes skip these rows, and do not wait for them.
        .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
    )
    .updateTable('outbox')
    .set({ available_at: p.until, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (where) => where.selectFrom('due').select('due.id'))
    .returning(['id', 'topic', 'payload', 'attempts']),
);

/**
 * Takes up to `limit` due entries, oldest first. Other processes cannot take them for `lease` milliseconds. After that they are
 * due again, so that nothing is lost with a process that dies; an entry may therefore be sent twice.
 */
export async function takeFromOutbox(
  storage: TransactionOpener,
  topic: string,
  limit: number,
  lease: number,
): Promise<OutboxEntry[]> {
  const now = Date.now();
  const rows = await storage.transaction((db) => take(db, { topic, now, until: now + lease, limit }));
  return rows.sort((a, b) => a.id - b.id);
}

/** The number of entries of a topic, and the age of the oldest in seconds. */
interface OutboxFigures {
  readonly topic: string;
  readonly entries: number;
  readonly oldestSeconds: number;
}

const figures = prepared((db) =>
  db
    .selectFrom('outbox')
    .select((select) => ['topic', select.fn.countAll<number>().as('entries'), select.fn.min('created_at').as('oldest')])
    .groupBy('topic')
    .orderBy('topic'),
);

/** The figures of each topic that has entries. */
export async function outboxFigures(db: Database): Promise<OutboxFigures[]> {
  const rows = await figures(db, {});
  return rows.map(({ topic, entries, oldest }) => ({
    topic,
    entries,
    oldestSeconds: Math.max(0, (Date.now() - Number(oldest)) / 1000),
  }));
}

const remove = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.deleteFrom('outbox').where(inIds('id', p.ids)),
);

/** Removes entries that were sent. */
export async function finishOutbox(storage: TransactionOpener, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await storage.transaction((db) => remove(db, { ids }));
}

/** Returns entries that could not be sent; they are due again after `delay` milliseconds. */
export async function returnToOutbox(storage: TransactionOpener, ids: readonly number[], delay: number): Promise<void> {
  if (ids.length === 0) return;
  const due = Date.now() + delay;
  await storage.transaction((db) =>
    db.updateTable('outbox').set({ available_at: due }).where(inIds('id', ids)).execute(),
  );
}
