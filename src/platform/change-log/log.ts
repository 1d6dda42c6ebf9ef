import { sql, type Selectable } from 'kysely';
import { callerTypeOf, type Call, type CallerType, type Database } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { elementAt } from '../../kernel/lists.ts';
import { dialectOf } from '../../storage/connection.ts';
import type { ChangeAction } from '../../storage/noted.ts';
import { prepared, preparedFirst, preparedOne, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import { HORIZON, type ChangeTable } from './tables.ts';

/** A change as it stands in the log. */
export interface LoggedChange {
  /** Grows with each change, and is never given to another. */
  readonly position: number;
  readonly entity: string;
  readonly id: number;
  /** Undefined for an entity that was deleted before the look-up. */
  readonly key: string | undefined;
  readonly action: ChangeAction;
  readonly fields: readonly string[];
  readonly caller: { readonly type: CallerType; readonly id: number };
  readonly origin: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The span that it was made in; undefined: it was not traced. */
  readonly traceparent: string | undefined;
}

/** Changes that get their positions in one transaction. */
const atOnce = 5000;
/** Lock of the one transaction that gives out positions. */
const lock = 7_302_146_501;

const anyPending = preparedFirst((db) => db.selectFrom('change_pending').select('id').limit(1));
const givePositions = preparedWrite((db, p: Params<{ limit: number }>) =>
  db
    .with('moved', (cte) =>
      cte
        .deleteFrom('change_pending')
        .where('id', 'in', (of) => of.selectFrom('change_pending').select('id').orderBy('id').limit(p.limit))
        .returningAll(),
    )
    .insertInto('change')
    .columns([...changeColumns])
    .expression((from) =>
      from
        .selectFrom('moved')
        .select([...changeColumns])
        .orderBy('id'),
    ),
);
const changeColumns = [
  'entity',
  'entity_id',
  'entity_key',
  'action',
  'fields',
  'user_type',
  'user_id',
  'origin',
  'created_at',
  'traceparent',
] as const;

/**
 * Assigns positions to committed changes; each reader of the log does that first. On PostgreSQL a transaction may commit after
 * one that began later. So changes get their position only when they are visible, by one transaction at a time: no change ever
 * appears before a position that was read. Changes of one entity keep their order, because each was noted while the row of the
 * entity was locked. On SQLite, with one writer at a time, they have their positions at once.
 */
export async function sequenceChanges(call: Call): Promise<void> {
  if (dialectOf(call.db) === 'sqlite') return;
  while (await anyPending(call.db, {})) {
    const moved = await call.transaction(async ({ db }) => {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
      return givePositions(db, { limit: atOnce });
    });
    if (moved < atOnce) return;
  }
}

const rowsAfter = prepared((db, p: Params<{ after: number; limit: number }>) =>
  db.selectFrom('change').selectAll().where('position', '>', p.after).orderBy('position').limit(p.limit),
);
const rowsOfAfter = prepared(
  (db, p: Params<{ after: number; until: number; entities: readonly string[]; limit: number }>) =>
    db
      .selectFrom('change')
      .selectAll()
      .where('position', '>', p.after)
      .where('position', '<=', p.until)
      .where(inTexts('entity', p.entities))
      .orderBy('position')
      .limit(p.limit),
);

/** A part of the log. */
export interface LogPage {
  readonly changes: readonly LoggedChange[];
  /** Where to read on. */
  readonly position: number;
  /** Whether there may be more at once. */
  readonly isMore: boolean;
}

/** Number of positions scanned for one page, matching or not. */
const reach = 20_000;

/** The changes after a position, oldest first; `entities`: of these kinds only. Its cost does not depend on the length of the log. */
export async function readLog(
  call: Call,
  after: number,
  limit: number,
  entities?: readonly string[],
): Promise<LogPage> {
  await sequenceChanges(call);
  if (!entities) {
    const changes = (await rowsAfter(call.db, { after, limit })).map(read);
    return { changes, position: changes.at(-1)?.position ?? after, isMore: changes.length === limit };
  }
  const { latest } = await logEnds(call.db);
  const until = Math.min(after + reach, latest);
  const changes = (await rowsOfAfter(call.db, { after, until, entities, limit })).map(read);
  const isFull = changes.length === limit;
  const position = isFull ? elementAt(changes, -1).position : Math.max(after, until);
  return { changes, position, isMore: isFull || until < latest };
}

function read(row: Selectable<ChangeTable>): LoggedChange {
  return {
    position: row.position,
    entity: row.entity,
    id: row.entity_id,
    key: row.entity_key ?? undefined,
    action: row.action,
    fields: parseJson(row.fields),
    caller: { type: callerTypeOf(row.user_type), id: row.user_id },
    origin: row.origin ?? undefined,
    time: row.created_at,
    traceparent: row.traceparent ?? undefined,
  };
}

const ends = preparedOne((db) =>
  db
    .selectFrom('change_cursor')
    .select((eb) => [
      'position as horizon',
      eb.selectFrom('change').select(eb.fn.max('position').as('latest')).as('latest'),
    ])
    .where('name', '=', sql.lit(HORIZON)),
);

/** The last position of the log, and the last one that is no longer stored; 0: none. */
export async function logEnds(db: Database): Promise<{ readonly latest: number; readonly horizon: number }> {
  const { horizon, latest } = await ends(db, {});
  return { horizon, latest: Math.max(horizon, latest ?? 0) };
}
