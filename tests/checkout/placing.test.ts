import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, PAYMENT, ship } from '../quote/shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const status = async (sku: string): Promise<number> => ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).qty;

describe('placing an order', () => {
  it('makes one of a cart, reserves the stock and closes the cart', async () => {
    const sku = await makeProduct(souk);
    const { path } = await guestCart(souk, [sku, 2]);
    expect(await ship(souk.guest, path)).toMatchObject({
      totals: { grand_total: 30 },
      payment_methods: [{ code: 'checkmo' }],
    });
    const orderId = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${orderId}`))).toMatchObject({
      grand_total: 30,
      subtotal: 20,
      shipping_amount: 10,
      customer_email: 'ada@example.com',
      customer_is_guest: 1,
      items: [{ sku, qty_ordered: 2, price: 10 }],
    });
    expect(await status(sku)).toBe(98);
    expect(ok(await souk.guest.get(path))).toMatchObject({ is_active: false });
    fails(await souk.guest.post(`${path}/payment-information`, PAYMENT), 404);
    fails(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: path.split('/').at(-1) } }), 404);
  });

  it('yields one order, however often and fast it is asked for', async () => {
    const sku = await makeProduct(souk);
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => souk.guest.post(`${path}/payment-information`, PAYMENT)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await status(sku)).toBe(99);
  });

  it('never sells more than there is', async () => {
    const sku = await makeProduct(souk, {}, { qty: 3 });
    const carts = await Promise.all(Array.from({ length: 6 }, () => guestCart(souk, [sku, 1])));
    for (const { path } of carts) await ship(souk.guest, path);
    const answers = await Promise.all(carts.map(({ path }) => souk.guest.post(`${path}/payment-information`, PAYMENT)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(3);
    expect(await status(sku)).toBe(0);
    expect(ok(await souk.admin.get(`/V1/stockItems/${sku}`)).qty).toBe(3);
  });

  it('needs no address to ship to for what is not shipped', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk, { type_id: 'virtual', price: 7 }), 2]);
    const orderId = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    const order = ok(await souk.admin.get(`/V1/orders/${orderId}`));
    expect(order).toMatchObject({ is_virtual: 1, grand_total: 14 });
  });

  it('uses a coupon up', async () => {
    const sku = await makeProduct(souk);
    const rule = ok(
      await souk.admin.post('/V1/salesRules', {
        rule: {
          name: unique('rule'),
          website_ids: [1],
          customer_group_ids: [0, 1],
          is_active: true,
          simple_action: 'by_fixed',
          discount_amount: 4,
          discount_step: 0,
          coupon_type: 'SPECIFIC_COUPON',
          uses_per_customer: 0,
          stop_rules_processing: false,
          is_advanced: true,
          sort_order: 0,
          apply_to_shipping: false,
          times_used: 0,
          is_rss: false,
          use_auto_generation: false,
          uses_per_coupon: 1,
        },
      }),
    );
    const code = unique('FOUR').toUpperCase();
    const coupon = { rule_id: rule.rule_id, code, type: 0, usage_limit: 1, times_used: 0, is_primary: true };
    ok(await souk.admin.post('/V1/coupons', { coupon }));
    const carts = [await guestCart(souk, [sku, 1]), await guestCart(souk, [sku, 1])];
    for (const { path } of carts) {
      ok(await souk.guest.put(`${path}/coupons/${code}`));
      expect(await ship(souk.guest, path)).toMatchObject({
        totals: { discount_amount: -4, grand_total: 11, coupon_code: code },
      });
    }
    const first = ok(await souk.guest.post(`${carts[0]!.path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${first}`))).toMatchObject({ coupon_code: code, discount_amount: -4 });
    fails(await souk.guest.post(`${carts[1]!.path}/payment-information`, PAYMENT), 404, /coupon code isn't valid/);
    ok(await souk.guest.delete(`${carts[1]!.path}/coupons`));
    const second = ok(await souk.guest.post(`${carts[1]!.path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${second}`))).toMatchObject({ discount_amount: 0, grand_total: 15 });
    fails(await souk.guest.put(`${(await guestCart(souk, [sku, 1])).path}/coupons/${code}`), 404);
  });

  it('keeps an address that is marked so in the customer’s book', async () => {
    const { id, me } = await makeCustomer(souk);
    const mine = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: await makeProduct(souk), qty: 1, quote_id: mine } }));
    await ship(me, '/V1/carts/mine', { shipping_address: { ...ADDRESS, city: 'Newtown', save_in_address_book: 1 } });
    ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    const { addresses } = ok(await souk.admin.get(`/V1/customers/${id}`));
    expect(addresses.map((address: { city: string }) => address.city)).toEqual(['Newtown']);
    expect(ok(await me.post('/V1/carts/mine'))).not.toBe(mine);
  });

  it.each([
    ['without a shipping address', false, PAYMENT, /shipping address is missing/],
    [
      'with an unknown method',
      true,
      { ...PAYMENT, paymentMethod: { method: 'nope' } },
      /Payment Method is not available/,
    ],
    ['with an e-mail address that is none', true, { ...PAYMENT, email: 'bad' }, 'Invalid email format'],
  ])('is refused %s', async (_, shipped, sent, message) => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    if (shipped) await ship(souk.guest, path);
    fails(await souk.guest.post(`${path}/payment-information`, sent), 400, message);
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
  });
});

describe('what a shop can ask of a checkout', () => {
  it('a least amount, and an account', async () => {
    const settings = { 'sales/minimum_order/active': '1', 'sales/minimum_order/amount': '50' };
    await souk.configure(settings);
    const sku = await makeProduct(souk);
    // A setting reaches the server within a second; until then the order goes through.
    const answer = async (): Promise<unknown> => {
      const { path } = await guestCart(souk, [sku, 1]);
      await ship(souk.guest, path, {}).catch(() => undefined);
      return (await souk.guest.post(`${path}/payment-information`, PAYMENT)).body.message;
    };
    await expect.poll(answer).toBe('Minimum order amount is $50.00');
    await souk.configure({ 'sales/minimum_order/active': '0', 'checkout/options/guest_checkout': '0' });
    await expect.poll(answer).toBe('Sorry, guest checkout is not available.');
    await souk.configure({ 'checkout/options/guest_checkout': '1' });
  });
});
