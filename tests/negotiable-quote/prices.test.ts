import { expect, test } from 'vitest';
import { Decimal, decimal } from '../../src/kernel/money.ts';
import { sharesOf, takenOff } from '../../src/modules/negotiable-quote/negotiations.ts';
import { statesBefore } from '../../src/modules/negotiable-quote/states.ts';
import { array, assert, constantFrom, integer, property } from '../support/properties.ts';

const cents = integer({ min: 0, max: 10_000_000 });

test('a price takes off no more than the goods come to, and nothing below zero', () => {
  assert(
    property(cents, constantFrom(1, 2, 3), cents, (goods, type, value) => {
      const whole = Decimal.fromUnits(goods, 2);
      const off = takenOff(whole, type, Decimal.fromUnits(type === 1 ? value % 10_001 : value, 2));
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

test('nothing follows an order, and only a submitted price is ordered', () => {
  expect(statesBefore('ordered')).toEqual(['submitted_by_admin']);
  expect(statesBefore('created')).toEqual(['declined']);
});
