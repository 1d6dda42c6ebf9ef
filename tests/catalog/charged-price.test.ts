import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { criteria, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

// Lists sorted by price go by what a visitor pays.

let souk: Souk;
let admin: Client;
beforeAll(async () => {
  souk = await startSouk();
  admin = souk.admin;
});
afterAll(() => souk.stop());

/** The products whose SKU starts like this, by price. */
async function byPrice(like: string, direction: 'ASC' | 'DESC' = 'ASC', store = ''): Promise<string[]> {
  const filters = [[{ field: 'sku', value: `${like}-%`, condition_type: 'like' }]];
  const query = criteria(filters, { sort: [{ field: 'price', direction }], pageSize: 20 });
  const list = ok(await admin.store(store).get(`/V1/products?${query}`));
  expect(list.total_count).toBe(list.items.length);
  return list.items.map((item: { sku: string }) => item.sku.slice(like.length + 1));
}

const attributes = (values: Record<string, unknown>) =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));

const make = (sku: string, price: number | null, over: object = {}): Promise<Answer['body']> =>
  newProduct({ admin }, { sku, price, ...over });
const put = async (sku: string, product: object, store = ''): Promise<void> =>
  void ok(await admin.store(store).put(`/V1/products/${sku}`, { product }));

it('the least of the price, the special price and the tier prices of one piece decides', async () => {
  const like = unique('charge');
  const tier = (customer_group_id: number, qty: number, value: number, extension_attributes = {}) => ({
    tier_prices: [{ customer_group_id, qty, value, extension_attributes }],
  });
  await make(`${like}-plain`, 10);
  await make(`${like}-special`, 50, { custom_attributes: attributes({ special_price: 9 }) });
  await make(`${like}-over`, 20, {
    custom_attributes: attributes({ special_price: 1, special_from_date: '2020-01-01', special_to_date: '2020-02-01' }),
  });
  await make(`${like}-all`, 40, tier(32_000, 1, 8));
  await make(`${like}-visitors`, 40, tier(0, 1, 0, { percentage_value: 85 }));
  await make(`${like}-others`, 30, tier(1, 1, 2));
  await make(`${like}-more`, 31, tier(32_000, 2, 2));
  const order = ['visitors', 'all', 'special', 'plain', 'over', 'others', 'more'];
  expect(await byPrice(like)).toEqual(order);
  expect(await byPrice(like, 'DESC')).toEqual(order.toReversed());
  // Without a store view there are no visitors.
  expect((await byPrice(like, 'ASC', 'all'))[0]).toBe('plain');
});

it('changes of prices count at once, however they are written', async () => {
  const like = unique('charge');
  for (const [name, price] of [
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ] as const)
    await make(`${like}-${name}`, price);
  await put(`${like}-c`, { custom_attributes: attributes({ special_price: 5 }) });
  expect(await byPrice(like)).toEqual(['c', 'a', 'b']);
  const special = {
    sku: `${like}-b`,
    store_id: 0,
    price: 4,
    price_from: '2021-01-01 00:00:00',
    price_to: '2099-01-01 00:00:00',
  };
  ok(await admin.post('/V1/products/special-price', { prices: [special] }));
  expect(await byPrice(like)).toEqual(['b', 'c', 'a']);
  ok(await admin.post('/V1/products/special-price-delete', { prices: [special] }));
  ok(await admin.post('/V1/products/base-prices', { prices: [{ sku: `${like}-a`, price: 3, store_id: 0 }] }));
  expect(await byPrice(like)).toEqual(['a', 'c', 'b']);
  ok(await admin.post(`/V1/products/${like}-b/group-prices/all/tiers/1/price/1`));
  expect(await byPrice(like)).toEqual(['b', 'a', 'c']);
});

it('what is disabled or not on the website of the store view is left out', async () => {
  const like = unique('charge');
  await make(`${like}-a`, 10);
  await make(`${like}-off`, 1, { status: 2 });
  await make(`${like}-away`, 1, { extension_attributes: { website_ids: [] } });
  expect(await byPrice(like)).toEqual(['a']);
  expect(await byPrice(like, 'ASC', 'all')).toEqual(['off', 'away', 'a']);
});

