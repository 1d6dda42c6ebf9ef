import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOutcome } from '../support/commands.ts';
import { ok, startSouk, type Answer, type Client, type Souk, type SoukProcess } from '../support/souk.ts';
import { comparable, countsIn, startSource } from './shops.ts';

type Body = Answer['body'];

let source: SoukProcess;
let target: Souk;
let token: string;
beforeAll(async () => {
  source = await startSource();
  target = await startSouk();
  const credentials = { username: 'admin', password: source.password };
  token = ok(await source.guest.post('/V1/integration/admin/token', credentials));
}, 120_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
});

const migrate = (...args: string[]) =>
  target.cli('migrate', '--from', source.base, '--token', token, '--rate', '1000', ...args);
const list = async (client: Client, path: string): Promise<Body[]> => {
  const body = ok(await client.get(`${path}?searchCriteria[pageSize]=500`));
  return body.items ?? body;
};
/** Lists of both shops by a key, without fields that are ids or times of the move. */
async function both(path: string, key: string, omitted: readonly string[] = []): Promise<[Body, Body]> {
  const all = ['id', 'updated_at', ...omitted];
  const sides = await Promise.all([list(source.admin, path), list(target.admin, path)]);
  const [there, here] = sides.map((items) =>
    Object.fromEntries(items.map((one) => [String(one[key]), comparable(one, all)] as const)),
  );
  return [there, here];
}

const report = (): string => join(target.env.SOUK_VAR!, 'left.csv');

const options = (outcome: CommandOutcome) => Object.fromEntries(countsIn(outcome));

test('a dry run counts what it would move, and writes nothing', { timeout: 120_000 }, async () => {
  const parts = ['--only', 'stores,customers,companies'];
  const outcome = await migrate('--dry-run', ...parts);
  expect(options(outcome)).toMatchObject({ 'store views': '3 to create', customers: '7 to create' });
  expect(outcome.stderr).toContain('companies, 1 in the source: companies are not moved by this release\n');
  expect(outcome.code).toBe(1);
  expect(options(await migrate('--dry-run', ...parts))).toMatchObject({ customers: '7 to create' });
  expect(await list(target.admin, '/V1/customers/search')).toEqual([]);
  expect(await list(target.admin, '/V1/store/storeViews')).toHaveLength(2);
});

test('a shop moves with every kind of record, and the rest is reported', { timeout: 300_000 }, async () => {
  const outcome = await migrate('--report', report());
  const counts = countsIn(outcome);
  expect(counts.get('products')).toBe('358 created');
  expect(counts.get('composite products')).toBe('22 created');
  expect(counts.get('orders')).toBe('19 created');
  expect(counts.get('customers')).toBe('7 created');
  expect(outcome.stderr).toContain('companies, 1 in the source: companies are not moved by this release\n');
  expect(outcome.code).toBe(1);
  const left = readFileSync(report(), 'utf8');
  expect(left).toContain('products,377,RECIPE-BOOK,in part,');
  expect(counts.get('gift card accounts')).toBe('2 created');
  expect(left).toContain('returns,all,3 in the source,no,returns are not moved by this release\n');
  expect(outcome.stdout + outcome.stderr + left).not.toContain(token);
});

const orderIds = ['entity_id', 'item_id', 'order_id', 'parent_id', 'parent_item_id', 'product_id', 'quote_id'];

test.each([
  ['/V1/store/storeViews', 'code', []],
  ['/V1/customerGroups/search', 'code', ['tax_class_id', 'uid']],
  ['/V1/products/attributes', 'attribute_code', []],
  ['/V1/inventory/sources', 'source_code', []],
  ['/V1/coupons/search', 'code', []],
  ['/V1/giftcardaccounts', 'code', ['account_id', 'history']],
  ['/V1/cmsPage/search', 'title', ['creation_time', 'update_time']],
  ['/V1/invoices', 'increment_id', [...orderIds, 'order_item_id', 'billing_address_id', 'shipping_address_id']],
  ['/V1/creditmemos', 'increment_id', [...orderIds, 'billing_address_id', 'shipping_address_id', 'invoice_id']],
] as const)('%s is the same in both shops', async (path, key, omitted) => {
  const [there, here] = await both(path, key, omitted);
  expect(Object.keys(there).length).toBeGreaterThan(1);
  expect(here).toEqual(there);
});

const productIds = ['category_ids', 'category_links', 'item_id', 'product_id', 'option_id', 'product_links', 'uid'];

