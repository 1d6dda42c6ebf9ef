import { expect, test } from 'vitest';
import { decimal, round } from '../../src/kernel/money.ts';
import { paying } from '../../src/modules/quote/totals/credit-extensions.ts';
import { assert, integer, property } from '../support/properties.ts';

test('a balance pays no more than it has, and than is to be paid, in whole cents', () => {
  const cents = integer({ min: 0, max: 10_000_000 });
  const rates = integer({ min: 1, max: 50_000 });
  assert(
    property(cents, integer({ min: 0, max: 1_000_000_000 }), rates, (due, balance, rate) => {
      const base = decimal(due).div(100);
      const owed = { base, amount: round(base.times(rate).div(1000)) };
      const has = decimal(balance).div(10_000);
      const paid = paying(owed, has, decimal(rate).div(1000));
      expect(paid.base.lte(has) && paid.base.lte(owed.base) && paid.amount.lte(owed.amount)).toBe(true);
      expect(paid.base.isNegative() || paid.amount.isNegative()).toBe(false);
      expect([paid.base.eq(round(paid.base)), paid.amount.eq(round(paid.amount))]).toEqual([true, true]);
      // All that is owed in one currency is all that is owed in the other.
      if (has.gte(owed.base)) expect([paid.base.eq(owed.base), paid.amount.eq(owed.amount)]).toEqual([true, true]);
      else expect(has.minus(paid.base).lt('0.01')).toBe(true);
    }),
  );
});