describe('what cannot be sold is left out', () => {
  const stock = (stock_item: object) => ({ extension_attributes: { stock_item } });
  const setting = async (path: string, value: string): Promise<void> =>
    await souk.configure({ [`cataloginventory/${path}`]: value });

  it('of each page, and of the number of all', async () => {
    const like = unique('charge');
    await make(`${like}-gone`, 1, stock({ qty: 0, is_in_stock: false }));
    await make(`${like}-none`, 2, stock({ qty: 0, is_in_stock: true }));
    await make(`${like}-untold`, 3, { extension_attributes: {} });
    await make(`${like}-there`, 4);
    await make(`${like}-free`, 5, stock({ manage_stock: false, use_config_manage_stock: false }));
    await make(`${like}-later`, 6, stock({ qty: 0, is_in_stock: true, backorders: 1, use_config_backorders: false }));
    await make(`${like}-kept`, 7, stock({ qty: 5, is_in_stock: true, min_qty: 5, use_config_min_qty: false }));
    expect(await byPrice(like)).toEqual(['there', 'free', 'later']);
    expect((await byPrice(like, 'ASC', 'all')).length).toBe(7);
    const query = criteria([], { sort: [{ field: 'price', direction: 'DESC' }], pageSize: 1, currentPage: 2 });
    const all = criteria([], { sort: [{ field: 'price', direction: 'DESC' }] });
    const list = ok(await admin.get(`/V1/products?${all}`));
    const page = ok(await admin.get(`/V1/products?${query}`));
    expect([page.total_count, page.items.length]).toEqual([list.items.length, 1]);
    expect(page.items[0].id).toBe(list.items[1].id);
    const named = criteria([[{ field: 'is_salable', value: '1', condition_type: 'eq' }]]);
    expect((await admin.get(`/V1/products?${named}`)).status).toBe(400);
  });

  it('follows the stock, orders and the configuration', async () => {
    const like = unique('charge');
    await make(`${like}-a`, 1);
    await make(`${like}-b`, 2);
    const { item_id } = ok(await admin.get(`/V1/stockItems/${like}-a`));
    const put = async (stockItem: object): Promise<void> =>
      void ok(await admin.put(`/V1/products/${like}-a/stockItems/${item_id}`, { stockItem }));
    await put({ qty: 0 });
    expect(await byPrice(like)).toEqual(['b']);
    await put({ qty: 2, is_in_stock: true });
    expect(await byPrice(like)).toEqual(['a', 'b']);
    ok(await admin.put(`/V1/products/${like}-a`, { product: stock({ is_in_stock: false }) }));
    expect(await byPrice(like)).toEqual(['b']);
    ok(await admin.put(`/V1/products/${like}-a`, { product: stock({ is_in_stock: true }) }));
    const id = await order(`${like}-a`, 2);
    expect(await byPrice(like)).toEqual(['b']);
    ok(await admin.post(`/V1/orders/${id}/cancel`));
    expect(await byPrice(like)).toEqual(['a', 'b']);
    await setting('item_options/min_qty', '2');
    expect(await byPrice(like)).toEqual(['b']);
    await setting('item_options/min_qty', '0');
    expect(await byPrice(like)).toEqual(['a', 'b']);
    await put({ qty: 0 });
    await setting('options/show_out_of_stock', '1');
    await until(async () => (await byPrice(like)).join() === 'a,b');
    await setting('options/show_out_of_stock', '0');
    await until(async () => (await byPrice(like)).join() === 'b');
  });

  /** Orders some of a product; gives the id of the order. */
  async function order(sku: string, qty: number): Promise<number> {
    const cart = ok(await souk.guest.post('/V1/guest-carts'));
    ok(await souk.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty } }));
    const address = {
      firstname: 'A',
      lastname: 'B',
      street: ['One 1'],
      city: 'Town',
      postcode: '10000',
      country_id: 'DE',
      region_id: 82,
      telephone: '1',
      email: 'a@example.com',
    };
    const carrier = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    const addressInformation = { shipping_address: address, billing_address: address, ...carrier };
    ok(await souk.guest.post(`/V1/guest-carts/${cart}/shipping-information`, { addressInformation }));
    return Number(ok(await souk.guest.put(`/V1/guest-carts/${cart}/order`, { paymentMethod: { method: 'checkmo' } })));
  }
});

describe('special prices that begin and end', () => {
  /** Sets the clock, and signs in anew: tokens end with their time. */
  async function at(now: string | null): Promise<void> {
    ok(await souk.guest.raw('PUT', '/_/clock', { now }));
    const credentials = { username: 'admin', password: souk.password };
    admin = admin.as(ok(await souk.guest.post('/V1/integration/admin/token', credentials)));
  }
  afterAll(() => at(null));

  it('count from their first day to their last', async () => {
    const like = unique('charge');
    await at('2031-05-01 12:00:00');
    await make(`${like}-a`, 10);
    const custom_attributes = attributes({
      special_price: 5,
      special_from_date: '2031-05-02',
      special_to_date: '2031-05-03',
    });
    await make(`${like}-b`, 20, { custom_attributes });
    const link = { sku: `${like}-group`, linked_product_sku: `${like}-b`, linked_product_type: 'simple', position: 1 };
    await make(`${like}-group`, null, {
      type_id: 'grouped',
      product_links: [{ ...link, link_type: 'associated', extension_attributes: { qty: 1 } }],
    });
    const before = await byPrice(like);
    expect(before[0]).toBe('a');
    await at('2031-05-02 00:00:01');
    expect((await byPrice(like)).at(-1)).toBe('a');
    await at('2031-05-03 23:59:59');
    expect((await byPrice(like)).at(-1)).toBe('a');
    await at('2031-05-04 00:00:00');
    expect((await byPrice(like))[0]).toBe('a');
  });
});

