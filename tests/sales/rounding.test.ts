import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimal, round } from '../../src/kernel/money.ts';
import { DocumentRemainders, roundToCents } from '../../src/modules/sales/lifecycle/rounding.ts';
import * as fc from '../support/properties.ts';
import { configured } from '../support/customers.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, taxGoods } from './shop.ts';

describe('a number rounded to cents', () => {
  it('is the exact decimal rounded half up, of either sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (units) => {
        const value = units / 10_000;
        const expected = round(decimal(value).abs()).toNumber() * Math.sign(value);
        return roundToCents(value) === expected || (expected === 0 && roundToCents(value) === 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('forgives the last digit of a division', () => {
    expect(roundToCents(1.0049999999999999)).toBe(1.01);
    expect(roundToCents(1.00499999999)).toBe(1);
  });
});

describe('shares of a document', () => {
  const shares = fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 1_000_000 }).map((units) => units / 10_000),
      isTakenOff: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  );

  it('add up to the exact sum, to half a cent', () => {
    fc.assert(
      fc.property(shares, (list) => {
        const remainders = new DocumentRemainders();
        let [rounded, exact] = [decimal(0), decimal(0)];
        for (const { share, isTakenOff } of list) {
          const amount = decimal(remainders.round('amounts', share, { isTakenOff }).toNumber());
          rounded = isTakenOff ? rounded.minus(amount) : rounded.plus(amount);
          exact = isTakenOff ? exact.minus(share) : exact.plus(share);
        }
        return rounded.minus(exact).abs().lte('0.0051');
      }),
      { numRuns: 500 },
    );
  });

  it('keep a half cent on the side of the last digit of its remainder', () => {
    const remainders = new DocumentRemainders();
    const discount = (share: number) => remainders.round('amounts', share, { isTakenOff: true }).toNumber();
    // The remainder of the first is almost half a cent. It is smaller by the last digits after 17, so that it adds no cent to 0.1.
    expect([discount(0.015), discount(17)]).toEqual([0.02, 17]);
    expect(remainders.round('amounts', 0.1).toNumber()).toBe(0.1);
    expect(remainders.round('amounts', 0.331).toNumber()).toBe(0.34);
  });

  it('of different kinds have remainders of their own', () => {
    const remainders = new DocumentRemainders();
    expect(remainders.round('amounts', 0.014).toNumber()).toBe(0.01);
    expect(remainders.round('inclTax', 0.014).toNumber()).toBe(0.01);
    expect(remainders.round('amounts', 0.011).toNumber()).toBe(0.02);
  });
});

describe('a refund of a part of the shipping', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk.stop());

  it('has its part of the price with tax, regardless of a discount on the tax', async () => {
    await taxGoods(souk);
    const rule = { name: unique('rule'), website_ids: [1], customer_group_ids: [0], is_active: true };
    const off = { coupon_type: 'NO_COUPON', simple_action: 'by_percent', discount_amount: 20, apply_to_shipping: true };
    ok(await souk.admin.post('/V1/salesRules', { rule: { ...rule, ...off } }));
    await configured(souk, { 'tax/classes/shipping_tax_class': '2' }, async () => {
      const { id, order } = await guestOrder(souk, 2);
      expect(order).toMatchObject({ shipping_amount: 10, shipping_incl_tax: 10.83, shipping_tax_amount: 0.66 });
      ok(await souk.admin.post(`/V1/order/${id}/invoice`));
      const refunded = async (body: object) => {
        const memo = ok(await souk.admin.post(`/V1/order/${id}/refund`, body));
        return ok(await souk.admin.get(`/V1/creditmemo/${memo}`));
      };
      const items = [{ order_item_id: order.items[0].item_id, qty: 1 }];
      const part = await refunded({ items, arguments: { shipping_amount: 1.5 } });
      expect(part).toMatchObject({ shipping_amount: 1.5, shipping_tax_amount: 0.1, shipping_incl_tax: 1.62 });
      const rest = await refunded({});
      expect(rest).toMatchObject({ shipping_amount: 8.5, shipping_tax_amount: 0.56, shipping_incl_tax: 9.06 });
      expect(await getOrder(souk, id)).toMatchObject({
        state: 'closed',
        shipping_refunded: 10,
        tax_refunded: order.tax_amount,
      });
    });
  });
});
