import { sql, type SqlBool } from 'kysely';
import type { Database } from '../kernel/call.ts';
import type { Migration } from '../kernel/module.ts';
import { formatTime } from '../kernel/time.ts';
import { inModule, isVendorModule } from '../kernel/vendor.ts';
import { requireTransaction } from './connection.ts';
import type { Storage } from './database.ts';
import { perDialect } from './dialects.ts';
import { checkOwnTables, readSchema } from './foreign-tables.ts';
import { alignTableIds } from './rows.ts';
import { storageMigrations } from './tables.ts';

/** Key of the lock for which migrating processes queue: a number that no other program uses. */
const lock = 5_086_012;
/** How long a process waits for another one that migrates, in milliseconds. */
const wait = 10 * 60_000;

interface MigrationReport {
  /** Names of the migrations that this process ran, as `Module/001-name`. */
  readonly ran: readonly string[];
  /** Whether the database had no tables before. */
  readonly fresh: boolean;
}

/**
 * Brings the database up to date: runs the pending migrations of the storage and of `modules`, in order and in one transaction.
 * If one fails, nothing has changed. Several processes may do so at once.
 */
export async function migrate(
  storage: Storage,
  modules: readonly { readonly name: string; readonly migrations?: readonly Migration[] }[],
): Promise<MigrationReport> {
  const fresh = await createMigrationTable(storage);
  const all = [{ name: 'Storage', migrations: storageMigrations }, ...modules].flatMap(({ name, migrations = [] }) =>
    migrations.map((migration) => ({ module: name, name: `${name}/${migration.name}`, migration })),
  );
  const missing = async (db: Database): Promise<typeof all> => {
    const applied = new Set((await db.selectFrom('schema_migration').select('name').execute()).map((row) => row.name));
    return all.filter(({ name }) => !applied.has(name));
  };
  // Checked without the lock first: an ordinary start does not wait for anybody.
  if ((await missing(storage.reader)).length === 0) return { ran: [], fresh };
  const ran = await locked(storage, async (db) => {
    const names: string[] = [];
    for (const { module, name, migration } of await missing(db)) {
      await inModule(module, `in its migration ${migration.name}`, async () => {
        const before = isVendorModule(module) ? await readSchema(db) : undefined;
        await migration.up(db, storage.types);
        if (before) await checkOwnTables(db, module, before);
      });
      await alignIds(db, storage);
      await markRun(db, name);
      names.push(name);
    }
    return names;
  });
  return { ran, fresh };
}

/** The vendor modules with migrations in the database that are none of `modules`, by name. Their tables stay. */
export async function removedModules(db: Database, modules: readonly { readonly name: string }[]): Promise<string[]> {
  const applied = await db.selectFrom('schema_migration').select('name').execute();
  const known = new Set(modules.map(({ name }) => name));
  const names = new Set(applied.map(({ name }) => name.slice(0, name.indexOf('/'))));
  return [...names].filter((name) => isVendorModule(name) && !known.has(name)).sort();
}

/** Runs `work` in a transaction, unless any process has already committed a run under this name. Gives whether it ran. */
export async function runOnce(storage: Storage, name: string, work: (db: Database) => Promise<void>): Promise<boolean> {
  return await locked(storage, async (db) => {
    const previousRun = await db
      .selectFrom('schema_migration')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst();
    if (previousRun) return false;
    await work(db);
    await markRun(db, name);
    return true;
  });
}

async function markRun(db: Database, name: string): Promise<void> {
  await db
    .insertInto('schema_migration')
    .values({ name, applied_at: formatTime(new Date()) })
    .execute();
  requireTransaction(db).facts.clear();
}

/**
 * Sets the automatic ids of every table behind the highest existing one. PostgreSQL needs that after rows were inserted with
 * given ids (`insertRows` does so for its table); SQLite does so by itself.
 */
export async function alignIds(db: Database, { kind }: { kind: Storage['kind'] }): Promise<void> {
  if (kind === 'sqlite') return;
  const { rows } = await sql<{ tbl: string; col: string }>`
    select c.relname as tbl, a.attname as col from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and not c.relispartition and c.relnamespace = current_schema()::regnamespace`.execute(db);
  for (const { tbl, col } of rows) await alignTableIds(db, tbl, col);
}

/** Creates the table of migrations if it is missing; gives whether it was. */
async function createMigrationTable(storage: Storage): Promise<boolean> {
  // Checked without the lock first: an ordinary start does not wait for anybody.
  if (await hasMigrationTable(storage.reader)) return false;
  return await locked(storage, async (db) => {
    if (await hasMigrationTable(db)) return false;
    await db.schema
      .createTable('schema_migration')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
    return true;
  });
}

async function hasMigrationTable(db: Database): Promise<boolean> {
  const found = perDialect({
    sqlite: sql<SqlBool>`exists (select 1 from sqlite_schema where name = 'schema_migration')`,
    postgres: sql<SqlBool>`(to_regclass('schema_migration') is not null)`,
  });
  const { rows } = await sql<{ found: number }>`select ${found} as found`.execute(db);
  return rows.some(({ found }) => found === 1);
}

async function locked<T>(storage: Storage, work: (db: Database) => Promise<T>): Promise<T> {
  return await storage.transaction(
    async (db) => {
      if (storage.kind === 'postgres') await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
      return await work(db);
    },
    { wait },
  );
}
