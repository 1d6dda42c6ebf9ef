import { expect, test } from 'vitest';
import { anyText } from '../../src/kernel/any-text.ts';
import { platformErrors } from '../../src/kernel/errors.ts';

test('a value of unknown type has a text that says something of it', () => {
  expect([7, true, null, undefined, 'text', [1, 'two']].map(anyText)).toEqual([
    '7',
    'true',
    'null',
    'undefined',
    'text',
    '1,two',
  ]);
  expect(anyText({ sku: 'mug' })).toBe('{"sku":"mug"}');
  expect(anyText(Object.assign(Object.create(null), { sku: 'mug' }))).toBe('{"sku":"mug"}');
  expect(anyText(new URL('https://shop.example/'))).toBe('https://shop.example/');
});

test('an error names a record that it is about by its content', () => {
  const { text } = platformErrors.invalidValue({ fieldName: 'qty', value: { of: 1 } });
  expect(text).toContain('{"of":1}');
});
