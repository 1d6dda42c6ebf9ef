import { Client, type QueryConfig } from 'pg';
import { databaseCpu } from '../support.ts';

/** What one piece of work took, in milliseconds: by the clock, and of the processors of both sides, if that is known. */
export interface Cost {
  readonly ms: number;
  readonly cpu: number | undefined;
}

/** Rows of a table as JSON, which is how they are sent. */
interface Filled {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Products of one commit. */
const BATCH = 100;

/** What stands for itself in a database of Souk: the queue is no part of a product. */
const notOfProducts = /^(operation|bulk|sequence|cache_version|content_version|overview|outbox)/;

/** Where the rows of a ceiling are looked up, and the way by which they are written, which may be longer. */
export interface Raw {
  readonly near: string;
  readonly url: string;
}

/**
 * What the bare driver takes for each of the `products` whose rows one database has and a fresh one has not: the same rows and
 * indexes, as durable, 100 products to a commit. A table gets those rows by one prepared statement, and all statements of a
 * commit are sent in one piece. There are neither triggers nor checks of foreign keys.
 */
export async function rawInserts(fresh: Raw, filledUrl: string, products: number): Promise<Cost> {
  const [before, after] = [await opened(fresh.near), await opened(filledUrl)];
  const news: Filled[] = [];
  for (const table of await tablesOf(before)) news.push(await newRows(table, before, after));
  await after.end();
  await dropChecks(before);
  const cost = await inBatches(fresh.url, before, products, (batch, batches) =>
    news.flatMap((one) => insert(one, slice(one.rows, batch, batches))),
  );
  await before.end();
  return cost;
}

/** What a new price leaves behind besides the product's own row. */
const tracesOfChanges = ['change', 'audit_entry'];

/**
 * What the bare driver takes for a new price of each of the first products: the row of the product with its indexes, and those that
 * tell of the change, in such batches and as durable.
 */
export async function rawPrices({ near, url }: Raw, products: number): Promise<Cost> {
  const db = await opened(near);
  await dropChecks(db);
  const traces: Filled[] = [];
  for (const table of tracesOfChanges) traces.push(await repeated(db, table, products));
  const { rows: found } = await db.query<{ id: number }>('select id from catalog_product order by id limit $1', [
    products,
  ]);
  const prices = found.map(({ id }, i) => JSON.stringify({ id: Number(id), price: 1.5 + (i % 499) }));
  const update = (rows: readonly string[]): QueryConfig => ({
    name: 'price',
    text: `update catalog_product set price = r.price, charged_price = r.price, updated_at = '2026-01-01 00:00:00',
      version = version + 1 from json_to_recordset($1::json) r (id bigint, price double precision)
      where catalog_product.id = r.id`,
    values: [`[${rows.join()}]`],
  });
  const cost = await inBatches(url, db, products, (batch, batches) => [
    update(slice(prices, batch, batches)),
    ...traces.flatMap((one) => insert(one, slice(one.rows, batch, batches))),
  ]);
  await db.end();
  return cost;
}

/** What each of so many durable commits of a row takes, one after another. */
export async function rawCommits({ near, url }: Raw, count: number): Promise<Cost> {
  const db = await opened(near);
  await db.query('create table bare_cart (id bigint generated always as identity primary key, document text)');
  const document = 'x'.repeat(2000);
  const text = 'insert into bare_cart (document) values ($1)';
  const cost = await measured(url, db, count, async (client) => {
    for (let i = 0; i < count; i++) await client.query({ name: 'cart', text, values: [document] });
  });
  await db.query('drop table bare_cart');
  await db.end();
  return cost;
}

function inBatches(
  url: string,
  near: Client,
  products: number,
  work: (batch: number, batches: number) => QueryConfig[],
): Promise<Cost> {
  const batches = Math.ceil(products / BATCH);
  return measured(url, near, products, async (client) => {
    for (let batch = 0; batch < batches; batch++) {
      const statements = [{ text: 'begin' }, ...work(batch, batches), { text: 'commit' }];
      await Promise.all(statements.map((one) => client.query(one)));
    }
  });
}

/** What `work` on a connection of its own takes, of which there are `count` pieces; `near`: a connection that is not measured. */
async function measured(
  url: string,
  near: Client,
  count: number,
  work: (client: Client) => Promise<void>,
): Promise<Cost> {
  const client = new Client({ connectionString: url, pipeline: true });
  await client.connect();
  const [cpu, database, begun] = [process.cpuUsage(), await databaseCpu(near), performance.now()];
  await work(client);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const both = (user + system) / 1000 + ((await databaseCpu(near)) - database) * 1000;
  await client.end();
  return { ms: ms / count, cpu: both / count };
}

async function opened(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function tablesOf(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
  return rows.map(({ name }) => name).filter((name) => !notOfProducts.test(name));
}

/** Columns that are stored as they are sent. */
async function columnsOf(db: Client, table: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`"${table}"`],
  );
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Client, table: string, more = ''): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(`select row_to_json(t)::text as row from "${table}" t ${more}`);
  return rows.map(({ row }) => row);
}

async function newRows(table: string, before: Client, after: Client): Promise<Filled> {
  const known = new Set(await rowsOf(before, table));
  const rows = (await rowsOf(after, table)).filter((row) => !known.has(row));
  return { table, columns: await columnsOf(before, table), rows };
}

/** As many rows as there were last in a table, with keys behind the present ones. */
async function repeated(db: Client, table: string, count: number): Promise<Filled> {
  const columns = await columnsOf(db, table);
  const [key] = columns;
  const rows = (await rowsOf(db, table, `order by "${key}" desc limit ${count}`)).map(
    (row) => JSON.parse(row) as Record<string, unknown>,
  );
  const last = Number(rows[0]?.[key!] ?? 0);
  return { table, columns, rows: rows.map((row, i) => JSON.stringify({ ...row, [key!]: last + 1 + i })) };
}

async function dropChecks(db: Client): Promise<void> {
  const { rows } = await db.query<{ statement: string }>(`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger
      where not tgisinternal and tgparentid = 0 union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`);
  for (const { statement } of rows) await db.query(statement);
}

function slice(rows: readonly string[], batch: number, batches: number): readonly string[] {
  const size = Math.ceil(rows.length / batches);
  return rows.slice(batch * size, (batch + 1) * size);
}

function insert({ table, columns }: Filled, rows: readonly string[]): QueryConfig[] {
  if (rows.length === 0) return [];
  const names = columns.map((column) => `"${column}"`).join();
  // A row whose key is there already is one that has changed.
  const text = `insert into "${table}" (${names}) overriding system value
    select ${names} from json_populate_recordset(null::"${table}", $1::json) on conflict do nothing`;
  return [{ name: table, text, values: [`[${rows.join()}]`] }];
}
