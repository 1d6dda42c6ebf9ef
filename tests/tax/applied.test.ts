import { assert, array, constantFrom, integer, property, record } from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { applyRates, type MatchingRate } from '../../src/modules/tax/applied/apply-rates.ts';
import { matchPostcode } from '../../src/modules/tax/applied/postcodes.ts';

const rate = (over: Partial<MatchingRate> = {}): MatchingRate => {
  const rateId = over.rateId ?? 1;
  return {
    rateId,
    ruleId: 1,
    code: `R${rateId}`,
    title: `Tax ${rateId}`,
    percent: 10,
    priority: 0,
    position: 0,
    calculateSubtotal: false,
    regionId: 0,
    postcode: '*',
    ...over,
  };
};
const codes = (matching: MatchingRate[]): string[][] => applyRates(matching).map((tax) => tax.rates.map((r) => r.code));
const percents = (matching: MatchingRate[]): number[] => applyRates(matching).map((tax) => tax.percent);

describe('taxes that are due', () => {
  it('are none without a rate', () => {
    expect(applyRates([])).toEqual([]);
  });

  it('show what each rate is', () => {
    expect(applyRates([rate({ percent: 8.25, priority: 1, position: 2, ruleId: 7 })])).toEqual([
      {
        id: 'R1',
        percent: 8.25,
        rates: [{ ruleId: 7, code: 'R1', title: 'Tax 1', percent: 8.25, priority: 1, position: 2 }],
      },
    ]);
  });

  it('have the nearest rate of a rule: of the region, of the closest postcode, the highest', () => {
    const country = rate({ rateId: 1, postcode: '90210' });
    const region = rate({ rateId: 2, regionId: 12 });
    const start = rate({ rateId: 3, regionId: 12, postcode: '9021*' });
    const exact = rate({ rateId: 4, regionId: 12, postcode: '90210', percent: 1 });
    const higher = rate({ rateId: 5, regionId: 12, postcode: '90210', percent: 2 });
    expect(codes([country, region])).toEqual([['R2']]);
    expect(codes([country, region, start])).toEqual([['R3']]);
    expect(codes([country, region, start, exact])).toEqual([['R4']]);
    expect(codes([country, region, start, exact, higher])).toEqual([['R5']]);
  });

  it('are added up within a priority', () => {
    const both = [rate({ percent: 0.1 }), rate({ rateId: 2, ruleId: 2, percent: 0.2 })];
    expect(applyRates(both)).toMatchObject([{ id: 'R1R2', percent: 0.3 }]);
  });

  it('are taken on top of the priorities before, unless the rule says the amount alone', () => {
    const first = rate({ percent: 10 });
    const second = rate({ rateId: 2, ruleId: 2, percent: 5, priority: 1 });
    const third = rate({ rateId: 3, ruleId: 3, percent: 20, priority: 2 });
    expect(percents([third, second, first])).toEqual([10, 5.5, 23.1]);
    expect(percents([first, { ...second, calculateSubtotal: true }, third])).toEqual([10, 5, 23]);
  });

  it('count a rate once, however many rules bring it', () => {
    expect(codes([rate({ ruleId: 2, priority: 1 }), rate({ ruleId: 1, priority: 0 })])).toEqual([['R1']]);
  });

  it('do not depend on the order in which rates are found, and name a rule once', () => {
    const anyRate = record({
      rateId: integer({ min: 1, max: 6 }),
      ruleId: integer({ min: 1, max: 4 }),
      regionId: constantFrom(0, 12),
      postcode: constantFrom('*', '9*', '90210'),
    }).map((over) => rate({ ...over, priority: over.ruleId % 2, percent: over.rateId }));
    assert(
      property(array(anyRate, { maxLength: 12 }), (matching) => {
        const applied = applyRates(matching);
        expect(applyRates(matching.toReversed())).toEqual(applied);
        const rules = applied.flatMap((tax) => tax.rates.map((r) => r.ruleId));
        expect(new Set(rules).size).toBe(rules.length);
        const priorities = applied.map((tax) => tax.rates[0]!.priority);
        expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
      }),
    );
  });
});

describe('the postcodes of rates that match an address', () => {
  const patterns = (country: string, postcode: string): Set<string> =>
    new Set(matchPostcode(country, postcode).patterns);

  it('are its own, everything it starts with, and any', () => {
    expect(matchPostcode('US', '90210')).toEqual({
      patterns: ['*', '', '90210', '9*', '90*', '902*', '9021*', '90210*'],
      number: 90210,
    });
    expect(matchPostcode('DE', '')).toEqual({ patterns: ['*', ''], number: null });
    expect(matchPostcode('DE', '*')).toEqual({ patterns: undefined, number: null });
  });

  it('disregard case and stop after ten signs', () => {
    expect(patterns('GB', ' SW1A 1AA ')).toContain('sw1a 1aa');
    expect(patterns('GB', 'SW1A 1AA')).toContain('sw1a*');
    expect(patterns('XX', '12345678901')).toContain('1234567890');
    expect(patterns('XX', '12345678901')).not.toContain('12345678901');
  });

  it('may leave out the second part in the United States and Portugal', () => {
    for (const [country, whole, first] of [
      ['US', '90210-1234', '90210'],
      ['PT', '1000-205', '1000'],
    ] as const) {
      expect(patterns(country, whole)).toContain(whole);
      expect(patterns(country, whole)).toContain(first);
      expect(patterns(country, whole)).toContain(`${first}-*`);
      expect(matchPostcode(country, whole).number).toBe(Number(first));
    }
    expect(matchPostcode('PL', '12-345').number).toBeNull();
    expect(patterns('PL', '12-345')).not.toContain('12');
  });
});
