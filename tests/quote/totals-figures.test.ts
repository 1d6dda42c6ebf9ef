import { describe, expect, it } from 'vitest';
import { round, type Decimal } from '../../src/kernel/money.ts';
import { line, percentOff, tax, totalsOf, type WorkedCart } from './worked-carts.ts';

/** Figures recorded from the reference: grand total, subtotal, discount, tax, shipping without tax; tax of each item. */
type Example = readonly [name: string, cart: WorkedCart, figures: readonly number[], itemTaxes: readonly number[]];

const TEN = { rules: [percentOff(10)] };
const INCLUDING = { pricesIncludeTax: true };

const examples: readonly Example[] = [
  ['by total', {}, [113.29, 77.3, 0, 5.99, 30], [1.55, 1.86, 2.58]],
  ['by total, ten percent off', TEN, [104.96, 77.3, 7.73, 5.39, 30], [1.4, 1.67, 2.32]],
  ['by unit', { settings: { algorithm: 'UNIT_BASE_CALCULATION' } }, [113.3, 77.3, 0, 6, 30], [1.56, 1.86, 2.58]],
  [
    'by unit, ten percent off',
    { ...TEN, settings: { algorithm: 'UNIT_BASE_CALCULATION' } },
    [104.98, 77.3, 7.73, 5.41, 30],
    [1.4, 1.68, 2.33],
  ],
  ['by row', { settings: { algorithm: 'ROW_BASE_CALCULATION' } }, [113.29, 77.3, 0, 5.99, 30], [1.55, 1.86, 2.58]],
  [
    'by row, ten percent off',
    { ...TEN, settings: { algorithm: 'ROW_BASE_CALCULATION' } },
    [104.97, 77.3, 7.73, 5.4, 30],
    [1.4, 1.67, 2.33],
  ],
  ['prices with tax', { settings: INCLUDING }, [107.3, 71.74, 0, 5.56, 30], [1.44, 1.72, 2.4]],
  [
    'prices with tax, ten percent off',
    { ...TEN, settings: INCLUDING },
    [100.12, 71.74, 7.18, 5.04, 30],
    [1.3, 1.57, 2.17],
  ],
  [
    'prices with tax, to another rate',
    { settings: INCLUDING, taxes: [tax(4)] },
    [104.6, 71.73, 0, 2.87, 30],
    [0.74, 0.89, 1.24],
  ],
  [
    'prices with tax, the same everywhere',
    { settings: { ...INCLUDING, crossBorder: true }, taxes: [tax(4)] },
    [107.3, 74.33, 0, 2.97, 30],
    [0.77, 0.92, 1.28],
  ],
  [
    'prices with tax, by unit, ten percent off',
    { ...TEN, settings: { ...INCLUDING, algorithm: 'UNIT_BASE_CALCULATION' } },
    [100.12, 71.75, 7.18, 5.03, 30],
    [1.3, 1.56, 2.17],
  ],
  [
    'prices with tax, by row, ten percent off',
    { ...TEN, settings: { ...INCLUDING, algorithm: 'ROW_BASE_CALCULATION' } },
    [100.12, 71.74, 7.18, 5.03, 30],
    [1.3, 1.56, 2.17],
  ],
  [
    'tax before the discount',
    { ...TEN, settings: { applyAfterDiscount: false } },
    [105.56, 77.3, 7.73, 5.99, 30],
    [1.55, 1.86, 2.58],
  ],
  [
    'prices with tax, tax before the discount',
    { ...TEN, settings: { ...INCLUDING, applyAfterDiscount: false } },
    [100.12, 71.74, 7.18, 5.56, 30],
    [1.44, 1.72, 2.4],
  ],
  [
    'discount on prices with tax',
    { ...TEN, settings: { discountsIncludeTax: true } },
    [104.32, 77.3, 8.33, 5.35, 30],
    [1.38, 1.66, 2.31],
  ],
  [
    'prices and discount with tax',
    { ...TEN, settings: { ...INCLUDING, discountsIncludeTax: true } },
    [99.57, 71.74, 7.73, 5, 30],
    [1.29, 1.56, 2.15],
  ],
  ['tax on shipping', { settings: { shippingTaxClassId: 4 } }, [115.62, 77.3, 0, 8.32, 30], [1.55, 1.86, 2.58]],
  [
    'tax on shipping, ten percent off',
    { ...TEN, settings: { shippingTaxClassId: 4 } },
    [107.29, 77.3, 7.73, 7.72, 30],
    [1.4, 1.67, 2.32],
  ],
  [
    'shipping with tax',
    { settings: { shippingTaxClassId: 4, shippingIncludesTax: true } },
    [113.29, 77.3, 0, 8.15, 27.84],
    [1.55, 1.86, 2.58],
  ],
  [
    'everything with tax, ten percent off',
    { ...TEN, settings: { ...INCLUDING, shippingTaxClassId: 4, shippingIncludesTax: true } },
    [100.12, 71.74, 7.18, 7.2, 27.84],
    [1.3, 1.57, 2.17],
  ],
];

