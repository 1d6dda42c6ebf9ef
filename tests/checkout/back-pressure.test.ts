import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { guestCart, makeCustomer, makeProduct, PAYMENT, ship } from '../quote/shop.ts';

const DAY = 86_400_000;

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_TRUSTED_PROXIES: '127.0.0.1' } });
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

async function orderAsGuest(headers?: Record<string, string>) {
  const { path } = await guestCart(souk, [sku, 1]);
  await ship(souk.guest, path);
  return { path, answer: await souk.guest.post(`${path}/payment-information`, PAYMENT, headers) };
}

async function orderAs(me: Client) {
  const quote_id = ok(await me.post('/V1/carts/mine'));
  ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
  await ship(me, '/V1/carts/mine');
  return me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } });
}

const setClock = async (to: number): Promise<void> =>
  void ok(await souk.guest.raw('PUT', '/_/clock', { now: new Date(to).toISOString() }));
/** The present, or two hours before the next day at the latest: no day ends while the orders of one are counted. */
const moment = Math.min(Date.now(), Math.floor(Date.now() / DAY) * DAY + 22 * 3_600_000);

describe('back-pressure on orders', () => {
  it('is none unless it is switched on and counts are kept', async () => {
    await setClock(moment);
    await souk.configure({
      'sales/backpressure/guest_limit': '2',
      'sales/backpressure/limit': '1',
      'sales/backpressure/period': '86400',
      'sales/backpressure/enabled': '1',
    });
    // What is set last is seen last: then the server knows the others.
    await souk.configure({ 'payment/checkmo/title': 'Cheque' });
    const { path } = await guestCart(souk, [sku, 1]);
    const title = async () => ok(await souk.guest.get(`${path}/payment-methods`))[0].title;
    await expect.poll(title).toBe('Cheque');
    for (let i = 0; i < 3; i++) ok((await orderAsGuest()).answer);
  });

  it('ends what guests from one address order, and leaves the cart as it was', async () => {
    await souk.configure({ 'backpressure/logger/type': 'database' });
    // Counting begins when the setting has arrived; from then on two orders go through.
    const statuses: number[] = [];
    await expect.poll(async () => statuses.push((await orderAsGuest()).answer.status) && statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    const { path, answer } = await orderAsGuest();
    fails(answer, 429, 'Too Many Requests');
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    const from = async (address: string) => (await orderAsGuest({ 'x-forwarded-for': address })).answer;
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2']) ok(await from(address));
    fails(await from('2001:db8:1:2::3'), 429, 'Too Many Requests');
    ok(await from('2001:db8:1:3::1'));
  });

  it('counts each customer apart, and nobody who manages orders', async () => {
    for (const { me } of [await makeCustomer(souk), await makeCustomer(souk)]) {
      ok(await orderAs(me));
      fails(await orderAs(me), 429, 'Too Many Requests');
    }
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const { id } = ok(await souk.guest.get(path));
    ok(await souk.admin.put(`/V1/carts/${id}/order`, { paymentMethod: { method: 'checkmo' } }));
  });

  it('starts anew with the next period', async () => {
    await setClock(moment + DAY);
    ok((await orderAsGuest()).answer);
  });
});
