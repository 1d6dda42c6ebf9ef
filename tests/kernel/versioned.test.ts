import { expect, test } from 'vitest';
import { bytesOfText, createVersioned } from '../../src/kernel/versioned.ts';

test('a value is returned while the version is the one that it was stored with', () => {
  const cache = createVersioned(10_000, bytesOfText);
  cache.set('mug', '1', 'a mug');
  expect(cache.get('mug', '1')).toBe('a mug');
  expect(cache.get('mug', '2')).toBeUndefined();
  expect(cache.latest('mug')).toEqual({ version: '1', value: 'a mug' });
  cache.set('mug', '2', 'a blue mug');
  expect(cache.get('mug', '2')).toBe('a blue mug');
  expect(cache.get('mug', '1')).toBeUndefined();
  expect(cache.latest('cup')).toBeUndefined();
});

test('values are counted by their size, and do not exceed the limit together', () => {
  const cache = createVersioned(40_000, bytesOfText);
  const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
  for (const key of keys) cache.set(key, '1', 'x'.repeat(2000));
  const held = keys.filter((key) => cache.get(key, '1'));
  expect(held.length).toBeGreaterThan(10);
  expect(held.length).toBeLessThan(20);
  cache.set('large', '1', 'x'.repeat(5001));
  expect(cache.get('large', '1')).toBeUndefined();
});

test('a character above 255 makes all characters of a string take two bytes', () => {
  expect(bytesOfText('mug é')).toBe(5);
  expect(bytesOfText('mug €')).toBe(10);
});

test('a version may be a number', () => {
  const cache = createVersioned<string, number>(10_000, bytesOfText);
  cache.set('mug', 1, 'a mug');
  expect([cache.get('mug', 1), cache.get('mug', 2)]).toEqual(['a mug', undefined]);
});
