import type { Pool, PoolClient } from 'pg';
import type { Engine } from '../engine.ts';
import { createReplicas } from './replicas.ts';
import {
  connect,
  GRACE,
  newPool,
  onFreshConnection,
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
import { PostgresTransaction } from './transaction.ts';
import { PostgresWatch } from './watch.ts';

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
      const take = (): Promise<PoolClient> => onFreshConnection(address, () => connect(watch, takeWriter));
      const client = await take();
      // The pool's connections have the usual limit, but a migration may take longer, and a pooler's have none.
      const begin = beginText(wait, limit, wait !== lockWait || address.isPooled);
      return new PostgresTransaction({ client, take, begin }, shared, limit + GRACE, replicas !== undefined);
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

/** The statements that begin a transaction which waits for locks for `wait` milliseconds, and for a statement for `limit`. */
function beginText(wait: number, limit: number, isLimited: boolean): string {
  const begin = `begin isolation level read committed; set local lock_timeout = ${Math.ceil(wait)}`;
  return isLimited ? `${begin}; ${withoutCompiler}; set local statement_timeout = ${Math.ceil(limit)}` : begin;
}

async function dropTables(pool: Pool): Promise<void> {
  await pool.query(`do $$ declare tables text; begin
    select string_agg(format('%I', tablename), ', ') into tables from pg_tables where schemaname = current_schema();
    if tables is not null then execute 'drop table ' || tables || ' cascade'; end if;
  end $$`);
}
