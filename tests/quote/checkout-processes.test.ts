import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, fails, ok, startProcess, unique, type Answer, type SoukProcess } from '../support/souk.ts';
import type { GuestCart } from '../support/carts.ts';
import { ADDRESS, guestCart, makeProduct, PAYMENT, ship, SHIPPING } from './shop.ts';

const PROCESSES = 4;

let souk: SoukProcess;
let others: { child: ChildProcess; base: string }[];
/** A guest of each process. */
let guests: Client[];

beforeAll(async () => {
  souk = await startProcess({ args: ['--no-consumer'] });
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

describe(`one cart through ${PROCESSES} processes`, () => {
  it('takes forty items at once', async () => {
    const skus: string[] = [];
    for (let i = 0; i < 8; i++) skus.push(await makeProduct(souk));
    const { id, path } = await guestCart(souk);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        guests[i % PROCESSES]!.post(`${path}/items`, { cartItem: { sku: skus[i % 8], qty: 1, quote_id: id } }),
      ),
    );
    expect(statuses(answers)).toEqual(Array(40).fill(200));
    const items = ok(await souk.guest.get(`${path}/items`)) as { sku: string; qty: number }[];
    expect(items.map(({ qty }) => qty)).toEqual(Array(8).fill(5));
    expect(items.map(({ sku }) => sku).sort()).toEqual(skus.sort());
  });

  it('takes changes of every kind at once', async () => {
    const sku = await makeProduct(souk);
    const { code } = await makeCoupon(0);
    const { id, path } = await guestCart(souk, [sku, 1]);
    const [item] = ok(await souk.guest.get(`${path}/items`));
    // A way to pay can only be chosen once there is an address to ship to.
    await ship(souk.guest, path);
    const changes = Array.from({ length: 6 }, (_, i) => {
      const guest = guests[i % PROCESSES]!;
      return [
        guest.put(`${path}/items/${item.item_id}`, { cartItem: { qty: i + 1, quote_id: id } }),
        guest.put(`${path}/coupons/${code}`),
        guest.post(`${path}/shipping-information`, SHIPPING),
        guest.post(`${path}/billing-address`, { address: ADDRESS }),
        guest.put(`${path}/selected-payment-method`, { method: { method: 'checkmo' } }),
      ];
    });
    const answers = await Promise.all(changes.flat());
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
  });
});

describe(`orders through ${PROCESSES} processes`, () => {
  it('never sell more than there is', async () => {
    const sku = await makeProduct(souk, {}, { qty: 5 });
    const answers = await orderAll(await shippedCarts(12, sku));
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(7).fill(400)]);
    expect(ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).qty).toBe(0);
    expect(ok(await souk.admin.get(`/V1/stockItems/${sku}`)).qty).toBe(5);
  });

  it('give each order numbers of its own, and its items ids that rise', async () => {
    const skus = [await makeProduct(souk), await makeProduct(souk)];
    const carts: GuestCart[] = [];
    for (let i = 0; i < 12; i++) {
      const cart = await guestCart(souk, [skus[i % 2]!, 1], [skus[(i + 1) % 2]!, 1]);
      await ship(souk.guest, cart.path);
      carts.push(cart);
    }
    const ids = (await orderAll(carts)).map((answer) => ok(answer) as number);
    const orders = await Promise.all(ids.map(async (id) => ok(await souk.admin.get(`/V1/orders/${id}`))));
    expect(new Set(orders.map((order) => order.increment_id)).size).toBe(12);
    const items = orders.map((order) => order.items as { item_id: number; sku: string }[]);
    expect(new Set(items.flat().map((item) => item.item_id)).size).toBe(24);
    expect(items.map((own) => own.map((item) => item.sku))).toEqual(
      carts.map((_, i) => [skus[i % 2], skus[(i + 1) % 2]]),
    );
    for (const [first, second] of items) expect(second!.item_id).toBeGreaterThan(first!.item_id);
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
    expect(orders.map((order) => order.discount_amount)).toEqual([-4, -4, -4]);
    // Who came too late for the coupon was refused: nobody pays the whole price without knowing.
    const late = answers.filter(({ status }) => status !== 200);
    expect(late).toHaveLength(7);
    for (const answer of late) fails(answer, 404, "The coupon code isn't valid. Verify the code and try again.");
    expect(ok(await souk.admin.get(`/V1/coupons/${couponId}`)).times_used).toBe(3);
  });

  it('D52: refuse a cart whose coupon has run out since, until the coupon is taken off', async () => {
    const sku = await makeProduct(souk);
    const { code } = await makeCoupon(1);
    const [first, second] = (await shippedCarts(2, sku, code)) as [GuestCart, GuestCart];
    ok(await guests[0]!.post(`${first.path}/payment-information`, PAYMENT));
    const late = await guests[1]!.post(`${second.path}/payment-information`, PAYMENT);
    fails(late, 404, "The coupon code isn't valid. Verify the code and try again.");
    ok(await guests[1]!.delete(`${second.path}/coupons`));
    const id = ok(await guests[1]!.post(`${second.path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${id}`)).discount_amount).toBe(0);
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

/** A coupon for 4 off, with its limits (0: none), which every process knows. */
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
  const couponId = ok(await souk.admin.post('/V1/coupons', { coupon })).coupon_id;
  return { code, couponId };
}
