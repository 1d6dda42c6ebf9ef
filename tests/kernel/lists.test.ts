import { expect, test } from 'vitest';
import { elementAt, firstOf, lastOf, zip } from '../../src/kernel/lists.ts';

test('entries of a list are read by their place', () => {
  expect([firstOf([3, 5, 8]), elementAt([3, 5, 8], 1), lastOf([3, 5, 8])]).toEqual([3, 5, 8]);
});

test('a missing entry throws', () => {
  expect(() => firstOf([])).toThrow('a list has no entries');
  expect(() => lastOf([])).toThrow('a list has no entries');
  expect(() => elementAt([3, 5], 2)).toThrow('a list of 2 elements has none at 2');
});

test('two lists are paired, also with false and undefined entries', () => {
  expect(zip(['a', 'b'], [false, undefined])).toEqual([
    ['a', false],
    ['b', undefined],
  ]);
});

test('a second list that is shorter throws', () => {
  expect(() => zip(['a', 'b'], [1])).toThrow('2 entries are paired with 1');
});
