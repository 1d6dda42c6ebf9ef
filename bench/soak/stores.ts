import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { createDatabase } from '../support.ts';

/** The database of the shop, looked at from beside it. */
export interface Store {
  readonly url: string;
  /** Megabytes of the database and of its write-ahead log, and rows by table. */
  look(): Promise<{ databaseMb: number; walMb: number; rows: Record<string, number> }>;
  /** Removes what was made for the soak. */
  remove(): Promise<void>;
}

const MB = 1024 * 1024;
/** Tables of the full-text index, and of SQLite itself, whose rows are no records. */
const inner = /^(sqlite_|catalog_search_fts)/;

/** A database of its own for the run: a file below `folder`, or one on the server that `url` names. */
export async function createStore(folder: string, url: string | undefined): Promise<Store> {
  return url ? postgresStore(url) : sqliteStore(join(folder, 'souk.db'));
}

function sqliteStore(file: string): Store {
  let db: Sqlite.Database | undefined;
  return {
    url: `sqlite:${file}`,
    async look() {
      db ??= new Sqlite(file, { readonly: true });
      const tables = db.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all() as string[];
      const rows = Object.fromEntries(
        tables
          .filter((name) => !inner.test(name))
          .map((name) => [name, db!.prepare(`select count(*) from "${name}"`).pluck().get() as number]),
      );
      return { databaseMb: sizeOf(file), walMb: sizeOf(`${file}-wal`), rows };
    },
    async remove() {
      db?.close();
    },
  };
}

function sizeOf(file: string): number {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / MB;
}

async function postgresStore(server: string): Promise<Store> {
  const database = await createDatabase(server);
  let client: Client | undefined;
  const connect = async (): Promise<Client> => {
    const made = new Client({ connectionString: database.url });
    await made.connect();
    return made;
  };
  return {
    url: database.url,
    async look() {
      client ??= await connect();
      const ask = async <T>(sql: string): Promise<T[]> => (await client!.query(sql)).rows as T[];
      // Partitions are counted with their table.
      const tables = await ask<{ name: string }>(
        `select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      );
      const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
      const rows = await ask<{ name: string; rows: number }>(counts.join(' union all '));
      const [size] = await ask<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
      return {
        databaseMb: Number(size!.bytes) / MB,
        // It belongs to the whole server.
        walMb: 0,
        rows: Object.fromEntries(rows.map((row) => [row.name, row.rows])),
      };
    },
    async remove() {
      await client?.end();
      await database.drop();
    },
  };
}
