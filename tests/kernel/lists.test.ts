import { expect, test } from 'vitest';
import { elementAt, firstOf, pairsOf, zip } from '../../src/kernel/lists.ts';

test('an element is read by its position, also from the end; beyond both ends it throws', () => {
  expect([0, 2, -1, -3].map((position) => elementAt(['a', 'b', 'c'], position))).toEqual(['a', 'c', 'c', 'a']);
  expect(() => elementAt(['a'], 1)).toThrow('a list of 1 elements has none at 1');
  expect(() => elementAt(['a'], -2)).toThrow('none at -2');
  expect(() => elementAt([], -1)).toThrow('a list of 0 elements');
  expect(elementAt([undefined], 0)).toBeUndefined();
});

test('the first entry of an empty list throws', () => {
  expect(firstOf([3, 5])).toBe(3);
  expect(() => firstOf([])).toThrow('a list has no entries');
});

test('neighbours are paired, and an odd number throws', () => {
  expect(pairsOf(['a', '1', 'b', '2'])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(pairsOf([])).toEqual([]);
  expect(() => pairsOf(['a'])).toThrow('none at 1');
});

test('two lists are paired, also with false and undefined entries; a shorter second list throws', () => {
  expect(zip(['a', 'b'], [false, undefined])).toEqual([
    ['a', false],
    ['b', undefined],
  ]);
  expect(() => zip(['a', 'b'], [1])).toThrow('2 entries are paired with 1');
});
