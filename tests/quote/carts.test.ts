import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, ship } from './shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

describe('carts of guests', () => {
  it('add up the same product and keep another choice apart', async () => {
    const [one, other] = [await makeProduct(souk), await makeProduct(souk, { price: 2.5 })];
    const { id, path } = await guestCart(souk, [one, 2], [other, 4]);
    const again = ok(await souk.guest.post(`${path}/items`, { cartItem: { sku: one, qty: 3, quote_id: id } }));
    expect(again).toMatchObject({ sku: one, qty: 5, price: 10 });
    const items = ok(await souk.guest.get(`${path}/items`));
    expect(items.map((item: { qty: number; quote_id: string }) => [item.qty, item.quote_id])).toEqual([
      [5, id],
      [4, id],
    ]);
    expect(ok(await souk.guest.get(path))).toMatchObject({ items_count: 2, items_qty: 9, customer_is_guest: true });
  });

  it('are not found by their number', async () => {
    const { path } = await guestCart(souk);
    const { id } = ok(await souk.guest.get(path));
    fails(await souk.guest.get(`/V1/guest-carts/${id}`), 404, /No such entity with cartId/);
    fails(await souk.guest.get(`/V1/carts/${id}`), 401);
  });

  it('take prices as they are at the time of the call', async () => {
    const sku = await makeProduct(souk, {
      tier_prices: [{ customer_group_id: 32000, qty: 3, value: 8 }],
      custom_attributes: [{ attribute_code: 'special_price', value: '9' }],
    });
    const { path } = await guestCart(souk, [sku, 1]);
    const [item] = ok(await souk.guest.get(`${path}/items`));
    expect(item.price).toBe(9);
    ok(
      await souk.guest.put(`${path}/items/${item.item_id}`, { cartItem: { qty: 3, quote_id: path.split('/').at(-1) } }),
    );
    expect(ok(await souk.guest.get(`${path}/totals`))).toMatchObject({ subtotal: 24, items: [{ price: 8 }] });
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { price: 5 } }));
    expect(ok(await souk.guest.get(`${path}/totals`)).subtotal).toBe(15);
  });

  it.each([
    ['more than there is', 101, {}, 'Not enough items for sale'],
    ['more than is sold at once', 6, { use_config_max_sale_qty: false, max_sale_qty: 5 }, /maximum qty allowed/],
    ['fewer than are sold at once', 2, { use_config_min_sale_qty: 0, min_sale_qty: 3 }, /fewest you may purchase is 3/],
    ['part of a piece', 1.5, {}, 'You cannot use decimal quantity for this product.'],
    [
      'no multiple of the increments',
      3,
      {
        use_config_enable_qty_inc: false,
        enable_qty_increments: true,
        use_config_qty_increments: false,
        qty_increments: 2,
      },
      /only in quantities of 2 at a time/,
    ],
    ['what is out of stock', 1, { qty: 0, is_in_stock: false }, 'Product that you are trying to add is not available.'],
  ])('refuse %s and stay as they were', async (_, qty, stock, message) => {
    const sku = await makeProduct(souk, {}, stock);
    const { id, path } = await guestCart(souk);
    fails(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty, quote_id: id } }), 400, message);
    expect(ok(await souk.guest.get(`${path}/items`))).toEqual([]);
  });

  it('ask for the custom options that are required, and price them', async () => {
    const option = {
      title: 'Text',
      type: 'field',
      is_require: true,
      price: 3,
      price_type: 'fixed',
      sku: 'txt',
      max_characters: 5,
    };
    const sku = await makeProduct(souk);
    const made = ok(await souk.admin.post('/V1/products/options', { option: { ...option, product_sku: sku } }));
    const { id, path } = await guestCart(souk);
    const add = (option_value?: string) =>
      souk.guest.post(`${path}/items`, {
        cartItem: {
          sku,
          qty: 1,
          quote_id: id,
          ...(option_value && {
            product_option: {
              extension_attributes: { custom_options: [{ option_id: String(made.option_id), option_value }] },
            },
          }),
        },
      });
    fails(await add(), 400, /required option\(s\) weren't entered/);
    fails(await add('too long a text'), 400);
    expect(ok(await add('Ada'))).toMatchObject({ sku: `${sku}-txt`, price: 13 });
    const totals = ok(await souk.guest.get(`${path}/totals`));
    expect(totals.items[0].options).toBe('[{"value":"Ada","label":"Text"}]');
  });
});

