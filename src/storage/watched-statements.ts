import type { Database, Session } from '../kernel/call.ts';
import { connectionOf, databaseOn, withQuery, type StatementResult } from './connection.ts';

/** Sends a statement, before and after which something else may happen. `isInTransaction`: whether it belongs to one. */
export type AroundStatement = (
  send: () => Promise<StatementResult>,
  isInTransaction: boolean,
) => Promise<StatementResult>;

/** A session whose statements, in its transactions too, are counted; `told` learns how long each took, in milliseconds. */
export function watchStatements(session: Session, told: (milliseconds: number) => void): Session {
  return aroundStatements(session, async (send) => {
    const begun = performance.now();
    try {
      return await send();
    } finally {
      told(performance.now() - begun);
    }
  });
}

/**
 * A session that sends its statements, in its transactions too, by `around`. `edge` is called before and after the work of
 * each transaction, which the database begins and ends by itself.
 */
export function aroundStatements(session: Session, around: AroundStatement, edge?: () => void): Session {
  let of: Database | undefined;
  let db: Database | undefined;
  const inside = (inner: Session): Session => (inner === session ? watched : aroundStatements(inner, around, edge));
  const between = async <T>(inner: Session, work: (inside: Session) => Promise<T>): Promise<T> => {
    edge?.();
    try {
      return await work(inside(inner));
    } finally {
      edge?.();
    }
  };
  const watched: Session = {
    // The session of a transaction that is held open has another one at another time.
    get db() {
      if (of !== session.db || !db) {
        of = session.db;
        db = databaseAround(of, around);
      }
      return db;
    },
    inTransaction: session.inTransaction,
    transaction: (work) => session.transaction((inner) => between(inner, work)),
    apart: (work) => session.apart((inner) => between(inner, work)),
    savepoint: (work) => session.savepoint((inner) => work(inside(inner))),
    concurrently: (works) => session.concurrently(works.map((work) => (inner) => work(inside(inner)))),
    afterCommit: (work) => session.afterCommit(work),
  };
  return watched;
}

function databaseAround(db: Database, around: AroundStatement): Database {
  const connection = connectionOf(db);
  if (!connection) return db;
  const isInTransaction = connection.transaction !== undefined;
  return databaseOn(
    withQuery(connection, (sql, parameters, reused, withNext) =>
      around(() => connection.query(sql, parameters, reused, withNext), isInTransaction),
    ),
  );
}
