import type { SharedCaches } from '../kernel/caches.ts';

/** Waits until cached values are known to be current; throws when they were not, so that the work begins again. */
export type Settle = () => Promise<void>;

/** The `Settle` of cached values that are known to be current: there is nothing to wait for. */
export const settled: Settle = async () => {};

/** Thrown by `Settle`; not to be handled by the work itself. */
export class Outdated extends Error {}

/** Thrown by `settlePromptly`. */
export class ComparedLate extends Error {}

/** How long a transaction waits for the comparison of cached versions, in milliseconds. */
const PROMPT_MS = 250;

/**
 * As `settle`, within a transaction. Throws `ComparedLate` when it takes long: behind a pooler, the comparison may wait for the
 * connection that the transaction holds.
 */
export async function settlePromptly(settle: Settle): Promise<void> {
  if (settle === settled) return;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ComparedLate()), PROMPT_MS);
  try {
    await Promise.race([settle(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` with cached values that are current: they include every change that was committed before this call, by any
 * process. While the database is asked, `work` runs already; if a value turns out to be outdated, its result or error is
 * dropped, and it runs once more with reloaded values. So it must have no effect before it has awaited the function that it is
 * given. Rejects when the database cannot be asked.
 */
export function withCurrentValues<T>(caches: SharedCaches, work: (settle: Settle) => Promise<T>): Promise<T> {
  const check = caches.check();
  return check === true ? work(settled) : workWhile(check, work);
}

async function workWhile<T>(check: Promise<boolean>, work: (settle: Settle) => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([
    work(async () => {
      if (!(await check)) throw new Outdated();
    }),
    check,
  ]);
  if (!(await check)) return await work(settled);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
