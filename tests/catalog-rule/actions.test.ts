import { describe, expect, it } from 'vitest';
import * as fc from '../support/properties.ts';
import { priceAfter, ruleActions, type PriceChange } from '../../src/modules/catalog-rule/actions.ts';

const change = (action: PriceChange['action'], amount: number, stops = false): PriceChange => ({
  action,
  amount,
  stops,
});

const cents = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount / 100);
const anyRule: fc.Arbitrary<PriceChange> = fc.record({
  action: fc.constantFrom(...ruleActions),
  amount: cents(10_000),
  stops: fc.boolean(),
});

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
    fc.assert(
      fc.property(cents(10_000_000), fc.array(anyRule, { maxLength: 5 }), (regular, rules) => {
        const price = priceAfter(regular, rules);
        expect(price).toBeGreaterThanOrEqual(0);
        expect(price).toBeLessThanOrEqual(regular);
      }),
    );
  });

  it('is the same by one rule after another, if none discards the others', () => {
    const rules = fc.array(
      anyRule.map((rule) => ({ ...rule, stops: false })),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(cents(10_000_000), rules, (regular, all) => {
        const oneByOne = all.reduce((left, rule) => priceAfter(left, [rule]), regular);
        expect(Math.abs(priceAfter(regular, all) - oneByOne)).toBeLessThan(0.0005);
      }),
    );
  });

  it('does not depend on rules behind one that discards them', () => {
    fc.assert(
      fc.property(cents(10_000_000), anyRule, fc.array(anyRule, { maxLength: 3 }), (regular, rule, others) => {
        const last = { ...rule, stops: true };
        expect(priceAfter(regular, [last, ...others])).toBe(priceAfter(regular, [last]));
      }),
    );
  });

  it('follows from the rules in their order, up to one that discards the others', () => {
    const [percent, fixed] = [change('by_percent', 50), change('by_fixed', 10)];
    expect(priceAfter(100, [percent, fixed])).toBe(40);
    expect(priceAfter(100, [fixed, percent])).toBe(45);
    expect(priceAfter(100, [{ ...percent, stops: true }, fixed])).toBe(50);
    expect(priceAfter(100, [])).toBe(100);
  });
});
