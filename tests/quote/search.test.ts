import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, ok, startSouk, unique, type Client, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;
let sku: string;
let taxed: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk, { price: 10.05 });
  taxed = await makeProduct(souk, { price: 7, custom_attributes: [{ attribute_code: 'tax_class_id', value: '2' }] });
  const rate = { tax_country_id: 'US', tax_postcode: '*', tax_region_id: 1, rate: 8.25, code: unique('rate') };
  const { id } = ok(await souk.admin.post('/V1/taxRates', { taxRate: rate }));
  const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [id] };
  ok(await souk.admin.post('/V1/taxRules', { rule: { code: unique('rule'), priority: 0, position: 0, ...classes } }));
});
afterAll(() => souk.stop());

/** Numbers of the carts that meet all conditions. */
async function found(...conditions: readonly (readonly [field: string, value: unknown, type?: string])[]) {
  const groups = conditions.map(([field, value, condition_type = 'eq']) => [{ field, value, condition_type }]);
  const { items } = ok(await souk.admin.get(`/V1/carts/search?${criteria(groups)}`));
  return items.map((cart: { id: number }) => cart.id) as number[];
}

const figures = [
  'grand_total',
  'base_grand_total',
  'subtotal',
  'base_subtotal',
  'subtotal_with_discount',
  'base_subtotal_with_discount',
];

/** Asserts that the cart is found by what it comes to, and by nothing else. */
async function expectFound(path: string): Promise<void> {
  const totals = ok(await souk.guest.get(`${path}/totals`));
  const { id } = ok(await souk.guest.get(path));
  for (const name of figures) {
    expect(await found(['entity_id', id], [name, totals[name]]), `${name} ${totals[name]}`).toEqual([id]);
    expect(await found(['entity_id', id], [name, totals[name] + 0.01]), name).toEqual([]);
  }
}

async function makeCoupon(): Promise<string> {
  const rule = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], is_active: true };
  const action = { simple_action: 'by_percent', discount_amount: 10, coupon_type: 'SPECIFIC_COUPON' };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule: { ...rule, ...action } }));
  const code = unique('code');
  ok(await souk.admin.post('/V1/coupons', { coupon: { rule_id, code, type: 0, is_primary: true } }));
  return code;
}

describe('carts are found by what they come to', () => {
  const add = async (path: string, one: string, qty: number) =>
    ok(await souk.guest.post(`${path}/items`, { cartItem: { sku: one, qty } }));

  it('after items are put in, changed and taken out', async () => {
    const { path } = await guestCart(souk);
    await add(path, sku, 2);
    await expectFound(path);
    const other = await add(path, taxed, 3);
    await expectFound(path);
    await add(path, sku, 1);
    await expectFound(path);
    ok(await souk.guest.put(`${path}/items/${other.item_id}`, { cartItem: { qty: 1 } }));
    await expectFound(path);
    ok(await souk.guest.delete(`${path}/items/${other.item_id}`));
    await expectFound(path);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    ok(await souk.guest.delete(`${path}/items/${item_id}`));
    await expectFound(path);
  });

  it('after addresses, shipping and coupons', async () => {
    const { path, id: mask } = await guestCart(souk, [sku, 2], [taxed, 1]);
    ok(await souk.guest.post(`${path}/billing-address`, { address: ADDRESS, useForShipping: true }));
    await expectFound(path);
    await add(path, taxed, 1);
    await expectFound(path);
    const code = await makeCoupon();
    ok(await souk.guest.put(`${path}/coupons/${code}`));
    await expectFound(path);
    await add(path, sku, 1);
    await expectFound(path);
    await ship(souk.guest, path);
    await expectFound(path);
    const { id } = ok(await souk.guest.get(path));
    expect(await found(['entity_id', id], ['applied_rule_ids', '', 'notnull'])).toEqual([id]);
    ok(await souk.guest.delete(`${path}/coupons`));
    await expectFound(path);
    expect(await found(['entity_id', id], ['applied_rule_ids', '', 'null'])).toEqual([id]);
    const { grand_total } = ok(await souk.guest.get(`${path}/totals`));
    ok(await souk.guest.post(`/V1/guest-carts/${mask}/payment-information`, PAYMENT));
    const closed = [
      ['entity_id', id],
      ['is_active', 0],
      ['checkout_method', 'guest'],
    ] as const;
    expect(await found(...closed, ['grand_total', grand_total])).toEqual([id]);
    const groups = [[{ field: 'shipping_method', value: 'flatrate_flatrate' }], [{ field: 'quote_id', value: id }]];
    expect(ok(await souk.admin.get(`/V1/orders?${criteria(groups)}`)).total_count).toBe(1);
  });
});

describe('carts are found by whose they are and what is in them', () => {
  let me: Client;
  let cartId: number;
  let guestId: number;

  beforeAll(async () => {
    const customer = await makeCustomer(souk);
    me = customer.me;
    cartId = Number(ok(await me.post('/V1/carts/mine')));
    const virtual = await makeProduct(souk, { type_id: 'virtual' });
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: virtual, qty: 1 } }));
    const { path } = await guestCart(souk, [sku, 1]);
    guestId = ok(await souk.guest.get(path)).id;
  });

  it.each([
    ['is_virtual', 1, true],
    ['customer_is_guest', 0, true],
    ['customer_is_guest', 1, false],
    ['customer_firstname', 'ada', true],
    ['customer_group_id', 1, true],
    ['customer_tax_class_id', 3, undefined],
    ['customer_note_notify', 1, undefined],
    ['orig_order_id', 0, undefined],
    ['base_currency_code', 'usd', undefined],
    ['quote_currency_code', 'USD', undefined],
    ['base_to_quote_rate', 1, undefined],
    ['is_multi_shipping', 0, undefined],
  ])('%s %s', async (field, value, isOwn) => {
    const ids: number[] = [];
    if (isOwn !== false) ids.push(cartId);
    if (isOwn !== true) ids.push(guestId);
    expect(await found(['entity_id', `${cartId},${guestId}`, 'in'], [field, value])).toEqual(ids);
  });
});
