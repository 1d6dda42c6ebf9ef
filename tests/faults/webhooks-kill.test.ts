import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, ok, startProcess, unique, until, type SoukProcess } from '../support/souk.ts';
import { secondProcess } from '../support/second-process.ts';
import { startReceiver, type Receiver } from '../io-events/receiver.ts';

let souk: SoukProcess;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  souk = await startProcess({ env: { SOUK_RELEASE: '2.4.9', SOUK_BASE_URL: 'https://shop.example' } });
  await souk.configure({ 'souk/events/allow_private': '127.0.0.1' });
  const workspace_configuration = JSON.stringify({ url: receiver.url, batch: 4 });
  ok(
    await souk.admin.post('/V1/eventing/eventProvider', {
      eventProvider: { provider_id: 'erp', workspace_configuration },
    }),
  );
  ok(await souk.admin.post('/V1/eventing/eventSubscribe', { event: { name: 'product.*', provider_id: 'erp' } }));
});
afterAll(async () => {
  await souk?.stop();
  await receiver?.stop();
});

const make = async (client: Client, sku: string) =>
  ok(await client.post('/V1/products', { product: { sku, name: sku, attribute_set_id: 4, price: 0 } }));
const put = async (client: Client, sku: string, price: number) =>
  ok(await client.store('all').put(`/V1/products/${sku}`, { product: { price } }));

/** The positions that arrived of each product, in the order of arrival. */
const positionsOf = (sku: string): number[] => receiver.taken(sku).map(({ data }) => data.position);

test('a server that is killed between a delivery and its note delivers again, by the same id', async () => {
  const skus = Array.from({ length: 6 }, () => unique('killed'));
  const arrived = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  receiver.answer = async () => {
    arrived.resolve();
    await killed.promise;
    return { status: 200 };
  };
  for (const sku of skus) await make(souk.admin, sku);
  await arrived.promise;
  await souk.kill();
  killed.resolve();
  // What had arrived was taken: it is delivered a second time.
  const before = await until(async () => receiver.taken().length > 0 && receiver.taken());
  receiver.answer = () => ({ status: 200 });
  await souk.restart();
  await until(
    async () =>
      skus.every((sku) =>
        receiver
          .taken()
          .slice(before.length)
          .some(({ data }) => data.key === sku),
      ),
    60,
  );
  const [first] = before;
  const again = receiver.taken().filter(({ data }) => data.position === first!.data.position);
  expect(again.length).toBeGreaterThanOrEqual(2);
  expect(new Set(again.map(({ id, source }) => `${source} ${id}`)).size).toBe(1);
});

test('two servers deliver each event once, in order, and one takes over from the other', async () => {
  const second = await secondProcess(souk);
  const beside = new Client(second.base, souk.admin.token);
  const skus = Array.from({ length: 5 }, () => unique('both'));
  try {
    await Promise.all(
      skus.map(async (sku, i) => {
        await make(i % 2 === 0 ? souk.admin : beside, sku);
        for (let round = 1; round <= 8; round++) await put(round % 2 === 0 ? souk.admin : beside, sku, round);
      }),
    );
    await until(async () => skus.every((sku) => positionsOf(sku).length >= 9));
    for (const sku of skus) {
      const positions = positionsOf(sku);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(positions).toHaveLength(9);
    }
    await souk.kill();
    for (const sku of skus) await put(beside, sku, 99);
    // A parcel that arrived just before the kill may arrive again: its round was not saved.
    await until(async () => skus.every((sku) => new Set(positionsOf(sku)).size === 10));
  } finally {
    await second.end();
    await souk.restart();
  }
});
