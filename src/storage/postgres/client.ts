import type { Duplex } from 'node:stream';
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { StatementResult, TableFacts } from '../connection.ts';
import type { ReplicaOptions, StorageLog } from '../engine.ts';
import { isLostConnection, isStalePlan, isStandby, storageErrors } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { valueTypes, type PostgresStatements } from './statements.ts';
import type { PostgresWatch } from './watch.ts';
import { serverClient } from './server-client.ts';

/** Options of a PostgreSQL server. */
export interface PostgresOptions {
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
  /** Whether a pooler between keeps statements that are prepared by name. */
  readonly keepsStatements: boolean;
  /** The servers that replay its log; undefined: none. */
  readonly replicas: ReplicaOptions | undefined;
}

/** The common state of the connections to one database. */
export interface PostgresShared {
  readonly statements: PostgresStatements;
  readonly facts: Map<string, TableFacts>;
  readonly watch: PostgresWatch;
  readonly address: PostgresAddress;
}

/** Milliseconds that the server has to report a canceled statement, before its connection counts as lost. */
export const GRACE = 1000;

/** A pool of connections to a server, with the limits of the options. */
export function newPool(
  address: PostgresAddress,
  { log, poolSize, lockWait, patience, answerWait }: PostgresOptions,
): Pool {
  const pool = new Pool({
    max: poolSize,
    types: valueTypes,
    // This limit is for a connection to become free; opening one has a shorter limit.
    connectionTimeoutMillis: lockWait,
    Client: serverClient(address, { connecting: answerWait / 2, statement: lockWait + patience }),
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

/**
 * Runs something that has no effect unless it succeeds, and repeats it if the connection was at fault: lost while it was idle, with
 * a statement that was prepared before a migration, or to a server that is not the primary; once for each server of `address`,
 * and once at least.
 */
export async function onFreshConnection<T>({ urls }: PostgresAddress, run: () => Promise<T>): Promise<T> {
  for (let repeats = Math.max(1, urls.length); ; repeats--) {
    try {
      return await run();
    } catch (error) {
      if (repeats === 0 || !isConnectionAtFault(error)) throw error;
    }
  }
}

/** Gets a connection of a pool. */
export type TakeClient = () => Promise<PoolClient>;

/** The connection that `take` gets. Throws when none becomes free, or the server does not answer. */
export async function connect(watch: PostgresWatch, take: TakeClient): Promise<PoolClient> {
  watch.check();
  const connecting = take();
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
export function answered(
  watch: PostgresWatch,
  client: PoolClient,
  query: QueryConfig,
  patience: number,
): Promise<QueryResult> {
  return watch.follow(client.query(query), patience, () => streamOf(client).destroy(), client);
}

/** Sends all statements of this turn to the server in one packet. */
export function inOnePiece(client: PoolClient): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function streamOf(client: PoolClient): Duplex {
  return client.connection.stream;
}

/** Whether the connection cannot be used any more. */
export function isConnectionAtFault(error: unknown): boolean {
  return isLostConnection(error) || isStalePlan(error) || isStandby(error);
}

/** A result of the driver in the terms of the storage. */
export function toResult(result: QueryResult): StatementResult {
  return { rows: result.rows, written: result.rowCount ?? 0 };
}
