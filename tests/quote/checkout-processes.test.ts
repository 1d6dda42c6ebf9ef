import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship, type GuestCart } from './shop.ts';

const PROCESSES = 4;

let souk: Souk;
let others: { child: ChildProcess; base: string }[];
/** A guest of each process. */
let guests: Client[];

beforeAll(async () => {
  souk = await startSouk({ args: ['--no-consumer'] });
  others = await Promise.all(Array.from({ length: PROCESSES - 1 }, startAnother));
  guests = [souk.guest, ...others.map(({ base }) => new Client(base))];
});
afterAll(async () => {
  await Promise.all(others.map(({ child }) => ended(child)));
  await souk.stop();
});

/** Another server on the same database. */
async function startAnother(): Promise<{ child: ChildProcess; base: string }> {
  const child = souk.spawn('serve', '--no-consumer');
  const base = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (data: Buffer) => {
      text += data.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  return { child, base };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await end;
}

/** Orders carts at once, each through another process. */
function orderAll(carts: readonly GuestCart[]): Promise<Answer[]> {
  return Promise.all(carts.map(({ path }, i) => guests[i % PROCESSES]!.post(`${path}/payment-information`, PAYMENT)));
}

async function shippedCarts(count: number, sku: string, coupon?: string): Promise<GuestCart[]> {
  const carts: GuestCart[] = [];
  for (let i = 0; i < count; i++) {
    const cart = await guestCart(souk, [sku, 1]);
    if (coupon) ok(await souk.guest.put(`${cart.path}/coupons/${coupon}`));
    await ship(souk.guest, cart.path);
    carts.push(cart);
  }
  return carts;
}

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe(`orders through ${PROCESSES} processes`, () => {
  it('never sell more than there is', async () => {
    const sku = await makeProduct(souk, {}, { qty: 5 });
    const answers = await orderAll(await shippedCarts(12, sku));
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(7).fill(400)]);
    expect(ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).qty).toBe(0);
    expect(ok(await souk.admin.get(`/V1/stockItems/${sku}`)).qty).toBe(5);
  });

  it('make one order of a cart', async () => {
    const sku = await makeProduct(souk);
    const [cart] = (await shippedCarts(1, sku)) as [GuestCart];
    const answers = await orderAll(Array<GuestCart>(8).fill(cart));
    expect(statuses(answers)).toEqual([200, ...Array(7).fill(404)]);
    expect(ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).qty).toBe(99);
  });

  it('use a coupon as often as it allows', async () => {
    const sku = await makeProduct(souk);
    const { code, couponId } = await makeCoupon(3);
    const answers = await orderAll(await shippedCarts(10, sku, code));
    const orders = await Promise.all(
      answers
        .filter(({ status }) => status === 200)
        .map(async ({ body }) => ok(await souk.admin.get(`/V1/orders/${body}`))),
    );
    expect(orders.filter((order) => order.discount_amount === -4)).toHaveLength(3);
    expect(
      orders.filter((order) => order.discount_amount !== -4).every((order) => order.coupon_code === undefined),
    ).toBe(true);
    // Who came too late for the coupon was refused, or pays the whole price.
    expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    expect(ok(await souk.admin.get(`/V1/coupons/${couponId}`)).times_used).toBe(3);
  });

  it('use a coupon once for each customer who may', async () => {
    const sku = await makeProduct(souk);
    const { code, couponId } = await makeCoupon(0, 1);
    const email = `${unique('c')}@example.com`;
    const customer = { email, firstname: 'Ada', lastname: 'Byron' };
    ok(await souk.guest.post('/V1/customers', { customer, password: 'Password1!x' }));
    const token = ok(
      await souk.guest.post('/V1/integration/customer/token', { username: email, password: 'Password1!x' }),
    );
    const discounts: number[] = [];
    for (const guest of guests) {
      const me = guest.as(token);
      const mine = ok(await me.post('/V1/carts/mine'));
      ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id: mine } }));
      await me.put(`/V1/carts/mine/coupons/${code}`);
      await ship(me, '/V1/carts/mine');
      const id = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
      discounts.push(ok(await souk.admin.get(`/V1/orders/${id}`)).discount_amount);
    }
    expect(discounts).toEqual([-4, 0, 0, 0]);
    expect(ok(await souk.admin.get(`/V1/coupons/${couponId}`)).times_used).toBe(1);
  });
});

/** A coupon for 4 off, with its limits (0: none). */
async function makeCoupon(usage_limit: number, perCustomer = 0): Promise<{ code: string; couponId: number }> {
  const rule = ok(
    await souk.admin.post('/V1/salesRules', {
      rule: {
        name: unique('rule'),
        website_ids: [1],
        customer_group_ids: [0, 1],
        is_active: true,
        simple_action: 'by_fixed',
        discount_amount: 4,
        coupon_type: 'SPECIFIC_COUPON',
        uses_per_coupon: usage_limit,
        uses_per_customer: perCustomer,
        stop_rules_processing: false,
      },
    }),
  );
  const code = unique('FOUR').toUpperCase();
  const limits = { usage_limit, usage_per_customer: perCustomer };
  const coupon = { rule_id: rule.rule_id, code, type: 0, is_primary: true, ...limits };
  return { code, couponId: ok(await souk.admin.post('/V1/coupons', { coupon })).coupon_id };
}
