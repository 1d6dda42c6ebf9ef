import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { attemptTogether, groupsOf, type GroupSize } from '../execution/groups.ts';
import type { Call, Database } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { Platform } from '../../kernel/platform.ts';
import { formatTime } from '../../kernel/time.ts';
import { dialectOf } from '../../storage/connection.ts';
import { preparedFirst } from '../../storage/prepared.ts';
import type { Claim, ClaimedOperation, OperationSource } from './broker.ts';
import { readBulks } from './bulks.ts';
import { asCallerOf, attemptOperation, performOperation, type Job } from './attempt.ts';
import { recordOutcomes, type Outcome } from './outcomes.ts';
import { attemptAlone, opensOwnTransaction } from './own-transaction.ts';
import { operationStatuses } from './types.ts';

/** Milliseconds of work after which waiting requests are served. */
const turnLength = 4;
/** A turn of others that takes more milliseconds has served a request. */
const idleTurn = 0.25;
/**
 * Milliseconds after which a batch is committed, even if operations are left. SQLite has one writer, so it always commits then.
 * PostgreSQL is checked this often, and commits if another transaction waits for a lock of the batch, or after the longest time.
 */
const batchTime = 75;
const longestTime = 2000;
/** Milliseconds after which operations that open their own transactions let others have their turn. */
const aloneTime = 1000;

/** The surroundings of a batch. */
export interface BatchHost {
  readonly platform: Platform;
  readonly source: OperationSource;
  /** The consumer's own call, outside of a transaction. */
  readonly call: Call;
  /** How many operations a batch executes at the same time. */
  readonly groupSize: GroupSize;
  /** Ends a batch early; its executed operations are committed. */
  readonly signal: AbortSignal;
}

/** The result of a batch. */
export interface BatchReport {
  readonly claimed: readonly ClaimedOperation[];
  readonly outcomes: readonly Outcome[];
  /** Why all of it was undone; undefined: it was not. */
  readonly error?: unknown;
  /** How long it took. */
  readonly milliseconds: number;
  /** Whether its operations opened their own transactions: then its size tells nothing about speed. */
  readonly isAlone?: boolean;
}

/**
 * Claims up to `limit` operations and attempts them in order, one or several to a savepoint. The same transaction records their
 * outcomes. So if the process dies, an operation has either taken effect and is final, or neither.
 */
export async function runBatch(base: BatchHost, limit: number): Promise<BatchReport> {
  const { platform, source, call } = base;
  const start = performance.now();
  let claim: Claim = noClaim;
  try {
    const { outcomes, alone } = await call.transaction(async (transaction) => {
      const host = { ...base, isOver: timeOf(transaction) };
      // These belonged to a transaction that is repeated: its locks are gone.
      claim.settle();
      claim = await source.claim(transaction, limit);
      const jobs = await prepare(platform, transaction, claim.operations);
      const isAlone = (job: Job): boolean => opensOwnTransaction(platform, transaction, job);
      const together = takeWhile(jobs, (job) => !isAlone(job));
      const outcomes = await inOrder(host, groupsOf(together, host.groupSize, concurrentKey), (group) =>
        attemptGroup(host, transaction, group),
      );
      await recordOutcomes(transaction, outcomes);
      return { outcomes, alone: together.length === 0 ? takeWhile(jobs, isAlone) : [] };
    });
    outcomes.push(
      ...(await inOrder({ ...base, isOver: timeOf(call) }, oneByOne(alone), (group) =>
        toList(attemptAlone(platform, call, elementAt(group, 0))),
      )),
    );
    claim.settle(outcomes.map(({ operation }) => operation.id));
    const milliseconds = performance.now() - start;
    return { claimed: claim.operations, outcomes, milliseconds, isAlone: alone.length > 0 };
  } catch (error) {
    claim.settle();
    return { claimed: claim.operations, outcomes: [], error, milliseconds: performance.now() - start };
  }
}

/** A host that also knows when the batch has taken long enough. */
interface TimedHost extends BatchHost {
  readonly isOver: () => Promise<boolean>;
}

