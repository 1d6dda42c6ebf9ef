import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

type Row = Readonly<Record<string, unknown>>;

/** Rows that came into a table. */
interface Filled {
  readonly table: string;
  readonly rows: readonly Row[];
}

/** What work took, in seconds: of the processor, and by the clock. */
export interface Cost {
  readonly cpu: number;
  readonly seconds: number;
}

/** What stands for itself in a database of Souk: the queue is no part of a product. */
const notOfProducts = /^(sqlite_|operation|bulk|catalog_search_fts)/;

/**
 * What the bare driver takes for the rows that one database has and a fresh one has not: the same rows and indexes, as
 * durable, 100 products to a commit, and nothing else. Search is indexed as there, by the triggers of its table.
 */
export function rawInserts(freshFolder: string, filledFolder: string, products: number): Cost {
  const fresh = open(freshFolder);
  const filled = open(filledFolder);
  const news = tablesOf(fresh).flatMap((table) => newRows(table, fresh, filled));
  filled.close();
  for (const { name, sql } of triggersOf(fresh)) if (!sql.includes('_fts')) fresh.exec(`drop trigger "${name}"`);
  // Tables are sorted by keys of their own: a row may come before the product that it belongs to.
  fresh.pragma('foreign_keys = off');
  const begun = { cpu: process.cpuUsage(), time: performance.now() };
  const batches = Math.ceil(products / 100);
  for (let batch = 0; batch < batches; batch++) {
    fresh.transaction(() => {
      for (const { table, rows } of news) insert(fresh, table, slice(rows, batch, batches));
    })();
  }
  const { user, system } = process.cpuUsage(begun.cpu);
  const seconds = (performance.now() - begun.time) / 1000;
  fresh.close();
  return { cpu: (user + system) / 1e6, seconds };
}

function open(folder: string): Database {
  const db = new Sqlite(join(folder, 'souk.db'));
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.function('fold_text', { deterministic: true }, (text: unknown) => String(text).toLowerCase());
  return db;
}

function tablesOf(db: Database): string[] {
  const rows = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !notOfProducts.test(name));
}

function triggersOf(db: Database): { name: string; sql: string }[] {
  return db.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
}

function newRows(table: string, fresh: Database, filled: Database): Filled[] {
  const count = (db: Database): number => db.prepare(`select count(*) from "${table}"`).pluck().get() as number;
  const before = count(fresh);
  if (count(filled) <= before) return [];
  const all = filled.prepare(`select * from "${table}"`).all() as Row[];
  return [{ table, rows: all.slice(before) }];
}

function slice(rows: readonly Row[], batch: number, batches: number): readonly Row[] {
  const size = Math.ceil(rows.length / batches);
  return rows.slice(batch * size, (batch + 1) * size);
}

function insert(db: Database, table: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = columns.map((column) => `"${column}"`).join();
  // Rows of counts are there already; the last state of them is one more row.
  const statement = db.prepare(
    `insert or replace into "${table}" (${names}) values (${columns.map(() => '?').join()})`,
  );
  for (const row of rows) statement.run(columns.map((column) => row[column]));
}
