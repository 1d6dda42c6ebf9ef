import { foldText } from '../../kernel/fold.ts';
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  newTransactionState,
  type Connection,
  type StatementResult,
  type TransactionState,
  type WithNext,
} from '../connection.ts';
import type { Engine, EngineTransaction } from '../engine.ts';
import { storageErrors } from '../errors.ts';
import { Mutex } from '../mutex.ts';
import { jsonParameter, plainParameter } from '../parameters.ts';
import { RecentMap } from '../recent-map.ts';
import { sqliteSnapshots } from './snapshots.ts';
import { restrictToOwner } from '../owner-permissions.ts';

/** Milliseconds that a statement may block this process to wait for another one's lock; longer waits are asynchronous. */
const blockingWait = 4;
const MAX_CACHED_STATEMENTS = 1000;
/** A disk with less free space counts as full: the write-ahead log needs that much before it is written back. */
const LEAST_FREE = 4 * 2 ** 20;
/** SQLite accepts every value as it is, so nothing about tables is needed. */
const noFacts = new Map<string, never>();

/**
 * Opens the database file; its folder is created if needed. One connection writes, in transactions one after another, and one
 * reads committed data.
 */
export async function openSqlite(file: string, lockWait: number): Promise<Engine> {
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  const writer = await openFile(path, lockWait);
  const reader = await openFile(path, lockWait);
  for (const one of [path, `${path}-wal`, `${path}-shm`]) restrictToOwner(one, 0o600);
  reader.pragma('query_only = on');
  const statements = new Statements(writer);
  const mutex = new Mutex();
  /** Waits for the caller's turn within this process. */
  const turn = async (wait: number): Promise<void> => {
    if (!(await mutex.acquire(wait))) throw storageErrors.busy();
    if (writer.open) return;
    mutex.release();
    throw new Error('The storage is closed');
  };
  const dataVersion = reader.prepare<[], number>('pragma data_version').pluck();
  return {
    reader: new SqliteReader(new Statements(reader), lockWait),
    commitMark() {
      try {
        return dataVersion.get() ?? NaN;
      } catch (error) {
        // Rare: another process recovers the log. Nothing equals this, so that the caller asks by a statement, which waits.
        if (!isBusy(error)) throw error;
        return NaN;
      }
    },
    async begin(wait = lockWait) {
      await turn(wait);
      try {
        await whileBusy(() => statements.run('begin immediate', []), wait);
      } catch (error) {
        mutex.release();
        throw error;
      }
      return new SqliteTransaction(writer, statements, mutex);
    },
    async isFull() {
      const { bavail, bsize } = await statfs(dirname(path));
      return bavail * bsize < LEAST_FREE;
    },
    async clear() {
      await turn(lockWait);
      try {
        await whileBusy(() => dropTables(writer), lockWait);
      } finally {
        mutex.release();
      }
    },
    snapshots: sqliteSnapshots(path, async (work) => {
      await turn(lockWait);
      return await work().finally(() => mutex.release());
    }),
    async close() {
      await mutex.acquire(lockWait);
      reader.close();
      writer.close();
      mutex.release();
    },
  };
}

/** An argument of a function in SQL, as texts are compared. */
type SqliteScalar = string | number | bigint | null;

async function openFile(path: string, lockWait: number): Promise<Sqlite.Database> {
  const database = new Sqlite(path, { timeout: blockingWait });
  // Several processes that start together may all switch the journal.
  await whileBusy(() => database.pragma('journal_mode = wal'), lockWait);
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  // Deleted data is also erased from the file: it may have been a secret.
  database.pragma('secure_delete = on');
  // Of 10 MB: the operating system keeps the file in memory as well, and with 32 MB lists of 1,000,000 products were no faster.
  database.pragma('cache_size = -10000');
  database.function('fold_text', { deterministic: true }, (text: SqliteScalar) =>
    text === null ? null : foldText(String(text)),
  );
  // Indexes of release 0.1.0 need this function until they are built again.
  database.function('fold', { deterministic: true }, (text: SqliteScalar) =>
    text === null ? null : String(text).toLowerCase(),
  );
  return database;
}

/** Removes every table. Foreign keys are not checked meanwhile, so that the order does not matter. */
function dropTables(database: Sqlite.Database): void {
  database.pragma('foreign_keys = off');
  try {
    database
      .transaction(() => {
        const tables = database
          .prepare<[], { name: string }>(
            // A virtual table removes its own tables.
            `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')
              and name not like 'sqlite\\_%' escape '\\'`,
          )
          .all();
        for (const { name } of tables) database.exec(`drop table "${name}"`);
      })
      .immediate();
  } finally {
    database.pragma('foreign_keys = on');
  }
}

