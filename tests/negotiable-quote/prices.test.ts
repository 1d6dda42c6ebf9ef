import { expect, test } from 'vitest';
import { Decimal, decimal } from '../../src/kernel/money.ts';
import { rowDiscounts, sharesOf, takenOff, totalOf } from '../../src/modules/negotiable-quote/discounts.ts';
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
      const offs = rowDiscounts(rows, itemPrices, whole);
      const goods = totalOf(rows.map(({ amount }) => amount));
      expect(totalOf(offs).gt(goods)).toBe(false);
      expect(offs.some((off) => off.isNegative())).toBe(false);
    }),
  );
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
