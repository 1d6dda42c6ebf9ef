import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { decimal, round, type Decimal } from '../../src/kernel/money.ts';
import type { CartTotals, AmountPair } from '../../src/modules/quote/totals/totals.ts';
import { line, percentOff, tax, totalsOf, type WorkedCart } from './worked-carts.ts';

const cents = fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100);
const lines = fc
  .array(fc.record({ price: cents, qty: fc.integer({ min: 1, max: 30 }) }), { minLength: 1, maxLength: 8 })
  .map((items) => items.map(({ price, qty }, i) => line(i + 1, price, qty)));

const carts: fc.Arbitrary<WorkedCart> = fc.record({
  lines,
  shipping: cents,
  rate: fc.constantFrom(1, 0.5, 0.7067, 1.415, 3),
  taxes: fc
    .array(fc.constantFrom(4, 7.75, 8.25, 19), { maxLength: 2 })
    .map((list) => list.map((p, i) => tax(p, `t${i}`))),
  storePercent: fc.constantFrom(0, 7.75, 19),
  rules: fc
    .array(fc.record({ percent: fc.integer({ min: 0, max: 100 }), ships: fc.boolean() }), { maxLength: 3 })
    .map((rules) => rules.map(({ percent, ships }, i) => percentOff(percent, { id: i + 1, appliesToShipping: ships }))),
  settings: fc.record({
    algorithm: fc.constantFrom('UNIT_BASE_CALCULATION', 'ROW_BASE_CALCULATION', 'TOTAL_BASE_CALCULATION'),
    pricesIncludeTax: fc.boolean(),
    shippingIncludesTax: fc.boolean(),
    applyAfterDiscount: fc.boolean(),
    discountsIncludeTax: fc.boolean(),
    crossBorder: fc.boolean(),
    shippingTaxClassId: fc.constantFrom(0, 4),
  }),
});

const currencies = ['amount', 'base'] as const;
const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((all, one) => all.plus(one), decimal(0));

/** Every amount that is shown. */
function shown(totals: CartTotals): AmountPair[] {
  const { subtotal, subtotalInclTax, shipping, shippingInclTax, shippingTax, shippingDiscount, tax, grandTotal } =
    totals;
  const items = [...totals.items.values()].flatMap(({ rowTotal, tax, discount }) => [rowTotal, tax, discount]);
  return [
    subtotal,
    subtotalInclTax,
    shipping,
    shippingInclTax,
    shippingTax,
    shippingDiscount,
    tax,
    grandTotal,
    ...items,
  ];
}

describe('totals of any cart', () => {
  it('add up', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const totals = totalsOf(cart);
        const items = [...totals.items.values()];
        for (const currency of currencies) {
          const of = (pair: AmountPair): Decimal => pair[currency];
          expect(sum(items.map((item) => of(item.rowTotal)))).toEqual(of(totals.subtotal));
          expect(sum(items.map((item) => of(item.discount)))).toEqual(of(totals.itemDiscount));
          expect(sum(items.map((item) => of(item.tax))).plus(of(totals.shippingTax))).toEqual(of(totals.tax));
          const paid = of(totals.subtotal)
            .plus(of(totals.shipping))
            .minus(of(totals.itemDiscount))
            .minus(of(totals.shippingDiscount))
            .plus(of(totals.tax))
            .plus(of(totals.compensation))
            .plus(of(totals.shippingCompensation));
          expect(of(totals.grandTotal).toNumber()).toBe(Math.max(0, paid.toNumber()));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are whole cents, and none is below zero', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        for (const pair of shown(totalsOf(cart))) {
          for (const currency of currencies) {
            expect(pair[currency].gte(0)).toBe(true);
            expect(round(pair[currency]).eq(pair[currency])).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never take off more than the price', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const totals = totalsOf(cart);
        const isWithTax = cart.settings?.discountsIncludeTax;
        for (const item of totals.items.values()) {
          const most = isWithTax ? item.priceInclTax : item.price;
          const pieces = cart.lines!.find((one) => totals.items.get(one.id) === item)!.totalQty;
          for (const currency of currencies) {
            expect(item.discount[currency].lte(round(most[currency].times(pieces)).plus('0.01'))).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are the same in both currencies where one is worth the other', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        for (const pair of shown(totalsOf({ ...cart, rate: 1 }))) expect(pair.amount).toEqual(pair.base);
      }),
      { numRuns: 100 },
    );
  });

  it('keep the tax by total within a cent of the tax of the whole', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(4, 7.75, 8.25, 19), (items, percent) => {
        const totals = totalsOf({ lines: items, taxes: [tax(percent)] });
        const exact = totals.subtotal.base.times(percent).div(100);
        expect(totals.tax.base.minus(exact).abs().lte('0.005')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('keep the tax after discounts within a cent of the tax of what is left to pay, whichever lines are reduced', () => {
    const reduced = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(lines, reduced, fc.integer({ min: 0, max: 100 }), fc.boolean(), (items, ids, off, includesTax) => {
        const rule = percentOff(off, { itemTest: (item) => ids.includes(item.id) });
        const settings = { pricesIncludeTax: includesTax, discountsIncludeTax: includesTax, crossBorder: true };
        const totals = totalsOf({ lines: items, taxes: [tax(8.25)], rules: [rule], settings });
        const paid = sum(
          items.map((one) => {
            const { rowTotal, rowTotalInclTax, discount } = totals.items.get(one.id)!;
            return (includesTax ? rowTotalInclTax : rowTotal).base.minus(discount.base);
          }),
        );
        const exact = includesTax ? paid.times(8.25).div(108.25) : paid.times(8.25).div(100);
        expect(totals.tax.base.minus(exact).abs().lte('0.00501')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('divide the discount among the coupons that give it, though rules would take more than there is', () => {
    const actions = fc.constantFrom('by_percent', 'by_fixed', 'cart_fixed', 'to_fixed');
    const coupons = fc
      .array(fc.record({ action: actions, off: cents, ships: fc.boolean() }), { maxLength: 4 })
      .map((all) =>
        all.map(({ action, off, ships }, i) =>
          percentOff(action === 'by_percent' ? off % 101 : off, {
            id: i + 1,
            coupon: `C${i}`,
            simpleAction: action,
            appliesToShipping: ships,
          }),
        ),
      );
    fc.assert(
      fc.property(carts, coupons, (cart, rules) => {
        const totals = totalsOf({ ...cart, rules });
        for (const currency of currencies) {
          const given = sum(totals.coupons.map(({ discount }) => discount[currency]));
          const all = totals.itemDiscount[currency].plus(totals.shippingDiscount[currency]);
          expect(given.toNumber()).toBe(all.toNumber());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('D310: a fixed amount for items and shipping is the discount, with or without tax in the prices', () => {
    fc.assert(
      fc.property(carts, cents, (cart, amount) => {
        const rules = [percentOff(amount, { simpleAction: 'cart_fixed', appliesToShipping: true })];
        const totals = totalsOf({ ...cart, rate: 1, rules });
        const discount = totals.itemDiscount.base.plus(totals.shippingDiscount.base);
        expect(discount.lte(amount), discount.toString()).toBe(true);
        const worth = totals.subtotal.base.plus(totals.shipping.base);
        if (worth.times('0.9').gt(amount)) expect(discount.toNumber()).toBe(amount);
      }),
      { numRuns: 300 },
    );
  });

  it('never divide more tax among rates than there is', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        for (const item of totalsOf(cart).items.values()) {
          for (const currency of currencies) {
            const divided = sum(item.taxes.map(({ amount }) => amount[currency]));
            expect(divided.lte(item.tax[currency])).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
