import { hash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import { callerTypes, type Call, type Tables } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import type { NoteFailure, RequestFailure } from '../../kernel/request-failures.ts';
import { system } from '../../kernel/system.ts';
import { errorLifetime, mostErrors } from './configuration.ts';
import { isConsoleCall } from './console-session.ts';
import './error-tables.ts';

/** Milliseconds that noted errors wait to be written together. */
const PAUSE = 1000;
/** Groups that a process holds before it writes; errors of further ones are counted as `other`. */
const MOST_HELD = 500;
/** Longest stored template and route, in characters. */
const LONGEST = 500;
/** How often expired groups are looked for, in milliseconds. */
const LOOK = 10 * 60_000;
const HOUR = 3_600_000;

type GroupRow = Insertable<Tables['error_group']>;

/** Counts the errors of requests by route, message and caller. */
interface ErrorCounter extends Worker {
  readonly note: NoteFailure;
}

/** Starts to count the errors of this process. Without errors it neither writes nor sets a timer. */
export function startErrorCounter(platform: Platform): ErrorCounter {
  const { clock, log } = platform;
  const call = platform.newCall(system.caller, system.scope);
  let groups = new Map<string, GroupRow>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    timer = undefined;
    const rows = [...groups.values()];
    groups = new Map();
    if (rows.length > 0) await storeGroups(call, rows);
  };
  const writeNext = (): Promise<void> =>
    (writing = writing.then(write).catch((error: unknown) => log.warn({ err: error }, 'errors could not be counted')));
  const note = (failure: RequestFailure): void => {
    if (isConsoleCall(failure.headers, failure.caller)) return;
    const own = groupOf(failure, clock.now().getTime());
    const row = groups.size < MOST_HELD || groups.has(own.hash) ? own : overflowOf(own);
    const known = groups.get(row.hash);
    groups.set(row.hash, known ? { ...row, first_at: known.first_at, count: known.count + 1 } : row);
    timer ??= setTimeout(() => void writeNext(), PAUSE).unref();
  };
  const cleaning = startRepeating({
    interval: LOOK,
    pausesFirst: true,
    turn: () => removeExpired(call),
    failed: (error) => log.warn({ err: error }, 'counted errors could not be removed; trying again'),
  });
  return {
    note,
    async stop() {
      clearTimeout(timer);
      await Promise.all([cleaning.stop(), writeNext()]);
    },
  };
}

/** The group of one error. Customers and guests are not told apart: there are too many of them. */
function groupOf({ route, template, status, caller, requestId }: RequestFailure, at: number): GroupRow {
  const type = caller?.type ?? 'guest';
  const isNamed = type === 'admin' || type === 'integration';
  const facts = {
    route: storable(route),
    message: storable(template),
    user_type: callerTypes[type],
    user_id: isNamed ? (caller?.id ?? 0) : 0,
    status,
  };
  return {
    hash: hash('sha256', JSON.stringify(facts)),
    ...facts,
    count: 1,
    first_at: at,
    last_at: at,
    request_id: requestId,
  };
}

/** The group of errors for which there is no room. */
function overflowOf(row: GroupRow): GroupRow {
  const facts = { route: 'other', message: 'other', user_type: callerTypes.guest, user_id: 0, status: 0 };
  return { ...row, ...facts, hash: hash('sha256', 'other') };
}

/** A text that both databases can store. */
function storable(text: string): string {
  return text.slice(0, LONGEST).toWellFormed().replaceAll('\0', '');
}

/** Adds to groups, and removes expired ones and those that came last longest ago where there are too many. */
async function storeGroups(call: Call, rows: readonly GroupRow[]): Promise<void> {
  await call.transaction(async ({ db, config }) => {
    // Concurrent writers lock the rows in the same order.
    const sorted = rows.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
    await db
      .insertInto('error_group')
      .values(sorted)
      .onConflict((on) =>
        on.column('hash').doUpdateSet({
          count: sql<number>`error_group.count + excluded.count`,
          last_at: sql<number>`excluded.last_at`,
          request_id: sql<string>`excluded.request_id`,
        }),
      )
      .execute();
    const kept = db
      .selectFrom('error_group')
      .select('hash')
      .orderBy('last_at', 'desc')
      .orderBy('hash')
      .limit(config.of(mostErrors));
    await db.deleteFrom('error_group').where('hash', 'not in', kept).execute();
  });
}

/** Removes groups whose last error is too old; nothing is written where there are none. */
async function removeExpired(call: Call): Promise<void> {
  const before = expiry(call);
  const old = await call.db
    .selectFrom('error_group')
    .select('hash')
    .where('last_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (old) await call.transaction(({ db }) => db.deleteFrom('error_group').where('last_at', '<', before).execute());
}

/** Groups with their last error before this moment are over; milliseconds since 1970. */
export function expiry({ clock, config }: Call): number {
  return clock.now().getTime() - config.of(errorLifetime) * HOUR;
}