function timeOf({ db, inTransaction }: Call): () => Promise<boolean> {
  const begun = performance.now();
  let looked = begun;
  let isOver = false;
  return async () => {
    const now = performance.now();
    if (isOver || now - looked < batchTime) return isOver;
    looked = now;
    if (!inTransaction) isOver = now - begun >= aloneTime;
    else isOver = dialectOf(db) === 'sqlite' || now - begun >= longestTime || (await isWaitedFor(db));
    return isOver;
  };
}

const countWaiting = preparedFirst((db) =>
  db.selectNoFrom(
    sql<boolean>`exists (
      select from pg_stat_activity where wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid))
    )`.as('waits'),
  ),
);

/** Whether another transaction waits for a lock of this one (PostgreSQL). */
async function isWaitedFor(db: Database): Promise<boolean> {
  return Boolean((await countWaiting(db, {}))?.waits);
}

const noClaim: Claim = { operations: [], settle: () => {} };

async function prepare(platform: Platform, call: Call, claimed: readonly ClaimedOperation[]): Promise<Job[]> {
  if (claimed.length === 0) return [];
  // The arguments may depend on metadata that another process changed just before.
  await platform.caches.refresh();
  const bulks = await readBulks(platform, call, new Set(claimed.map(({ bulkId }) => bulkId)));
  return claimed.map((operation) => ({ operation, bulk: valueAt(bulks, operation.bulkId) }));
}

function takeWhile<T>(items: readonly T[], test: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !test(item));
  return items.slice(0, end === -1 ? items.length : end);
}

function oneByOne(jobs: readonly Job[]): (readonly Job[])[] {
  return jobs.map((job) => [job]);
}

async function toList<T>(value: Promise<T | undefined>): Promise<T[]> {
  const found = await value;
  return found === undefined ? [] : [found];
}

/** The entity of an operation that may run together with others; undefined: it may not. */
function concurrentKey({ operation, bulk }: Job): string | undefined {
  const mayRunConcurrently = bulk.registered?.route.concurrent as ((input: unknown) => boolean) | undefined;
  if (!mayRunConcurrently || operation.entityKey === null) return undefined;
  return mayRunConcurrently(JSON.parse(operation.input)) ? operation.entityKey : undefined;
}

/** Attempts jobs on different entities: together where that succeeds, otherwise each in a savepoint of its own. */
async function attemptGroup(
  { platform, groupSize, signal, isOver }: TimedHost,
  transaction: Call,
  jobs: readonly Job[],
): Promise<Outcome[]> {
  if (jobs.length > 1) {
    const startedAt = formatTime(platform.clock.now());
    const works = jobs.map((job) => async (inside: Call) => {
      return performOperation(platform, asCallerOf(inside, job), job, startedAt);
    });
    const outcomes = await attemptTogether(transaction, works);
    groupSize.learn(outcomes !== undefined);
    if (outcomes) return outcomes;
  }
  const outcomes: Outcome[] = [];
  for (const job of jobs) {
    if (signal.aborted || (outcomes.length > 0 && (await isOver()))) break;
    outcomes.push(await attemptOperation(platform, transaction, job));
  }
  return outcomes;
}

/** Attempts groups one after another. If an operation will be tried again, later ones on its entity stay open. */
async function inOrder(
  { signal, isOver, call, groupSize }: TimedHost,
  groups: Iterable<readonly Job[]>,
  attemptJobs: (jobs: readonly Job[]) => Promise<readonly Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const heldKeys = new Set<string>();
  // Statements of SQLite block the process, so that large groups delay requests.
  const isHeld = dialectOf(call.db) === 'sqlite';
  let turn = performance.now();
  for (const group of groups) {
    if (signal.aborted) break;
    const free = group.filter(({ operation: { entityKey } }) => entityKey === null || !heldKeys.has(entityKey));
    if (free.length === 0) continue;
    for (const outcome of await attemptJobs(free)) {
      outcomes.push(outcome);
      const { entityKey } = outcome.operation;
      if (outcome.status === operationStatuses.open && entityKey !== null) heldKeys.add(entityKey);
    }
    if (await isOver()) break;
    if (performance.now() - turn > turnLength) {
      const before = performance.now();
      await nextTurn();
      turn = performance.now();
      if (isHeld) groupSize.makeWay(turn - before > idleTurn);
    }
  }
  return outcomes;
}
