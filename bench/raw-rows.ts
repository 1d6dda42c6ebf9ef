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
  const cost = inBatches(fresh, products, (batch, batches) => {
    for (const { table, rows } of news) insert(fresh, table, slice(rows, batch, batches));
  });
  fresh.close();
  return cost;
}

/** What a new price leaves behind besides the product's own row. */
const tracesOfChanges = ['change', 'audit_entry'];

/**
 * What the bare driver takes for a new price of each product in a database of Souk: the row of the product with its indexes and
 * those that tell of the change, as durable, 100 products to a commit, and nothing else.
 */
export function rawPrices(folder: string, products: number): Cost {
  const db = open(folder);
  for (const { name } of triggersOf(db)) db.exec(`drop trigger "${name}"`);
  const ids = db.prepare('select id from catalog_product limit ?').pluck().all(products) as number[];
  const traces = tracesOfChanges.map((table): Filled => {
    const rows = db.prepare(`select * from "${table}" order by rowid desc limit ?`).all(products) as Row[];
    const key = db.prepare(`select name from pragma_table_info(?) where pk = 1`).pluck().get(table) as string;
    return { table, rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))) };
  });
  const update = db.prepare(`update catalog_product
    set price = ?, charged_price = ?, updated_at = ?, version = version + 1 where id = ?`);
  const cost = inBatches(db, products, (batch, batches) => {
    const size = Math.ceil(ids.length / batches);
    for (const id of ids.slice(batch * size, (batch + 1) * size))
      update.run(1.5 + (id % 499), 1.5 + (id % 499), '2026-01-01 00:00:00', id);
    for (const { table, rows } of traces) insert(db, table, slice(rows, batch, batches));
  });
  db.close();
  return cost;
}

/** Works in transactions of 100 products each. */
function inBatches(db: Database, products: number, work: (batch: number, batches: number) => void): Cost {
  const begun = { cpu: process.cpuUsage(), time: performance.now() };
  const batches = Math.ceil(products / 100);
  for (let batch = 0; batch < batches; batch++) db.transaction(() => work(batch, batches))();
  const { user, system } = process.cpuUsage(begun.cpu);
  return { cpu: (user + system) / 1e6, seconds: (performance.now() - begun.time) / 1000 };
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
