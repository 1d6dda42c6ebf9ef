import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Claim, ClaimedOperation, Source } from './broker.ts';
import { readBulks } from './bulks.ts';
import { execute, type Job } from './execute.ts';
import { recordOutcomes, type Outcome } from './outcomes.ts';
import { executeAlone, opensOwnTransaction } from './own-transaction.ts';
import { operationStatuses } from './types.ts';

/** Milliseconds of work after which requests get their turn. */
const turnLength = 4;

/** What batches are executed with. */
export interface Execution {
  readonly platform: Platform;
  readonly source: Source;
  /** The consumer's own call, outside a transaction. */
  readonly call: Call;
  /** Ends a batch early: what it has executed so far is committed. */
  readonly signal: AbortSignal;
}

/** What a batch came to. */
export interface BatchReport {
  readonly claimed: readonly ClaimedOperation[];
  readonly outcomes: readonly Outcome[];
  /** Why all of it was undone. */
  readonly error?: unknown;
  /** How long it took. */
  readonly milliseconds: number;
}

/**
 * Claims up to `limit` operations and executes them in order, each in a savepoint, in one transaction that also records what
 * became of them: whenever the process dies, an operation has taken effect and is final, or neither.
 */
export async function executeBatch(execution: Execution, limit: number): Promise<BatchReport> {
  const { platform, source, call } = execution;
  const start = performance.now();
  let claim: Claim = nothing;
  try {
    const { outcomes, alone } = await call.transaction(async (transaction) => {
      // Of a transaction that is tried again: its locks are gone.
      claim.settle();
      claim = await source.claim(transaction, limit);
      const jobs = await prepare(platform, transaction, claim.operations);
      const together = takeWhile(jobs, (job) => !opensOwnTransaction(job));
      const outcomes = await inOrder(execution, together, (job) => execute(platform, transaction, job));
      await recordOutcomes(transaction, outcomes);
      return { outcomes, alone: together.length === 0 ? takeWhile(jobs, opensOwnTransaction) : [] };
    });
    outcomes.push(...(await inOrder(execution, alone, (job) => executeAlone(platform, call, job))));
    claim.settle(outcomes.map(({ operation }) => operation.id));
    return { claimed: claim.operations, outcomes, milliseconds: performance.now() - start };
  } catch (error) {
    claim.settle();
    return { claimed: claim.operations, outcomes: [], error, milliseconds: performance.now() - start };
  }
}

const nothing: Claim = { operations: [], settle: () => {} };

async function prepare(platform: Platform, call: Call, claimed: readonly ClaimedOperation[]): Promise<Job[]> {
  if (claimed.length === 0) return [];
  // What was accepted may rest on metadata that another process changed just before.
  await platform.caches.refresh();
  const bulks = await readBulks(platform, call, new Set(claimed.map(({ bulkId }) => bulkId)));
  return claimed.map((operation) => ({ operation, bulk: bulks.get(operation.bulkId)! }));
}

function takeWhile<T>(items: readonly T[], test: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !test(item));
  return items.slice(0, end === -1 ? items.length : end);
}

/** Executes jobs one after another. What concerns the same entity as one that is to be tried again stays open behind it. */
async function inOrder(
  { signal }: Execution,
  jobs: readonly Job[],
  executeJob: (job: Job) => Promise<Outcome | undefined>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const held = new Set<string>();
  let turn = performance.now();
  for (const job of jobs) {
    if (signal.aborted) break;
    const { entityKey } = job.operation;
    if (entityKey !== null && held.has(entityKey)) continue;
    const outcome = await executeJob(job);
    if (outcome) outcomes.push(outcome);
    if (outcome?.status === operationStatuses.open && entityKey !== null) held.add(entityKey);
    if (performance.now() - turn > turnLength) {
      await nextTurn();
      turn = performance.now();
    }
  }
  return outcomes;
}
