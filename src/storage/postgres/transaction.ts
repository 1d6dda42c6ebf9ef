import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { NotConcurrent } from '../concurrent-work.ts';
import {
  newTransactionState,
  type Connection,
  type StatementResult,
  type TransactionState,
  type WithNext,
} from '../connection.ts';
import type { EngineTransaction } from '../engine.ts';
import { commitError, isMissingTable, toCallerError, unknownCommit } from '../errors.ts';
import { notePosition } from '../log-position.ts';
import type { PostgresAddress } from './address.ts';
import {
  answered,
  inOnePiece,
  isConnectionAtFault,
  onFreshConnection,
  toResult,
  type PostgresShared,
  type TakeClient,
} from './client.ts';
import type { PostgresStatements } from './statements.ts';
import type { PostgresWatch } from './watch.ts';

/** A statement that is sent with the next one. */
interface SentAhead {
  readonly query: QueryConfig;
  /** The error to throw when it fails. */
  readonly errorOf?: (error: unknown) => unknown;
}

/** Whether a statement that is sent with the next one is none about savepoints. */
function isWrite({ query }: SentAhead): boolean {
  return query.values !== undefined;
}

/** Whether a statement only reads, so that it has no effect outside a transaction either. */
function isRead({ text }: QueryConfig): boolean {
  return /^select\b/i.test(text);
}

/** What a transaction begins with. */
interface TransactionStart {
  readonly client: PoolClient;
  /** Gets another connection, in place of one that was lost while it was idle. */
  readonly take: TakeClient;
  /** The statements that begin it. */
  readonly begin: string;
}

/**
 * A transaction on a connection of its own, which it releases at its end. It begins with its first statement: a read travels
 * together with the beginning, and a write waits until that has succeeded, since it would take effect by itself otherwise.
 */
export class PostgresTransaction implements EngineTransaction, Connection {
  readonly kind = 'postgres';
  readonly facts: PostgresShared['facts'];
  readonly transaction: TransactionState = newTransactionState();
  readonly connection: Connection & { readonly transaction: TransactionState } = this;
  readonly #start: TransactionStart;
  #client: PoolClient;
  /** The beginning, once it was sent. */
  #beginning: Promise<void> | undefined;
  #hasBegun = false;
  /** Whether a statement waits for the beginning; then those behind it do, too. */
  #isHeld = false;
  readonly #statements: PostgresStatements;
  readonly #watch: PostgresWatch;
  readonly #patience: number;
  /** Statements that are sent with the next one: they open and end savepoints, or write rows that no later statement needs. */
  #ahead: SentAhead[] = [];
  /** Why one of those has failed; those behind it could only tell that something has. */
  #failedAhead: unknown;
  /** Number of statements that were sent and are not answered. */
  #underWay = 0;
  /** Resolves when all statements are answered. */
  #idle: PromiseWithResolvers<void> | undefined;
  /** Whether a statement has failed: then the savepoint or the transaction can only be ended. */
  #isFailed = false;
  #isBroken = false;
  #isReleased = false;
  /** Whether positions are noted for those who have written. */
  readonly #isFollowed: boolean;
  readonly #address: PostgresAddress;

  constructor(
    start: TransactionStart,
    { statements, facts, watch, address }: PostgresShared,
    patience: number,
    isFollowed: boolean,
  ) {
    this.#isFollowed = isFollowed;
    this.#address = address;
    this.#start = start;
    this.#client = start.client;
    this.#watch = watch;
    this.#statements = statements;
    this.#patience = patience;
    this.facts = facts;
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
    reused = false,
    withNext: WithNext = false,
  ): Promise<StatementResult> {
    if (this.transaction.ended) throw new Error('A query came after the end of its transaction');
    if (this.transaction.group?.isGivenUp) throw new NotConcurrent();
    const query = this.#statements.query(sql, parameters, reused, this.#address.takesNames);
    if (withNext) {
      this.#ahead.push({ query, ...(withNext !== true && { errorOf: withNext }) });
      return { rows: [], written: 0 };
    }
    const result = await this.#send(query).catch((error: unknown) => {
      throw toCallerError(this.#failedAhead ?? error);
    });
    await this.transaction.until;
    return toResult(result);
  }

  /** Sends a statement behind those that are not answered yet, preceded by those that go with it. */
  async #send(query: QueryConfig): Promise<QueryResult> {
    if (this.#hasBegun) return await this.#sendNow(query);
    const isTogether = isRead(query) && this.#ahead.length === 0 && !this.#isHeld;
    if (isTogether) inOnePiece(this.#client);
    else this.#isHeld = true;
    const beginning = this.#begin();
    const client = this.#client;
    const answer = isTogether ? this.#sendNow(query) : undefined;
    answer?.catch(() => {});
    await beginning;
    return answer && client === this.#client ? await answer : await this.#sendNow(query);
  }

  #begin(): Promise<void> {
    return (this.#beginning ??= this.#beginOnFresh());
  }

  async #beginOnFresh(): Promise<void> {
    let isLost = false;
    try {
      await onFreshConnection(this.#address, async () => {
        if (isLost) await this.#replaceClient();
        isLost = true;
        await this.#answer({ text: this.#start.begin });
      });
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#hasBegun = true;
  }

  async #replaceClient(): Promise<void> {
    this.#client.release(true);
    this.#isReleased = true;
    this.#client = await this.#start.take();
    this.#isReleased = false;
    this.#isFailed = false;
    this.#isBroken = false;
    this.#failedAhead = undefined;
  }

  #sendNow(query: QueryConfig): Promise<QueryResult> {
    inOnePiece(this.#client);
    for (const one of this.#ahead.splice(0)) {
      // If this fails, so does the statement behind it.
      this.#answer(one.query).catch((error: unknown) => (this.#failedAhead ??= one.errorOf?.(error) ?? error));
    }
    return this.#answer(query);
  }

  async #answer(query: QueryConfig): Promise<QueryResult> {
    const client = this.#client;
    this.#underWay += 1;
    try {
      return await answered(this.#watch, client, query, this.#patience);
    } catch (error) {
      if (client === this.#client) {
        this.#isFailed = true;
        this.#isBroken ||= isConnectionAtFault(error);
      }
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
    this.#ahead.push({ query: { text: `savepoint ${name}` } });
  }

  async release(name: string): Promise<void> {
    if (this.#isUnused(name)) this.#ahead.pop();
    else if (this.#isFailed || this.#underWay > 0 || this.#ahead.some(isWrite)) await this.#releaseNow(name);
    // All statements have succeeded, so this cannot fail.
    else this.#ahead.push({ query: { text: `release savepoint ${name}` } });
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
    return this.#ahead.at(-1)?.query.text === `savepoint ${savepoint}`;
  }

  async commit(): Promise<void> {
    this.#ahead = this.#ahead.filter(isWrite);
    if (!this.#beginning && this.#ahead.length === 0) return this.#end();
    await this.#begin();
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
      if (this.#beginning && !this.#isBroken) await this.#send({ text: 'rollback' });
    } catch (error) {
      this.#isBroken = true;
      throw error;
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.transaction.ended = true;
    if (!this.#isReleased) this.#client.release(this.#isBroken);
    this.#isReleased = true;
  }
}
