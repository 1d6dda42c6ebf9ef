import { expect, test } from 'vitest';
import { cut } from '../../src/kernel/cut-text.ts';

test('a text is cut at the first separator', () => {
  expect(cut('a?b?c', '?')).toEqual(['a', 'b?c']);
  expect(cut('a = b', ' = ')).toEqual(['a', 'b']);
  expect(cut('a?', '?')).toEqual(['a', '']);
  expect(cut('a', '?')).toEqual(['a', undefined]);
});
