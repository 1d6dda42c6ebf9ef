import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Call,
  Caller,
  Clock,
  ConfigurationReader,
  Contributions,
  Database,
  Scope,
  Services,
} from './kernel/call.ts';
import { isRetriable, isUnknownCommit } from './storage/errors.ts';
import { transactionOf } from './storage/connection.ts';
import type { Storage } from './storage/database.ts';

/** What every call shares. */
export interface CallFoundation {
  readonly storage: Storage;
  readonly services: Services;
  readonly contributions: Contributions;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  readonly platform: Call['platform'];
}

interface Connection {
  readonly db: Database;
  /** Undefined outside a transaction. */
  readonly afterCommit: ((work: () => void) => void) | undefined;
}

/** How often a transaction is tried when the database asks to (deadlock, lock), and for how long, in milliseconds. */
const ATTEMPTS = 4;
const PATIENCE = 10_000;

/** The context of a call by `caller` in `scope`, outside a transaction. */
export function newCall(foundation: CallFoundation, caller: Caller, scope: Scope): Call {
  return onConnection(foundation, caller, scope, { db: foundation.storage.reader, afterCommit: undefined });
}

/** The context of a call inside a transaction that the storage has opened. */
export function callWithin(foundation: CallFoundation, caller: Caller, scope: Scope, db: Database): Call {
  const transaction = transactionOf(db);
  if (!transaction) throw new Error('the database is not in a transaction');
  return onConnection(foundation, caller, scope, {
    db,
    afterCommit: (work) => void transaction.afterCommit.push(work),
  });
}

function onConnection(
  foundation: CallFoundation,
  caller: Caller,
  scope: Scope,
  connection: Connection,
  written: Call['written'] = {},
): Call {
  const { storage, services, contributions, config, clock, platform } = foundation;
  const begin = <T>(work: (inside: Call) => Promise<T>): Promise<T> =>
    withRetries(() =>
      storage.transaction((db, hooks) =>
        work(onConnection(foundation, caller, scope, { db, afterCommit: hooks.afterCommit }, written)),
      ),
    );
  const call: Call = {
    db: connection.db,
    caller,
    scope,
    services,
    contributions,
    config,
    clock,
    platform,
    written,
    inTransaction: connection.afterCommit !== undefined,
    transaction: (work) => (call.inTransaction ? work(call) : begin(work)),
    apart: (work) => {
      if (call.inTransaction) throw new Error('a transaction apart cannot begin within another');
      return begin(work);
    },
    savepoint: (work) => {
      if (!call.inTransaction) throw new Error('a savepoint needs an open transaction');
      return storage.savepoint(connection.db, () => work(call));
    },
    together: (works) => {
      if (!call.inTransaction) throw new Error('works run together in an open transaction');
      return storage.together(
        connection.db,
        works.map((work) => () => work(call)),
      );
    },
    afterCommit: (work) => (connection.afterCommit ? connection.afterCommit(work) : work()),
    with: (changes) => onConnection(foundation, changes.caller ?? caller, changes.scope ?? scope, connection, written),
  };
  return call;
}

/** Runs a transaction again when it was undone by what passes by itself; the last failure is the caller's. */
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
