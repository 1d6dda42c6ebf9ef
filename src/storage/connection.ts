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

/** What a statement gave: its rows (of a query or a `returning` clause) and how many rows it wrote. */
export interface StatementResult {
  readonly rows: unknown[];
  readonly written: number;
}

/** Where statements run: a connection, or a pool of them that picks one for each statement. */
export interface Connection {
  readonly kind: DialectKind;
  /** The open transaction whose connection this is; undefined for a reader. */
  readonly transaction: TransactionState | undefined;
  /** What is known about tables by now, for all connections to the database; emptied when tables change. */
  readonly facts: Map<string, TableFacts>;
  /** Runs one statement; `reused` statements are prepared at their first use, others once they have come back. */
  query(sql: string, parameters: readonly unknown[], reused?: boolean): Promise<StatementResult>;
  /**
   * Within a transaction: resolves when every statement that was sent is answered, and who waited for it has gone on. Absent
   * where statements are answered at once.
   */
  idle?(): Promise<void>;
}

/** What the catalog of the database says about a table. */
export interface TableFacts {
  /** Columns of type jsonb. */
  readonly documents: ReadonlySet<string>;
  /** The column whose values the database gives out. */
  readonly identity: string | undefined;
}

/** Works that run at the same time in one transaction; see `concurrent-work.ts`. */
export interface ConcurrentGroup {
  /** One of the works has failed: all that the others write is undone. */
  isGivenUp: boolean;
  /** Rows that several works insert by one statement, by its text. */
  readonly gathered: Map<string, GatheredInsert>;
}

/** Rows for one insert, from several works. */
export interface GatheredInsert {
  /** JSON of each work's rows, without the brackets of the list. */
  readonly lists: string[];
  count: number;
  readonly result: Promise<StatementResult>;
  /** Sends the statement. */
  send(): void;
}

/** What is remembered for the length of a transaction. */
export interface TransactionState {
  /** Run after the commit, in order. */
  readonly afterCommit: (() => unknown)[];
  /** Values read within the transaction and kept for it; emptied when a savepoint is undone. */
  readonly memory: Map<string, unknown>;
  /** How many savepoints are open. */
  depth: number;
  /** The works that run at the same time; undefined while none do. */
  group: ConcurrentGroup | undefined;
  /** Set when the transaction is over: a query that comes later is a fault of the program. */
  ended: boolean;
}

const connections = new WeakMap<Database, Connection>();

/** The connection behind a `Database` of this storage; undefined for one derived from it by Kysely. */
export function connectionOf(db: Database): Connection | undefined {
  return connections.get(db);
}

/** The state of the transaction that `db` runs in; undefined outside one. */
export function transactionOf(db: Database): TransactionState | undefined {
  return connections.get(db)?.transaction;
}

/** Which database `db` runs on. */
export function dialectOf(db: Database): DialectKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** The state of a transaction that begins. */
export function newTransactionState(): TransactionState {
  return { afterCommit: [], memory: new Map(), depth: 0, group: undefined, ended: false };
}

const writingNodes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);

/** Lets Kysely run on one of our connections. Reading connections refuse to write. */
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
    const { rows, written } = await this.#connection.query(sql, parameters);
    return writes ? { rows: rows as R[], numAffectedRows: BigInt(written) } : { rows: rows as R[] };
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: an open cursor would block its connection');
  }
}

/** Transactions are opened by the storage alone; Kysely's own would know nothing of savepoints and hooks. */
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
  connections.set(db, connection);
  return db;
}
