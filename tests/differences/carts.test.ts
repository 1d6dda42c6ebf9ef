import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, guestCart, makeCustomer, makeProduct, PAYMENT, ship } from '../quote/shop.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

/** Makes a rule for everybody; gives its id. */
async function makeRule(changes: object): Promise<number> {
  const rule = {
    name: unique('rule'),
    website_ids: [1],
    customer_group_ids: [0, 1],
    is_active: true,
    coupon_type: 'NO_COUPON',
    stop_rules_processing: false,
    ...changes,
  };
  return ok(await souk.admin.post('/V1/salesRules', { rule })).rule_id;
}

const drop = async (...ids: number[]): Promise<void> => {
  for (const id of ids) ok(await souk.admin.delete(`/V1/salesRules/${id}`));
};

describe('carts', () => {
  it('D57: a fixed amount is divided by what items and shipping cost now', async () => {
    const id = await makeRule({ simple_action: 'cart_fixed', discount_amount: 10, apply_to_shipping: true });
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    ok(await souk.guest.put(`${path}/items/${item_id}`, { cartItem: { qty: 3 } }));
    expect(ok(await souk.guest.get(`${path}/totals`))).toMatchObject({
      subtotal: 30,
      shipping_amount: 15,
      discount_amount: -10,
      shipping_discount_amount: 3.33,
      items: [{ discount_amount: 6.67 }],
    });
    await drop(id);
  });

  it('D58: an own cart takes an item in either spelling', async () => {
    const { me } = await makeCustomer(souk);
    ok(await me.post('/V1/carts/mine'));
    const { item_id } = ok(await me.post('/V1/carts/mine/items', { cart_item: { sku, qty: 1 } }));
    expect(ok(await me.put(`/V1/carts/mine/items/${item_id}`, { cart_item: { qty: 2 } })).qty).toBe(2);
  });

  it('D90: an order tells nothing of a card, whatever its rules ask about the payment', async () => {
    const type = (name: string): string => `Magento\\SalesRule\\Model\\Rule\\Condition\\${name}`;
    const payment_method = { attribute_name: 'payment_method', operator: '==', value: 'checkmo' };
    const condition = {
      condition_type: type('Combine'),
      aggregator_type: 'all',
      value: '1',
      conditions: [{ condition_type: type('Address'), ...payment_method }],
    };
    const id = await makeRule({ simple_action: 'by_percent', discount_amount: 10, condition });
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const order = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    const { payment } = ok(await souk.admin.get(`/V1/orders/${order}`));
    expect(payment.method).toBe('checkmo');
    for (const name of ['cc_exp_year', 'cc_ss_start_month', 'cc_ss_start_year'])
      expect(payment).not.toHaveProperty(name);
    await drop(id);
  });

  it('D94: an order without a shipping method is refused without an empty parameter', async () => {
    const { path } = await guestCart(souk, [sku, 1]);
    ok(await souk.guest.post(`${path}/billing-address`, { address: ADDRESS, useForShipping: true }));
    expect(await souk.guest.put(`${path}/order`, { paymentMethod: { method: 'checkmo' } })).toMatchObject({
      status: 400,
      body: { message: 'The shipping method is missing. Select the shipping method and try again.' },
    });
  });

  it('D59: rules of one priority are applied in order of their ids', async () => {
    const some = { simple_action: 'by_fixed', discount_amount: 1, discount_qty: 2, sort_order: 1 };
    const all = { simple_action: 'cart_fixed', discount_amount: 500, sort_order: 1 };
    const discount = async () => {
      const { path } = await guestCart(souk, [sku, 4]);
      return ok(await souk.guest.get(`${path}/totals`)).discount_amount;
    };
    const first = [await makeRule(some), await makeRule(all)];
    expect(await discount()).toBe(-40);
    await drop(...first);
    // The rule for two pieces leaves no more discount than they cost.
    const second = [await makeRule(all), await makeRule(some)];
    expect(await discount()).toBe(-20);
    await drop(...second);
  });

  it('D309: a fixed amount for the whole cart is taken off beside a percentage', async () => {
    const ids = [
      await makeRule({ simple_action: 'by_percent', discount_amount: 10, sort_order: 0 }),
      await makeRule({ simple_action: 'cart_fixed', discount_amount: 7, sort_order: 1 }),
      await makeRule({ simple_action: 'by_percent', discount_amount: 50, discount_step: 2, sort_order: 2 }),
    ];
    const { path } = await guestCart(souk, [sku, 5]);
    // 5 off 50, then 7, then half of what is left of four pieces: (40 - 12) / 2.
    expect(ok(await souk.guest.get(`${path}/totals`))).toMatchObject({ subtotal: 50, discount_amount: -26 });
    await drop(...ids);
  });

  it('D313: a coupon that discounts shipping alone is accepted, even after a rule that stops further rules', async () => {
    const stops = { simple_action: 'cart_fixed', discount_amount: 500, sort_order: 0, stop_rules_processing: true };
    const shipping = { simple_action: 'by_fixed', discount_amount: 3, apply_to_shipping: true, sort_order: 1 };
    const ids = [await makeRule(stops), await makeRule({ ...shipping, coupon_type: 'SPECIFIC_COUPON' })];
    const code = unique('code');
    ok(await souk.admin.post('/V1/coupons', { coupon: { rule_id: ids[1], code, type: 0, is_primary: true } }));
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    ok(await souk.guest.put(`${path}/coupons/${code}`));
    const totals = ok(await souk.guest.get(`${path}/totals`));
    expect(totals).toMatchObject({ coupon_code: code, discount_amount: -13, shipping_discount_amount: 3 });
    await drop(...ids);
  });
});
