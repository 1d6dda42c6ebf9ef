import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** Expects a call to be refused, and the cart at `path` to be afterwards what it was. */
async function refused(path: string, call: () => Promise<Answer>, status: number, message?: string | RegExp) {
  const before = await state(path);
  fails(await call(), status, message);
  expect(await state(path)).toEqual(before);
}

async function state(path: string): Promise<unknown> {
  const { updated_at: _, ...cart } = ok(await souk.guest.get(path));
  return { cart, totals: ok(await souk.guest.get(`${path}/totals`)) };
}

const idOf = (path: string): string => path.split('/').at(-1)!;

async function makeCoupon(rule: object, coupon: object = {}): Promise<string> {
  const made = ok(
    await souk.admin.post('/V1/salesRules', {
      rule: {
        name: unique('rule'),
        website_ids: [1],
        customer_group_ids: [0, 1],
        is_active: true,
        simple_action: 'by_fixed',
        discount_amount: 4,
        coupon_type: 'SPECIFIC_COUPON',
        ...rule,
      },
    }),
  );
  const code = unique('CODE').toUpperCase();
  ok(await souk.admin.post('/V1/coupons', { coupon: { rule_id: made.rule_id, code, type: 0, ...coupon } }));
  return code;
}

describe('a cart is refused, and stays as it was, for', () => {
  it('another customer, and a guest who counts', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const { id: number } = ok(await souk.guest.get(path));
    const { me } = await makeCustomer(souk);
    const other = await makeCustomer(souk);
    const own = ok(await other.me.post('/V1/carts/mine'));
    await refused(path, () => souk.guest.get(`/V1/guest-carts/${number}`), 404, /No such entity with cartId/);
    await refused(path, () => me.get(`/V1/carts/${own}`), 401);
    const items = { id: own, customer: { id: other.id }, customer_note: 'mine now' };
    await refused(path, () => me.put('/V1/carts/mine', { quote: items }), 404);
    ok(await me.post('/V1/carts/mine'));
    await refused(path, () => me.put('/V1/carts/mine', { quote: items }), 400, 'Invalid state change requested');
    expect(ok(await other.me.get('/V1/carts/mine')).customer_note).toBeUndefined();
  });

  it('a quantity of an item whose product was deleted', async () => {
    const sku = await makeProduct(souk);
    const { path } = await guestCart(souk, [sku, 2]);
    const [item] = ok(await souk.guest.get(`${path}/items`));
    ok(await souk.admin.delete(`/V1/products/${sku}`));
    const cartItem = { qty: 3, quote_id: idOf(path) };
    const change = () => souk.guest.put(`${path}/items/${item.item_id}`, { cartItem });
    await refused(path, change, 404, /doesn't contain the .* item/);
  });

  it('D40: a part of a piece, and a quantity of nothing or less', async () => {
    const sku = await makeProduct(souk);
    const { path } = await guestCart(souk, [sku, 2]);
    const [item] = ok(await souk.guest.get(`${path}/items`));
    const add = (qty: unknown) => souk.guest.post(`${path}/items`, { cartItem: { sku, qty, quote_id: idOf(path) } });
    const decimal = 'You cannot use decimal quantity for this product.';
    await refused(path, () => add(1.5), 400, decimal);
    const change = { cartItem: { qty: 0.5, quote_id: idOf(path) } };
    await refused(path, () => souk.guest.put(`${path}/items/${item.item_id}`, change), 400, decimal);
    await refused(path, () => add(undefined), 400);
    await refused(path, () => add('many'), 400);
    for (const qty of [0, -1, '0']) {
      const message = `Invalid value of "${qty}" provided for the qty field.`;
      await refused(path, () => add(qty), 400, message);
      const sent = { cartItem: { qty, quote_id: idOf(path) } };
      await refused(path, () => souk.guest.put(`${path}/items/${item.item_id}`, sent), 400, message);
    }
  });

  it('what has been sold in the meantime', async () => {
    const sku = await makeProduct(souk, {}, { qty: 2 });
    const { path } = await guestCart(souk, [sku, 2]);
    await ship(souk.guest, path);
    ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 1, is_in_stock: true } }));
    await refused(
      path,
      () => souk.guest.post(`${path}/payment-information`, PAYMENT),
      400,
      'Not enough items for sale',
    );
    ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 0, is_in_stock: false } }));
    await refused(path, () => souk.guest.post(`${path}/payment-information`, PAYMENT), 400);
    ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 2, is_in_stock: true } }));
    ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
  });

  it('a coupon that has expired, is used up, or is for others', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const invalid = "The coupon code isn't valid. Verify the code and try again.";
    const codes = [
      await makeCoupon({ to_date: '2020-01-01' }),
      await makeCoupon({}, { expiration_date: '2020-01-01 00:00:00', is_primary: false }),
      await makeCoupon({ uses_per_coupon: 1 }, { usage_limit: 1, times_used: 1, is_primary: true }),
      await makeCoupon({ customer_group_ids: [1] }),
      await makeCoupon({ is_active: false }),
    ];
    for (const code of codes) await refused(path, () => souk.guest.put(`${path}/coupons/${code}`), 404, invalid);
  });

  it('a way of paying that is not offered', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    await ship(souk.guest, path);
    const payment = { ...PAYMENT, paymentMethod: { method: 'banktransfer' } };
    for (const route of ['payment-information', 'set-payment-information']) {
      const call = () => souk.guest.post(`${path}/${route}`, payment);
      await refused(path, call, 400, 'The requested Payment Method is not available.');
    }
  });

  it('being ordered already', async () => {
    const sku = await makeProduct(souk);
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const { id } = ok(await souk.guest.get(path));
    ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    const gone = `No such entity with cartId = ${id}`;
    const cartItem = { sku, qty: 1, quote_id: idOf(path) };
    fails(await souk.guest.post(`${path}/items`, { cartItem }), 404, gone);
    fails(await souk.guest.post(`${path}/payment-information`, PAYMENT), 404, gone);
    fails(await souk.guest.put(`${path}/order`, { paymentMethod: { method: 'checkmo' } }), 404, gone);
    fails(await souk.guest.get(`${path}/totals`), 404, gone);
    expect(ok(await souk.guest.get(path))).toMatchObject({ is_active: false, items_count: 1 });
  });
});

