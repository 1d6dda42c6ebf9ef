import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOutcome } from '../support/commands.ts';
import { ok, startSouk, type Answer, type Souk, type SoukProcess } from '../support/souk.ts';
import { countsIn, startSource } from './shops.ts';

type Body = Answer['body'];

const skus = ['priced-1', 'priced-2', 'priced-3'];

let source: SoukProcess;
let target: Souk;
let token: string;
beforeAll(async () => {
  source = await startSource([]);
  target = await startSouk();
  const credentials = { username: 'admin', password: source.password };
  token = ok(await source.guest.post('/V1/integration/admin/token', credentials));
  for (const sku of skus) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: 'simple' };
    ok(await source.admin.post('/V1/products', { product }));
  }
  await change('tier-prices', tier('priced-1', 1, 9), tier('priced-2', 5, 8));
  await change('special-price', special('priced-1', 7));
  await change('cost', { sku: 'priced-1', store_id: 0, cost: 4 });
}, 120_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
});

const tier = (sku: string, quantity: number, price: number, customer_group = 'ALL GROUPS'): Body => ({
  sku,
  quantity,
  price,
  price_type: 'fixed',
  website_id: 0,
  customer_group,
});
const special = (sku: string, price: number): Body => ({
  sku,
  price,
  store_id: 0,
  price_from: '2026-01-02 00:00:00',
  price_to: '2036-01-02 00:00:00',
});

/** Changes prices of the source by their own route. */
async function change(path: string, ...prices: Body[]): Promise<void> {
  expect(ok(await source.admin.post(`/V1/products/${path}`, { prices }))).toEqual([]);
}

/** Moves the catalog as from a source whose products have the `updated_at` of the last run, whatever their prices. */
const migrateFrom = (address: string, ...args: string[]): Promise<CommandOutcome> =>
  target.cli('migrate', '--from', address, '--token', token, '--rate', '1000', ...args);
const migrate = (...args: string[]): Promise<CommandOutcome> =>
  migrateFrom(source.base, '--only', 'stores,tax,catalog', ...args);
const followUp = (...args: string[]): Promise<CommandOutcome> => migrate('--since', '2099-01-01 00:00:00', ...args);

/** All prices of the products in a shop that have routes of their own. */
async function pricesIn({ admin }: Souk): Promise<Body> {
  const found: Record<string, Body> = {};
  for (const list of ['tier-prices', 'base-prices', 'special-price', 'cost']) {
    const rows = ok(await admin.post(`/V1/products/${list}-information`, { skus }));
    found[list] = rows.map((row: Body) => JSON.stringify(row)).sort();
  }
  return found;
}

test('a first run moves all prices, and a second one changes nothing', { timeout: 60_000 }, async () => {
  const first = await migrate();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(countsIn(first).get('product prices')).toBe('3 created');
  const prices = await pricesIn(source);
  expect(prices['tier-prices']).toHaveLength(2);
  expect(await pricesIn(target)).toEqual(prices);
  const second = countsIn(await followUp());
  expect([second.get('products'), second.get('product prices')]).toEqual(['none', '3 unchanged']);
});

test('prices that change by their own routes, without a change of the product', { timeout: 60_000 }, async () => {
  await change('tier-prices', tier('priced-1', 1, 8.5), tier('priced-1', 3, 6, 'General'));
  await change('tier-prices-delete', tier('priced-2', 5, 8));
  await change('base-prices', { sku: 'priced-3', store_id: 0, price: 12.5 });
  await change('special-price', special('priced-2', 6.5));
  await change('special-price-delete', special('priced-1', 7));
  ok(await source.admin.post('/V1/products/cost-delete', { skus: ['priced-1'] }));
  await change('cost', { sku: 'priced-3', store_id: 0, cost: 5 });
  const trial = countsIn(await followUp('--dry-run'));
  expect([trial.get('products'), trial.get('product prices')]).toEqual(['none', '3 to change']);
  const outcome = await followUp();
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  const counts = countsIn(outcome);
  expect([counts.get('products'), counts.get('product prices')]).toEqual(['none', '3 changed']);
  const prices = await pricesIn(source);
  expect(prices['tier-prices']).toHaveLength(2);
  expect(await pricesIn(target)).toEqual(prices);
});

