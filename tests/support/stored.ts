import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client as PostgresClient } from 'pg';
import { until, type Souk } from './souk.ts';

/** The value of a setting as it lies in the database of a server. */
export async function storedSetting(souk: Souk, path: string): Promise<string> {
  const [value] = await storedValues(souk, 'select value from core_config_data where path = $1', [path]);
  return value!;
}

/** The first column of what a query gives, which is asked past the server. */
export async function storedValues(souk: Souk, query: string, parameters: string[] = []): Promise<string[]> {
  const url = souk.env.DATABASE_URL!;
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    const statement = database.prepare(query.replaceAll(/\$\d/g, '?')).pluck();
    const values = statement.all(parameters) as string[];
    database.close();
    return values;
  }
  return await onPostgres(url, (client) => firstColumn(client, query, parameters));
}

/** Does something with one connection of its own. */
async function onPostgres<T>(url: string, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function firstColumn(client: PostgresClient, query: string, parameters: string[] = []): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: query, values: parameters, rowMode: 'array' });
  return rows.map(([value]) => value!);
}

/** Changes the database of a server past it. */
export async function changeStored(souk: Souk, statement: string, parameters: string[] = []): Promise<void> {
  const url = souk.env.DATABASE_URL!;
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(url.slice('sqlite:'.length), { timeout: 0 });
    // A server of this process cannot end its transaction while the driver waits for it.
    await until(async () => tryRun(database, statement.replaceAll(/\$\d/g, '?'), parameters));
    database.close();
    return;
  }
  await onPostgres(url, (client) => client.query(statement, parameters));
}

/** Runs a statement; false when another transaction holds the database. */
function tryRun(database: Sqlite.Database, statement: string, parameters: string[]): boolean {
  try {
    database.prepare(statement).run(parameters);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}

/** Everything that an installation has written: the files of its folder, its database, and its log. */
export async function writtenBy(souk: Souk): Promise<string> {
  return Object.values(await writtenPlaces(souk)).join('\n');
}

/** The texts that an installation has written, by the place: `log`, `files`, and of the database `rows`, or the file and its write-ahead log. */
export async function writtenPlaces(souk: Souk): Promise<Readonly<Record<'log' | 'files' | 'database', string>>> {
  const url = souk.env.DATABASE_URL!;
  const files = await until(async () => filesIn(souk.env.SOUK_VAR!));
  return { log: souk.output(), files: files.join('\n'), database: await storedIn(souk, url) };
}

async function storedIn(souk: Souk, url: string): Promise<string> {
  if (!url.startsWith('sqlite:')) return dump(souk);
  const path = url.slice('sqlite:'.length);
  return [path, `${path}-wal`].flatMap((file) => (existsSync(file) ? [readFileSync(file, 'latin1')] : [])).join('\n');
}

/** The contents of the files of a folder; undefined if one of them was renamed or deleted meanwhile, as mails are once they are written. */
function filesIn(folder: string): string[] | undefined {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  try {
    return names.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** All rows of a PostgreSQL database, as text. */
async function dump(souk: Souk): Promise<string> {
  return [...(await storedTables(souk)).values()].join('\n');
}

/** The rows of each table, as text. */
export async function storedTables(souk: Souk): Promise<ReadonlyMap<string, string>> {
  const url = souk.env.DATABASE_URL!;
  const rows = new Map<string, string>();
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    const names = database.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    for (const name of names) rows.set(name, JSON.stringify(database.prepare(`select * from "${name}"`).all()));
    database.close();
    return rows;
  }
  const all = "select quote_ident(table_name) from information_schema.tables where table_schema = 'public'";
  return await onPostgres(url, async (client) => {
    // One by one: a connection for each would be more than a server has.
    for (const table of await firstColumn(client, all)) {
      rows.set(table, (await firstColumn(client, `select t::text from ${table} t`)).join('\n'));
    }
    return rows;
  });
}
