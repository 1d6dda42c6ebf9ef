import { expect, test } from 'vitest';
import { Decimal } from '../../src/kernel/money.ts';
import { earnedBy, pointsFor, shareOf, worthOf } from '../../src/modules/reward/rates.ts';
import { array, assert, integer, property, record } from '../support/properties.ts';

const rates = record({ points: integer({ min: 1, max: 1000 }), units: integer({ min: 1, max: 1_000_000 }) });
const amounts = integer({ min: 0, max: 10_000_000 }).map((cents) => Decimal.fromUnits(cents, 2));

test('points pay no more than they are worth, and no more of them go than there are', () => {
  assert(
    property(rates, integer({ min: 0, max: 1_000_000 }), (rate, points) => {
      const worth = worthOf(points, rate);
      expect(pointsFor(worth, rate)).toBeLessThanOrEqual(points);
      expect(worthOf(pointsFor(worth, rate), rate).eq(worth)).toBe(true);
    }),
  );
});

test('points that go for an amount are worth it, and one multiple less is not', () => {
  assert(
    property(rates, amounts, (rate, amount) => {
      const points = pointsFor(amount, rate);
      expect(worthOf(points, rate).gte(amount)).toBe(true);
      if (points > 0) expect(worthOf(points - rate.points, rate).lt(amount)).toBe(true);
    }),
  );
});

test('an amount earns points whose money it covers', () => {
  assert(
    property(rates, amounts, (rate, amount) => {
      const earned = earnedBy(amount, rate);
      expect(earned % rate.points).toBe(0);
      expect(worthOf(earned, rate).lte(amount)).toBe(true);
      expect(worthOf(earned + rate.points, rate).gt(amount)).toBe(true);
    }),
  );
});

test('parts of an amount that add up to it give all of the points back, and none twice', () => {
  assert(
    property(
      integer({ min: 0, max: 1_000_000_000 }),
      array(integer({ min: 1, max: 1_000_000_000 }), { minLength: 1 }),
      (points, parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        let [done, given] = [0, 0];
        for (const part of parts) {
          done += part;
          const share = shareOf(points, done, whole);
          expect(share).toBeGreaterThanOrEqual(given);
          given = share;
        }
        expect(given).toBe(points);
      },
    ),
  );
});
