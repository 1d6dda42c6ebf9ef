import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { acceptPaused, executeAccepted, importedPrice, importedProduct } from '../bulk.ts';
import { addItem, checkOut, fillCart, placeOrder, shipTo } from '../checkout.ts';
import { runImport } from '../import.ts';
import { makeProducts } from '../reads.ts';
import { quantile } from '../soak/trend.ts';
import { CATEGORY_PAGE, PRODUCT_PAGE, read } from '../storefront.ts';
import {
  call,
  cpuSeconds,
  createDatabase,
  databaseCpu,
  end,
  firstAddress,
  remove,
  residentMb,
  postgresServer,
  row,
  send,
  startBench,
  type Bench,
} from '../support.ts';
import { putAway, type Distant } from './distance.ts';
import { rawCommits, rawInserts, rawPrices, type Cost } from './raw-rows.ts';
import { writePostgresResults, type Measured, type PostgresResults } from './results.ts';

/** Milliseconds there and back. */
const FAR = 2;
/** Requests of a checkout of ten items. */
const CHECKOUT = 13;

const ceilings = {
  rows: 'the same rows written by the bare driver, 100 products to a commit, all statements of a commit in one piece',
  commits: 'as many durable commits of a row',
  page: 'bare node:http that asks for the rows of the page by one statement and sends the same bytes',
  none: undefined,
};

/** What Souk takes for a piece of work. */
interface Souk extends Cost {
  readonly roundTrips?: number | undefined;
}

/** A piece of work beside its ceiling, at one distance. */
interface Beside {
  readonly souk: Souk;
  readonly raw?: Cost;
}
type Part = readonly [what: string, goal: string, ceiling: keyof typeof ceilings, figures: Beside];

/**
 * The goals on PostgreSQL, near by and 2 ms away, with ceilings by the same driver over the same way. `size`: products, 1,000
 * unless told. Needs `TEST_DATABASE_URL`, a server of this machine where databases may be made. Writes bench/postgres.json and the
 * table of docs/performance.md.
 */
export async function benchPostgres(size?: string): Promise<void> {
  const server = postgresServer('the goals on PostgreSQL');
  if (!server) return;
  const count = Number(size ?? 1000);
  const installed = await createDatabase(server);
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-'));
  await (await startBench(folder, [], { DATABASE_URL: installed.url })).stop();
  const near = await measureAt({ server, template: installed.url, folder, count, distance: 0 });
  const far = await measureAt({ server, template: installed.url, folder, count, distance: FAR });
  await installed.drop();
  remove(folder);
  const measured = near.parts.map(([what, goal, ceiling, one], i): [string, Measured] => {
    const away = far.parts[i]![3];
    return [
      what,
      {
        goal,
        ceiling: ceilings[ceiling],
        near: { souk: one.souk.ms, ceiling: one.raw?.ms },
        far: { souk: away.souk.ms, ceiling: away.raw?.ms },
        cpu: one.souk.cpu && one.raw?.cpu ? one.souk.cpu / one.raw.cpu : undefined,
        roundTrips: away.souk.roundTrips,
      },
    ];
  });
  const roundTrip: PostgresResults['roundTrip'] = { near: near.roundTrip, far: far.roundTrip };
  writePostgresResults({ roundTrip, measured: Object.fromEntries(measured) });
}

/** Where a run is made. */
interface Place {
  readonly server: string;
  /** The address of a database with an installation, which is copied. */
  readonly template: string;
  readonly folder: string;
  readonly count: number;
  /** Milliseconds there and back. */
  readonly distance: number;
}

/** A copy of the installation, at its distance. */
interface Site {
  readonly near: string;
  readonly url: string;
  readonly distant: Distant | undefined;
  readonly db: Client;
  close(): Promise<void>;
}

async function openSite({ server, template, distance }: Place): Promise<Site> {
  const copy = await createDatabase(server, template);
  const distant = distance > 0 ? await putAway(copy.url, distance) : undefined;
  const db = new Client({ connectionString: copy.url });
  await db.connect();
  return {
    near: copy.url,
    url: distant?.url ?? copy.url,
    distant,
    db,
    close: async () => {
      await db.end();
      await distant?.close();
      await copy.drop();
    },
  };
}

async function measureAt(place: Place): Promise<{ parts: Part[]; roundTrip: number }> {
  console.log(`\n${place.distance === 0 ? 'near by' : `${place.distance} ms away`}`);
  const site = await openSite(place);
  const bench = await startBench(place.folder, [], { DATABASE_URL: site.url });
  const written = await ofWork(place, site, bench);
  const categoryId = await makeCategory(bench);
  const parts = [...written, ...(await ofCheckout(site, bench)), ...(await ofReads(site, bench, categoryId))];
  await bench.stop();
  const roundTrip = await statementTime(site.url);
  await site.close();
  for (const [what, , , { souk, raw }] of parts) {
    const trips = souk.roundTrips === undefined ? '' : `${souk.roundTrips.toFixed(2)} round trips`;
    row(what, souk.ms.toFixed(2), `ceiling ${raw?.ms.toFixed(2) ?? '-'}; ${trips}`);
  }
  return { parts, roundTrip };
}

