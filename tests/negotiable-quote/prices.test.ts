import { expect, test } from 'vitest';
import { Decimal, decimal } from '../../src/kernel/money.ts';
import {
  itemDiscounts,
  rowDiscounts,
  sharesOf,
  takenOff,
  totalOf,
} from '../../src/modules/negotiable-quote/discounts.ts';
import { statesBefore } from '../../src/modules/negotiable-quote/states.ts';
import { array, assert, constantFrom, integer, property } from '../support/properties.ts';

const cents = integer({ min: 0, max: 10_000_000 });

test('a price takes off no more than the goods come to, and nothing below zero', () => {
  assert(
    property(cents, constantFrom(1, 2, 3), cents, (goods, type, value) => {
      const whole = Decimal.fromUnits(goods, 2);
      const off = takenOff(whole, { type, value: Decimal.fromUnits(type === 1 ? value % 10_001 : value, 2) });
      expect(off.isNegative() || off.gt(whole)).toBe(false);
    }),
  );
});

test('what is taken off is divided among the rows without a rest', () => {
  assert(
    property(cents, array(cents, { minLength: 1, maxLength: 20 }), (off, rows) => {
      const amounts = rows.map((row) => Decimal.fromUnits(row, 2));
      const whole = amounts.reduce((sum, row) => sum.plus(row), decimal(0));
      const taken = Decimal.min(Decimal.fromUnits(off, 2), whole);
      const shares = sharesOf(taken, amounts);
      expect(shares.reduce((sum, share) => sum.plus(share), decimal(0)).eq(taken)).toBe(true);
      expect(shares.some((share) => share.isNegative())).toBe(false);
    }),
  );
});

test('prices of items and of the whole quote take off no more than each row comes to', () => {
  const price = constantFrom(1, 2, 3);
  const row = array(integer({ min: 0, max: 1_000_000 }), { minLength: 3, maxLength: 3 });
  assert(
    property(array(row, { minLength: 1, maxLength: 10 }), price, price, cents, (all, type, ofItems, value) => {
      const rows = all.map(([amount = 0, qty = 0], i) => ({
        itemId: i,
        qty: (qty % 9) + 1,
        amount: Decimal.fromUnits(amount, 2),
      }));
      const itemPrices = all.flatMap(([, , one = 0], i) =>
        one % 2 === 0 ? [{ item_id: i, type: ofItems, value: ofItems === 1 ? one % 101 : one / 100 }] : [],
      );
      const whole = { type, value: Decimal.fromUnits(type === 1 ? value % 10_001 : value, 2) };
      const locked = new Set(all.flatMap(([, qty = 0], i) => (qty % 3 === 0 ? [i] : [])));
      const offs = rowDiscounts(rows, { items: itemPrices, locked, whole });
      const goods = totalOf(rows.map(({ amount }) => amount));
      expect(totalOf(offs).gt(goods)).toBe(false);
      expect(offs.some((off) => off.isNegative())).toBe(false);
      const own = itemDiscounts(rows, itemPrices);
      expect(rows.every(({ itemId }, i) => !locked.has(itemId) || offs[i]?.eq(own[i] ?? 0))).toBe(true);
    }),
  );
});

test('a proposed total is that of all rows, and locked ones keep their amounts', () => {
  const rows = [10, 30].map((amount, itemId) => ({ itemId, qty: 1, amount: decimal(amount) }));
  const total = (value: number) =>
    rowDiscounts(rows, { items: [], locked: new Set([0]), whole: { type: 3, value: decimal(value) } }).map(Number);
  expect([total(25), total(5)]).toEqual([
    [0, 15],
    [0, 30],
  ]);
});

test('nothing follows an order, and drafts are not ordered', () => {
  expect(statesBefore('ordered')).toEqual([
    'processing_by_customer',
    'submitted_by_admin',
    'declined',
    'in_purchase_order',
  ]);
  expect(statesBefore('created')).toEqual(['draft_by_customer', 'declined', 'expired']);
});
