import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { newTransactionState, type Connection, type StatementResult, type TransactionState } from '../connection.ts';
import type { Engine, EngineTransaction } from '../engine.ts';
import { commitError, isMissingTable, toCallerError, unknownCommit } from '../errors.ts';
import { notePosition } from '../log-position.ts';
import { createReplicas } from './replicas.ts';
import {
  answered,
  connect,
  GRACE,
  inOnePiece,
  isConnectionAtFault,
  newPool,
  onFreshConnection,
  toResult,
  type PostgresOptions,
  type PostgresShared,
  type TakeClient,
} from './client.ts';
import { PostgresAddress } from './address.ts';
import { setUpFold } from './fold.ts';
import { PostgresReader } from './reader.ts';
import { takeConnection } from './scarcity.ts';
import { withoutCompiler } from './server-client.ts';
import { postgresSnapshots } from './snapshots.ts';
import { PostgresStatements } from './statements.ts';
import { PostgresWatch } from './watch.ts';
import { NotConcurrent } from '../concurrent-work.ts';

/**
 * Opens two pools on a PostgreSQL server: one for transactions and one for reading. So a transaction that also reads outside
 * itself never waits for the end of another transaction.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Engine> {
  const { lockWait, patience } = options;
  const address = new PostgresAddress(url, options);
  const writers = newPool(address, options);
  const readers = newPool(address, options);
  const watch = new PostgresWatch(address, options.answerWait, options.log);
  const shared: PostgresShared = { statements: new PostgresStatements(), facts: new Map(), watch, address };
  const takeReader: TakeClient = () => takeConnection(readers, writers, lockWait);
  const takeWriter: TakeClient = () => takeConnection(writers, readers, lockWait);
  const reader = new PostgresReader(takeReader, shared, lockWait + patience + GRACE);
  const write = async (text: string): Promise<void> => void (await writers.query(text));
  const replicas = options.replicas && createReplicas({ reader, write }, options.replicas, options, shared);
  const close = async (): Promise<void> => {
    await replicas?.close();
    await Promise.all([writers.end(), readers.end()]);
    watch.close();
  };
  try {
    await onFreshConnection(address, async () => {
      const client = await connect(watch, takeWriter);
      await setUpFold(client).finally(() => client.release());
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    reader,
    replicas,
    async begin(wait = lockWait) {
      const limit = wait + patience;
      // The pool's connections have the usual limit, but a migration may take longer, and a pooler's have none.
      const client = await onFreshConnection(address, () =>
        beginOn(watch, takeWriter, wait, limit, wait !== lockWait || address.isPooled),
      );
      return new PostgresTransaction(client, shared, limit + GRACE, replicas !== undefined);
    },
    // Only the server sees its disk.
    isFull: async () => false,
    async clear() {
      await dropTables(writers);
      shared.facts.clear();
    },
    snapshots: postgresSnapshots(writers),
    close,
  };
}

async function beginOn(
  watch: PostgresWatch,
  take: TakeClient,
  wait: number,
  limit: number,
  isLimited: boolean,
): Promise<PoolClient> {
  const client = await connect(watch, take);
  try {
    const begin = `begin isolation level read committed; set local lock_timeout = ${Math.ceil(wait)}`;
    const text = isLimited ? `${begin}; ${withoutCompiler}; set local statement_timeout = ${Math.ceil(limit)}` : begin;
    await answered(watch, client, { text }, limit + GRACE);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function dropTables(pool: Pool): Promise<void> {
  await pool.query(`do $$ declare tables text; begin
    select string_agg(format('%I', tablename), ', ') into tables from pg_tables where schemaname = current_schema();
    if tables is not null then execute 'drop table ' || tables || ' cascade'; end if;
  end $$`);
}

/** Whether a statement that is sent with the next one is none about savepoints. */
function isWrite({ values }: QueryConfig): boolean {
  return values !== undefined;
}

class PostgresTransaction implements EngineTransaction, Connection {
  readonly kind = 'postgres';
  readonly facts: PostgresShared['facts'];
  readonly transaction: TransactionState = newTransactionState();
  readonly connection: Connection & { readonly transaction: TransactionState } = this;
  readonly #client: PoolClient;
  readonly #statements: PostgresStatements;
  readonly #watch: PostgresWatch;
  readonly #patience: number;
  /** Statements that are sent with the next one: they open and end savepoints, or write rows that no later statement needs. */
  #ahead: QueryConfig[] = [];
  /** Why one of those has failed; those behind it could only tell that something has. */
  #failedAhead: unknown;
  /** Number of statements that were sent and are not answered. */
  #underWay = 0;
  /** Resolves when all statements are answered. */
  #idle: PromiseWithResolvers<void> | undefined;
  /** Whether a statement has failed: then the savepoint or the transaction can only be ended. */
  #isFailed = false;
  #isBroken = false;
  /** Whether positions are noted for those who have written. */
  readonly #isFollowed: boolean;
  readonly #address: PostgresAddress;