const cents = (amount: Decimal): number => round(amount).toNumber();

describe('totals of recorded carts', () => {
  it.each(examples)('%s', (_, cart, figures, itemTaxes) => {
    const totals = totalsOf({ shipping: 30, ...cart });
    const { grandTotal, subtotal, itemDiscount, tax: taxes, shipping } = totals;
    expect([grandTotal, subtotal, itemDiscount, taxes, shipping].map((pair) => cents(pair.base))).toEqual(figures);
    expect([1, 2, 3].map((id) => cents(totals.items.get(id)!.tax.base))).toEqual(itemTaxes);
  });

  it('converts what is displayed, price by price', () => {
    const totals = totalsOf({ lines: [line(1, 22, 1)], rate: 0.5, shipping: 5, taxes: [] });
    expect([totals.subtotal, totals.shipping, totals.grandTotal].map((pair) => cents(pair.amount))).toEqual([
      11, 2.5, 13.5,
    ]);
    expect(cents(totals.grandTotal.base)).toBe(27);
  });

  it('takes a tax on taxes before for what it is', () => {
    const totals = totalsOf({ lines: [line(1, 100, 1)], taxes: [tax(10), tax(5.5, 'on top')] });
    expect(cents(totals.tax.base)).toBe(15.5);
    expect(totals.items.get(1)!.taxes.map(({ amount }) => cents(amount.base))).toEqual([10, 5.5]);
  });

  it('carries the tax after discounts through every line, with a discount or without', () => {
    const lines = [line(1, 10.05, 1), line(2, 10.05, 1)];
    const first = percentOff(10, { itemTest: (item) => item.id === 1 });
    const totals = totalsOf({ lines, taxes: [tax(8.25)], rules: [first] });
    expect([1, 2].map((id) => cents(totals.items.get(id)!.tax.base))).toEqual([0.75, 0.82]);
  });

  it('takes no tax, and gives none back, for a line that costs nothing after its discount', () => {
    const lines = [line(1, 0.12, 1), line(2, 5, 1), line(3, 0.12, 1)];
    const second = percentOff(100, { itemTest: (item) => item.id === 2 });
    for (const pricesIncludeTax of [false, true]) {
      const totals = totalsOf({
        lines,
        taxes: [tax(5)],
        settings: { pricesIncludeTax, discountsIncludeTax: true },
        rules: [second],
      });
      expect(cents(totals.items.get(2)!.tax.base)).toBe(0);
    }
  });

  it('divides the tax of prices with tax among its rates with a carry of their own', () => {
    const lines = Array.from({ length: 4 }, (_, i) => line(i + 1, 1.13, 1));
    const taxes = [tax(8.25), tax(5.4125, 'on top')];
    const totals = totalsOf({ lines, taxes, settings: { pricesIncludeTax: true, crossBorder: true } });
    const shares = [1, 2, 3, 4].map((id) => totals.items.get(id)!.taxes.map(({ amount }) => cents(amount.base)));
    expect(shares.map((both) => both[0])).toEqual([0.08, 0.08, 0.09, 0.08]);
    for (const [i, both] of shares.entries()) {
      expect(both[0]! + both[1]!).toBeLessThanOrEqual(cents(totals.items.get(i + 1)!.tax.base) + 1e-9);
    }
  });

  it('reduces shipping by the rules that apply to it', () => {
    const totals = totalsOf({ shipping: 20, taxes: [], rules: [percentOff(10, { appliesToShipping: true })] });
    expect(cents(totals.shippingDiscount.base)).toBe(2);
    expect(cents(totals.grandTotal.base)).toBe(77.3 - 7.73 + 18);
  });
});

it('a price with tax, such as one with a percentage off, is rounded before the tax of the store is taken out', () => {
  // 5.01 at 25 % is 4.008; 5.005 would be 4.004.
  const cart = { lines: [line(1, 5.005, 3)], taxes: [], storePercent: 25, settings: INCLUDING };
  expect(totalsOf(cart).items.get(1)!.price.base.toNumber()).toBe(4.01);
});