describe('carts of customers', () => {
  it('are one for each customer, and nobody else’s', async () => {
    const [ada, eve] = [await makeCustomer(souk), await makeCustomer(souk)];
    fails(await ada.me.get('/V1/carts/mine/items'), 404, 'Current customer does not have an active cart.');
    const ids = await Promise.all([1, 2, 3].map(async () => ok(await ada.me.post('/V1/carts/mine'))));
    expect(new Set(ids).size).toBe(1);
    expect(ok(await souk.admin.post(`/V1/customers/${ada.id}/carts`))).toBe(ids[0]);
    fails(await eve.me.get(`/V1/carts/${ids[0]}`), 401);
    fails(await eve.me.put('/V1/carts/mine', { quote: { id: ids[0], customer: { id: ada.id } } }), 404);
    expect(ok(await ada.me.get('/V1/carts/mine'))).toMatchObject({
      customer: { id: ada.id },
      customer_is_guest: false,
    });
  });

  it('take over what a guest put together', async () => {
    const { id, me } = await makeCustomer(souk);
    const [one, other] = [await makeProduct(souk), await makeProduct(souk)];
    const mine = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: one, qty: 1, quote_id: mine } }));
    const guests = await guestCart(souk, [one, 2], [other, 1]);
    expect(ok(await me.put(guests.path, { customerId: id, storeId: 1 }))).toBe(true);
    const items = ok(await me.get('/V1/carts/mine/items'));
    expect(items.map((item: { sku: string; qty: number }) => [item.sku, item.qty])).toEqual([
      [one, 3],
      [other, 1],
    ]);
    fails(await souk.guest.get(guests.path), 404);
    fails(
      await souk.admin.put(`/V1/carts/${ok(await me.get('/V1/carts/mine')).id}`, { customerId: id, storeId: 1 }),
      400,
      /isn't anonymous/,
    );
  });
});

describe('shipping and payment of a cart', () => {
  it('estimate without changing the cart', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 3]);
    fails(await souk.guest.get(`${path}/shipping-methods`), 400, /shipping address is missing/);
    const methods = ok(await souk.guest.post(`${path}/estimate-shipping-methods`, { address: { country_id: 'US' } }));
    expect(methods).toEqual([
      {
        carrier_code: 'flatrate',
        method_code: 'flatrate',
        carrier_title: 'Flat Rate',
        method_title: 'Fixed',
        amount: 15,
        base_amount: 15,
        available: true,
        error_message: '',
        price_excl_tax: 15,
        price_incl_tax: 15,
      },
    ]);
    expect(
      ok(await souk.guest.get(path)).extension_attributes.shipping_assignments[0].shipping.address.country_id,
    ).toBeNull();
  });

  it('refuse a method that is not offered: the address stays, and no method is chosen', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    await ship(souk.guest, path);
    const addressInformation = {
      shipping_address: { ...ADDRESS, city: 'Elsewhere' },
      shipping_carrier_code: 'tablerate',
      shipping_method_code: 'bestway',
    };
    fails(
      await souk.guest.post(`${path}/shipping-information`, { addressInformation }),
      404,
      /Carrier with such method not found/,
    );
    const { shipping } = ok(await souk.guest.get(path)).extension_attributes.shipping_assignments[0];
    expect([shipping.method, shipping.address.city]).toEqual([null, 'Elsewhere']);
  });

  it('offer the free method for nothing to pay only', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk, { type_id: 'virtual', price: 0 }), 1]);
    const codes = async (at: string) =>
      ok(await souk.guest.get(`${at}/payment-methods`)).map((method: { code: string }) => method.code);
    expect(await codes(path)).toContain('free');
    fails(await souk.guest.put(`${path}/selected-payment-method`, { method: { method: 'checkmo' } }), 400);
    expect(ok(await souk.guest.put(`${path}/selected-payment-method`, { method: { method: 'free' } }))).toMatch(
      /^\d+$/,
    );
    expect(await codes((await guestCart(souk, [await makeProduct(souk), 1])).path)).toEqual(['checkmo']);
  });

  it('put an unknown coupon in the place of none', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    fails(await souk.guest.put(`${path}/coupons/NOPE`), 404, /coupon code isn't valid/);
    expect(ok(await souk.guest.get(`${path}/coupons`))).toEqual([]);
  });
});
