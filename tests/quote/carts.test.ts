import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, typed, type ShopClient } from '../support/shop-client.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, ship } from './shop.ts';

let souk: Souk;
let shop: ShopClient;
let guest: ShopClient;

beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
  guest = typed(souk.guest);
});
afterAll(() => souk.stop());

describe('carts of guests', () => {
  it('add up the same product and keep another choice apart', async () => {
    const [one, other] = [await makeProduct(souk), await makeProduct(souk, { price: 2.5 })];
    const { id: cartId } = await guestCart(souk, [one, 2], [other, 4]);
    const again = await guest.guestCartItems.save({ cartId, cartItem: { sku: one, qty: 3 } });
    expect(again).toMatchObject({ sku: one, qty: 5, price: 10 });
    const items = await guest.guestCartItems.list({ cartId });
    expect(items.map(({ qty, quote_id }) => [qty, quote_id])).toEqual([
      [5, cartId],
      [4, cartId],
    ]);
    expect(await guest.guestCarts.get({ cartId })).toMatchObject({
      items_count: 2,
      items_qty: 9,
      customer_is_guest: true,
    });
  });

  it('are not found by their number', async () => {
    const id = (await guest.guestCarts.get({ cartId: (await guestCart(souk)).id })).id!;
    await refused(guest.guestCarts.get({ cartId: String(id) }), 404, /No such entity with cartId/);
    await refused(guest.carts.get({ cartId: id }), 401);
  });

  it('take prices as they are at the time of the call', async () => {
    const sku = await makeProduct(souk, {
      tier_prices: [{ customer_group_id: 32000, qty: 3, value: 8 }],
      custom_attributes: [{ attribute_code: 'special_price', value: '9' }],
    });
    const { id: cartId } = await guestCart(souk, [sku, 1]);
    const [item] = await guest.guestCartItems.list({ cartId });
    expect(item?.price).toBe(9);
    await guest.guestCartItems.save({ cartId, itemId: item!.item_id!, cartItem: { qty: 3 } });
    expect(await guest.guestCartTotals.get({ cartId })).toMatchObject({ subtotal: 24, items: [{ price: 8 }] });
    await shop.products.save({ sku, product: { price: 5 } });
    expect((await guest.guestCartTotals.get({ cartId })).subtotal).toBe(15);
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
    const { id: cartId } = await guestCart(souk);
    await refused(guest.guestCartItems.save({ cartId, cartItem: { sku, qty } }), 400, message);
    expect(await guest.guestCartItems.list({ cartId })).toEqual([]);
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
    const made = await shop.productCustomOptions.save({ option: { ...option, product_sku: sku } });
    const { id: cartId } = await guestCart(souk);
    const add = (option_value?: string) =>
      guest.guestCartItems.save({
        cartId,
        cartItem: {
          sku,
          qty: 1,
          ...(option_value && {
            product_option: {
              extension_attributes: { custom_options: [{ option_id: String(made.option_id), option_value }] },
            },
          }),
        },
      });
    await refused(add(), 400, /required option\(s\) weren't entered/);
    await refused(add('too long a text'), 400);
    expect(await add('Ada')).toMatchObject({ sku: `${sku}-txt`, price: 13 });
    const totals = await guest.guestCartTotals.get({ cartId });
    expect(totals.items?.[0]?.options).toBe('[{"value":"Ada","label":"Text"}]');
  });
});

describe('carts of customers', () => {
  it('are one for each customer, and nobody else’s', async () => {
    const { id: customerId, me } = await makeCustomer(souk);
    const [ada, eve] = [typed(me), typed((await makeCustomer(souk)).me)];
    await refused(ada.cartItems.list(), 404, 'Current customer does not have an active cart.');
    const ids = await Promise.all([1, 2, 3].map(() => ada.carts.createEmptyCartForCustomer()));
    expect(new Set(ids).size).toBe(1);
    expect(await shop.carts.createEmptyCartForCustomer({ customerId })).toBe(ids[0]);
    await refused(eve.carts.get({ cartId: ids[0]! }), 401);
    await refused(eve.carts.save({ quote: { id: ids[0], customer: { id: customerId } } }), 404);
    expect(await ada.carts.getCartForCustomer()).toMatchObject({
      customer: { id: customerId },
      customer_is_guest: false,
    });
  });

  it('take over what a guest put together', async () => {
    const { id: customerId, me } = await makeCustomer(souk);
    const ada = typed(me);
    const [one, other] = [await makeProduct(souk), await makeProduct(souk)];
    await ada.carts.createEmptyCartForCustomer();
    await ada.cartItems.save({ cartItem: { sku: one, qty: 1 } });
    const { id: cartId } = await guestCart(souk, [one, 2], [other, 1]);
    expect(await ada.guestCarts.assignCustomer({ cartId, customerId, storeId: 1 })).toBe(true);
    const items = await ada.cartItems.list();
    expect(items.map(({ sku, qty }) => [sku, qty])).toEqual([
      [one, 3],
      [other, 1],
    ]);
    await refused(guest.guestCarts.get({ cartId }), 404);
    const mine = (await ada.carts.getCartForCustomer()).id!;
    await refused(shop.carts.assignCustomer({ cartId: mine, customerId, storeId: 1 }), 400, /isn't anonymous/);
  });
});

describe('shipping and payment of a cart', () => {
  const shippingOf = async (cartId: string) =>
    (await guest.guestCarts.get({ cartId })).extension_attributes?.shipping_assignments?.[0]?.shipping;

  it('estimate without changing the cart', async () => {
    const { id: cartId } = await guestCart(souk, [await makeProduct(souk), 3]);
    await refused(guest.guestShippingMethods.list({ cartId }), 400, /shipping address is missing/);
    const address = { country_id: 'US' };
    const methods = await guest.guestShipmentEstimation.estimateByExtendedAddress({ cartId, address });
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
    expect((await shippingOf(cartId))?.address?.country_id).toBeNull();
  });

  it('refuse a method that is not offered: the address stays, and no method is chosen', async () => {
    const { id: cartId } = await guestCart(souk, [await makeProduct(souk), 1]);
    const ship = (city: string, shipping_carrier_code: string, shipping_method_code: string) =>
      guest.guestShippingInformation.saveAddressInformation({
        cartId,
        addressInformation: { shipping_address: { ...ADDRESS, city }, shipping_carrier_code, shipping_method_code },
      });
    await ship('Mobile', 'flatrate', 'flatrate');
    await refused(ship('Elsewhere', 'tablerate', 'bestway'), 404, /Carrier with such method not found/);
    expect(await shippingOf(cartId)).toMatchObject({ method: null, address: { city: 'Elsewhere' } });
  });

  it('offer the free method for nothing to pay only', async () => {
    const { id: cartId } = await guestCart(souk, [await makeProduct(souk, { type_id: 'virtual', price: 0 }), 1]);
    const codes = async (id: string) => (await guest.guestPaymentMethods.list({ cartId: id })).map(({ code }) => code);
    const choose = (method: string) => guest.guestPaymentMethods.set({ cartId, method: { method } });
    expect(await codes(cartId)).toContain('free');
    await refused(choose('checkmo'), 400);
    expect(await choose('free')).toMatch(/^\d+$/);
    expect(await codes((await guestCart(souk, [await makeProduct(souk), 1])).id)).toEqual(['checkmo']);
  });

  it('put an unknown coupon in the place of none', async () => {
    const { id: cartId } = await guestCart(souk, [await makeProduct(souk), 1]);
    await refused(guest.guestCoupons.set({ cartId, couponCode: 'NOPE' }), 404, /coupon code isn't valid/);
    expect(await guest.guestCoupons.get({ cartId })).toBeNull();
  });
});

describe("a customer's own cart that is saved", () => {
  it('D301: keeps the data of the customer that the request does not have, and can be ordered', async () => {
    const { id: customerId, me, email } = await makeCustomer(souk);
    const id = ok(await me.post('/V1/carts/mine'));
    const item = { sku: await makeProduct(souk), qty: 1, quote_id: String(id) };
    ok(await me.post('/V1/carts/mine/items', { cartItem: item }));
    const save = async (customer: object) =>
      ok(await me.put('/V1/carts/mine', { quote: { id, store_id: 1, customer: { id: customerId, ...customer } } }));
    const { firstname } = ok(await me.get('/V1/customers/me'));
    await save({});
    await save({ lastname: 'Byron' });
    await ship(me, '/V1/carts/mine');
    const order = ok(
      await me.post('/V1/carts/mine/payment-information', {
        paymentMethod: { method: 'checkmo' },
        billing_address: ADDRESS,
      }),
    );
    expect(ok(await souk.admin.get(`/V1/orders/${order}`))).toMatchObject({
      customer_email: email,
      customer_firstname: firstname,
      customer_lastname: 'Byron',
    });
  });
});
