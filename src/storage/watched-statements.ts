import type { Database, Session } from '../kernel/call.ts';
import { connectionOf, databaseOn, withQuery, type StatementResult } from './connection.ts';
import type { DialectKind } from './dialects.ts';

/** Sends a statement, before and after which something else may happen. `isInTransaction`: whether it belongs to one. */
export type AroundStatement = (
  send: () => Promise<StatementResult>,
  isInTransaction: boolean,
  sql: string,
  kind: DialectKind,
) => Promise<StatementResult>;

/** A session whose statements, in its transactions too, are measured; `onStatement` gets the duration of each, in milliseconds. */
export function watchStatements(session: Session, onStatement: (milliseconds: number) => void): Session {
  return aroundStatements(session, async (send) => {
    const begun = performance.now();
    try {
      return await send();
    } finally {
      onStatement(performance.now() - begun);
    }
  });
}

/**
 * A session that sends its statements, in its transactions too, by `around`. `edge` is called before and after the work of
 * each transaction, which the database begins and ends by itself.
 */
export function aroundStatements(session: Session, around: AroundStatement, edge?: () => void): Session {
  return new AroundSession(session, around, edge);
}

/** A class, for the reason that `StoppingSession` in execution/deadline.ts is one. */
class AroundSession implements Session {
  readonly inTransaction: boolean;
  readonly afterCommit: Session['afterCommit'];
  readonly transaction: Session['transaction'] = (work) =>
    this.#session.transaction((inner) => this.#between(inner, work));
  readonly apart: Session['apart'] = (work) => this.#session.apart((inner) => this.#between(inner, work));
  readonly savepoint: Session['savepoint'] = (work) => this.#session.savepoint((inner) => work(this.#inside(inner)));
  readonly concurrently: Session['concurrently'] = (works) =>
    this.#session.concurrently(works.map((work) => (inner) => work(this.#inside(inner))));
  readonly #session: Session;
  readonly #around: AroundStatement;
  readonly #edge: (() => void) | undefined;
  #of: Database | undefined;
  #db: Database | undefined;

  constructor(session: Session, around: AroundStatement, edge: (() => void) | undefined) {
    this.inTransaction = session.inTransaction;
    this.afterCommit = session.afterCommit;
    this.#session = session;
    this.#around = around;
    this.#edge = edge;
  }

  /** The session of a transaction that is held open has another one at another time. */
  get db(): Database {
    const { db } = this.#session;
    if (this.#of !== db || !this.#db) {
      this.#of = db;
      this.#db = databaseAround(db, this.#around);
    }
    return this.#db;
  }

  #inside(inner: Session): Session {
    return inner === this.#session ? this : new AroundSession(inner, this.#around, this.#edge);
  }

  async #between<T>(inner: Session, work: (inside: Session) => Promise<T>): Promise<T> {
    this.#edge?.();
    try {
      return await work(this.#inside(inner));
    } finally {
      this.#edge?.();
    }
  }
}

function databaseAround(db: Database, around: AroundStatement): Database {
  const connection = connectionOf(db);
  if (!connection) return db;
  const isInTransaction = connection.transaction !== undefined;
  return databaseOn(
    withQuery(connection, (sql, parameters, reused, withNext) =>
      around(() => connection.query(sql, parameters, reused, withNext), isInTransaction, sql, connection.kind),
    ),
  );
}
