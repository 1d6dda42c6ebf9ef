import type { Socket } from 'node:net';
import { Client, Pool, type ClientConfig, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import {
  newTransactionState,
  type Connection,
  type StatementResult,
  type TableFacts,
  type TransactionState,
} from './connection.ts';
import type { Engine, EngineTransaction, StorageLog } from './engine.ts';
import { commitError, isLostConnection, isStalePlan, storageErrors, toCallerError } from './errors.ts';
import { setUpFold } from './postgres-fold.ts';
import { PostgresStatements, valueTypes } from './postgres-statements.ts';
import { PostgresWatch } from './postgres-watch.ts';
import { NotConcurrent } from './concurrent-work.ts';

/** Options of a PostgreSQL server. */
interface PostgresOptions {
  readonly log: StorageLog;
  /** Greatest number of connections for transactions, and of connections for reading. */
  readonly poolSize: number;
  /** How long a transaction waits for a lock, in milliseconds. */
  readonly lockWait: number;
  /**
   * Longest time of a statement in milliseconds, without waiting for locks; then the server cancels it, or its connection counts
   * as lost.
   */
  readonly patience: number;
  /** A server that does not answer at all is noticed within so many milliseconds. */
  readonly answerWait: number;
}

/** The common state of the connections to one database. */
interface Shared {
  readonly statements: PostgresStatements;
  readonly facts: Map<string, TableFacts>;
  readonly watch: PostgresWatch;
}

/**
 * Opens two pools on a PostgreSQL server: one for transactions and one for reading. So a transaction that also reads outside
 * itself never waits for the end of another transaction.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Engine> {
  const { lockWait, patience } = options;
  const writers = newPool(url, options);
  const readers = newPool(url, options);
  const watch = new PostgresWatch(url, options.answerWait, options.log);
  const shared: Shared = { statements: new PostgresStatements(), facts: new Map(), watch };
  const close = async (): Promise<void> => {
    await Promise.all([writers.end(), readers.end()]);
    watch.close();
  };
  try {
    await setUpFold(writers);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    reader: new PostgresReader(readers, shared, lockWait + patience + GRACE),
    async begin(wait = lockWait) {
      const limit = wait + patience;
      // The pool's connections have the usual limit, but a migration may take longer.
      const client = await onFreshConnection(() => beginOn(watch, writers, wait, limit, wait !== lockWait));
      return new PostgresTransaction(client, shared, limit + GRACE);
    },
    // Only the server sees its disk.
    isFull: async () => false,
    async clear() {
      await dropTables(writers);
      shared.facts.clear();
    },
    close,
  };
}

/** Milliseconds that the server has to report a canceled statement, before its connection counts as lost. */
const GRACE = 1000;

/** The driver's client with its own limit for connecting. */
function connectingWithin(milliseconds: number): typeof Client {
  return class extends Client {
    constructor(config: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: Math.ceil(milliseconds) });
    }
  };
}

function newPool(url: string, { log, poolSize, lockWait, patience, answerWait }: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    types: valueTypes,
    // This limit is for a connection to become free; opening one has a shorter limit.
    connectionTimeoutMillis: lockWait,
    Client: connectingWithin(answerWait / 2),
    statement_timeout: Math.ceil(lockWait + patience),
    keepAlive: true,
    pipeline: true,
  });
  const lost = (error: Error): void => log.warn({ error: error.message }, 'a connection to PostgreSQL was lost');
  // A connection may break while it is idle (the pool reports that), or while it is in use and waits for the program (it reports
  // that itself).
  pool.on('error', lost);
  pool.on('connect', (client) => void client.on('error', lost));
  return pool;
}

async function beginOn(
  watch: PostgresWatch,
  pool: Pool,
  wait: number,
  limit: number,
  isUnusual: boolean,
): Promise<PoolClient> {
  const client = await connect(watch, pool);
  try {
    const begin = `begin isolation level read committed; set local lock_timeout = ${Math.ceil(wait)}`;
    const text = isUnusual ? `${begin}; set local statement_timeout = ${Math.ceil(limit)}` : begin;
    await answered(watch, client, { text }, limit + GRACE);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Runs something that has no effect unless it succeeds, and repeats it once if the connection was at fault: lost while it was
 * idle, or with a statement that was prepared before a migration.
 */
async function onFreshConnection<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isConnectionAtFault(error)) throw error;
    return await run();
  }
}

/** A connection of the pool. Throws when none becomes free, or the server does not answer. */
async function connect(watch: PostgresWatch, pool: Pool): Promise<PoolClient> {
  watch.check();
  const connecting = pool.connect();
  const away = Promise.withResolvers<never>();
  let isGivenUp = false;
  const giveUp = (): void => {
    isGivenUp = true;
    away.reject(storageErrors.away());
  };
  // A connection that comes too late is released at once.
  connecting.then(
    (client) => isGivenUp && client.release(true),
    () => {},
  );
  return await watch.follow(Promise.race([connecting, away.promise]), Infinity, giveUp);
}

/**
 * The answer to a statement. An answer that takes longer than `patience` milliseconds will never come: the network has lost it.
 * Only discarding the connection lets the program go on.
 */
function answered(
  watch: PostgresWatch,
  client: PoolClient,
  query: QueryConfig,
  patience: number,
): Promise<QueryResult> {
  return watch.follow(client.query(query), patience, () => streamOf(client).destroy(), client);
}