describe('what is downloaded is for accounts', () => {
  const downloadable = (is_shareable: number) => ({
    type_id: 'downloadable',
    custom_attributes: [{ attribute_code: 'links_purchased_separately', value: '0' }],
    extension_attributes: {
      website_ids: [1],
      stock_item: { qty: 10, is_in_stock: true },
      downloadable_product_links: [
        { title: 'Part', sort_order: 1, is_shareable, price: 0, number_of_downloads: 0, ...LINK },
      ],
    },
  });
  const LINK = { link_type: 'url', link_url: 'http://example.com/a.zip' };
  const OFF = 'Sorry, guest checkout is not available.';

  it('D349: unless the shop and its links say otherwise, by REST and GraphQL', async () => {
    const shared = await makeProduct(souk, downloadable(1));
    const own = await makeProduct(souk, downloadable(0));
    const { path } = await guestCart(souk, [shared, 1]);
    await refused(path, () => souk.guest.post(`${path}/billing-address`, { address: ADDRESS }), 400, OFF);
    await refused(path, () => souk.guest.post(`${path}/payment-information`, PAYMENT), 400, OFF);
    const c = path.split('/').at(-1);
    const gql = graphqlClient(souk);
    await gql.data(
      'mutation($c: String!) { setGuestEmailOnCart(input: { cart_id: $c, email: "g@example.com" }) { cart { id } } }',
      { c },
    );
    const PLACE =
      'mutation($c: String!) { placeOrder(input: { cart_id: $c }) { order { order_number } errors { message } } }';
    expect((await gql.data(PLACE, { c })).placeOrder).toEqual({
      order: null,
      errors: [{ message: OFF }],
    });
    const { me } = await makeCustomer(souk);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: own, qty: 1, quote_id } }));
    const billing = { paymentMethod: { method: 'checkmo' }, billing_address: ADDRESS };
    ok(await me.post('/V1/carts/mine/payment-information', billing));
    await souk.configure({ 'catalog/downloadable/disable_guest_checkout': '0' });
    const order = async () => (await souk.guest.post(`${path}/payment-information`, PAYMENT)).status;
    await expect.poll(order).toBe(200);
    const other = await guestCart(souk, [own, 1]);
    await refused(other.path, () => souk.guest.post(`${other.path}/payment-information`, PAYMENT), 400, OFF);
  });
});
