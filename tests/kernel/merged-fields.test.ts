import { expect, test } from 'vitest';
import { invariant } from '../../src/kernel/invariant.ts';
import { defined, mergeFields } from '../../src/kernel/fields.ts';

interface Fields {
  readonly a?: number | null;
  readonly b?: string;
}

test('later parts of a record replace fields of earlier ones, and missing parts have none', () => {
  expect(mergeFields<Fields>([{ a: 1, b: 'x' }, undefined, { a: null }, null])).toStrictEqual({ a: null, b: 'x' });
  expect(mergeFields([])).toStrictEqual({});
});

test('merging leaves the parts unchanged', () => {
  const first: Fields = { a: 1 };
  mergeFields<Fields>([first, { a: 2 }]);
  expect(first).toStrictEqual({ a: 1 });
});

test('defined fields include null, zero and the empty text', () => {
  expect(defined({ a: undefined, b: null, c: 0, d: '' })).toStrictEqual({ b: null, c: 0, d: '' });
});

test('a broken invariant is an error with its sentence; zero and the empty text are values', () => {
  expect(() => invariant(undefined, 'a cart has a store view')).toThrow('Broken invariant: a cart has a store view');
  expect(() => invariant(null, 'a cart has a store view')).toThrow('a cart has a store view');
  expect(invariant(0, 'a cart has a total')).toBe(0);
  expect(invariant('', 'a cart has a name')).toBe('');
});
