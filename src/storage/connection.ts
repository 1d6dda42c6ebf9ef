import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Database, Tables } from '../kernel/call.ts';
import { compilers, type DialectKind } from './dialects.ts';
import type { NotedChange, NotedForMany } from './noted.ts';

/** The result of a statement: its rows (of a query or a `returning` clause), and the number of rows it wrote. */
export interface StatementResult {
  readonly rows: unknown[];
  readonly written: number;
}

/** The rows of a result, in the type that the text of the statement gives them. */
export function rowsAs<R>(result: StatementResult): R[] {
  return result.rows as R[];
}

/** Whether a statement is sent with the next one; a function: and the error to throw in place of its own. */
export type WithNext = boolean | ((error: unknown) => unknown);

/** A connection for statements, or a pool that picks one for each statement. */
export interface Connection {
  readonly kind: DialectKind;
  /** The open transaction of this connection; undefined for a reader. */
  readonly transaction: TransactionState | undefined;
  /** Facts about tables, common to all connections to the database; cleared when tables change. */
  readonly facts: Map<string, TableFacts>;
  /**
   * Runs one statement. A `reused` statement is prepared at its first use, any other once it has come repeatedly. One of which
   * nobody wants to know more than that it has succeeded may be sent `withNext`: then it gives nothing, and the statement after
   * it, or the commit, throws its error.
   */
  query(sql: string, parameters: readonly unknown[], reused?: boolean, withNext?: WithNext): Promise<StatementResult>;
  /**
   * Within a transaction: resolves when all statements are answered and their callers have gone on. Absent where answers come at
   * once.
   */
  idle?(): Promise<void>;
}

/** `connection` with another way to run statements. */
export function withQuery<C extends Connection>(connection: C, query: Connection['query']): C {
  const { kind, transaction, facts } = connection;
  return { kind, transaction, facts, query, ...(connection.idle && { idle: connection.idle.bind(connection) }) } as C;
}

/** The database's own description of a table. */
export interface TableFacts {
  /** Columns of type jsonb. */
  readonly documents: ReadonlySet<string>;
  /** The column whose values the database generates. */
  readonly identity: string | undefined;
}

/** Works that run at the same time in one transaction; see `concurrent-work.ts`. */
export interface ConcurrentGroup {
  /** Whether one of the works has failed: then the writes of all are undone. */
  isGivenUp: boolean;
  /** Statements shared by several works, by text or name. */
  readonly gathered: Map<string, Gathered<unknown, unknown>>;
}

/** Items of one statement, from several works: rows to insert, keys to find. */
export interface Gathered<T, R> {
  /** The items of all works, each as the statement reads it. */
  readonly items: T[];
  /** How many works have given some. */
  works: number;
  readonly result: Promise<R>;
  /** Sends the statement. */
  send(): void;
}

/** State with the lifetime of a transaction. */
export interface TransactionState {
  /** Functions to run after the commit, in order. */
  readonly afterCommit: (() => unknown)[];
  /** Notifications to send after the commit, in order. */
  readonly noted: (NotedChange | NotedForMany)[];
  /** Writes the noted changes, which also happens at the end of the transaction; undefined without listeners. */
  writeNoted: (() => Promise<void>) | undefined;
  /** Values that were read within the transaction and are cached for it; cleared when a savepoint is undone. */
  readonly memory: Map<string, unknown>;
  /** Those whose reads have to see it once it is committed, where replicas are read; see `log-position.ts`. */
  readonly writers: Set<string>;
  /** Number of open savepoints. */
  depth: number;
  /** The works that run at the same time; undefined while none do. */
  group: ConcurrentGroup | undefined;
  /** Awaited before the result of a statement is returned, and before the commit; see `holdResults`. */
  until: Promise<void> | undefined;
  /** Whether the transaction is over: a later query is a bug of the program. */
  ended: boolean;
}

/**
 * The property of a `Database` that has its connection. Not a weak map: its entries outlive the collections of young objects, with
 * the request that a watched connection knows.
 */
const CONNECTION = Symbol('connection');
type Connected = Database & { readonly [CONNECTION]?: Connection };

/** The connection behind a `Database` of this storage; undefined for one derived from it by Kysely. */
export function connectionOf(db: Database): Connection | undefined {
  return (db as Connected)[CONNECTION];
}

/** The state of the transaction that `db` runs in; undefined outside one. */
export function transactionOf(db: Database): TransactionState | undefined {
  return connectionOf(db)?.transaction;
}

/** The connection of the transaction that `db` runs in. Throws outside one. */
export function requireTransaction(db: Database): Connection & { readonly transaction: TransactionState } {
  const connection = connectionOf(db);
  if (!isInTransaction(connection)) throw new Error('A write outside a transaction: use call.transaction');
  return connection;
}

/**
 * Lets statements of the transaction of `db` be sent before `known` is resolved, but returns none of their results until then, and
 * does not commit; both throw its error. On SQLite, where results come at once, it waits for `known` itself.
 */
export async function holdResults(db: Database, known: Promise<void>): Promise<void> {
  const { kind, transaction } = requireTransaction(db);
  if (kind === 'sqlite') return await known;
  known.catch(() => {});
  transaction.until = known;
}

function isInTransaction(
  connection: Connection | undefined,
): connection is Connection & { readonly transaction: TransactionState } {
  return connection?.transaction !== undefined;
}

/** Which database `db` runs on. */
export function dialectOf(db: Database): DialectKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** The state of a transaction that begins. */
export function newTransactionState(): TransactionState {
  return {
    afterCommit: [],
    noted: [],
    writeNoted: undefined,
    memory: new Map(),
    writers: new Set(),
    depth: 0,
    group: undefined,
    until: undefined,
    ended: false,
  };
}

const writingNodes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

/** Lets Kysely use one of our connections. A reading connection refuses to write. */
class KyselyConnection implements DatabaseConnection {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const writes = writingNodes.has(query.kind);
    if (writes && !this.#connection.transaction) {
      throw new Error('A write outside a transaction: use call.transaction');
    }
    const result = await this.#connection.query(sql, parameters);
    const rows = rowsAs<R>(result);
    return writes ? { rows, numAffectedRows: BigInt(result.written) } : { rows };
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: an open cursor would block its connection');
  }
}

/** Only the storage opens transactions: Kysely's own would have neither savepoints nor hooks. */
class ClosedDriver extends DummyDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error('Transactions are opened with call.transaction or storage.transaction');
  }
}

const driver: Driver = new ClosedDriver();

const dialects: Record<DialectKind, Dialect> = {
  sqlite: {
    createDriver: () => driver,
    createQueryCompiler: () => compilers.sqlite,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createDriver: () => driver,
    createQueryCompiler: () => compilers.postgres,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
};
const adapters = { sqlite: new SqliteAdapter(), postgres: new PostgresAdapter() };

/** A `Database` whose queries run on `connection`; cheap enough to make one for each transaction. */
export function databaseOn(connection: Connection): Database {
  const { kind } = connection;
  const kyselyConnection = new KyselyConnection(connection);
  const executor = new DefaultQueryExecutor(compilers[kind], adapters[kind], {
    provideConnection: (consumer) => consumer(kyselyConnection),
  });
  const dialect = dialects[kind];
  const db: Database = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  return Object.assign(db, { [CONNECTION]: connection });
}
