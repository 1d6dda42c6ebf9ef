import type { SharedCaches } from '../../kernel/caches.ts';
import type { Database, Session } from '../../kernel/call.ts';
import { holdResults } from '../../storage/connection.ts';

/** Waits until cached values are known to be current. Throws when they were outdated, so that the work starts again. */
export type Settle = () => Promise<void>;

/** The `Settle` of values that are known to be current: it does not wait. */
export const settled: Settle = async () => {};

/** Thrown by `Settle`; work must not handle it. */
export class Outdated extends Error {}

/** Thrown in a transaction that has waited too long for the comparison of cached versions. */
class ComparedLate extends Error {}

/** Maximum time that a transaction waits for the comparison of cached versions, in milliseconds. */
const PROMPT_MS = 250;

/**
 * Runs a transaction whose first statements are sent while cached versions are still compared. `run` awaits its argument at the
 * beginning of the transaction. Its results, which may follow from outdated values, are known and committed only after the
 * comparison: then nothing has to be undone outside the transaction.
 */
export async function whileComparing<T>(
  settle: Settle,
  run: (begun: (db: Database) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (settle === settled) return await run(settled);
  try {
    return await run((db) => holdResults(db, settlePromptly(settle)));
  } catch (error) {
    if (!(error instanceof ComparedLate)) throw error;
    await settle();
    return await run(settled);
  }
}

/** A session whose first transaction runs `whileComparing`; nothing has an effect before that has ended. */
export function comparingFirst(session: Session, settle: Settle): Session {
  let isSettled = false;
  const open =
    (begin: Session['transaction']): Session['transaction'] =>
    async (work) => {
      if (isSettled) return await begin(work);
      try {
        return await whileComparing(settle, (begun) =>
          begin(async (inside) => {
            await begun(inside.db);
            return await work(inside);
          }),
        );
      } finally {
        await settle();
        isSettled = true;
      }
    };
  const { db, inTransaction, savepoint, concurrently, afterCommit } = session;
  const [transaction, apart] = [open(session.transaction), open(session.apart)];
  return { db, inTransaction, transaction, apart, savepoint, concurrently, afterCommit };
}

/**
 * As `settle`, within a transaction. Throws `ComparedLate` when it takes too long: behind a pooler, the comparison may wait for
 * the connection that the transaction holds.
 */
async function settlePromptly(settle: Settle): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ComparedLate()), PROMPT_MS);
  try {
    await Promise.race([settle(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` with current cached values: they include every change that any process committed before this call. `work` runs
 * while the database compares versions. If a value turns out to be outdated, its result or error is discarded, and it runs once
 * more with reloaded values. So it must have no effect before it has awaited its `settle` argument. Rejects when the database
 * is not available.
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
