import type { Database, Session } from '../kernel/call.ts';
import { connectionOf, databaseOn, withQuery } from './connection.ts';

/** Is told of each statement, once it is answered or has failed, how long it took in milliseconds. */
type StatementWatch = (milliseconds: number) => void;

/** A session whose statements, in its transactions too, are counted and timed. */
export function watchStatements(session: Session, told: StatementWatch): Session {
  let of: Database | undefined;
  let db: Database | undefined;
  const around = (inside: Session): Session => (inside === session ? watched : watchStatements(inside, told));
  const watched: Session = {
    // The session of a transaction that is held open has another one at another time.
    get db() {
      if (of !== session.db || !db) {
        of = session.db;
        db = watchedDatabase(of, told);
      }
      return db;
    },
    inTransaction: session.inTransaction,
    transaction: (work) => session.transaction((inside) => work(around(inside))),
    apart: (work) => session.apart((inside) => work(around(inside))),
    savepoint: (work) => session.savepoint((inside) => work(around(inside))),
    concurrently: (works) => session.concurrently(works.map((work) => (inside) => work(around(inside)))),
    afterCommit: (work) => session.afterCommit(work),
  };
  return watched;
}

function watchedDatabase(db: Database, told: StatementWatch): Database {
  const connection = connectionOf(db);
  if (!connection) return db;
  return databaseOn(
    withQuery(connection, async (sql, parameters, reused, withNext) => {
      const begun = performance.now();
      try {
        return await connection.query(sql, parameters, reused, withNext);
      } finally {
        told(performance.now() - begun);
      }
    }),
  );
}
