import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
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
  const track = { carrier_code: 'ups', carrier_title: 'UPS', track_number: 'R-1' };
  ok(await source.admin.post('/V1/returns/1/tracking-numbers', { track }));
}, 300_000);
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
  const parts = ['--only', 'stores,customers,returns'];
  const outcome = await migrate('--dry-run', ...parts);
  expect(options(outcome)).toMatchObject({ 'store views': '3 to create', customers: '7 to create' });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
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
  expect(counts.get('companies')).toBe('1 created');
  expect(counts.get('returns')).toBe('3 created');
  expect(outcome.stderr).toMatch(/^\d+ parts of moved records were left out; --report writes them to a file\n$/);
  expect(outcome.code).toBe(0);
  const left = readFileSync(report(), 'utf8');
  expect(left).toContain('products,377,RECIPE-BOOK,in part,');
  expect(counts.get('gift card accounts')).toBe('2 created');
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
    company: one.extension_attributes.company_order_attributes?.company_name,
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

test('returns keep numbers, times, states, choices, comments and tracks, and their items of the orders', async () => {
  const returnsIn = async ({ admin }: Souk): Promise<Body> => {
    const items = (await list(admin, '/V1/orders')).flatMap((order) => order.items);
    const skus = new Map(items.map((item: Body) => [item.item_id, item.sku]));
    const rows = await list(admin, '/V1/returns');
    for (const item of rows.flatMap((one) => one.items)) item.sku = skus.get(item.order_item_id);
    return comparable(rows, [...orderIds, 'order_item_id', 'rma_entity_id', 'customer_id']);
  };
  const there = await returnsIn(source);
  expect(there.map((one: Body) => one.status)).toEqual(['pending', 'authorized', 'processed_closed']);
  expect(there[0]).toMatchObject({ items: [{ sku: expect.any(String) }], tracks: [{ track_number: 'R-1' }] });
  expect(await returnsIn(target)).toEqual(there);
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

test('the next order and return have numbers behind those of the source, and no email was sent', async () => {
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
  const [request] = await list(target.admin, '/V1/returns');
  const [{ order_item_id, reason, condition, resolution }] = request.items;
  const items = [{ order_item_id, qty_requested: 1, reason, condition, resolution }];
  const rmaDataObject = { order_id: request.order_id, items };
  expect(ok(await target.admin.post('/V1/returns', { rmaDataObject })).increment_id).toBe('000000004');
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
  const [request] = await list(source.admin, '/V1/returns');
  const [{ entity_id }] = request.items;
  const rmaDataObject = { items: [{ entity_id, status: 'authorized' }] };
  ok(await source.admin.put(`/V1/returns/${request.entity_id}`, { rmaDataObject }));
  expect((await migrate('--verify')).stderr).toContain('products, BLANKET-WOOL-IVORY: name is ');
  const counts = countsIn(await migrate());
  // The product with another name, and the stock of the shipped one.
  expect(counts.get('products')).toMatch(/^2 changed/);
  expect(counts.get('orders')).toMatch(/^2 changed/);
  expect(counts.get('returns')).toBe('1 changed, 2 unchanged');
  expect((await list(target.admin, '/V1/returns')).map((one) => one.status)).toContain('authorized');
  expect((await target.cli('inventory:reservation:list-inconsistencies')).stderr).toBe('no inconsistencies\n');
  expect(ok(await target.admin.get('/V1/products/BLANKET-WOOL-IVORY')).name).toBe('Blanket of Wool');
  const order = (await list(target.admin, '/V1/orders')).find((one) => one.increment_id === '000000001');
  expect(order.status_histories.map((entry: Body) => entry.comment)).toContain('Called.');
  expect((await migrate('--verify')).stderr).not.toContain('BLANKET');
});

test(
  'an order that was shipped here stays as it is, and comments of both shops stay',
  { timeout: 120_000 },
  async () => {
    const orders = await list(source.admin, '/V1/orders');
    const comment = async ({ admin }: Souk, number: string, text: string): Promise<void> => {
      const { entity_id } = (await list(admin, '/V1/orders')).find((one) => one.increment_id === number);
      const statusHistory = { comment: text, is_customer_notified: 0, is_visible_on_front: 0, parent_id: entity_id };
      ok(await admin.post(`/V1/orders/${entity_id}/comments`, { statusHistory }));
    };
    const orderHere = async (number: string): Promise<Body> =>
      (await list(target.admin, '/V1/orders')).find((one) => one.increment_id === number);
    const isOpen = (one: Body): boolean =>
      ['new', 'processing'].includes(one.state) &&
      one.increment_id !== '000000001' &&
      !one.is_virtual &&
      one.items.every((item: Body) => item.product_type === 'simple' && !item.qty_shipped);
    const { increment_id: shipped } = orders.find(isOpen);
    ok(await target.admin.post(`/V1/order/${(await orderHere(shipped)).entity_id}/ship`, {}));
    await comment(source, shipped, 'Late.');
    await comment(target, '000000001', 'From here.');
    await comment(source, '000000001', 'From there.');
    const outcome = await migrate('--only', 'orders');
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `orders, ${shipped}: Order ${shipped} was invoiced, shipped, refunded or canceled`,
      ),
    });
    expect(countsIn(outcome).get('orders')).toMatch(/^1 changed, .*1 not moved$/);
    const kept = await orderHere(shipped);
    expect(kept.items.every((item: Body) => item.qty_shipped > 0 || item.parent_item_id)).toBe(true);
    expect(JSON.stringify(kept.status_histories)).not.toContain('Late.');
    const comments = (await orderHere('000000001')).status_histories.map((entry: Body) => entry.comment);
    expect(comments).toEqual(expect.arrayContaining(['Called.', 'From here.', 'From there.']));
    expect(new Set(comments).size).toBe(comments.length);
  },
);

test('customers sign in with the passwords of a file of hashes', { timeout: 60_000 }, async () => {
  const salt = 'abcdefghijklmnop';
  const digest = createHash('sha256').update(`${salt}Demo-1234`).digest('hex');
  const file = join(target.env.SOUK_VAR!, 'hashes.csv');
  writeFileSync(
    file,
    [
      'email,hash',
      `amira.haddad@example.com,${digest}:${salt}:1`,
      'tom.ashworth@example.com,$2y$10$abc',
      `sofia.lindqvist@example.com,${hashSync('Demo-5678', 4).replace('$2b$', '$2y$')}`,
    ].join('\n'),
  );
  const { stderr } = await migrate('--only', 'customers', '--since', '2000-01-01 00:00:00', '--password-hashes', file);
  expect(stderr).toContain('parts of moved records were left out');
  const signIn = async (name: string, password: string): Promise<number> => {
    const credentials = { username: `${name}@example.com`, password };
    return (await target.guest.post('/V1/integration/customer/token', credentials)).status;
  };
  expect(await signIn('amira.haddad', 'Demo-12345')).toBe(401);
  expect(await signIn('amira.haddad', 'Demo-1234')).toBe(200);
  expect(await signIn('sofia.lindqvist', 'Demo-56789')).toBe(401);
  // The second time with the hash of this program.
  for (const _ of [1, 2]) expect(await signIn('sofia.lindqvist', 'Demo-5678')).toBe(200);
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
