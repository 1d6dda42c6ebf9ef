import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { checkOut } from './checkout.ts';
import { makeProducts } from './reads.ts';
import { writeCosts, type Cost, type Costs } from './simulation/costs.ts';
import { quantile } from './soak/trend.ts';
import {
  call,
  cpuSeconds,
  createDatabase,
  databaseCpu,
  remove,
  postgresServer,
  row,
  send,
  startBench,
  type Bench,
} from './support.ts';

const REQUEST = 100;
/** Requests of a checkout of ten items. */
const CHECKOUT = 13;
const CHANGES = 50_000;
/** Seconds in which calls come at a fixed rate. */
const POINT_SECONDS = 20;
const POINT_RATE = 60;

const page = (
  live: boolean,
): string => `query($uid: String) { products(filter: { category_uid: { eq: $uid } }, pageSize: 20) {
  total_count items { uid sku name small_image { url } price_range { minimum_price { final_price { value } } }
  ${live ? 'only_x_left_in_stock' : 'stock_status'} } } }`;
const SEARCH =
  '{ products(search: "bench product", pageSize: 12) { total_count items { sku name only_x_left_in_stock } } }';

/**
 * Measures what calls, operations and changes cost on PostgreSQL (`TEST_DATABASE_URL`, a server where databases may be made) and
 * writes it to `costs.json`, which the simulation reads. `size`: calls of each kind, 1,000 unless told.
 */
