import { expect, it } from 'vitest';
import { defineErrors } from '../../src/kernel/errors.ts';

const errors = defineErrors('a test', {
  plain: ['input', '100% wrong', 'never'],
  numbered: ['input', 'Between %1 and %2.', 'never'],
  named: ['input', 'No %fieldName of %field2Name.', 'never'],
  filled: ['input', 'No %1.', 'never', 'filled'],
});

it('a row cannot be thrown without its parameters: the compiler refuses it', () => {
  expect(errors.plain().text).toBe('100% wrong');
  expect(errors.numbered([1, 2]).text).toBe('Between 1 and 2.');
  expect(errors.named({ fieldName: 'sku', field2Name: 'id' }).text).toBe('No sku of id.');
  const refused = [
    // @ts-expect-error -- no values
    () => errors.numbered(),
    // @ts-expect-error -- one is missing
    () => errors.numbered([1]),
    // @ts-expect-error -- one is missing
    () => errors.named({ fieldName: 'sku' }),
    // @ts-expect-error -- the template has no such name
    () => errors.named({ fieldName: 'sku', field2Name: 'id', other: 1 }),
    // @ts-expect-error -- the template has no placeholder
    () => errors.plain([1]),
  ];
  expect(refused).toHaveLength(5);
});

it('a row says itself whether clients get the sentence or the template with its values', () => {
  expect(errors.filled(['sku'])).toMatchObject({ message: 'No sku.', parameters: undefined });
  expect(errors.numbered([1, 2])).toMatchObject({ message: 'Between %1 and %2.', parameters: [1, 2] });
  expect(errors.numbered.template).toBe('Between %1 and %2.');
});
