import type { Pool, PoolClient } from 'pg';
import { errorCode } from '../../kernel/thrown.ts';
import { missingSnapshot, snapshotErrors, VERSION_JUMP, type Snapshots } from '../snapshots.ts';
import { quoted } from './quoted.ts';
import { copyRows, replaceRows, tablesOf } from './snapshot-rows.ts';
import { copySequences, createMissingSequences, restoreSequences } from './snapshot-sequences.ts';

/** Attempts of a restore that meets transactions that lock the same tables in another order. */
const ATTEMPTS = 5;

/** Snapshots of the current schema, each as a schema of its own that holds copies of the tables that have rows. */
export function postgresSnapshots(pool: Pool): Snapshots {
  const inTransaction = async <T>(
    work: (client: PoolClient) => Promise<T>,
    isolation = 'read committed',
  ): Promise<T> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(`begin isolation level ${isolation}`);
      await client.query(`set local lock_timeout = '15s'; set local statement_timeout = 0`);
      // One after another, for all processes. A lock takes no view of the data, so a copy sees the restore before it.
      await client.query('lock table schema_migration in share row exclusive mode');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release(failure && true);
    }
  };
  const names = async (client: Pick<PoolClient, 'query'>): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select substr(nspname, length(prefix) + 1) as name from pg_namespace,
        (select current_schema() || '_snapshot_' as prefix) p where starts_with(nspname, prefix) order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const existing = async (client: PoolClient, name: string): Promise<string> => {
    if (!(await names(client)).includes(name)) throw missingSnapshot(name);
    return schemaFor(client, name);
  };
  return {
    take: (name) =>
      inTransaction(async (client) => copyTables(client, await schemaFor(client, name)), 'repeatable read'),
    restore: (name) =>
      despiteDeadlocks(() =>
        inTransaction(async (client) => {
          const schema = await existing(client, name);
          if (!(await hasSameMigrations(client, schema))) throw snapshotErrors.otherSchema([name]);
          await putBack(client, schema);
        }),
      ),
    list: () => names(pool),
    remove: (name) =>
      inTransaction(async (client) => {
        await client.query(`drop schema ${quoted(await existing(client, name))} cascade`);
      }),
  };
}

/** Repeats work after deadlocks; it has waited for the other transaction then. */
async function despiteDeadlocks(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== '40P01' || attempt === ATTEMPTS) throw error;
    }
  }
}

async function schemaFor(client: PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`select current_schema() || '_snapshot_' || $1 as schema`, [
    name,
  ]);
  return rows[0]?.schema ?? '';
}

async function copyTables(client: PoolClient, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}`);
  await copyRows(client, schema);
  // Later than the rows: numbers of a sequence are greater than those in rows that were copied.
  await copySequences(client, schema);
}

/** Waits for open transactions, and lets no others read or write until the end of this one. */
async function lockAll(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(tablesOf);
  const list = rows.map(({ name }) => quoted(name)).join(', ');
  await client.query(`lock table ${list} in access exclusive mode`);
}

async function hasSameMigrations(client: PoolClient, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `(select name from schema_migration except select name from ${quoted(schema)}.schema_migration) union all
      (select name from ${quoted(schema)}.schema_migration except select name from schema_migration)`,
  );
  return rowCount === 0;
}

async function putBack(client: PoolClient, schema: string): Promise<void> {
  // Transactions draw numbers before they lock the tables that get them, so sequences are locked first, too.
  await restoreSequences(client, schema);
  await lockAll(client);
  const versions = await client.query<{ caches: string; contents: string }>(
    `select coalesce((select max(version) from cache_version), 0) + ${VERSION_JUMP} as caches,
      coalesce((select max(version) from content_version), 0) + ${VERSION_JUMP} as contents`,
  );
  await replaceRows(client, schema);
  await createMissingSequences(client, schema);
  const { caches, contents } = versions.rows[0] ?? { caches: VERSION_JUMP, contents: VERSION_JUMP };
  await client.query('update cache_version set version = $1', [caches]);
  await client.query('update content_version set version = $1', [contents]);
}