export async function benchCosts(size?: string): Promise<void> {
  const server = postgresServer('costs for the simulation');
  if (!server) return;
  const count = Number(size ?? 1000);
  const database = await createDatabase(server);
  const bench = await startBench(undefined, [], { DATABASE_URL: database.url });
  const db = new Client({ connectionString: database.url });
  await db.connect();
  const calls = await costsOfCalls(bench, db, count);
  const before = await bytesOf(db);
  const operations = await costsOfOperations(bench, db, count);
  const imported = await bytesOf(db);
  const placeOrder = await timeOfOrders(bench, count / 20);
  const ordered = await bytesOf(db);
  const costs: Costs = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}, PostgreSQL on the same machine`,
    calls,
    operations,
    sequencedChange: await costOfSequencing(bench, db),
    commits: await commitsOf(database.url),
    placeOrder,
    bytes: { product: (imported - before) / count, order: (ordered - imported) / (count / 20) },
    point: await measuredPoint(bench),
  };
  writeCosts(costs);
  print(costs);
  await db.end();
  await bench.stop();
  remove(bench.folder);
  await database.drop();
}

function print({ calls, operations, ...rest }: Costs): void {
  for (const [name, { souk, database }] of Object.entries({ ...calls, ...operations })) {
    row(name, `${souk.toFixed(2)} ms`, `PostgreSQL ${database.toFixed(2)} ms`);
  }
  for (const [name, value] of Object.entries(rest)) row(name, '', JSON.stringify(value));
}

/** Milliseconds of processor of both sides for one of `count` pieces of work, after a tenth as many for warming up. */
async function costOf(bench: Bench, db: Client, count: number, work: (i: number) => Promise<unknown>): Promise<Cost> {
  for (let i = 0; i < count / 10; i++) await work(-1 - i);
  const [souk, database] = [cpuSeconds(bench.pid), await databaseCpu(db)];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return costSince(bench, db, souk, database, count);
}

async function costSince(bench: Bench, db: Client, souk: number, database: number, count: number): Promise<Cost> {
  const each = (seconds: number): number => Math.max(0, (seconds * 1000) / count);
  return { souk: each(cpuSeconds(bench.pid) - souk), database: each((await databaseCpu(db)) - database) };
}

async function costsOfCalls(bench: Bench, db: Client, count: number): Promise<Costs['calls']> {
  const { base, token } = bench;
  const made = (await call(base, 'POST', '/rest/V1/categories', token, {
    category: { name: 'Costs', is_active: true, parent_id: 2 },
  })) as { id: number };
  await makeProducts(bench, made.id);
  // As PostgreSQL does by itself within a minute: until then plans are made without knowing the rows, and take what they take.
  await db.query('analyze');
  const variables = { uid: btoa(String(made.id)) };
  const ask = (query: string) => (): Promise<unknown> =>
    call(base, 'POST', '/graphql', undefined, { query, variables });
  const checkout = await costOf(bench, db, count / 20, () => checkOut(bench, 1));
  return {
    keptPage: await costOf(bench, db, count, ask(page(false))),
    freshPage: await costOf(bench, db, count, ask(page(true))),
    search: await costOf(bench, db, count, ask(SEARCH)),
    productByRest: await costOf(bench, db, count, (i) =>
      call(base, 'GET', `/rest/V1/products/bench-${1 + (Math.abs(i) % 200)}`, token),
    ),
    checkoutRequest: { souk: checkout.souk / CHECKOUT, database: checkout.database / CHECKOUT },
  };
}

function productOf(sku: string): object {
  return {
    sku,
    name: `Product ${sku}`,
    attribute_set_id: 4,
    type_id: 'simple',
    price: 9,
    weight: 1,
    status: 1,
    visibility: 4,
    custom_attributes: [
      { attribute_code: 'description', value: `<p>${'What it is and what it does. '.repeat(12)}</p>` },
    ],
    extension_attributes: {
      stock_item: { qty: 1000, is_in_stock: true },
      category_links: [{ category_id: '2', position: 0 }],
    },
  };
}

async function costsOfOperations(bench: Bench, db: Client, count: number): Promise<Costs['operations']> {
  const run = async (method: string, path: string, body: (i: number) => object): Promise<Cost> => {
    const { base, token } = bench;
    await call(base, 'POST', '/_/queue/pause', token, {});
    for (let start = 0; start < count; start += REQUEST) {
      const items = Array.from({ length: Math.min(REQUEST, count - start) }, (_, i) => ({ product: body(start + i) }));
      await call(base, method, path, token, items);
    }
    const [souk, database] = [cpuSeconds(bench.pid), await databaseCpu(db)];
    await call(base, 'POST', '/_/queue/resume', token, {});
    while (((await call(base, 'GET', '/_/queue', token)) as { depth: number }).depth > 0) await pause(50);
    return costSince(bench, db, souk, database, count);
  };
  return {
    create: await run('POST', '/rest/async/bulk/V1/products', (i) => productOf(`costs-${i}`)),
    price: await run('PUT', '/rest/async/bulk/V1/products/bySku', (i) => ({ sku: `costs-${i}`, price: 5 + (i % 90) })),
  };
}

/** The median time of the request that places an order; one buyer at a time. */
async function timeOfOrders({ base }: Bench, count: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    times.push(await checkOut({ base }, 1));
  }
  return quantile(times, 0.5);
}

/** Milliseconds for a change that is given its position, out of many that wait. */
async function costOfSequencing({ base, token }: Bench, db: Client): Promise<number> {
  await call(base, 'GET', '/_/changes', token);
  await db.query(
    `insert into change_pending (entity, entity_id, entity_key, action, fields, user_type, user_id, origin, created_at)
      select 'product', i % 1000, 'costs', 'changed', '["price"]', 1, 1, null, $1 from generate_series(1, $2) i`,
    [Date.now(), CHANGES],
  );
  const begun = performance.now();
  await call(base, 'GET', '/_/changes', token);
  return (performance.now() - begun) / CHANGES;
}

/** Durable commits a second of a small row each. */
async function commitsOf(url: string): Promise<Costs['commits']> {
  const rate = async (connections: number, commits: number): Promise<number> => {
    const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
    for (const client of clients) await client.connect();
    const begun = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (let i = 0; i < commits / connections; i++) await client.query('insert into costs_commit values ($1)', [i]);
      }),
    );
    const seconds = (performance.now() - begun) / 1000;
    for (const client of clients) await client.end();
    return commits / seconds;
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create table costs_commit (n integer)');
  const rates = { alone: await rate(1, 500), together: await rate(32, 6400) };
  await client.query('drop table costs_commit');
  await client.end();
  return rates;
}

async function bytesOf(db: Client): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]!.bytes);
}

/** Category pages made anew, which come by chance at a fixed rate, whatever the answers take. */
async function measuredPoint({ base, pid }: Bench): Promise<Costs['point']> {
  const times: number[] = [];
  const open: Promise<unknown>[] = [];
  const body = { query: page(true), variables: { uid: btoa('3') } };
  const cpu = cpuSeconds(pid);
  const begun = performance.now();
  let next = begun;
  while (next < begun + POINT_SECONDS * 1000) {
    next += (-Math.log(1 - Math.random()) * 1000) / POINT_RATE;
    await pause(Math.max(0, next - performance.now()));
    const sent = performance.now();
    open.push(send(base, 'POST', '/graphql', undefined, body).then(() => times.push(performance.now() - sent)));
  }
  await Promise.all(open);
  const seconds = (performance.now() - begun) / 1000;
  return {
    rate: times.length / seconds,
    utilisation: (cpuSeconds(pid) - cpu) / seconds,
    p50: quantile(times, 0.5) / 1000,
  };
}
