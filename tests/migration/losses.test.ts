import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOutcome } from '../support/commands.ts';
import { blackPng } from '../support/png.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { startListedSource, type ListedSource } from './listed-source.ts';
import { countsIn } from './shops.ts';
import { order, product, smallShop } from './small-shop.ts';

type Body = Answer['body'];

/** A host of pictures that is down until it is opened. */
async function newPictureHost() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(blackPng(8));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return {
    base: `http://127.0.0.1:${port}/`,
    async open(): Promise<void> {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const pictured = (sku: string, id: number): Body => ({
  ...product,
  id,
  sku,
  name: sku,
  custom_attributes: [],
  price: 3,
  media_gallery_entries: ['a', 'b'].map((name, position) => ({
    id: id * 10 + position,
    media_type: 'image',
    label: name,
    position,
    disabled: false,
    types: [],
    file: `/${sku}/${name}.png`,
  })),
});

const rule = (rule_id: number, website_ids: readonly number[]): Body => ({
  rule_id,
  name: `Rule ${rule_id}`,
  store_labels: [{ store_id: 8, store_label: 'Sale' }],
  website_ids,
  customer_group_ids: [1],
  is_active: true,
  uses_per_customer: 0,
  stop_rules_processing: false,
  is_advanced: true,
  sort_order: 0,
  simple_action: 'by_percent',
  discount_amount: 5,
  discount_step: 0,
  apply_to_shipping: false,
  times_used: 0,
  is_rss: false,
  coupon_type: 'NO_COUPON',
  use_auto_generation: false,
  uses_per_coupon: 0,
});

let host: Awaited<ReturnType<typeof newPictureHost>>;
let source: ListedSource;
let target: Souk;
/** Records that the source does not show at first: its token has no permission for them. */
const hidden = new Set(['/V1/orders']);
beforeAll(async () => {
  host = await newPictureHost();
  const [config] = smallShop.responses['/V1/store/storeConfigs'] as Body[];
  const products = [pictured('cup', 11), pictured('jug', 12)];
  source = await startListedSource(
    {
      lists: {
        ...smallShop.lists,
        '/V1/products': { id: 'id', records: products },
        '/V1/salesRules/search': { id: 'rule_id', records: [rule(1, [1, 9]), rule(2, [9])] },
      },
      responses: {
        ...smallShop.responses,
        '/V1/store/storeConfigs': [{ ...config, secure_base_media_url: host.base }],
        ...Object.fromEntries(products.map((one) => [`/V1/products/${one.sku}`, one])),
      },
    },
    hidden,
  );
  target = await startSouk();
}, 60_000);
afterAll(async () => {
  await host?.close();
  await source?.close();
  await target?.stop();
});

const migrate = (...args: string[]): Promise<CommandOutcome> =>
  target.cli('migrate', '--from', source.base, '--token', 'a', '--rate', '1000', '--retry-pause', '1', ...args);
const faultsOf = async (kind: string): Promise<Body[]> => {
  const [run] = ok(await target.admin.raw('GET', '/_/console/migrations?limit=1'));
  return ok(await target.admin.raw('GET', `/_/console/migrations/${run.id}/faults?kind=${encodeURIComponent(kind)}`))
    .items;
};
const labelsOf = async (sku: string): Promise<string[]> =>
  ok(await target.admin.get(`/V1/products/${sku}`)).media_gallery_entries.map(({ label }: Body) => label);

test('products move without pictures whose host is down', { timeout: 60_000 }, async () => {
  const outcome = await migrate('--only', 'stores,tax,catalog');
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ parts of moved records/) });
  expect(countsIn(outcome).get('products')).toBe('2 created');
  expect(await labelsOf('cup')).toEqual([]);
  const faults = await faultsOf('products');
  expect(faults.map(({ name, moved }) => [name, moved])).toEqual([
    ['cup', 'in part'],
    ['cup', 'in part'],
    ['jug', 'in part'],
    ['jug', 'in part'],
  ]);
  expect(faults.map(({ reason }) => reason).join()).toMatch(
    /its picture \/cup\/a.png could not be read: .*ECONNREFUSED/,
  );
});

test('the next run moves the pictures, and the one after it nothing', { timeout: 60_000 }, async () => {
  await host.open();
  expect(countsIn(await migrate('--only', 'catalog')).get('products')).toBe('2 changed');
  expect(await labelsOf('cup')).toEqual(['a', 'b']);
  expect(await labelsOf('jug')).toEqual(['a', 'b']);
  expect(await faultsOf('products')).toEqual([]);
  expect(countsIn(await migrate('--only', 'catalog')).get('products')).toMatch(/^(none|2 unchanged)$/);
});

test('a cart rule without a moved website says so, and one with another website is reported', async () => {
  const outcome = await migrate('--only', 'rules');
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('cart rules, Rule 2: none of its websites was moved: 9\n');
  expect(countsIn(outcome).get('cart rules')).toBe('1 created, 1 not moved');
  const reasons = (await faultsOf('cart rules')).map(({ name, reason }) => `${name}: ${reason}`);
  expect(reasons).toContain('Rule 1: its website 9 was not moved');
  expect(reasons).toContain('Rule 1: its store view 8 was not moved');
});

test('records that the source shows later move then, however old they are', { timeout: 60_000 }, async () => {
  const outcome = await migrate('--only', 'customers,orders');
  expect(outcome.stderr).toContain('orders, all orders: /rest/all/V1/orders answered 403');
  hidden.clear();
  const later = await migrate('--only', 'orders');
  expect(countsIn(later).get('orders')).toBe('1 created');
  expect(await faultsOf('orders')).not.toContainEqual(expect.objectContaining({ name: 'all orders' }));
  const { items } = ok(await target.admin.get('/V1/orders?searchCriteria[pageSize]=5'));
  expect(items.map(({ increment_id: number }: Body) => number)).toEqual([order.increment_id]);
});
