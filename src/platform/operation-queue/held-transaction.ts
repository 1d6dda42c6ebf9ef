import type { Database, Session } from '../../kernel/call.ts';

/** A transaction was undone after its work had returned. */
export class TransactionUndone extends Error {}

/** The transaction of a handler that opens its own; it is kept open until the handler has returned. */
interface HeldTransaction {
  /** A session that holds its first transaction; its later ones join that. */
  around(present: Session): Session;
  /**
   * Ends the held transaction, if there is one. `last` is its last step: if that throws, the transaction is undone. Gives whether
   * there was one; throws when it cannot be committed.
   */
  end(last: (inside: Session) => Promise<void>): Promise<boolean>;
}

interface Open {
  readonly session: Session;
  readonly ended: Promise<void>;
  finish(last: (inside: Session) => Promise<void>): void;
}

/**
 * Holds transactions open, so that the result of a handler is written in the transaction that has its effect. Until the end the
 * handler reads its own writes. `first` is the first step of each transaction; if it throws, the transaction is undone.
 */
export function holdTransaction(first: (inside: Session) => Promise<void>): HeldTransaction {
  let open: Open | undefined;

  const begin = <T>(on: Session, work: (inside: Session) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const finishing = Promise.withResolvers<(inside: Session) => Promise<void>>();
      const ended = Promise.withResolvers<void>();
      let isDone = false;
      const whole = on.transaction(async (inside) => {
        // The database asks to repeat the transaction, but the caller has already gone on with its result.
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
        reject(error);
        ended.reject(error);
      });
      // The caller that ends the transaction handles a rejection, if its work succeeded.
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
  const around = (on: Session): Session =>
    new HoldingSession(on, () => open?.session, {
      transaction: (work) => (open ? open.session.savepoint(work) : begin(on, work)),
      apart: async (work) => {
        // A record that has to exist before something else happens cannot wait for the result.
        await end(async () => {});
        return await on.apart(work);
      },
    });
  return { around, end };
}

/** A session that uses the held transaction while there is one. A class, as `StoppingSession` in execution/deadline.ts. */
class HoldingSession implements Session {
  readonly inTransaction: boolean;
  readonly transaction: Session['transaction'];
  readonly apart: Session['apart'];
  readonly savepoint: Session['savepoint'];
  readonly concurrently: Session['concurrently'];
  readonly afterCommit: Session['afterCommit'];
  readonly #session: Session;
  readonly #heldSession: () => Session | undefined;

  constructor(
    session: Session,
    heldSession: () => Session | undefined,
    opening: Pick<Session, 'transaction' | 'apart'>,
  ) {
    this.inTransaction = session.inTransaction;
    this.transaction = opening.transaction;
    this.apart = opening.apart;
    this.savepoint = session.savepoint;
    this.concurrently = session.concurrently;
    this.afterCommit = (work) => (heldSession() ?? session).afterCommit(work);
    this.#session = session;
    this.#heldSession = heldSession;
  }

  get db(): Database {
    return (this.#heldSession() ?? this.#session).db;
  }
}
