import { expect, test } from 'vitest';
import { createBoundedStore } from '../../src/kernel/bounded-store.ts';

const SIZE = 1000;

test('keeps no more bytes than it may, and what is asked for now and then stays', () => {
  const store = createBoundedStore<number>(100 * SIZE);
  for (let i = 0; i < 1000; i++) {
    store.set(`key ${i}`, i, SIZE);
    // Somebody asks for the first one now and then.
    if (i % 10 === 0) store.get('key 0');
  }
  const kept = Array.from({ length: 1000 }, (_, i) => store.get(`key ${i}`)).filter((value) => value !== undefined);
  expect(kept[0]).toBe(0);
  // Keys and what surrounds them count as well.
  expect(kept.length).toBeLessThan(100);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.at(-1)).toBe(999);
});

test('a value in the place of another frees the room of that', () => {
  const store = createBoundedStore<string>(20 * SIZE);
  store.set('other', 'stays', SIZE);
  for (let i = 0; i < 1000; i++) store.set('same', String(i), SIZE);
  expect([store.get('same'), store.get('other')]).toEqual(['999', 'stays']);
});

test('what would take an eighth of the store is not kept, and neither is what it would have replaced', () => {
  const store = createBoundedStore<string>(8 * SIZE);
  store.set('large', 'before', 10);
  store.set('small', 'stays', 10);
  store.set('large', 'after', SIZE);
  expect([store.get('large'), store.get('small')]).toEqual([undefined, 'stays']);
});
