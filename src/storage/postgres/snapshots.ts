import type { Pool, PoolClient } from 'pg';
import { missingSnapshot, snapshotErrors, VERSION_JUMP, type Snapshots } from '../snapshots.ts';

/** The table of a snapshot that has the state of sequences. */
const SEQUENCES = 'souk sequences';
/** Tables of the current schema, without partitions, whose rows their table has. */
const tablesOf = `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
  and relkind in ('r', 'p') and not relispartition order by 1`;

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
      inTransaction(async (client) => {
        await lockAll(client);
        const schema = await existing(client, name);
        if (!(await hasSameMigrations(client, schema))) throw snapshotErrors.otherSchema([name]);
        await putBack(client, schema);
      }),
    list: () => names(pool),
    remove: (name) =>
      inTransaction(async (client) => {
        await client.query(`drop schema ${quoted(await existing(client, name))} cascade`);
      }),
  };
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

async function schemaFor(client: PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`select current_schema() || '_snapshot_' || $1 as schema`, [
    name,
  ]);
  return rows[0]?.schema ?? '';
}

async function copyTables(client: PoolClient, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}`);
  await client.query(`do $$ declare t text; has_rows boolean; begin
    for t in ${tablesOf} loop
      execute format('select exists (select from %I)', t) into has_rows;
      if has_rows then execute format('create table ${literal(quoted(schema))}.%I as table %I', t, t); end if;
    end loop; end $$`);
  await client.query(`create table ${quoted(schema)}.${quoted(SEQUENCES)} as
    select sequencename::text as name, coalesce(last_value, start_value) as value, last_value is not null as is_called
    from pg_sequences where schemaname = current_schema()`);
}

/** Text within the format string of a DO block. */
function literal(text: string): string {
  return text.replaceAll("'", "''").replaceAll('%', '%%');
}

/** Waits for open transactions, and lets no others read or write until the end of this one. */
async function lockAll(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(tablesOf);
  const list = rows.map(({ name }) => quoted(name)).join(', ');
  await client.query(`set local lock_timeout = '15s'`);
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
  const versions = await client.query<{ caches: string; contents: string }>(
    `select coalesce((select max(version) from cache_version), 0) + ${VERSION_JUMP} as caches,
      coalesce((select max(version) from content_version), 0) + ${VERSION_JUMP} as contents`,
  );
  await client.query(`do $$ declare t text; has_rows boolean; filled text[] := '{}'; begin
    for t in ${tablesOf} loop
      execute format('select exists (select from %I)', t) into has_rows;
      if has_rows then filled := filled || format('%I', t); end if;
    end loop;
    if cardinality(filled) > 0 then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  end $$`);
  const { rows } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = $1 and tablename <> $2 order by 1`,
    [schema, SEQUENCES],
  );
  for (const name of inOrderOfReferences(
    rows.map((row) => row.name),
    await referencesOf(client),
  )) {
    const table = quoted(name);
    await client.query(`insert into ${table} overriding system value table ${quoted(schema)}.${table}`);
  }
  const { caches, contents } = versions.rows[0] ?? { caches: VERSION_JUMP, contents: VERSION_JUMP };
  await client.query('update cache_version set version = $1', [caches]);
  await client.query('update content_version set version = $1', [contents]);
  // Last, because it is not undone with the transaction.
  await client.query(
    `select setval(format('%I', name)::regclass, value, is_called) from ${quoted(schema)}.${quoted(SEQUENCES)}
      where to_regclass(format('%I', name)) is not null`,
  );
}

/** For each table, the other tables that its foreign keys reference. */
async function referencesOf(client: PoolClient): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; referenced: string[] }>(
    `select o.relname::text as name, array_agg(distinct r.relname::text) as referenced
      from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and o.oid <> r.oid group by 1`,
  );
  return new Map(rows.map(({ name, referenced }) => [name, referenced]));
}

/** Tables with those that they reference before them. */
function inOrderOfReferences(names: readonly string[], references: ReadonlyMap<string, readonly string[]>): string[] {
  const ordered = new Set<string>();
  const wanted = new Set(names);
  const visit = (name: string, above: ReadonlySet<string>): void => {
    if (ordered.has(name) || above.has(name)) return;
    for (const one of references.get(name) ?? []) visit(one, new Set([...above, name]));
    if (wanted.has(name)) ordered.add(name);
  };
  for (const name of names) visit(name, new Set());
  return [...ordered];
}
