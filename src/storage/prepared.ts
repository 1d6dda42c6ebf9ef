import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { elementAt } from '../kernel/lists.ts';
import { bytesOfText, createVersioned } from '../kernel/versioned.ts';
import { connectionOf, rowsAs, type Connection, type StatementResult, type WithNext } from './connection.ts';
import type { DialectKind } from './dialects.ts';

/** The parameters of a prepared query; each stands for its value in a run. */
export type Params<P extends object> = { readonly [K in keyof P]-?: P[K] };

/** The position of a parameter in a query, and its conversion there. */
class Marker {
  readonly name: string;
  readonly read: (value: unknown) => unknown;

  constructor(name: string, read: Marker['read'] = (value) => value) {
    this.name = name;
    this.read = read;
  }
}

/** The result of `read` for a value; for a parameter, at each run. */
export function derived<T, U>(value: T, read: (value: T) => U): U {
  if (!(value instanceof Marker)) return read(value);
  return new Marker(value.name, (own) => read(value.read(own) as T)) as U;
}

/** Whether a value is a parameter, which stands for another value in each run. */
export function isParameter(value: unknown): boolean {
  return value instanceof Marker;
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
  return rowsOf(preparedStatement(build));
}

/**
 * As `prepared`, for rows that are found by their ids, with conditions that have constants, such as the id of a website. On PostgreSQL
 * constant whole numbers stand in the text, so that the statement is planned once.
 */
export function preparedByIds<P extends object, R>(build: Build<P, R>): (db: Database, parameters: P) => Promise<R[]> {
  return rowsOf(preparedStatement(build, withNumbersInText));
}

function rowsOf<P extends object, R>(run: Run<P>): (db: Database, parameters: P) => Promise<R[]> {
  return async (db, parameters) => rowsAs<R>(await run(db, parameters));
}

/** As `prepared`, for queries with one row or none. */
export function preparedFirst<P extends object, R>(
  build: Build<P, R>,
): (db: Database, parameters: P) => Promise<R | undefined> {
  const run = preparedStatement(build);
  return async (db, parameters) => rowsAs<R>(await run(db, parameters))[0];
}

/** As `prepared`, for queries that always have one row, such as a count or an insert; throws where there is none. */
export function preparedOne<P extends object, R>(build: Build<P, R>): (db: Database, parameters: P) => Promise<R> {
  const run = preparedStatement(build);
  return async (db, parameters) => elementAt(rowsAs<R>(await run(db, parameters)), 0);
}

/** As `prepared`, for an insert, update or delete; gives the number of written rows. */
export function preparedWrite<P extends object>(
  build: Build<P, unknown>,
): (db: Database, parameters: P) => Promise<number> {
  const write = preparedWithNext(build);
  return (db, parameters) => write(db, parameters);
}

/** As `preparedWrite`, for writes that may go `withNext`, as `Connection.query` says; on PostgreSQL the number is 0 then. */
export function preparedWithNext<P extends object>(
  build: Build<P, unknown>,
): (db: Database, parameters: P, withNext?: WithNext) => Promise<number> {
  const run = preparedStatement(build);
  return async (db, parameters, withNext) => {
    if (!connectionOf(db)?.transaction) throw new Error('A write outside a transaction: use call.transaction');
    return (await run(db, parameters, withNext)).written;
  };
}

type Run<P extends object> = (db: Database, parameters: P, withNext?: WithNext) => Promise<StatementResult>;

/** `forPostgres`: changes the compiled statement there. */
function preparedStatement<P extends object, R>(
  build: Build<P, R>,
  forPostgres: (statement: Statement) => Statement = (statement) => statement,
): Run<P> {
  const compiled: Partial<Record<DialectKind, Statement>> = {};
  return (db, parameters, withNext) => {
    const connection = connectionOf(db);
    if (!connection) throw new Error('A prepared query runs on call.db itself');
    return run(
      connection,
      (compiled[connection.kind] ??= compile(db, build, connection.kind === 'postgres' ? forPostgres : undefined)),
      parameters,
      true,
      withNext,
    );
  };
}

function run(
  connection: Connection,
  statement: Statement,
  parameters: object,
  reused: boolean,
  withNext?: WithNext,
): Promise<StatementResult> {
  const values = statement.parameters.map((value) =>
    value instanceof Marker ? value.read(parameters[value.name as keyof typeof parameters]) : value,
  );
  return connection.query(statement.sql, values, reused, withNext);
}

function compile<P extends object, R>(
  db: Database,
  build: Build<P, R>,
  change?: (statement: Statement) => Statement,
): Statement {
  const statement = statementOf(build(db, markers as Params<P>).compile());
  return change ? change(statement) : statement;
}

/** The statement of a compiled query, without the tree that it was made of. */
function statementOf({ sql, parameters }: CompiledQuery): Statement {
  return { sql, parameters };
}

/**
 * A statement for PostgreSQL whose constant whole numbers, such as the id of a website, stand in its text. The planner then knows no more
 * with the values of the parameters than without them, and plans the statement once; otherwise it would plan it anew for each run where
 * that looks cheaper, which takes longer than the statement itself. Only for rows that are found by ids: how others are best found
 * depends on the values.
 */
function withNumbersInText({ sql, parameters }: Statement): Statement {
  const others: unknown[] = [];
  const text = sql.replace(/\$(\d+)/g, (_, position: string) => {
    const value = parameters[Number(position) - 1];
    return Number.isSafeInteger(value) ? `(${String(value)})` : `$${others.push(value)}`;
  });
  return { sql: text, parameters: others };
}

/** Statements with a text that depends on their input: each shape is built and compiled once, like a prepared query. */
export interface CachedStatements {
  /**
   * The rows of the query of a shape, which `build` makes when it first comes. Two queries of one shape must differ in their
   * parameters alone. Undefined, and not built again, where `build` gives undefined: the shape has no such query.
   */
  rows<P extends object, R>(
    db: Database,
    shape: string,
    parameters: P,
    build: (parameters: Params<P>) => CompiledQuery<R> | undefined,
  ): Promise<R[] | undefined>;
}

/** Size of a marker or a constant in memory, in bytes. */
const PARAMETER_BYTES = 100;

function bytesOfStatement(statement: Statement | 'none'): number {
  if (statement === 'none') return 0;
  return bytesOfText(statement.sql) + statement.parameters.length * PARAMETER_BYTES;
}

/** Creates a cache of at most `maxBytes`. `versionOf` returns the version of the data that the texts of statements depend on. */
export function createCachedStatements(maxBytes: number, versionOf: () => number): CachedStatements {
  const statements = createVersioned<Statement | 'none', number>(maxBytes, bytesOfStatement);
  return {
    async rows<P extends object, R>(
      db: Database,
      shape: string,
      parameters: P,
      build: (parameters: Params<P>) => CompiledQuery<R> | undefined,
    ) {
      const connection = connectionOf(db);
      if (!connection) throw new Error('A prepared query runs on call.db itself');
      const version = versionOf();
      let statement = statements.get(shape, version);
      if (!statement) {
        const query = build(markers as Params<P>);
        statement = query ? statementOf(query) : 'none';
        statements.set(shape, version, statement);
      }
      if (statement === 'none') return undefined;
      // Any number of shapes may come, so that the database prepares those that come repeatedly.
      return rowsAs<R>(await run(connection, statement, parameters, false));
    },
  };
}