test('products have the same fields, prices, links, pictures and stock, and their texts in each store view', async () => {
  for (const store of ['all', 'de']) {
    const path = `/V1/products?searchCriteria[pageSize]=500&fields=items[sku,name,price,status,visibility,type_id,custom_attributes,tier_prices]`;
    const read = async (client: Client): Promise<Body> => {
      const { items } = ok(await client.raw('GET', `/rest/${store}${path}`));
      return Object.fromEntries(items.map((one: Body) => [one.sku, comparable(one, productIds)]));
    };
    const there = await read(source.admin);
    expect(Object.keys(there)).toHaveLength(380);
    expect(await read(target.admin)).toEqual(there);
  }
  const items = async (client: Client): Promise<string[]> =>
    (await list(client, '/V1/inventory/source-items')).map((one) => JSON.stringify(one)).sort();
  expect(await items(target.admin)).toEqual(await items(source.admin));
  for (const sku of ['BREAKFAST-SET', 'TOTE-COTTON', 'COPPER-COOKWARE', 'GIFT-CARD']) {
    const read = async (client: Client) => {
      const {
        extension_attributes: own,
        media_gallery_entries: media,
        product_links,
      } = ok(await client.get(`/V1/products/${sku}`));
      return comparable(
        {
          options: own.bundle_product_options,
          amounts: own.giftcard_amounts,
          variants: own.configurable_product_links?.length,
          media,
          product_links,
        },
        ['id', 'option_id', 'attribute_id'],
      );
    };
    expect(await read(target.admin)).toEqual(await read(source.admin));
  }
});

test('orders keep numbers, times, amounts, comments and customers', async () => {
  const fields = (one: Body): Body => ({
    number: one.increment_id,
    created: one.created_at,
    state: [one.state, one.status],
    email: one.customer_email,
    totals: [one.grand_total, one.total_paid, one.total_refunded, one.discount_amount, one.shipping_amount],
    items: one.items.map((item: Body) => [
      item.sku,
      item.qty_ordered,
      item.qty_shipped,
      item.row_total,
      item.parent_item?.sku,
    ]),
    comments: one.status_histories.map((entry: Body) => [entry.comment, entry.status, entry.created_at]),
    address: one.billing_address.street,
    payment: one.payment.method,
  });
  const there = (await list(source.admin, '/V1/orders')).map(fields);
  expect((await list(target.admin, '/V1/orders')).map(fields)).toEqual(there);
  const tracks = async (client: Client): Promise<Body> =>
    (await list(client, '/V1/shipments')).map((one) => [
      one.increment_id,
      one.tracks.map((track: Body) => track.track_number),
    ]);
  expect(await tracks(target.admin)).toEqual(await tracks(source.admin));
});

test('open orders reserve their units as in the source', async () => {
  const salable = async ({ admin }: Souk): Promise<number> =>
    ok(await admin.get('/V1/inventory/get-product-salable-quantity/BLANKET-WOOL-IVORY/1'));
  const open = (await list(source.admin, '/V1/orders')).filter((one) => !/complete|closed|canceled/.test(one.state));
  const skus = new Set<string>(open.flatMap((one) => one.items.map(({ sku }: Body) => sku)));
  expect(skus.size).toBeGreaterThan(0);
  expect(await salable(target)).toBe(await salable(source));
  const { stdout, stderr } = await target.cli('inventory:reservation:list-inconsistencies');
  expect(stdout + stderr).toBe('no inconsistencies\n');
  for (const sku of skus) {
    const read = ({ admin }: Souk) => admin.get(`/V1/inventory/get-product-salable-quantity/${sku}/1`);
    const [there, here] = [await read(source), await read(target)];
    expect([sku, here.status, here.body]).toEqual([sku, there.status, there.body]);
  }
});

test('the next order has a number behind those of the source, and no email was sent', async () => {
  const last = (await list(source.admin, '/V1/orders')).filter((one) => one.store_id === 1).length;
  const cart = ok(await target.guest.post('/V1/guest-carts', {}));
  const address = {
    firstname: 'A',
    lastname: 'B',
    street: ['1'],
    city: 'C',
    postcode: '90001',
    country_id: 'US',
    region_id: 12,
    telephone: '1',
    email: 'a@example.com',
  };
  ok(
    await target.guest.post(`/V1/guest-carts/${cart}/items`, {
      cartItem: { sku: 'BLANKET-WOOL-IVORY', qty: 1, quote_id: cart },
    }),
  );
  ok(
    await target.guest.post(`/V1/guest-carts/${cart}/shipping-information`, {
      addressInformation: {
        shipping_address: address,
        billing_address: address,
        shipping_carrier_code: 'flatrate',
        shipping_method_code: 'flatrate',
      },
    }),
  );
  const before = ok(await target.guest.raw('GET', '/_/mails'));
  expect(JSON.stringify(before)).not.toContain('amira.haddad@example.com');
  const id = ok(await target.guest.put(`/V1/guest-carts/${cart}/order`, { paymentMethod: { method: 'checkmo' } }));
  const { increment_id } = ok(await target.admin.get(`/V1/orders/${id}`));
  expect(Number(increment_id)).toBeGreaterThan(last);
});