  constructor(
    client: PoolClient,
    { statements, facts, watch, address }: PostgresShared,
    patience: number,
    isFollowed: boolean,
  ) {
    this.#isFollowed = isFollowed;
    this.#address = address;
    this.#client = client;
    this.#watch = watch;
    this.#statements = statements;
    this.#patience = patience;
    this.facts = facts;
  }

  async query(sql: string, parameters: readonly unknown[], reused = false, withNext = false): Promise<StatementResult> {
    if (this.transaction.ended) throw new Error('A query came after the end of its transaction');
    if (this.transaction.group?.isGivenUp) throw new NotConcurrent();
    const query = this.#statements.query(sql, parameters, reused, this.#address.takesNames);
    if (withNext) {
      this.#ahead.push(query);
      return { rows: [], written: 0 };
    }
    try {
      return toResult(await this.#send(query));
    } catch (error) {
      throw toCallerError(this.#failedAhead ?? error);
    }
  }

  /** Sends a statement behind those that are not answered yet, preceded by those that go with it. */
  #send(query: QueryConfig): Promise<QueryResult> {
    inOnePiece(this.#client);
    for (const one of this.#ahead.splice(0)) {
      // If this fails, so does the statement behind it.
      this.#answer(one).catch((error: unknown) => (this.#failedAhead ??= error));
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
    this.#ahead.push({ text: `savepoint ${name}` });
  }

  async release(name: string): Promise<void> {
    if (this.#isUnused(name)) this.#ahead.pop();
    else if (this.#isFailed || this.#underWay > 0 || this.#ahead.some(isWrite)) await this.#releaseNow(name);
    // All statements have succeeded, so this cannot fail.
    else this.#ahead.push({ text: `release savepoint ${name}` });
  }

  async #releaseNow(name: string): Promise<void> {
    await this.#send({ text: `release savepoint ${name}` }).catch((error: unknown) => {
      throw toCallerError(this.#failedAhead ?? error);
    });
  }

  async rollbackTo(savepoint: string): Promise<void> {
    if (this.#isUnused(savepoint)) this.#ahead.pop();
    else await this.#send({ text: `rollback to savepoint ${savepoint}; release savepoint ${savepoint}` });
    this.#isFailed = false;
    this.#failedAhead = undefined;
  }

  /** Whether nothing was sent after the savepoint, so that the server need not know of it. */
  #isUnused(savepoint: string): boolean {
    return this.#ahead.at(-1)?.text === `savepoint ${savepoint}`;
  }

  async commit(): Promise<void> {
    this.#ahead = this.#ahead.filter(isWrite);
    let isOnlyHere = false;
    const hear = ({ routine }: { readonly routine?: string | undefined }): void => {
      isOnlyHere ||= routine === 'SyncRepWaitForLSN';
    };
    this.#client.on('notice', hear);
    const { command } = await this.#send({ text: 'commit' })
      .catch((error: unknown) => {
        throw commitError(error);
      })
      .finally(() => this.#client.off('notice', hear));
    // Given up while it waited for a synchronous standby: a failover would lose it.
    if (isOnlyHere) {
      this.#end();
      throw unknownCommit(new Error('no synchronous standby has confirmed the commit'));
    }
    if (command === 'COMMIT' && this.#isFollowed) await this.#notePosition();
    this.#end();
    // After a failed statement whose error was caught, PostgreSQL answers a commit with a rollback.
    if (command === 'COMMIT') return;
    throw toCallerError(
      this.#failedAhead ?? new Error('A statement of this transaction failed before; it was rolled back'),
    );
  }

  /** Makes reads of those who have written see it. While that cannot be done, nobody may be told that it is committed. */
  async #notePosition(): Promise<void> {
    const writers = [...this.transaction.writers];
    if (writers.length === 0) return;
    try {
      await this.#send(this.#statements.query(notePosition, [writers], true, this.#address.takesNames));
    } catch (error) {
      // The tables of a database that is being emptied.
      if (isMissingTable(error)) return;
      this.#isBroken = true;
      this.#end();
      throw unknownCommit(error);
    }
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