/** Milliseconds of a statement of the bare driver, in the median. */
async function statementTime(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    const begun = performance.now();
    await client.query({ name: 'one', text: 'select 1' });
    times.push(performance.now() - begun);
  }
  await client.end();
  return quantile(times, 0.5);
}

/** What `count` pieces of work cost which are done by `work` as a whole; each of them, on average. */
async function together(site: Site, pid: number, count: number, work: () => Promise<unknown>): Promise<Souk> {
  const trips = (await site.distant?.roundTrips()) ?? 0;
  const [cpu, database, begun] = [cpuSeconds(pid), await databaseCpu(site.db), performance.now()];
  await work();
  const ms = performance.now() - begun;
  const seconds = cpuSeconds(pid) - cpu + (await databaseCpu(site.db)) - database;
  const roundTrips = site.distant && ((await site.distant.roundTrips()) - trips) / count;
  return { ms: ms / count, cpu: (seconds * 1000) / count, roundTrips };
}

/** A call that is made again and again, and what comes before it and is not measured. */
interface Repeated<T> {
  readonly count: number;
  prepare(): Promise<T>;
  work(prepared: T): Promise<unknown>;
}

/** What a call costs, one after another, after a tenth as many for warming up; times and round trips are medians. */
async function oneByOne<T>(site: Site, { count, prepare, work }: Repeated<T>): Promise<Souk> {
  const [times, trips]: [number[], number[]] = [[], []];
  for (let i = -Math.max(5, count / 10); i < count; i++) {
    const prepared = await prepare();
    const before = await site.distant?.roundTrips();
    const begun = performance.now();
    await work(prepared);
    if (i < 0) continue;
    times.push(performance.now() - begun);
    if (before !== undefined) trips.push((await site.distant!.roundTrips()) - before);
  }
  return { ms: quantile(times, 0.5), cpu: undefined, roundTrips: site.distant && quantile(trips, 0.5) };
}

/** As `oneByOne`, with its CPU, of a call before which nothing has to be prepared. */
async function withCpu(site: Site, pid: number, count: number, work: () => Promise<unknown>): Promise<Souk> {
  const nothing = async (): Promise<void> => {};
  const alone = await oneByOne(site, { count, prepare: nothing, work });
  const { cpu } = await together(site, pid, count, async () => {
    for (let i = 0; i < count; i++) await work();
  });
  return { ...alone, cpu };
}

/** The consumer and the import command. */
async function ofWork(place: Place, site: Site, bench: Bench): Promise<Part[]> {
  const { count } = place;
  const create = '/rest/async/bulk/V1/products';
  let memory = 0;
  const look = (): unknown => (memory = Math.max(memory, residentMb(bench.pid)));
  const work = async (method: string, path: string, body: (i: number) => unknown): Promise<Souk> => {
    await acceptPaused(bench, method, path, body, count);
    return together(site, bench.pid, count, () => executeAccepted(bench, look));
  };
  // The first products find a program that is not compiled yet.
  await acceptPaused(bench, 'POST', create, (i) => importedProduct(i, 'warm'), count);
  await executeAccepted(bench);
  const created = await work('POST', create, importedProduct);
  const bare = await openSite(place);
  const rawCreated = await rawInserts(bare, site.near, 2 * count);
  const priced = await work('PUT', `${create}/bySku`, importedPrice);
  const rawPriced = await rawPrices(bare, count);
  await bare.close();
  const command = await ofImport(place, bench);
  return [
    ['product created by the consumer', '2 x', 'rows', { souk: created, raw: rawCreated }],
    ['product created by the import command', '', 'rows', { souk: command, raw: rawCreated }],
    ['price updated by the consumer', '2 x', 'rows', { souk: priced, raw: rawPriced }],
    ['memory while importing, MB', '200', 'none', { souk: { ms: memory, cpu: undefined } }],
    ['memory of the import command, MB', '200', 'none', { souk: { ms: command.memory, cpu: undefined } }],
  ];
}

