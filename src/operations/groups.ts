import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { formatTime } from '../kernel/time.ts';
import { isDiskFull, isLostConnection } from '../storage/errors.ts';
import { asCallerOf, performOperation, type Job } from './attempt.ts';
import type { Outcome } from './outcomes.ts';

/**
 * Greatest number of operations that are executed together: enough to share round trips to the database and statements of many
 * rows, few enough to repeat them and not to hold the process for long.
 */
const most = 64;
/** As `most`, while requests wait for a process whose statements hold it: some milliseconds of work. */
const mostBesideRequests = 8;

/** How many operations a consumer executes together; fewer while that fails. */
export interface GroupSize {
  readonly current: number;
  /** Learns whether a group could be executed together. */
  learn(succeeded: boolean): void;
  /** Learns whether requests were waiting for their turn. */
  makeWay(isWaitedFor: boolean): void;
}

/** The group size that a consumer starts with: the largest one. */
export function newGroupSize(): GroupSize {
  let current = most;
  let limit = most;
  return {
    get current() {
      return Math.min(current, limit);
    },
    makeWay: (isWaitedFor) => (limit = isWaitedFor ? mostBesideRequests : Math.min(most, limit * 2)),
    learn: (succeeded) => (current = succeeded ? Math.min(most, current * 2) : Math.max(2, current >> 1)),
  };
}

/**
 * Splits jobs, in order, into groups that may be executed together: neighbours on different entities whose routes allow it. Every
 * other job is a group of its own.
 */
export function* groupsOf(jobs: readonly Job[], size: GroupSize): Generator<readonly Job[]> {
  for (let start = 0; start < jobs.length;) {
    const keys = new Set<string>();
    let end = start;
    while (end < jobs.length && keys.size < size.current && mayJoin(jobs[end]!, keys)) end += 1;
    const group = jobs.slice(start, Math.max(end, start + 1));
    start += group.length;
    yield group;
  }
}

/**
 * Whether a job may be attempted together with others on the entities of `keys` (the rules: `storage/concurrent-work.ts`); adds
 * its own keys.
 */
function mayJoin({ operation, bulk }: Job, keys: Set<string>): boolean {
  const mayRunConcurrently = bulk.registered?.route.concurrent as ((input: unknown) => boolean) | undefined;
  const key = operation.entityKey;
  if (!mayRunConcurrently || key === null || keys.has(key) || !mayRunConcurrently(JSON.parse(operation.input)))
    return false;
  keys.add(key);
  return true;
}

/**
 * Attempts jobs at the same time, in one savepoint of the open transaction of `call`. Gives undefined, and undoes them all,
 * unless every one succeeds. Throws only for failures of the whole transaction.
 */
export async function attemptConcurrently(
  platform: Platform,
  call: Call,
  jobs: readonly Job[],
): Promise<Outcome[] | undefined> {
  const startedAt = formatTime(platform.clock.now());
  try {
    return await call.concurrently(
      jobs.map((job) => async (inside) => performOperation(platform, asCallerOf(inside, job), job, startedAt)),
    );
  } catch (error) {
    if (isLostConnection(error) || isDiskFull(error)) throw error;
    return undefined;
  }
}