/** Repeats `work` while another process holds the lock, without blocking this process, for `wait` ms at most. */
async function whileBusy<T>(work: () => T, wait: number): Promise<T> {
  const deadline = Date.now() + wait;
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() >= deadline) throw storageErrors.busy(undefined, { cause: error });
      // Jitter keeps two processes from colliding again and again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** The prepared statements of one connection, by their SQL text. */
class Statements {
  readonly #database: Sqlite.Database;
  readonly #prepared = new RecentMap<Sqlite.Statement>(MAX_CACHED_STATEMENTS);

  constructor(database: Sqlite.Database) {
    this.#database = database;
  }

  run(sql: string, parameters: readonly unknown[]): StatementResult {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      statement = this.#database.prepare(withoutPeeking(sql));
      this.#prepared.set(sql, statement);
    }
    const values = parameters.map(toSqlite);
    if (statement.reader) {
      const rows = statement.all(values);
      return { rows, written: rows.length };
    }
    return { rows: [], written: statement.run(values).changes };
  }
}

/**
 * Where two indexes could serve `column = ?`, and for each `limit ?`, SQLite plans the statement anew whenever a value is bound, which
 * takes longer than running it. It does not look at the value of an expression.
 */
function withoutPeeking(sql: string): string {
  return sql.replaceAll(' = ?', ' = +?').replaceAll('limit ?', 'limit +?');
}

/** Lists are passed as JSON text, for `json_each`. */
function toSqlite(value: unknown): string | number | bigint | Buffer | null {
  // The driver binds every number as a floating-point one, which a text column would store as `5.0`.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return Array.isArray(value) ? JSON.stringify(value.map(jsonParameter)) : plainParameter(value);
}

/** Runs statements outside transactions; each sees the data that is committed when it runs. */
class SqliteReader implements Connection {
  readonly kind = 'sqlite';
  readonly transaction = undefined;
  readonly facts = noFacts;
  readonly #statements: Statements;
  readonly #lockWait: number;

  constructor(statements: Statements, lockWait: number) {
    this.#statements = statements;
    this.#lockWait = lockWait;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    try {
      return this.#statements.run(sql, parameters);
    } catch (error) {
      // Rare: another process recovers the log or is closing.
      if (!isBusy(error)) throw error;
      return await whileBusy(() => this.#statements.run(sql, parameters), this.#lockWait);
    }
  }
}

class SqliteTransaction implements EngineTransaction, Connection {
  readonly kind = 'sqlite';
  readonly facts = noFacts;
  readonly transaction: TransactionState = newTransactionState();
  readonly connection: Connection & { readonly transaction: TransactionState } = this;
  readonly #database: Sqlite.Database;
  readonly #statements: Statements;
  readonly #mutex: Mutex;
  /** The first error of a statement. As in PostgreSQL, only the savepoint or the transaction can be ended then. */
  #failure: unknown;

  constructor(database: Sqlite.Database, statements: Statements, mutex: Mutex) {
    this.#database = database;
    this.#statements = statements;
    this.#mutex = mutex;
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
    _reused?: boolean,
    withNext?: WithNext,
  ): Promise<StatementResult> {
    if (this.transaction.ended) throw new Error('A query came after the end of its transaction');
    if (this.#failure !== undefined) throw aborted(this.#failure);
    try {
      return this.#statements.run(sql, parameters);
    } catch (error) {
      if (error instanceof Sqlite.SqliteError) this.#failure = error;
      throw typeof withNext === 'function' ? withNext(error) : error;
    }
  }

  async savepoint(name: string): Promise<void> {
    await this.query(`savepoint ${name}`, []);
  }

  async release(name: string): Promise<void> {
    await this.query(`release ${name}`, []);
  }

  async rollbackTo(savepoint: string): Promise<void> {
    // Fails where the database itself has undone the transaction (full disk, input/output error): then the failure stays.
    this.#statements.run(`rollback to ${savepoint}`, []);
    this.#statements.run(`release ${savepoint}`, []);
    this.#failure = undefined;
  }

  async commit(): Promise<void> {
    if (this.#failure !== undefined) throw aborted(this.#failure);
    this.#statements.run('commit', []);
    this.#end();
  }

  async rollback(): Promise<void> {
    if (this.transaction.ended) return;
    try {
      if (this.#database.inTransaction) this.#statements.run('rollback', []);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.transaction.ended = true;
    this.#mutex.release();
  }
}

function aborted(cause: unknown): Error {
  return new Error('A statement of this transaction failed before; only a rollback can follow', { cause });
}
