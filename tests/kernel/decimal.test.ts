import { Decimal as Big } from 'decimal.js';
import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/kernel/decimal.ts';

/** Amounts as they come: cents, prices with more digits, percentages, large and tiny numbers, and what division leaves. */
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => String(cents / 100)) },
  { weight: 2, arbitrary: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => String(n / 10_000)) },
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map(String),
  fc.maxSafeInteger().map(String),
  fc.constantFrom('0', '-0', '0.000001', '1e-20', '123456789012345678901234567890', '0.1234567890123456789', '1e21'),
);
const digits = fc.integer({ min: 0, max: 6 });
const runs = { numRuns: 3000 };

/** The same number, however it is kept. */
function expectSame(ours: Decimal, theirs: Big): void {
  expect(ours.toString()).toBe(theirs.isZero() ? '0' : theirs.toString());
  expect(ours.toNumber() === theirs.toNumber()).toBe(true);
}

const pair = (text: string): [Decimal, Big] => [Decimal.of(text), new Big(text)];

describe('exact decimals', () => {
  it('add, subtract and multiply as decimal.js does', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [[a, x], [b, y]] = [pair(one), pair(other)];
        expectSame(a.plus(b), x.plus(y));
        expectSame(a.minus(b), x.minus(y));
        expectSame(a.times(b), x.times(y));
        expectSame(a.negated(), x.negated());
        expectSame(a.abs(), x.abs());
      }),
      runs,
    );
  });

  it('divide as decimal.js does, and round a quotient once', () => {
    fc.assert(
      fc.property(texts, texts, digits, (one, other, places) => {
        const [[a, x], [b, y]] = [pair(one), pair(other)];
        fc.pre(!y.isZero());
        expectSame(a.div(b), x.div(y));
        expectSame(a.mod(b), x.mod(y));
        expectSame(a.divWhole(b), x.div(y).trunc());
        expectSame(a.divRounded(b, places), x.div(y).toDecimalPlaces(places, Big.ROUND_HALF_UP));
      }),
      runs,
    );
  });

  it('round half up as decimal.js does', () => {
    fc.assert(
      fc.property(texts, digits, (text, places) => {
        const [a, x] = pair(text);
        expectSame(a.toDecimalPlaces(places), x.toDecimalPlaces(places, Big.ROUND_HALF_UP));
        expectSame(a.toSignificantDigits(places + 1), x.toSignificantDigits(places + 1, Big.ROUND_HALF_UP));
        expectSame(a.floor(), x.floor());
        expectSame(a.ceil(), x.ceil());
        expectSame(a.trunc(), x.trunc());
        expect(a.toFixed(places)).toBe(x.isZero() ? new Big(0).toFixed(places) : x.toFixed(places));
      }),
      runs,
    );
    const halves = ['0.005', '-0.005', '1.005', '2.675', '-1.125', '0.00499999', '9.995'];
    for (const half of halves) expectSame(Decimal.of(half).toDecimalPlaces(2), new Big(half).toDecimalPlaces(2));
  });

  it('compare as decimal.js does', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [[a, x], [b, y]] = [pair(one), pair(other)];
        expect(a.comparedTo(b)).toBe(x.comparedTo(y));
        expect([a.eq(b), a.lt(b), a.lte(b), a.gt(b), a.gte(b)]).toEqual([
          x.eq(y),
          x.lt(y),
          x.lte(y),
          x.gt(y),
          x.gte(y),
        ]);
        expect([a.isZero(), a.isInteger(), a.isNegative()]).toEqual([x.isZero(), x.isInteger(), x.lt(0)]);
        expectSame(Decimal.max(a, b), Big.max(x, y));
        expectSame(Decimal.min(a, b), Big.min(x, y));
      }),
      runs,
    );
  });

  it('read numbers as they are written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expectSame(Decimal.of(number), new Big(number));
      }),
      runs,
    );
  });

  it('have one form for each number, however it came about', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [a, b] = [Decimal.of(one), Decimal.of(other)];
        const there = a.plus(b).minus(b);
        // What 40 digits do not hold is not to be had back.
        if (there.eq(a)) expect(there).toEqual(a);
        expect(a.times(1)).toEqual(a);
      }),
      runs,
    );
  });

  it('are refused for what is no number', () => {
    expect(() => Decimal.of('a price')).toThrow();
    expect(() => Decimal.of('')).toThrow();
  });
});
