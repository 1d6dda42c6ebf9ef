import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { ratio } from './results.ts';
import { call, load, remove, row, startBench, type Bench } from './support.ts';

/** How many changes wait in the full form. */
const BACKLOG = 10_000;
const BATCH = 100;
const READS = 3_000;

/** A backlog of changes that is delivered, and what reading a product costs meanwhile, against the same reads in quiet. */
export async function benchWebhooks(size?: string): Promise<void> {
  const backlog = Number(size ?? BACKLOG);
  const receiver = await startCounting();
  const bench = await startBench();
  const { base, token, pid } = bench;
  await deliverTo(bench, receiver.url);
  const sku = 'bench';
  const product = { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1 };
  await call(base, 'POST', '/rest/V1/products', token, { product });
  await receiver.reaches(1);

  const drain = async (count: number): Promise<number> => {
    const before = receiver.count();
    await configure(base, { 'adobe_io_events/eventing/enabled': '0' });
    // A page that is under way ends first.
    await pause(500);
    addChanges(bench, count);
    const start = performance.now();
    await configure(base, { 'adobe_io_events/eventing/enabled': '1' });
    await receiver.reaches(before + count);
    return count / ((performance.now() - start) / 1000);
  };
  await drain(backlog);
  const rate = await drain(backlog);
  row(`changes delivered, ${BATCH} in a request`, `${rate.toFixed(0)}/s`, 'goal 10000/s');

  const read = (): Promise<unknown> => call(base, 'GET', `/rest/V1/products/${sku}`, token);
  const quiet = await load(pid, read, READS);
  const drained = drain(backlog * 10);
  await pause(600);
  const busy = await load(pid, read, READS);
  await drained;
  await bench.stop();
  receiver.stop();
  remove(bench.folder);
  ratio(
    'read of a product while changes are delivered',
    quiet.rate / busy.rate,
    'quiet',
    `${busy.rate.toFixed(0)}/s, quiet ${quiet.rate.toFixed(0)}/s; p99 ${busy.p99.toFixed(1)} ms, quiet ${quiet.p99.toFixed(1)} ms`,
  );
}

async function configure(base: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await call(base, 'PUT', '/_/configuration', undefined, { settings });
}

/** Has all changes of products delivered. */
async function deliverTo({ base, token }: Bench, url: string): Promise<void> {
  await configure(base, { 'souk/events/allow_private': '127.0.0.1' });
  const config = { provider_id: 'bench', workspace_configuration: JSON.stringify({ url, batch: BATCH }) };
  await call(base, 'PUT', '/rest/V1/eventing/updateConfiguration', token, { config });
  await call(base, 'POST', '/rest/V1/eventing/eventSubscribe', token, { event: { name: 'product.*' } });
}

/** Adds changes to the log as so many saves would have done. */
function addChanges({ folder }: Bench, count: number): void {
  const database = new Database(join(folder, 'souk.db'));
  database.pragma('busy_timeout = 10000');
  database
    .prepare(
      `insert into change (entity, entity_id, entity_key, action, fields, user_type, user_id, origin, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        select 'product', i % 1000, 'bench', 'changed', '["price","name"]', 1, 1, null, ? from n`,
    )
    .run(count, Date.now());
  database.close();
}

interface Counting {
  readonly url: string;
  count(): number;
  reaches(count: number): Promise<void>;
  stop(): void;
}

/** A receiver that counts events. */
async function startCounting(): Promise<Counting> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    count += Buffer.concat(chunks).toString().split('"specversion"').length - 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => count,
    reaches: async (wanted) => {
      for (;;) {
        if (count >= wanted) return;
        await pause(5);
      }
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