test('a second run changes nothing, and a follow-up moves what has changed', { timeout: 120_000 }, async () => {
  const again = countsIn(await migrate('--since', '2000-01-01 00:00:00'));
  expect(Object.fromEntries(again)).toMatchObject({
    products: '358 unchanged',
    customers: '7 unchanged',
    orders: '19 unchanged',
    'cart rules': '4 unchanged',
  });
  ok(
    await source.admin.raw('PUT', '/rest/all/V1/products/BLANKET-WOOL-IVORY', { product: { name: 'Blanket of Wool' } }),
  );
  ok(
    await source.admin.post('/V1/orders/1/comments', {
      statusHistory: { comment: 'Called.', is_customer_notified: 0, is_visible_on_front: 0, parent_id: 1 },
    }),
  );
  const shippable = (await list(source.admin, '/V1/orders')).find(
    (one) => one.state === 'processing' && !one.is_virtual && one.items.every((item: Body) => !item.qty_shipped),
  );
  ok(await source.admin.post(`/V1/order/${shippable.entity_id}/ship`, {}));
  expect((await migrate('--verify')).stderr).toContain('products, BLANKET-WOOL-IVORY: name is ');
  const counts = countsIn(await migrate());
  // The product with another name, and the stock of the shipped one.
  expect(counts.get('products')).toMatch(/^2 changed/);
  expect(counts.get('orders')).toMatch(/^2 changed/);
  expect((await target.cli('inventory:reservation:list-inconsistencies')).stderr).toBe('no inconsistencies\n');
  expect(ok(await target.admin.get('/V1/products/BLANKET-WOOL-IVORY')).name).toBe('Blanket of Wool');
  const order = (await list(target.admin, '/V1/orders')).find((one) => one.increment_id === '000000001');
  expect(order.status_histories.map((entry: Body) => entry.comment)).toContain('Called.');
  expect((await migrate('--verify')).stderr).not.toContain('BLANKET');
});

test('customers sign in with the passwords of a file of hashes', { timeout: 60_000 }, async () => {
  const salt = 'abcdefghijklmnop';
  const digest = createHash('sha256').update(`${salt}Demo-1234`).digest('hex');
  const file = join(target.env.SOUK_VAR!, 'hashes.csv');
  writeFileSync(
    file,
    `email,hash\namira.haddad@example.com,${digest}:${salt}:1\ntom.ashworth@example.com,$2y$10$abc\n`,
  );
  const { stderr } = await migrate('--only', 'customers', '--since', '2000-01-01 00:00:00', '--password-hashes', file);
  expect(stderr).toContain('parts of moved records were left out');
  const signIn = (password: string) =>
    target.guest.post('/V1/integration/customer/token', { username: 'amira.haddad@example.com', password });
  expect((await signIn('Demo-12345')).status).toBe(401);
  expect((await signIn('Demo-1234')).status).toBe(200);
});

test('requests are signed with the keys of an integration', { timeout: 60_000 }, async () => {
  const created = await source.cli('integration:create', 'Mover', '--json');
  const { consumer_key, consumer_secret, access_token, access_token_secret } = JSON.parse(created.stdout);
  const keys = ['--token', access_token, '--consumer-key', consumer_key, '--consumer-secret', consumer_secret];
  const signed = (secret: string) => migrate(...keys, '--token-secret', secret, '--dry-run', '--only', 'customers,tax');
  expect(options(await signed(access_token_secret))).toMatchObject({ customers: expect.stringMatching(/unchanged/) });
  expect((await signed('wrong')).stderr).toContain('does not accept the token');
  expect((await migrate('--consumer-key', 'a')).stderr).toContain('SOUK_MIGRATE_CONSUMER_SECRET');
});

test('a wrong token, address and option are named, and nothing is written', async () => {
  const wrong = await target.cli('migrate', '--from', source.base, '--token', 'wrong');
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain(`${source.base} does not accept the token`);
  expect((await target.cli('migrate', '--from', 'shop', '--token', 'a')).stderr).toContain('use a URL');
  expect((await target.cli('migrate', '--from', source.base)).stderr).toContain('SOUK_MIGRATE_TOKEN');
  expect((await migrate('--only', 'everything')).stderr).toContain('use some of stores');
});
