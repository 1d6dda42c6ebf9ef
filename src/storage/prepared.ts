import type { Compilable } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { connectionOf, type StatementResult } from './connection.ts';
import type { DialectKind } from './dialects.ts';

/** The parameters of a prepared query; each stands for its value in a run. */
export type Params<P extends object> = { readonly [K in keyof P]-?: P[K] };

/** The place of a parameter in a query. */
class Marker {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const markers = new Proxy({}, { get: (_, name) => new Marker(String(name)) });

/** The text of a query with its parameters in order: markers, or values that are always the same. */
interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Build<P extends object, R> = (db: Database, parameters: Params<P>) => Compilable<R>;

/**
 * A query that is built and compiled once for each database and then only run: for hot paths, several times faster than
 * building it each time. Parameters stand where a value stands (`where('sku', '=', p.sku)`, `.limit(p.limit)`,
 * `inIds('id', p.ids)`), and the shape of the query must not depend on them. Gives the rows.
 *
 *     const bySku = prepared((db, p: Params<{ sku: string }>) => db.selectFrom('product').selectAll().where('sku', '=', p.sku));
 *     const rows = await bySku(call.db, { sku });
 */
export function prepared<P extends object, R>(build: Build<P, R>): (db: Database, parameters: P) => Promise<R[]> {
  const run = preparedStatement(build);
  return async (db, parameters) => (await run(db, parameters)).rows as R[];
}

/** As `prepared`, for queries with one row or none. */
export function preparedFirst<P extends object, R>(
  build: Build<P, R>,
): (db: Database, parameters: P) => Promise<R | undefined> {
  const run = preparedStatement(build);
  return async (db, parameters) => (await run(db, parameters)).rows[0] as R | undefined;
}

/** As `prepared`, for an insert, update or delete; gives the number of written rows. */
export function preparedWrite<P extends object>(
  build: Build<P, unknown>,
): (db: Database, parameters: P) => Promise<number> {
  const run = preparedStatement(build);
  return async (db, parameters) => {
    if (!connectionOf(db)?.transaction) throw new Error('A write outside a transaction: use call.transaction');
    return (await run(db, parameters)).written;
  };
}

function preparedStatement<P extends object, R>(
  build: Build<P, R>,
): (db: Database, parameters: P) => Promise<StatementResult> {
  const compiled: Partial<Record<DialectKind, Statement>> = {};
  return (db, parameters) => {
    const connection = connectionOf(db);
    if (!connection) throw new Error('A prepared query runs on call.db itself');
    const statement = (compiled[connection.kind] ??= compile(db, build));
    const values = statement.parameters.map((value) =>
      value instanceof Marker ? parameters[value.name as keyof P] : value,
    );
    return connection.query(statement.sql, values, true);
  };
}

function compile<P extends object, R>(db: Database, build: Build<P, R>): Statement {
  const { sql, parameters } = build(db, markers as Params<P>).compile();
  return { sql, parameters };
}
