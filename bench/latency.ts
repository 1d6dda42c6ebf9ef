import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { call, createDatabase, remove, row, startBench, type Bench } from './support.ts';

/** Round trips to the database, in milliseconds. */
const distances = [0, 2, 10];
const REQUEST = 100;

/**
 * The pace of the consumer by its distance to PostgreSQL: `latency=200` for other than 500 operations at each. Needs
 * `TEST_DATABASE_URL`, a server where databases may be made.
 */
export async function benchLatency(size?: string): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    row('pace of the consumer by distance', 'left out', 'TEST_DATABASE_URL names no PostgreSQL server');
    return;
  }
  const operations = Number(size ?? 500);
  for (const milliseconds of distances) {
    const database = await createDatabase(server);
    // Installed without the distance, which is not what is measured.
    const first = await startBench(undefined, [], { DATABASE_URL: database.url });
    await first.stop();
    const proxy = await startDelay(database.url, milliseconds);
    const bench = await startBench(first.folder, [], { DATABASE_URL: proxy.url });
    const created = await execute(bench, operations, 'POST', '/rest/async/bulk/V1/products', product);
    const saved = await execute(bench, operations, 'POST', '/rest/async/bulk/V1/customers', customer);
    row(`products made, database ${milliseconds} ms away`, `${created.toFixed(1)}/s`);
    row(`customers made, database ${milliseconds} ms away`, `${saved.toFixed(1)}/s`, 'each in its own transaction');
    await bench.stop();
    proxy.close();
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

/** A way to a server that takes so many milliseconds there and back. */
async function startDelay(to: string, milliseconds: number): Promise<{ url: string; close(): void }> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const pass = (from: Socket, on: Socket): void => {
    from.on('data', (data: Buffer) => {
      if (milliseconds === 0) on.write(data);
      else setTimeout(() => on.write(data), milliseconds / 2);
    });
    from.on('error', () => {}).on('close', () => on.destroy());
    sockets.add(from);
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port || 5432), host: target.hostname, noDelay: true });
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
