import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createClient, type Client } from 'souk-client';
import { sync } from '../stock-and-prices/sync.ts';

/** A shop that tests may do with as they like. */
export interface TestShop {
  readonly baseUrl: string;
  /** What opens its control plane to other machines. */
  readonly controlToken?: string;
}

const PASSWORD = process.env.SOUK_ADMIN_PASSWORD ?? 'Admin123!';

/** The tests of a connector: here of the one in `stock-and-prices`. `open` gives the shop, once it runs. */
export function testConnector(open: () => TestShop): void {
  void describe('the connector', () => {
    let shop: Client;

    // Each file of tests begins with a shop in which there is nothing yet; `/_/seed` fills in the demo.
    before(async () => {
      const { baseUrl, controlToken } = open();
      await send(`${baseUrl}/_/reset`, controlToken);
      const token = await send(`${baseUrl}/rest/V1/integration/admin/token`, undefined, {
        username: 'admin',
        password: PASSWORD,
      });
      shop = createClient({ baseUrl, token: token as string, store: 'all' });
      for (const sku of ['cup', 'plate']) {
        await shop.products.save({ product: { sku, name: sku, price: 1, attribute_set_id: 4, type_id: 'simple' } });
      }
    });

    void test('brings prices and stock into the shop', async () => {
      const refused = await sync(shop, [
        { sku: 'cup', price: 7.5, qty: 12 },
        { sku: 'plate', price: 9, qty: 0 },
      ]);
      assert.deepEqual(refused, []);
      const cup = await shop.products.get({ sku: 'cup' });
      assert.equal(cup.price, 7.5);
      assert.equal((await shop.stockRegistry.getStockItemBySku({ productSku: 'cup' })).qty, 12);
      assert.equal((await shop.stockRegistry.getStockItemBySku({ productSku: 'plate' })).is_in_stock, false);
    });

    void test('tells which rows the shop refuses, and why', async () => {
      const refused = await sync(shop, [
        { sku: 'cup', price: 8, qty: 1 },
        { sku: 'unheard-of', price: 1, qty: 1 },
      ]);
      assert.deepEqual(
        refused.map(({ sku }) => sku),
        ['unheard-of'],
      );
      assert.notEqual(refused[0]!.reason, '');
    });
  });
}

async function send(url: string, token?: string, body: object = {}): Promise<unknown> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, `${url}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
