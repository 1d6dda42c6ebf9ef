import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { LIMIT, makeCoupon, OWN, timesUsed } from './shop.ts';

let souk: Souk;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startSouk();
  other = await secondProcess(souk);
  await souk.configure({ [LIMIT]: '2' });
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

test('carts of two processes use a coupon once, and the coupon beside it as often as there are orders', async () => {
  const { sku } = await newProduct(souk);
  const free = await makeCoupon(souk, { discount_amount: 1 });
  const [once, twice] = [
    await makeCoupon(souk, { discount_amount: 2, uses_per_coupon: 1 }),
    await makeCoupon(souk, { discount_amount: 3, uses_per_coupon: 2 }),
  ];
  for (const [limited, least] of [
    [once, 1],
    [twice, 2],
  ] as const) {
    const [before] = await timesUsed(souk, [free]);
    const buyers = await Promise.all(
      [1, 2, 3, 4].map(async (i) => {
        const me = await signIn(souk, (await newCustomer(souk)).email);
        await fillCart(me, sku);
        // They name them in different orders.
        const codes = [free.code, limited.code];
        ok(await me.put(OWN, { couponCodes: i % 2 === 0 ? codes : codes.toReversed() }));
        return me;
      }),
    );
    const placed = await Promise.all(
      buyers.map((me, i) => pay(new Client(i % 2 === 0 ? souk.base : other.base, me.token), 'checkmo')),
    );
    const refused = placed.filter(({ status }) => status !== 200);
    for (const answer of refused) fails(answer, 404, "The coupon code isn't valid. Verify the code and try again.");
    expect(placed.length - refused.length).toBe(least);
    expect(await timesUsed(souk, [free, limited])).toEqual([before! + least, least]);
  }
});

test('the open edition has one coupon, and no fields for more', async () => {
  await souk.restart({ SOUK_EDITION: 'open' });
  expect((await souk.admin.get('/V2/carts/1/coupons')).status).toBe(404);
  const { definitions } = ok(await souk.admin.get('/schema?services=all'));
  expect(definitions['quote-data-totals-extension-interface'].properties).not.toHaveProperty('coupon_codes');
  expect(JSON.stringify(definitions)).not.toContain('coupon_discounts');
});
