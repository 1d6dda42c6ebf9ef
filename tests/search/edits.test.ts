import { describe, expect, it } from 'vitest';
import { allowedEdits, editsBetween, oneEditAway } from '../../src/modules/search/corrections/edits.ts';
import * as fc from '../support/properties.ts';

const letter = fc.constantFrom(...'abcdet');
const word = (min: number, max: number) =>
  fc.array(letter, { minLength: min, maxLength: max }).map((letters) => letters.join(''));

/** The same distance by its recursive definition. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const last = one.at(-1) === other.at(-1) ? 0 : 1;
  const ways = [
    distance(one.slice(0, -1), other) + 1,
    distance(one, other.slice(0, -1)) + 1,
    distance(one.slice(0, -1), other.slice(0, -1)) + last,
  ];
  const isSwapped = one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1);
  if (isSwapped) ways.push(distance(one.slice(0, -2), other.slice(0, -2)) + 1);
  return Math.min(...ways);
}

describe('edits of words', () => {
  it('are counted up to a limit', () => {
    fc.assert(
      fc.property(word(0, 5), word(0, 5), fc.integer({ min: 0, max: 3 }), (one, other, most) => {
        const exact = distance(one, other);
        const found = editsBetween(one, other, most);
        if (exact <= most) expect(found).toBe(exact);
        else expect(found).toBeGreaterThan(most);
      }),
      { numRuns: 500 },
    );
  });

  it('are counted against the nearest beginning', () => {
    fc.assert(
      fc.property(word(1, 4), word(0, 5), fc.integer({ min: 0, max: 2 }), (one, other, most) => {
        const beginnings = Array.from({ length: other.length + 1 }, (_, i) => other.slice(0, i));
        const exact = Math.min(...beginnings.map((begin) => distance(one, begin)));
        const found = editsBetween(one, other, most, true);
        if (exact <= most) expect(found).toBe(exact);
        else expect(found).toBeGreaterThan(most);
      }),
      { numRuns: 500 },
    );
  });

  it('reach all words that are one edit away, and no others', () => {
    fc.assert(
      fc.property(word(1, 5), word(0, 6), (one, other) => {
        expect(oneEditAway(one).includes(other)).toBe(distance(one, other) <= 1);
      }),
      { numRuns: 500 },
    );
    expect(oneEditAway('стул')).toContain('стол');
  });

  it('are one from four letters on, two from eight', () => {
    expect(['abc', 'abcd', 'abcdefg', 'abcdefgh'].map(allowedEdits)).toEqual([0, 1, 1, 2]);
  });
});
