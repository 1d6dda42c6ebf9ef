import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Client, ok, startProcess, type Answer, type SoukProcess } from '../support/souk.ts';
import { together } from '../support/walk.ts';
import { depotOrder, itemsOf, newDepot, salable, ship, stocked, type Depot } from '../multi-source-inventory/shop.ts';
import { orderOf, type Json } from '../sales/shop.ts';

// Hundreds of checkouts, and a server that is killed again and again.
vi.setConfig({ testTimeout: 300_000 });

let souk: SoukProcess;
let depot: Depot;
let other: { readonly child: ChildProcess; readonly guest: Client } | undefined;
beforeAll(async () => {
  souk = await startProcess();
  await souk.configure({ 'souk/attempts/address': '1000000' });
  depot = await newDepot(souk, { hasWebsite: true });
});
afterAll(async () => {
  other?.child.kill('SIGKILL');
  await souk.stop();
});

/** Another server on the same database. */
function secondServer(): Promise<{ child: ChildProcess; guest: Client }> {
  const child = souk.spawn('serve', '--no-consumer');
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stdout!.on('data', (data: Buffer) => {
      seen += data.toString();
      const base = /http:\/\/127\.0\.0\.1:\d+/.exec(seen)?.[0];
      if (base) resolve({ child, guest: new Client(base).store(depot.view) });
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** What the two sources of the depot have of a product. */
async function inSources(sku: string): Promise<number> {
  const items = await itemsOf(souk, sku);
  return depot.sources.reduce((sum, code) => sum + (items[code]?.[0] ?? 0), 0);
}

test('two hundred checkouts at two servers never sell more than the fifty pieces of two sources', async () => {
  const { sku } = await stocked(souk, depot, [20, 30]);
  other = await secondServer();
  const guests = [souk.guest.store(depot.view), other.guest];
  const orders: Json[] = [];
  let refused = 0;
  await together(
    Array.from({ length: 200 }, (_, i) => guests[i % 2]!),
    async (guest) => {
      try {
        orders.push(await orderOf({ admin: souk.admin, guest }, [{ sku, qty: 1 }]));
      } catch (error) {
        expect(String(error)).toMatch(/-> 400 .*(Not enough items|not available|out of stock)/s);
        refused++;
      }
    },
    12,
  );
  expect([orders.length, refused]).toEqual([50, 150]);
  expect([await salable(souk, sku, depot.stockId), await inSources(sku)]).toEqual([0, 50]);
});

test('a server that is killed while it ships deducts what it shipped, and nothing else', async () => {
  const { sku } = await stocked(souk, depot, [30, 30]);
  const orders: Json[] = [];
  for (let i = 0; i < 12; i++) orders.push(await depotOrder(souk, depot, [{ sku, qty: 3 }]));
  for (let round = 0; round < 4; round++) {
    const shipping = orders.flatMap((order, i): Promise<Answer | undefined>[] =>
      // Some of them are sent out already, and refused.
      [ship(souk, order, depot.sources[i % 2], 1).catch(() => undefined)],
    );
    await Promise.race(shipping);
    await souk.kill();
    await Promise.all(shipping);
    await souk.restart();
    let shipped = 0;
    for (const { entity_id } of orders) {
      const [item] = ok(await souk.admin.get(`/V1/orders/${entity_id}`)).items;
      shipped += item.qty_shipped;
    }
    expect(await inSources(sku)).toBe(60 - shipped);
    expect(await salable(souk, sku, depot.stockId)).toBe(60 - 36);
  }
});