/** Sends all statements of this turn to the server in one packet. */
function inOnePiece(client: PoolClient): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function streamOf(client: PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Whether the connection cannot be used any more. */
function isConnectionAtFault(error: unknown): boolean {
  return isLostConnection(error) || isStalePlan(error);
}

async function dropTables(pool: Pool): Promise<void> {
  await pool.query(`do $$ declare tables text; begin
    select string_agg(format('%I', tablename), ', ') into tables from pg_tables where schemaname = current_schema();
    if tables is not null then execute 'drop table ' || tables || ' cascade'; end if;
  end $$`);
}

function toResult(result: QueryResult): StatementResult {
  return { rows: result.rows, written: result.rowCount ?? 0 };
}

/** Runs statements outside transactions, each on a connection of its own. */
class PostgresReader implements Connection {
  readonly kind = 'postgres';
  readonly transaction = undefined;
  readonly facts: Shared['facts'];
  readonly #pool: Pool;
  readonly #statements: PostgresStatements;
  readonly #watch: PostgresWatch;
  readonly #patience: number;

  constructor(pool: Pool, { statements, facts, watch }: Shared, patience: number) {
    this.#pool = pool;
    this.#watch = watch;
    this.#statements = statements;
    this.#patience = patience;
    this.facts = facts;
  }

  async query(sql: string, parameters: readonly unknown[], reused = false): Promise<StatementResult> {
    const query = this.#statements.query(sql, parameters, reused);
    return await onFreshConnection(() => this.#run(query));
  }

  async #run(query: QueryConfig): Promise<StatementResult> {
    const client = await connect(this.#watch, this.#pool);
    try {
      const result = toResult(await answered(this.#watch, client, query, this.#patience));
      client.release();
      return result;
    } catch (error) {
      client.release(isConnectionAtFault(error));
      throw toCallerError(error);
    }
  }
}

class PostgresTransaction implements EngineTransaction, Connection {
  readonly kind = 'postgres';
  readonly facts: Shared['facts'];
  readonly transaction: TransactionState = newTransactionState();
  readonly connection: Connection & { readonly transaction: TransactionState } = this;
  readonly #client: PoolClient;
  readonly #statements: PostgresStatements;
  readonly #watch: PostgresWatch;
  readonly #patience: number;
  /** Statements that open and end savepoints; they are sent together with the next statement. */
  #ahead: string[] = [];
  /** Number of statements that were sent and are not answered. */
  #underWay = 0;
  /** Resolves when all statements are answered. */
  #idle: PromiseWithResolvers<void> | undefined;
  /** Whether a statement has failed: then the savepoint or the transaction can only be ended. */
  #isFailed = false;
  #isBroken = false;

  constructor(client: PoolClient, { statements, facts, watch }: Shared, patience: number) {
    this.#client = client;
    this.#watch = watch;
    this.#statements = statements;
    this.#patience = patience;
    this.facts = facts;
  }

  async query(sql: string, parameters: readonly unknown[], reused = false): Promise<StatementResult> {
    if (this.transaction.ended) throw new Error('A query came after the end of its transaction');
    if (this.transaction.group?.isGivenUp) throw new NotConcurrent();
    const query = this.#statements.query(sql, parameters, reused);
    try {
      return toResult(await this.#send(query));
    } catch (error) {
      throw toCallerError(error);
    }
  }

  /** Sends a statement behind those that are not answered yet, preceded by the savepoint statements. */
  #send(query: QueryConfig): Promise<QueryResult> {
    inOnePiece(this.#client);
    if (this.#ahead.length > 0) {
      const text = this.#ahead.join('; ');
      this.#ahead = [];
      // If this fails, so does the statement behind it.
      this.#answer({ text }).catch(() => {});
    }
    return this.#answer(query);
  }

  async #answer(query: QueryConfig): Promise<QueryResult> {
    this.#underWay += 1;
    try {
      return await answered(this.#watch, this.#client, query, this.#patience);
    } catch (error) {
      this.#isFailed = true;
      this.#isBroken ||= isConnectionAtFault(error);
      throw error;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0 && this.#idle) setImmediate(() => this.#endIdle());
    }
  }

  idle(): Promise<void> {
    if (!this.#idle) {
      this.#idle = Promise.withResolvers();
      if (this.#underWay === 0) setImmediate(() => this.#endIdle());
    }
    return this.#idle.promise;
  }

  /** Does nothing if the answers have led to further statements. */
  #endIdle(): void {
    if (this.#underWay > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  }

  async savepoint(name: string): Promise<void> {
    this.#ahead.push(`savepoint ${name}`);
  }

  async release(name: string): Promise<void> {
    if (this.#isUnused(name)) this.#ahead.pop();
    else if (this.#isFailed || this.#underWay > 0) await this.#send({ text: `release savepoint ${name}` });
    // All statements have succeeded, so this cannot fail.
    else this.#ahead.push(`release savepoint ${name}`);
  }

  async rollbackTo(savepoint: string): Promise<void> {
    if (this.#isUnused(savepoint)) this.#ahead.pop();
    else await this.#send({ text: `rollback to savepoint ${savepoint}; release savepoint ${savepoint}` });
    this.#isFailed = false;
  }

  /** Whether nothing was sent after the savepoint, so that the server need not know of it. */
  #isUnused(savepoint: string): boolean {
    return this.#ahead.at(-1) === `savepoint ${savepoint}`;
  }

  async commit(): Promise<void> {
    this.#ahead = [];
    const { command } = await this.#send({ text: 'commit' }).catch((error: unknown) => {
      throw commitError(error);
    });
    this.#end();
    // After a failed statement whose error was caught, PostgreSQL answers a commit with a rollback.
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed before; it was rolled back');
  }

  async rollback(): Promise<void> {
    if (this.transaction.ended) return;
    try {
      this.#ahead = [];
      if (!this.#isBroken) await this.#send({ text: 'rollback' });
    } catch (error) {
      this.#isBroken = true;
      throw error;
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.transaction.ended = true;
    this.#client.release(this.#isBroken);
  }
}