test('only prices that differ in the source are moved', { timeout: 60_000 }, async () => {
  const own = { prices: [tier('priced-1', 1, 2)] };
  expect(ok(await target.admin.post('/V1/products/tier-prices', own))).toEqual([]);
  await change('tier-prices', tier('priced-2', 2, 7));
  expect(countsIn(await followUp()).get('product prices')).toBe('1 changed, 2 unchanged');
  const rows = ok(await target.admin.post('/V1/products/tier-prices-information', { skus }));
  expect(rows.map(({ sku, price }: Body) => [sku, price]).sort()).toEqual([
    ['priced-1', 2],
    ['priced-1', 6],
    ['priced-2', 7],
  ]);
});

test('a price for a customer group that is missing here is reported', { timeout: 60_000 }, async () => {
  const group = { code: 'Traders', tax_class_id: 3 };
  ok(await source.admin.post('/V1/customerGroups', { group }));
  await change('tier-prices', tier('priced-3', 4, 3, 'Traders'), tier('priced-3', 6, 2));
  const report = `${target.env.SOUK_VAR}/prices.csv`;
  const args = ['--only', 'catalog', '--since', '2099-01-01 00:00:00', '--report', report];
  const outcome = await migrateFrom(source.base, ...args);
  expect(countsIn(outcome).get('product prices')).toBe('1 changed, 2 unchanged');
  expect(readFileSync(report, 'utf8')).toMatch(/product prices,\d+,priced-3,in part,.*Customer Group.*traders/);
  const rows = ok(await target.admin.post('/V1/products/tier-prices-information', { skus: ['priced-3'] }));
  expect(rows.map(({ quantity, price }: Body) => [quantity, price])).toEqual([[6, 2]]);
});

/** Passes requests on to the source, except those for prices of a SKU that it rejects as unknown. */
async function startGate() {
  const posted: string[] = [];
  let hidden: string | undefined;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    if (method === 'POST') posted.push(new URL(url, source.base).pathname);
    const { authorization = '' } = headers;
    const isHidden = method === 'POST' && hidden !== undefined && body.includes(hidden);
    const passed = await fetch(`${source.base}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body } : {}),
    });
    const content = Buffer.from(await passed.arrayBuffer());
    response.writeHead(isHidden ? 404 : passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
    response.end(isHidden ? `{"message":"Requested products don't exist: %sku","parameters":{"sku":""}}` : content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    /** Paths of the requests by POST so far. */
    posted,
    hide: (sku: string): void => void (hidden = sku),
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test(
  'prices of many products take one request a list, and an unknown product hides no other',
  { timeout: 60_000 },
  async () => {
    const gate = await startGate();
    const first = await migrateFrom(gate.base, '--only', 'stores,tax,catalog');
    expect(countsIn(first).get('product prices')).toBe('3 created');
    expect(gate.posted.map((path) => path.replace('/rest/all/V1/products/', '')).sort()).toEqual([
      'base-prices-information',
      'cost-information',
      'special-price-information',
      'tier-prices-information',
    ]);
    const tiersHere = async (): Promise<Body> => {
      const rows = ok(await target.admin.post('/V1/products/tier-prices-information', { skus: skus.slice(0, 2) }));
      return rows.map(({ sku, quantity, price }: Body) => [sku, quantity, price]);
    };
    const before = await tiersHere();
    await change('tier-prices', tier('priced-1', 9, 1), tier('priced-2', 9, 1));
    gate.hide('priced-2');
    expect(await migrateFrom(gate.base, '--only', 'catalog', '--since', '2099-01-01 00:00:00')).toMatchObject({
      code: 0,
    });
    await gate.stop();
    expect((await tiersHere()).sort()).toEqual([...before, ['priced-1', 9, 1]].sort());
  },
);

test('requests for prices are signed with the keys of an integration', { timeout: 60_000 }, async () => {
  const created = await source.cli('integration:create', 'Mover', '--json');
  const { consumer_key, consumer_secret, access_token, access_token_secret } = JSON.parse(created.stdout);
  const keys = ['--consumer-key', consumer_key, '--consumer-secret', consumer_secret];
  const args = ['migrate', '--from', source.base, '--token', access_token, ...keys, '--rate', '1000'];
  // The customer group moves with the taxes now.
  const outcome = await target.cli(...args, '--token-secret', access_token_secret, '--only', 'stores,tax,catalog');
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(countsIn(outcome).get('product prices')).toBe('3 changed');
  expect(await pricesIn(target)).toEqual(await pricesIn(source));
});
