import { expect, test } from 'vitest';
import { valueAt } from '../../src/kernel/lookup.ts';

test('the value of a key is returned, and a missing key is named', () => {
  expect(valueAt(new Map([['a', 1]]), 'a')).toBe(1);
  expect(() => valueAt(new Map([['a', 1]]), 'b')).toThrow('nothing is known of "b"');
});
