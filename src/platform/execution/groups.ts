import type { Call } from '../../kernel/call.ts';
import { isDiskFull, isLostConnection } from '../../storage/errors.ts';

/**
 * Maximum number of calls that are executed together: enough to share round trips to the database and multi-row statements, few
 * enough to be repeated cheaply and not to block the process for long.
 */
const most = 64;
/** As `most`, while requests wait for a process that is blocked by its statements: some milliseconds of work. */
const mostBesideRequests = 8;

/** Number of calls that are executed together; fewer after failures. */
export interface GroupSize {
  readonly current: number;
  /** Records whether a group could be executed together. */
  learn(succeeded: boolean): void;
  /** Records whether requests were waiting. */
  makeWay(isWaitedFor: boolean): void;
}

/** The initial group size: the maximum. */
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
 * Splits calls, in order, into groups that may be executed together (see `storage/concurrent-work.ts`): neighbours on different
 * entities. `keyOf` returns the entity of a call; undefined: the call runs alone.
 */
export function* groupsOf<T>(
  calls: readonly T[],
  size: GroupSize,
  keyOf: (call: T) => string | undefined,
): Generator<readonly T[]> {
  for (let start = 0; start < calls.length;) {
    const keys = new Set<string>();
    for (const call of calls.slice(start, start + size.current)) {
      const key = keyOf(call);
      if (key === undefined || keys.has(key)) break;
      keys.add(key);
    }
    const group = calls.slice(start, start + Math.max(keys.size, 1));
    start += group.length;
    yield group;
  }
}

/**
 * Runs works concurrently, in one savepoint of the open transaction of `call`. Undoes them all and returns undefined unless
 * every one succeeds: then they have to run one after another. Throws only for failures of the whole transaction.
 */
export async function attemptTogether<T>(
  call: Call,
  works: readonly ((inside: Call) => Promise<T>)[],
): Promise<T[] | undefined> {
  try {
    return await call.concurrently(works);
  } catch (error) {
    if (isLostConnection(error) || isDiskFull(error)) throw error;
    return undefined;
  }
}
