import { expect, test } from 'vitest';
import { groupBy, isAmong, isOneOf } from '../../src/kernel/narrow.ts';

test('a text is one of several literals, and has their type then', () => {
  const isKind = isOneOf(['simple', 'virtual']);
  const text: string = 'virtual';
  const kind: 'simple' | 'virtual' | undefined = isKind(text) ? text : undefined;
  expect(kind).toBe('virtual');
  expect(['simple', 'bundle', ''].filter(isKind)).toEqual(['simple']);
});

test('each group has its items in their order, the groups in that of their first items', () => {
  const groups = groupBy(['bag', 'apple', 'boot'], (word) => word.slice(0, 1));
  expect([...groups]).toEqual([
    ['b', ['bag', 'boot']],
    ['a', ['apple']],
  ]);
  // The compiler knows that no group is empty.
  const firsts: string[] = [...groups.values()].map(([first]) => first);
  expect(firsts).toEqual(['bag', 'apple']);
});

test('a value is among some literals', () => {
  expect([isAmong(['a', 'b'], 'b'), isAmong(['a', 'b'], 'c'), isAmong(['a'], undefined)]).toEqual([true, false, false]);
});
