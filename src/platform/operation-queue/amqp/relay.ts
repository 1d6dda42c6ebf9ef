import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { system } from '../../../kernel/system.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { createAlarm } from '../../../kernel/alarm.ts';
import { waitsForAttempt } from '../claim.ts';
import { operationStatuses } from '../types.ts';
import { publishOperations, type Publisher } from './publisher.ts';
import { createSearchForLost } from './recovery.ts';

/** How often the relay looks for bulks that other processes left and for due attempts, in milliseconds. */
const sweepInterval = 250;
/** How long a process has a bulk to itself, in milliseconds: longer than a healthy broker takes to confirm. */
const lease = 5000;
/** Bulks that are published together; operations that are read at once when they are published one by one, at most. */
const bulksAtOnce = 100;
const operationsAtOnce = 5000;

/** Publishes accepted operations to the message broker until they are confirmed. */
interface Relay {
  /** The time at which any process may publish a bulk that is accepted now; this process tries before. */
  publishAt(): number;
  /** Called when this process has accepted a bulk. */
  accepted(bulkId: number): void;
  start(): void;
  /** Finishes the running work, then ends. */
  stop(): Promise<void>;
}

const findDueBulk = preparedFirst((db, p: Params<{ now: number }>) =>
  db.selectFrom('bulk').select('id').where('publish_at', '<=', p.now).limit(1),
);
const takeDueBulks = prepared((db, p: Params<{ now: number; until: number; limit: number }>) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('bulk')
        .select('id')
        .where('publish_at', '<=', p.now)
        .orderBy('publish_at')
        .orderBy('id')
        .limit(p.limit)
        // The relays of other processes take other bulks.
        .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
    )
    .updateTable('bulk')
    .set({ publish_at: p.until })
    .where('id', 'in', (where) => where.selectFrom('due').select('due.id'))
    .returning('id'),
);
const confirmBulks = preparedWrite((db, p: Params<{ ids: number[] }>) =>
  db.updateTable('bulk').set({ publish_at: null }).where(inIds('id', p.ids)),
);
const returnBulks = preparedWrite((db, p: Params<{ ids: number[]; now: number }>) =>
  db.updateTable('bulk').set({ publish_at: p.now }).where(inIds('id', p.ids)).where('publish_at', 'is not', null),
);
const openOf = prepared((db, p: Params<{ bulks: number[] }>) =>
  db
    .selectFrom('operation')
    .select('id')
    .where(inIds('bulk_id', p.bulks))
    .where('status', '=', operationStatuses.open)
    .where('available_at', '=', 0)
    .orderBy('id'),
);
const dueAgain = prepared((db, p: Params<{ now: number; limit: number }>) =>
  db
    .selectFrom('operation')
    .select('id')
    .where(waitsForAttempt)
    .where('available_at', '<=', p.now)
    .orderBy('available_at')
    .orderBy('id')
    .limit(p.limit),
);
const confirmDueAgain = preparedWrite((db, p: Params<{ ids: number[]; now: number }>) =>
  db
    .updateTable('operation')
    .set({ available_at: 0 })
    .where('id', 'in', (where) =>
      where
        .selectFrom('operation')
        .select('id')
        .where(inIds('id', p.ids))
        .where(waitsForAttempt)
        .where('available_at', '<=', p.now)
        // An operation that a consumer executes meanwhile is marked by that consumer.
        .modifyEnd(perDialect({ sqlite: sql``, postgres: sql`for update skip locked` })),
    ),
);
/** Makes the relay of a process. */
export function createRelay(platform: Platform, publisher: () => Publisher | undefined): Relay {
  const call = platform.newCall(system.caller, system.scope);
  const alarm = createAlarm();
  const stopping = new AbortController();
  const mine: number[] = [];
  let ended: Promise<void> | undefined;
  let swept = 0;
  const search = createSearchForLost(platform, call);

  const turn = async (to: Publisher): Promise<void> => {
    const bulks = mine.splice(0, bulksAtOnce);
    if (bulks.length > 0) await publishBulks(call, to, bulks);
    if (Date.now() - swept < sweepInterval) return;
    await publishDueBulks(call, to);
    await publishDueAgain(call, to);
    await search(to);
    swept = Date.now();
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const to = publisher();
      if (to?.isReady) {
        await turn(to).catch((error: unknown) =>
          platform.log.warn({ err: error }, 'operations could not be handed to the message broker; trying again'),
        );
      } else {
        // Once there is a broker, the sweep finds them by their rows.
        mine.length = 0;
      }
      if (mine.length === 0) await alarm.sleep(sweepInterval, stopping.signal);
    }
  };
  return {
    publishAt: () => Date.now() + (publisher()?.isReady ? lease : 0),
    accepted(bulkId) {
      if (!ended) return;
      mine.push(bulkId);
      alarm.ring();
    },
    start() {
      ended ??= run();
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Publishes bulks that this process has to itself. */
async function publishBulks(call: Call, publisher: Publisher, bulks: number[]): Promise<void> {
  try {
    await publishOperations(publisher, await openOf(call.db, { bulks }));
  } catch (error) {
    await call.transaction(({ db }) => returnBulks(db, { ids: bulks, now: Date.now() }));
    throw error;
  }
  await call.transaction(({ db }) => confirmBulks(db, { ids: bulks }));
}

/** Publishes bulks that other processes accepted and did not publish. */
async function publishDueBulks(call: Call, publisher: Publisher): Promise<void> {
  while (await findDueBulk(call.db, { now: Date.now() })) {
    const now = Date.now();
    const bulks = await call.transaction(({ db }) => takeDueBulks(db, { now, until: now + lease, limit: bulksAtOnce }));
    if (bulks.length === 0) return;
    await publishBulks(
      call,
      publisher,
      bulks.map(({ id }) => id).sort((a, b) => a - b),
    );
  }
}

/** Publishes operations whose next attempt is due. */
async function publishDueAgain(call: Call, publisher: Publisher): Promise<void> {
  for (;;) {
    const now = Date.now();
    const due = await dueAgain(call.db, { now, limit: operationsAtOnce });
    if (due.length === 0) return;
    await publishOperations(publisher, due);
    await call.transaction(({ db }) => confirmDueAgain(db, { ids: due.map(({ id }) => id), now }));
    if (due.length < operationsAtOnce) return;
  }
}