describe('products made of products', () => {
  it('a grouped product and a dynamic bundle cost what their cheapest part does', async () => {
    const like = unique('charge');
    for (const [name, price] of [
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ] as const)
      await make(`${like}-${name}`, price);
    const link = {
      sku: `${like}-group`,
      linked_product_type: 'simple',
      link_type: 'associated',
      extension_attributes: { qty: 1 },
    };
    await make(`${like}-group`, null, {
      type_id: 'grouped',
      product_links: [
        { ...link, linked_product_sku: `${like}-c`, position: 1 },
        { ...link, linked_product_sku: `${like}-b`, position: 2 },
      ],
    });
    const part = { sku: `${like}-c`, qty: 1, position: 1, is_default: false, price: 0, price_type: 0 };
    const option = { title: 'One', type: 'select', required: true, position: 1, product_links: [part] };
    await make(`${like}-bundle`, null, {
      type_id: 'bundle',
      custom_attributes: attributes({ price_view: '0', price_type: '0' }),
      extension_attributes: { bundle_product_options: [option], stock_item: { qty: 0, is_in_stock: true } },
    });
    expect(await byPrice(like)).toEqual(['a', 'b', 'group', 'c', 'bundle']);
    await put(`${like}-c`, { price: 1 });
    expect((await byPrice(like)).toSorted()).toEqual(['a', 'b', 'bundle', 'c', 'group']);
    expect(await byPrice(like)).toEqual(['c', 'group', 'bundle', 'a', 'b']);
    await put(`${like}-c`, { status: 2 }, 'all');
    expect((await byPrice(like)).indexOf('group')).toBeGreaterThan((await byPrice(like)).indexOf('a'));
    ok(await admin.delete(`/V1/products/${like}-b`));
    ok(await admin.get(`/V1/products/${like}-group`));
  });

  it('a bundle costs the least that its choices add up to', async () => {
    const like = unique('charge');
    const stock = (stock_item: object) => ({ extension_attributes: { stock_item } });
    for (const price of [1, 2, 3, 5, 8, 13]) await make(`${like}-${String(price).padStart(2, '0')}`, price);
    await make(`${like}-00`, 0.5, stock({ qty: 0, is_in_stock: false }));
    const option = (required: boolean, ...parts: [price: number, qty: number, over?: object][]) => ({
      title: 'One',
      type: 'select',
      required,
      position: 1,
      product_links: parts.map(([price, qty, over], i) => ({
        sku: `${like}-${String(price).padStart(2, '0')}`,
        qty,
        position: i + 1,
        is_default: false,
        price: 0,
        price_type: 0,
        ...over,
      })),
    });
    const bundle = (name: string, price: number | null, options: object[], values: object = {}) =>
      make(`${like}-${name}`, price, {
        type_id: 'bundle',
        custom_attributes: attributes({ price_view: '0', price_type: price === null ? '0' : '1', ...values }),
        extension_attributes: { bundle_product_options: options, stock_item: { qty: 0, is_in_stock: true } },
      });
    // 2 x 2 of 2 x 2 and 5, and 3: what need not be chosen adds nothing. What is out of stock is no choice.
    await bundle('sum', null, [option(true, [2, 2], [5, 1], [0, 1]), option(true, [3, 1]), option(false, [1, 1])]);
    // The cheapest, where nothing need be chosen.
    await bundle('any', null, [option(false, [8, 2], [3, 2]), option(false, [13, 1])]);
    // Half of 13 x 2.
    await bundle('half', null, [option(true, [13, 2])], { special_price: 50 });
    // 10 and 20 % of it, once for each of two pieces; of which a quarter is left.
    await bundle('fixed', 10, [option(true, [1, 2, { price: 20, price_type: 1 }])], { special_price: 25 });
    const order = ['01', '02', '03', 'fixed', '05', 'any', 'sum', '08', '13', 'half'];
    const found = await byPrice(like);
    expect(found.filter((name) => name !== '13' && name !== 'half')).toEqual(order.slice(0, -2));
    // Both cost 13: the older one is first.
    expect(found.slice(-2)).toEqual(['13', 'half']);
    await put(`${like}-02`, { price: 3 });
    expect((await byPrice(like)).indexOf('08')).toBeLessThan((await byPrice(like)).indexOf('sum'));
  });
});

it('a price that is saved does not hide that the product has sold out, or is back', async () => {
  const like = unique('charge');
  const sku = `${like}-one`;
  await make(sku, 10);
  const shown = async (): Promise<number> => {
    const query = 'query($sku: String) { products(filter: { sku: { eq: $sku } }) { total_count } }';
    return (await graphqlClient(souk).data(query, { sku })).products.total_count;
  };
  const set = async (qty: number): Promise<void> =>
    void ok(await admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty, is_in_stock: qty > 0 } }));
  const stored = async (price: number): Promise<void> =>
    void ok(await admin.post('/V1/products/base-prices', { prices: [{ sku, store_id: 0, price }] }));
  expect(await shown()).toBe(1);
  for (const save of [stored, (price: number) => put(sku, { price }, 'all')]) {
    await set(0);
    await save(11);
    expect(await shown()).toBe(0);
    await set(4);
    await save(12);
    expect(await shown()).toBe(1);
  }
});
