import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  BatchSchedule,
  Call,
  CallChanges,
  Caller,
  Clock,
  ConfigurationReader,
  Contributions,
  Database,
  Scope,
  Services,
  Session,
} from '../../kernel/call.ts';
import { isRetriable, isUnknownCommit } from '../../storage/errors.ts';
import { transactionOf } from '../../storage/connection.ts';
import type { ReadNeed } from '../../storage/engine.ts';
import type { Storage } from '../../storage/database.ts';
import { noteWriter, readNeedOf } from './own-writes.ts';

/** Shared by all calls. */
export interface CallFoundation {
  readonly storage: Storage;
  readonly services: Services;
  readonly contributions: Contributions;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  readonly platform: Call['platform'];
}

/** Maximum attempts of a transaction that the database asks to repeat (deadlock, lock), and their total time in milliseconds. */
const ATTEMPTS = 4;
const PATIENCE = 10_000;

/** The context of a call by `caller` in `scope`, outside a transaction. `readsOnly`: replicas may serve its reads. */
export function newCall(
  foundation: CallFoundation,
  caller: Caller,
  scope: Scope,
  { readsOnly = false }: { readonly readsOnly?: boolean } = {},
): Call {
  const { storage } = foundation;
  const session = (readsOnly && following(storage, readNeedOf(caller))) || outside(storage);
  return new CallContext(foundation, newAbout(caller, scope), session);
}

/** The context of a call inside an open transaction of the storage. */
export function callWithin(foundation: CallFoundation, caller: Caller, scope: Scope, db: Database): Call {
  const transaction = transactionOf(db);
  if (!transaction) throw new Error('the database is not in a transaction');
  const session = inside(foundation.storage, db, (work) => void transaction.afterCommit.push(work));
  return new CallContext(foundation, newAbout(caller, scope), session);
}

type About = Pick<Call, 'caller' | 'scope' | 'origin' | 'written' | 'repeated' | 'batchSchedule'>;

function newAbout(caller: Caller, scope: Scope): About {
  return { caller, scope, origin: undefined, written: {}, repeated: [], batchSchedule: undefined };
}

/** The implementation of all calls. A class: creating a dozen closures for each call would take longer than some calls. */
class CallContext implements Call {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly services: Services;
  readonly contributions: Contributions;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  readonly platform: Call['platform'];
  readonly written: Call['written'];
  readonly repeated: Call['repeated'];
  readonly origin: string | undefined;
  readonly batchSchedule: BatchSchedule | undefined;
  readonly inTransaction: boolean;
  readonly #foundation: CallFoundation;
  readonly #session: Session;
  /** Here and not in weak maps, whose entries survive minor garbage collections. */
  #memos: Map<object, unknown> | undefined;

  constructor(foundation: CallFoundation, about: About, session: Session) {
    const { caller, scope, origin, written, repeated, batchSchedule } = about;
    this.caller = caller;
    this.scope = scope;
    this.services = foundation.services;
    this.contributions = foundation.contributions;
    this.config = foundation.config;
    this.clock = foundation.clock;
    this.platform = foundation.platform;
    this.written = written;
    this.repeated = repeated;
    this.origin = origin;
    this.batchSchedule = batchSchedule;
    this.inTransaction = session.inTransaction;
    this.#foundation = foundation;
    this.#session = session;
    if (session.inTransaction) noteWriter(session.db, caller);
  }

  /** A held transaction replaces its session over time. */
  get db(): Database {
    return this.#session.db;
  }

  transaction<T>(work: (inside: Call) => Promise<T>): Promise<T> {
    return this.#session.transaction((other) => work(this.#on(other)));
  }

  apart<T>(work: (inside: Call) => Promise<T>): Promise<T> {
    return this.#session.apart((other) => work(this.#on(other)));
  }

  savepoint<T>(work: (inside: Call) => Promise<T>): Promise<T> {
    return this.#session.savepoint((other) => work(this.#on(other)));
  }

  concurrently<T>(works: readonly ((inside: Call) => Promise<T>)[]): Promise<T[]> {
    return this.#session.concurrently(works.map((work) => (other) => work(this.#on(other))));
  }

  afterCommit(work: () => unknown): void {
    this.#session.afterCommit(work);
  }

  memo<T>(key: object, make: () => T): T {
    const memos = (this.#memos ??= new Map());
    if (!memos.has(key)) memos.set(key, make());
    return memos.get(key) as T;
  }

  with({ session, ...others }: CallChanges): Call {
    return new CallContext(
      this.#foundation,
      { ...this.#about(), ...others },
      session?.(this.#session) ?? this.#session,
    );
  }

  #on(session: Session): Call {
    return session === this.#session ? this : new CallContext(this.#foundation, this.#about(), session);
  }

  #about(): About {
    const { caller, scope, origin, written, repeated, batchSchedule } = this;
    return { caller, scope, origin, written, repeated, batchSchedule };
  }
}

const outsides = new WeakMap<Storage, Session>();

/** The session outside transactions. */
function outside(storage: Storage): Session {
  let session = outsides.get(storage);
  if (!session) outsides.set(storage, (session = sessionOutside(storage)));
  return session;
}

function sessionOutside(storage: Storage): Session {
  const begin: Session['transaction'] = (work) =>
    withRetries(() => storage.transaction((db, { afterCommit }) => work(inside(storage, db, afterCommit))));
  const closed = (): never => {
    throw new Error('a savepoint needs an open transaction');
  };
  return {
    db: storage.reader,
    inTransaction: false,
    transaction: begin,
    apart: begin,
    savepoint: closed,
    concurrently: closed,
    afterCommit: (work) => void storage.settle(work),
  };
}

/** As `outside`, for a call that only reads; undefined where there are no replicas to read from. */
function following(storage: Storage, need: ReadNeed): Session | undefined {
  const followed = storage.follow(need);
  if (!followed) return undefined;
  const { db, renew } = followed;
  const session = outside(storage);
  // Reads after a transaction have to see its writes.
  const renewing =
    (begin: Session['transaction']): Session['transaction'] =>
    async (work) => {
      try {
        return await begin(work);
      } finally {
        renew();
      }
    };
  return {
    ...session,
    db,
    transaction: renewing(session.transaction),
    apart: renewing(session.apart),
  };
}

/** A session in an open transaction. */
function inside(storage: Storage, db: Database, afterCommit: Session['afterCommit']): Session {
  const session: Session = {
    db,
    inTransaction: true,
    transaction: (work) => work(session),
    apart: () => {
      throw new Error('a transaction apart cannot begin within another');
    },
    savepoint: (work) => storage.savepoint(db, () => work(session)),
    concurrently: (works) =>
      storage.concurrently(
        db,
        works.map((work) => () => work(session)),
      ),
    afterCommit,
  };
  return session;
}

/** Repeats a transaction after temporary failures; throws the last one. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || Date.now() - begun > PATIENCE || !isRetriable(error) || isUnknownCommit(error)) {
        throw error;
      }
      await pause(randomInt(5, 20) * 2 ** attempt);
    }
  }
}
