import { describe, expect, it } from 'vitest';
import { priceAfter, ruleActions, type PriceChange } from '../../src/modules/catalog-rule/actions.ts';

const change = (action: PriceChange['action'], amount: number, stops = false): PriceChange => ({
  action,
  amount,
  stops,
});

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('a price after catalog price rules', () => {
  it('is reduced by or to a percentage or an amount', () => {
    expect(priceAfter(50, [change('by_percent', 10)])).toBe(45);
    expect(priceAfter(50, [change('by_fixed', 7.5)])).toBe(42.5);
    expect(priceAfter(50, [change('to_percent', 30)])).toBe(15);
    expect(priceAfter(50, [change('to_fixed', 12)])).toBe(12);
    expect(priceAfter(9.99, [change('by_percent', 12.5)])).toBe(8.7413);
  });

  it('never rises, and never falls below zero', () => {
    expect(priceAfter(50, [change('to_fixed', 60)])).toBe(50);
    expect(priceAfter(50, [change('by_fixed', 60)])).toBe(0);
    const next = numbers(7);
    for (let round = 0; round < 2000; round++) {
      const regular = Math.round(next() * 100_000) / 100;
      const rules = Array.from({ length: 1 + Math.floor(next() * 4) }, () =>
        change(ruleActions[Math.floor(next() * ruleActions.length)]!, Math.round(next() * 10_000) / 100, next() < 0.3),
      );
      const price = priceAfter(regular, rules);
      expect(price, JSON.stringify([regular, rules])).toBeGreaterThanOrEqual(0);
      expect(price, JSON.stringify([regular, rules])).toBeLessThanOrEqual(regular);
      // A rule that discards later ones makes them meaningless; without it, each starts from the price that the former leave.
      const stop = rules.findIndex(({ stops }) => stops);
      const effective = stop < 0 ? rules : rules.slice(0, stop + 1);
      const oneByOne = effective.reduce((left, rule) => priceAfter(left, [rule]), regular);
      expect(Math.abs(price - oneByOne), JSON.stringify([regular, rules])).toBeLessThan(0.0005);
    }
  });

  it('follows from the rules in their order, up to one that discards the others', () => {
    const [percent, fixed] = [change('by_percent', 50), change('by_fixed', 10)];
    expect(priceAfter(100, [percent, fixed])).toBe(40);
    expect(priceAfter(100, [fixed, percent])).toBe(45);
    expect(priceAfter(100, [{ ...percent, stops: true }, fixed])).toBe(50);
    expect(priceAfter(100, [])).toBe(100);
  });
});