/** The command's own work: without what an import of nothing takes. */
async function ofImport(place: Place, { env }: Bench): Promise<Souk & { readonly memory: number }> {
  const site = await openSite(place);
  const [nothing, file] = [join(place.folder, 'nothing.json'), join(place.folder, 'products.json')];
  writeFileSync(nothing, '[]');
  writeFileSync(file, JSON.stringify(Array.from({ length: place.count }, (_, i) => importedProduct(i))));
  const there = { ...env, DATABASE_URL: site.url };
  const trips = async (): Promise<number> => (await site.distant?.roundTrips()) ?? 0;
  const before = await trips();
  const start = await runImport(there, nothing);
  const between = await trips();
  const all = await runImport(there, file);
  const roundTrips = site.distant && ((await trips()) - between - (between - before)) / place.count;
  await site.close();
  return { ms: ((all.seconds - start.seconds) * 1000) / place.count, cpu: undefined, roundTrips, memory: all.memory };
}

async function makeCategory(bench: Bench): Promise<number> {
  const category = { name: 'Bench', is_active: true, parent_id: 2 };
  const made = (await call(bench.base, 'POST', '/rest/V1/categories', bench.token, { category })) as { id: number };
  await makeProducts(bench, made.id);
  return made.id;
}

async function ofCheckout(site: Site, bench: Bench): Promise<Part[]> {
  const commits = await rawCommits(site, 200);
  const buy = (): Promise<unknown> => checkOut(bench, 1);
  const filled = async (): Promise<string> => {
    const path = await fillCart(bench, 1);
    await shipTo(bench, path);
    return path;
  };
  const empty = async (): Promise<string> => fillCart(bench, 1, 0);
  const add = (path: string): Promise<unknown> => addItem(bench, path, 'bench-1');
  const path = await filled();
  const totals = (): Promise<unknown> => call(bench.base, 'GET', `${path}/totals`);
  const all = { ms: commits.ms * CHECKOUT, cpu: commits.cpu! * CHECKOUT };
  return [
    ['guest checkout of 13 requests', '', 'commits', { souk: await withCpu(site, bench.pid, 20, buy), raw: all }],
    [
      'item put into a guest cart',
      '',
      'commits',
      { souk: await oneByOne(site, { count: 50, prepare: empty, work: add }), raw: commits },
    ],
    [
      'order placed',
      '',
      'commits',
      {
        souk: await oneByOne(site, { count: 20, prepare: filled, work: (cart) => placeOrder(bench, cart) }),
        raw: commits,
      },
    ],
    [
      'totals of a cart of 10 items',
      '',
      'page',
      {
        souk: await withCpu(site, bench.pid, 100, totals),
        raw: await barePage(site, await send(bench.base, 'GET', `${path}/totals`), 'select * from quote limit 1'),
      },
    ],
  ];
}

async function ofReads(site: Site, bench: Bench, categoryId: number): Promise<Part[]> {
  const one = `select * from catalog_product where sku = 'bench-1'`;
  const twenty = `select p.* from category_product c join catalog_product p on p.id = c.product_id
    where c.category_id = ${categoryId} order by c.position limit 20`;
  const criteria = 'searchCriteria[pageSize]=20&searchCriteria[filter_groups][0][filters][0][field]=category_id';
  const list = `/rest/V1/products?${criteria}&searchCriteria[filter_groups][0][filters][0][value]=${categoryId}`;
  const get = (path: string): Promise<unknown> => send(bench.base, 'GET', path, bench.token);
  const page = (token?: string) => () => read(bench, PRODUCT_PAGE, { key: 'bench-product-1' }, token);
  const category = (token?: string) => () => read(bench, CATEGORY_PAGE, { uid: btoa(String(categoryId)) }, token);
  const kinds: [what: string, goal: string, work: () => Promise<unknown>, statement: string][] = [
    ['one product by REST', '1.6 x', () => get('/rest/V1/products/bench-1'), one],
    ['list of 20 by REST', '5 x', () => get(list), twenty],
    ['product page by GraphQL, kept', '', page(), one],
    ['product page by GraphQL, made anew', '', page(bench.token), one],
    ['category page by GraphQL, kept', '', category(), twenty],
    ['category page by GraphQL, made anew', '', category(bench.token), twenty],
  ];
  const parts: Part[] = [];
  for (const [what, goal, work, statement] of kinds) {
    const answer = await work();
    const raw = await barePage(site, answer, statement);
    parts.push([what, goal, 'page', { souk: await withCpu(site, bench.pid, 200, work), raw }]);
  }
  return parts;
}

/** What a bare server takes for an answer as long as this one. */
async function barePage(site: Site, answer: unknown, statement: string): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-bare-'));
  const file = join(folder, 'bytes');
  const { text } = (answer as { text?: string }) ?? {};
  writeFileSync(file, text ?? JSON.stringify({ data: answer }));
  const program = ['bench/postgres/ceiling.ts', site.url, file, statement];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await firstAddress(child);
  const cost = await withCpu(site, child.pid!, 200, () => send(base, 'GET', '/'));
  await end(child);
  remove(folder);
  return cost;
}
