import type { Call } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import { watchTransactions } from '../kernel/transactions.ts';

/** Undoes a transaction whose caller has been answered already. */
class Late extends Error {}

/**
 * The value of `work`, or 503 when it takes longer than `seconds` (0: as long as it takes). What is still being written then
 * is undone; once a first transaction is being committed the answer is waited for, so that nobody is told that nothing was
 * changed when something was. Work that has been given up goes on until it next waits for the database.
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
    if (state === 'late') throw new Late('the call was given up');
    state = 'committing';
  };
  const watched = call.with({ session: (present) => watchTransactions(present, { ending }) });
  try {
    return await Promise.race([work(watched), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
