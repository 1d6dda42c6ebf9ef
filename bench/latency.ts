import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { putAway } from './postgres/distance.ts';
import { call, createDatabase, remove, postgresServer, row, startBench, type Bench } from './support.ts';

/** Round trips to the database, in milliseconds. */
const distances = [0, 2, 10];
const REQUEST = 100;

/**
 * The pace of the consumer by its distance to PostgreSQL: `latency=200` for other than 500 operations at each. Needs
 * `TEST_DATABASE_URL`, a server where databases may be made.
 */
export async function benchLatency(size?: string): Promise<void> {
  const server = postgresServer('pace of the consumer by distance');
  if (!server) return;
  const operations = Number(size ?? 500);
  for (const milliseconds of distances) {
    const database = await createDatabase(server);
    // Installed without the distance, which is not what is measured.
    const first = await startBench(undefined, [], { DATABASE_URL: database.url });
    await first.stop();
    const distant = await putAway(database.url, milliseconds);
    const bench = await startBench(first.folder, [], { DATABASE_URL: distant.url });
    const created = await execute(bench, operations, 'POST', '/rest/async/bulk/V1/products', product);
    const saved = await execute(bench, operations, 'POST', '/rest/async/bulk/V1/customers', customer);
    row(`products made, database ${milliseconds} ms away`, `${created.toFixed(1)}/s`);
    row(`customers made, database ${milliseconds} ms away`, `${saved.toFixed(1)}/s`, 'each in its own transaction');
    await bench.stop();
    await distant.close();
    remove(bench.folder);
    await database.drop();
  }
}

const run = randomBytes(3).toString('hex');

function product(i: number): unknown {
  const sku = `far-${run}-${i}`;
  return { product: { sku, name: sku, attribute_set_id: 4, price: 5, type_id: 'simple', status: 1, visibility: 4 } };
}

function customer(i: number): unknown {
  return { customer: { email: `far-${run}-${i}@example.com`, firstname: 'A', lastname: 'B' } };
}

/** Accepts so many operations and has them executed; gives how many a second. */
async function execute(
  { base, token }: Bench,
  operations: number,
  method: string,
  path: string,
  item: (i: number) => unknown,
): Promise<number> {
  await call(base, 'POST', '/_/queue/pause', token, {});
  for (let start = 0; start < operations; start += REQUEST) {
    const items = Array.from({ length: Math.min(REQUEST, operations - start) }, (_, i) => item(start + i));
    await call(base, method, path, token, items);
  }
  const begun = performance.now();
  await call(base, 'POST', '/_/queue/resume', token, {});
  for (;;) {
    const { depth } = (await call(base, 'GET', '/_/queue', token)) as { depth: number };
    if (depth === 0) return (1000 * operations) / (performance.now() - begun);
    await pause(100);
  }
}
