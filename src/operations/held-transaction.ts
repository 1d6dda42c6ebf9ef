import type { Session } from '../kernel/call.ts';

/** A transaction whose work was done has been undone after all. */
export class TransactionUndone extends Error {}

/** The transaction of a handler that opens its own, kept open until the handler has answered. */
interface HeldTransaction {
  /** A session whose first transaction is held and whose later ones join it. */
  around(present: Session): Session;
  /**
   * Ends the transaction that is held, if there is one, with `last` as its last step: what that throws undoes it. Gives
   * whether there was one; throws what kept it from being committed.
   */
  end(last: (inside: Session) => Promise<void>): Promise<boolean>;
}

interface Open {
  readonly session: Session;
  readonly ended: Promise<void>;
  finish(last: (inside: Session) => Promise<void>): void;
}

/**
 * Holds transactions open, so that what a handler answers can be written in the one that has its effect. Until it is ended
 * the handler reads what it has written. `first` is the first step of a transaction; what it throws undoes it.
 */
export function holdTransaction(first: (inside: Session) => Promise<void>): HeldTransaction {
  let open: Open | undefined;

  const begin = <T>(on: Session, work: (inside: Session) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const finishing = Promise.withResolvers<(inside: Session) => Promise<void>>();
      const ended = Promise.withResolvers<void>();
      let isDone = false;
      const whole = on.transaction(async (inside) => {
        // The database asks to try again, but who waited for the work has gone on with what it gave.
        if (isDone) throw new TransactionUndone('a transaction could not be committed');
        await first(inside);
        const value = await work(inside);
        isDone = true;
        open = { session: inside, ended: ended.promise, finish: finishing.resolve };
        resolve(value);
        const last = await finishing.promise;
        await last(inside);
      });
      whole.then(ended.resolve, (error: unknown) => {
        reject(error as Error);
        ended.reject(error);
      });
      // Looked at by who ends it, if the work was done.
      ended.promise.catch(() => {});
    });
  const end: HeldTransaction['end'] = async (last) => {
    const ending = open;
    if (!ending) return false;
    open = undefined;
    ending.finish(last);
    await ending.ended;
    return true;
  };
  const around = (on: Session): Session => ({
    get db() {
      return (open?.session ?? on).db;
    },
    inTransaction: on.inTransaction,
    transaction: (work) => (open ? open.session.savepoint(work) : begin(on, work)),
    apart: async (work) => {
      // What is to be on record before something else happens cannot wait for the answer.
      await end(async () => {});
      return await on.apart(work);
    },
    savepoint: (work) => on.savepoint(work),
    concurrently: (works) => on.concurrently(works),
    afterCommit: (work) => (open?.session ?? on).afterCommit(work),
  });
  return { around, end };
}
