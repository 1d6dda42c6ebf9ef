import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ok, startProcess, unique, until, type Souk } from '../support/souk.ts';

/** How requests ended: those whose connection was made, and those that were refused one. */
interface Outcomes {
  answered: number;
  refused: number;
  /** Sent over a connection that was kept, and never answered. */
  readonly lost: string[];
  /** Connected for the caller, and never answered. */
  readonly lostNew: string[];
  /** Answers that end their connection. */
  closing: number;
}

/** Sends one request; gives whether another may follow. */
function send(base: string, agent: Agent | false, outcomes: Outcomes): Promise<boolean> {
  return new Promise((resolve) => {
    let isConnected = false;
    const sent = request(`${base}/rest/V1/directory/currency`, { agent }, (response) => {
      if (response.headers.connection === 'close') outcomes.closing += 1;
      response.resume().once('end', () => {
        outcomes.answered += 1;
        resolve(true);
      });
    });
    sent.once('socket', (socket: Socket) => {
      isConnected = !socket.connecting;
      if (socket.connecting) socket.once('connect', () => (isConnected = true));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      const lost = sent.reusedSocket ? outcomes.lost : outcomes.lostNew;
      if (isConnected) lost.push(`${error.code} ${error.message}`);
      else outcomes.refused += 1;
      resolve(isConnected);
    });
    sent.end();
  });
}

/** Sends without end, over new connections and over ones that are kept, until connections are refused. */
function startLoad(souk: Souk): { readonly outcomes: Outcomes; readonly ended: Promise<unknown> } {
  const outcomes: Outcomes = { answered: 0, refused: 0, lost: [], lostNew: [], closing: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const run = async (by: Agent | false): Promise<void> => {
    while (await send(souk.base, by, outcomes));
  };
  const runs = [...Array.from({ length: 6 }, () => run(false)), ...Array.from({ length: 4 }, () => run(agent))];
  return { outcomes, ended: Promise.all(runs).finally(() => agent.destroy()) };
}

test.each([
  { shape: 'one process', args: [] },
  { shape: 'several processes', args: ['--workers', '2'] },
])('$shape: every request that was sent is answered when the server is told to end', async ({ args }) => {
  const souk = await startProcess({ args, env: { SOUK_SHUTDOWN_GRACE: '4' } });
  const { outcomes, ended } = startLoad(souk);
  await until(async () => outcomes.answered > 100);
  const before = outcomes.answered;
  const stopping = souk.kill('SIGTERM');
  // It says so first, and still serves.
  const ready = await until(async () => {
    const answer = await souk.guest.raw('GET', '/health/ready');
    return answer.status === 503 && answer;
  });
  expect(ready.body).toEqual({ status: 'not ready', reason: 'The server is stopping.' });
  const sku = unique('late');
  ok(
    await souk.admin.post('/V1/products', {
      product: { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1 },
    }),
  );
  await stopping;
  await ended;
  expect(outcomes.lost).toEqual([]);
  // While the last step of a caller's handshake is on its way, it is connected and the system has not got it: nobody can tell.
  expect(outcomes.lostNew.length, outcomes.lostNew.join()).toBeLessThanOrEqual(1);
  expect(outcomes.refused).toBeGreaterThan(0);
  expect(outcomes.answered).toBeGreaterThan(before);
  expect(outcomes.closing).toBeGreaterThan(0);
  await souk.restart();
  ok(await souk.admin.get(`/V1/products/${sku}`));
  await souk.stop();
});

test('a call that takes long is answered after the signal, and its connection ends', async () => {
  const souk = await startProcess({ env: { SOUK_SHUTDOWN_GRACE: '1' } });
  const items = Array.from({ length: 60 }, () => {
    const sku = unique('slow');
    return { product: { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1 } };
  });
  const answers = items.map((item) => souk.admin.post('/V1/products', item));
  await Promise.race(answers);
  await souk.kill('SIGTERM');
  for (const answer of await Promise.all(answers)) expect(answer.status, answer.text).toBe(200);
  await souk.stop();
});
