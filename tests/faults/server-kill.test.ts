import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { amqpServer, createVirtualHost, type VirtualHost } from '../support/rabbitmq.ts';
import { criteria, ok, startProcess, unique, until, type Souk, type SoukProcess } from '../support/souk.ts';

const ITEMS = 40;

interface AcceptedBulk {
  readonly uuid: string;
  readonly skus: readonly string[];
}

/** Sends bulks of products one after another; what is not accepted is not sent again. */
function startSending(
  souk: Souk,
  mark: string,
): { hasSent(bulks: number): Promise<unknown>; stop(): Promise<AcceptedBulk[]> } {
  const accepted: AcceptedBulk[] = [];
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const skus = Array.from({ length: ITEMS }, () => unique(mark));
      const items = skus.map((sku) => ({
        product: { sku, name: sku, attribute_set_id: 4, price: 5, type_id: 'simple', status: 1, visibility: 4 },
      }));
      const answer = await souk.admin
        .store('all')
        .post('/async/bulk/V1/products', items)
        .catch(() => undefined);
      if (answer?.status === 202) accepted.push({ uuid: answer.body.bulk_uuid, skus });
      await pause(20);
    }
  };
  const ended = run();
  return {
    hasSent: (bulks) => until(async () => accepted.length >= bulks),
    stop: async () => {
      stopping.abort();
      await ended;
      return accepted;
    },
  };
}

/** Checks that everything accepted is executed once, and of the rest each bulk whole or not at all. */
async function expectExecuted(souk: Souk, mark: string, accepted: readonly AcceptedBulk[]): Promise<void> {
  expect(accepted.length).toBeGreaterThan(2);
  for (const { uuid } of accepted) {
    const statuses = await until(async () => {
      const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${uuid}/status`));
      const found = operations_list.map(({ status }: { status: number }) => status);
      return !found.includes(4) && found;
    });
    expect(new Set(statuses)).toEqual(new Set([1]));
  }
  await until(async () => ok(await souk.guest.raw('GET', '/_/queue')).depth === 0);
  const query = criteria([[{ field: 'sku', value: `${mark}-%`, condition_type: 'like' }]]);
  const { items } = ok(await souk.admin.get(`/V1/products?${query}&fields=items[sku]`));
  const found = items.map(({ sku }: { sku: string }) => sku);
  expect(new Set(found).size).toBe(found.length);
  expect(new Set(found)).toEqual(new Set([...found, ...accepted.flatMap(({ skus }) => skus)]));
  expect(found.length % ITEMS).toBe(0);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let souk: SoukProcess;
let host: VirtualHost | undefined;
afterEach(async () => {
  await souk.stop();
  await host?.remove();
  host = undefined;
});

test('a server killed while it accepts and executes loses nothing that it accepted', async () => {
  souk = await startProcess();
  const mark = unique('server');
  const accepted: AcceptedBulk[] = [];
  for (let round = 0; round < 3; round++) {
    const sending = startSending(souk, mark);
    await sending.hasSent(1);
    await pause(100 * round);
    await souk.kill();
    accepted.push(...(await sending.stop()));
    await souk.restart();
  }
  await expectExecuted(souk, mark, accepted);
});

test.each(['database', ...(amqpServer ? ['RabbitMQ'] : [])])(
  'web processes and consumers killed one after another, with the broker %s',
  async (broker) => {
    host = broker === 'RabbitMQ' ? await createVirtualHost() : undefined;
    souk = await startProcess({ args: ['--workers', '2'], env: { AMQP_URL: host?.url ?? '' } });
    const mark = unique('workers');
    const children = (): number[] =>
      readFileSync(`/proc/${souk.pid}/task/${souk.pid}/children`, 'utf8').trim().split(' ').map(Number);
    const sending = startSending(souk, mark);
    for (let round = 0; round < 4; round++) {
      await pause(100 + 30 * round);
      const before = children();
      const victim = before[round % before.length]!;
      process.kill(victim, 'SIGKILL');
      await until(async () => !children().includes(victim) && children().length === before.length);
    }
    await sending.hasSent(3);
    const accepted = await sending.stop();
    // Without the first process, the others end as well.
    const orphans = children();
    await souk.kill();
    await until(async () => orphans.every((pid) => !isThere(pid)));
    await souk.restart();
    await expectExecuted(souk, mark, accepted);
  },
);
