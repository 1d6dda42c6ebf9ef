import type { Call, Database, Session } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { watchTransactions } from '../../kernel/transactions.ts';

/** Ends the work of a call after its response was sent; its transaction is rolled back. */
class DeadlinePassed extends Error {}

/** The client closed the connection before its response. */
export class ClientGone extends Error {}

/** The conditions that end a call early. */
interface CallEnd {
  /** Deadline in seconds; 0: none. */
  readonly seconds: number;
  /** Whether the client has closed the connection; for calls that only read. */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * Returns the value of `work`. Throws 503 when it takes longer than `seconds`.
 *
 * A call that only reads (`isGone` is given) stops at its next query once it is late or its client has gone. Late work of other
 * calls runs on in the background until its transaction would commit; that is then rolled back. Once a first commit has begun, the
 * deadline no longer applies: a 503 would say that nothing was changed.
 */
export async function withDeadline<T>(
  call: Call,
  { seconds, isGone }: CallEnd,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  if (!(seconds > 0))
    return work(isGone ? call.with({ session: (present) => new StoppingSession(present, isGone) }) : call);
  let state: 'running' | 'committing' | 'late' = 'running';
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (state !== 'running') return;
    state = 'late';
    late.reject(platformErrors.deadline({ seconds }));
  }, seconds * 1000);
  const throwLate = (): void => {
    if (state === 'late') throw new DeadlinePassed('the call was given up');
  };
  const ending = (): void => {
    throwLate();
    state = 'committing';
  };
  const watched = call.with({
    session: (present) => {
      const session = watchTransactions(present, { ending });
      return isGone ? new StoppingSession(session, isGone, throwLate) : session;
    },
  });
  try {
    return await Promise.race([work(watched), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A session whose next query throws once the client has gone or `check` throws. A class, since an object literal with an accessor
 * is a slow object in V8, and was collected with the whole heap only.
 */
class StoppingSession implements Session {
  readonly inTransaction: boolean;
  readonly transaction: Session['transaction'];
  readonly apart: Session['apart'];
  readonly savepoint: Session['savepoint'];
  readonly concurrently: Session['concurrently'];
  readonly afterCommit: Session['afterCommit'];
  readonly #session: Session;
  readonly #isGone: () => boolean;
  readonly #check: (() => void) | undefined;

  constructor(session: Session, isGone: () => boolean, check?: () => void) {
    this.inTransaction = session.inTransaction;
    this.transaction = session.transaction;
    this.apart = session.apart;
    this.savepoint = session.savepoint;
    this.concurrently = session.concurrently;
    this.afterCommit = session.afterCommit;
    this.#session = session;
    this.#isGone = isGone;
    this.#check = check;
  }

  get db(): Database {
    this.#check?.();
    if (this.#isGone()) throw new ClientGone();
    return this.#session.db;
  }
}
