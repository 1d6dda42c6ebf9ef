import type { Call } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import { watchTransactions } from '../kernel/transactions.ts';

/** Rolls back a transaction whose caller has already been answered. */
class DeadlinePassed extends Error {}

/**
 * Gives the value of `work`. Throws 503 when it takes longer than `seconds`; 0 means no limit.
 *
 * Late work runs on in the background until its transaction would commit; that is then rolled back. Once a first commit has
 * begun, the deadline no longer applies: a 503 would say that nothing was changed.
 */
export async function withDeadline<T>(call: Call, seconds: number, work: (call: Call) => Promise<T>): Promise<T> {
  if (!(seconds > 0)) return work(call);
  let state: 'running' | 'committing' | 'late' = 'running';
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (state !== 'running') return;
    state = 'late';
    late.reject(platformErrors.deadline({ seconds }));
  }, seconds * 1000);
  const ending = (): void => {
    if (state === 'late') throw new DeadlinePassed('the call was given up');
    state = 'committing';
  };
  const watched = call.with({ session: (present) => watchTransactions(present, { ending }) });
  try {
    return await Promise.race([work(watched), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
