import { expect, test } from 'vitest';
import { entriesOf, keysOf, pick, recordOf } from '../../src/kernel/own-fields.ts';
import { withFields } from '../../src/kernel/present-fields.ts';

const sizes = { small: 1, large: 2 };

test('the fields of an object are listed and copied by name', () => {
  expect(keysOf(sizes)).toEqual(['small', 'large']);
  expect(entriesOf(sizes)).toEqual([
    ['small', 1],
    ['large', 2],
  ]);
  expect(pick(sizes, ['large'])).toEqual({ large: 2 });
  expect(recordOf(['a', 'b'], (name) => name.toUpperCase())).toEqual({ a: 'A', b: 'B' });
});

test('checked input is returned, and a field without a value throws', () => {
  const input: { sku?: string | null; qty?: number | null } = { sku: 'mug', qty: 0 };
  expect(withFields(input, 'sku', 'qty')).toBe(input);
  expect(() => withFields({ ...input, qty: null }, 'sku', 'qty')).toThrow('a checked input lacks one of: sku, qty');
});
