import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countsIn, startSource } from '../migration/shops.ts';
import { ok, startSouk, type Client, type Souk, type SoukProcess } from '../support/souk.ts';

// A shop moves in dozens of seconds, and in several runs here.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

/** A shop behind a network and a server that fail some requests. */
interface FaultySource {
  readonly base: string;
  /** Number of requests so far by what was done with them. */
  readonly seen: Map<Fault, number>;
  /** Resolves after as many further requests. */
  after(requests: number): Promise<void>;
  close(): Promise<void>;
}

type Fault = 'passed' | 'too many' | 'error' | 'cut' | 'hung';

/** What is done with the nth request: three of thirteen fail, so that no request fails seven times. */
function faultOf(nth: number): Fault {
  if (nth % 101 === 50) return 'hung';
  return ({ 3: 'too many', 7: 'error', 9: 'cut' } as const)[nth % 13] ?? 'passed';
}

async function startFaultySource(base: string): Promise<FaultySource> {
  const seen = new Map<Fault, number>();
  const waiting = new Set<{ left: number; done: () => void }>();
  let count = 0;
  const server = createServer((incoming, response) => {
    const fault = faultOf(++count);
    seen.set(fault, (seen.get(fault) ?? 0) + 1);
    for (const one of waiting) if (--one.left <= 0) one.done();
    if (fault === 'too many') response.writeHead(429, { 'retry-after': '0' }).end('{"message":"Later"}');
    else if (fault === 'error') response.writeHead(500).end('{"message":"Internal Error"}');
    else if (fault !== 'hung') pass(base, incoming, response, fault === 'cut');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    after: (requests) =>
      new Promise((resolve) => {
        const one = { left: requests, done: () => resolve(void waiting.delete(one)) };
        waiting.add(one);
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes a request on; with `isCut`, the connection ends within the response. */
function pass(base: string, incoming: IncomingMessage, response: ServerResponse, isCut: boolean): void {
  const options = { method: incoming.method, headers: incoming.headers };
  const onward = request(new URL(incoming.url ?? '/', base), options, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (!isCut) response.end(body);
    else response.write(body.subarray(0, body.length / 2), () => response.destroy());
  });
  incoming.pipe(onward);
  response.on('error', () => onward.destroy());
}

let source: SoukProcess;
let target: Souk;
let faulty: FaultySource;
let args: string[];
beforeAll(async () => {
  source = await startSource();
  target = await startSouk();
  faulty = await startFaultySource(source.base);
  const credentials = { username: 'admin', password: source.password };
  const token = ok(await source.guest.post('/V1/integration/admin/token', credentials));
  const speed = ['--rate', '1000', '--retry-pause', '1', '--timeout', '5', '--page-size', '20'];
  args = ['migrate', '--from', faulty.base, '--token', token, ...speed];
});
afterAll(async () => {
  await faulty?.close();
  await source?.stop();
  await target?.stop();
});

/** Numbers of records that a shop has. */
async function totals(client: Client): Promise<Record<string, number>> {
  const lists = ['products', 'customers/search', 'orders', 'invoices', 'shipments', 'creditmemos', 'coupons/search'];
  lists.push('returns', 'company/', 'company/role/', 'team/');
  const found = lists.map(async (path) => {
    const { total_count } = ok(await client.get(`/V1/${path}?searchCriteria[pageSize]=1`));
    return [path, total_count] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

test('a move that is killed, and whose source fails, goes on by the same command and doubles nothing', async () => {
  for (const requests of [15, 60, 130, 210]) {
    const run = target.spawn(...args);
    const ended = once(run, 'exit');
    await Promise.race([faulty.after(requests), ended]);
    run.kill('SIGKILL');
    await ended;
  }
  const last = await target.cli(...args);
  expect(last).toMatchObject({ code: 0, stderr: expect.not.stringContaining('run the same command again') });
  expect([...faulty.seen.keys()].sort()).toEqual(['cut', 'error', 'hung', 'passed', 'too many']);
  expect(await totals(target.admin)).toEqual(await totals(source.admin));
  expect(await target.cli(...args, '--verify')).toMatchObject({ code: 0, stderr: '' });
  const again = countsIn(await target.cli(...args, '--since', '2000-01-01 00:00:00'));
  expect(again.get('orders')).toBe('19 unchanged');
  expect(again.get('customers')).toBe('7 unchanged');
});

test('a source that does not come back ends the run with what to do', async () => {
  const address = 'http://127.0.0.1:9';
  const outcome = await target.cli(...args, '--from', address, '--only', 'stores');
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('run the same command again to go on');
});
