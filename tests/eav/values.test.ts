import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../src/kernel/errors.ts';
import type { Attribute, BackendType } from '../../src/modules/eav/service.ts';
import { checkValue, indexValue, isEmptyValue } from '../../src/modules/eav/values.ts';

function attribute(backendType: BackendType, frontendInput = 'text'): Attribute {
  return { code: 'a', backendType, frontendInput } as Attribute;
}
const multiple = attribute('text', 'multiselect');

describe('the stored form of a value', () => {
  it.each([
    ['decimal', '55', '55.000000'],
    ['decimal', 99.99, '99.990000'],
    ['decimal', '0', '0.000000'],
    ['decimal', 0.0000005, '0.000001'],
    ['int', '12', '12'],
    ['int', 3.9, '3'],
    ['int', true, '1'],
    ['varchar', 12, '12'],
    ['text', ' kept ', ' kept '],
    ['text', '', ''],
    ['datetime', '2026-12-24', '2026-12-24 00:00:00'],
    ['datetime', '2026-12-24 10:20:30', '2026-12-24 10:20:30'],
    ['datetime', '2026-12-24T10:20:30+02:00', '2026-12-24 10:20:30'],
    ['datetime', '20261224', '2026-12-24 00:00:00'],
    ['datetime', '24.12.2026', '2026-12-24 00:00:00'],
    ['datetime', '24-12-2026 9:05', '2026-12-24 09:05:00'],
    ['datetime', '24 December 2026', '2026-12-24 00:00:00'],
    ['datetime', 'Dec 24, 2026 10:20 PM', '2026-12-24 22:20:00'],
    ['datetime', '1798107630', '2026-12-24 10:20:30'],
    ['datetime', '12/24/2026', '2026-12-24 00:00:00'],
    ['datetime', '2026-12-24 10:20:30.123456', '2026-12-24 10:20:30'],
  ] as const)('of a %s attribute: %j is %j', (backendType, value, stored) => {
    expect(checkValue(attribute(backendType), value)).toBe(stored);
  });

  it.each(['int', 'decimal', 'datetime'] as const)('is none for an empty text in a %s attribute', (backendType) => {
    expect(checkValue(attribute(backendType), '')).toBeNull();
    expect(checkValue(attribute(backendType), null)).toBeNull();
  });

  it('joins the options of a multiple choice, each once', () => {
    expect(checkValue(multiple, ['8', 10, '8'])).toBe('8,10');
    expect(checkValue(multiple, ' 8, 10 ,,8')).toBe('8,10');
    expect(checkValue(multiple, [])).toBeNull();
    expect(checkValue(multiple, '')).toBeNull();
  });

  it.each([
    ['int', 'abc', 'The "abc" value\'s type is invalid. The "int" type was expected. Verify and try again.'],
    ['decimal', '1,5', 'The "1,5" value\'s type is invalid. The "float" type was expected. Verify and try again.'],
    ['decimal', Number.NaN, 'The "NaN" value\'s type is invalid. The "float" type was expected. Verify and try again.'],
    ['varchar', ['a'], 'The "array" value\'s type is invalid. The "string" type was expected. Verify and try again.'],
    ['datetime', 'soon', 'Invalid value of "%value" provided for the %fieldName field.'],
  ] as const)('of a %s attribute refuses %j', (backendType, value, message) => {
    expect(() => checkValue(attribute(backendType), value)).toThrow(expect.objectContaining({ message, status: 400 }));
  });

  it('is the same when it is stored once more', () => {
    const kinds = fc.constantFrom<Attribute>(
      ...(['varchar', 'text', 'int', 'decimal', 'datetime'] as const).map((type) => attribute(type)),
      multiple,
    );
    const values = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      fc.integer(),
      fc.boolean(),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }).map((date) => date.toISOString()),
      fc.array(fc.string()),
    );
    fc.assert(
      fc.property(kinds, values, (kind, value) => {
        let stored;
        try {
          stored = checkValue(kind, value);
        } catch (error) {
          // Whatever is sent, nothing but an error that the caller is told about.
          expect(error).toBeInstanceOf(PlatformError);
          return;
        }
        expect(checkValue(kind, stored)).toBe(stored);
      }),
    );
  });
});

describe('the searchable form of a value', () => {
  it('is a number where the attribute holds numbers', () => {
    expect(indexValue(attribute('decimal'), '12.500000')).toEqual({ text: '12.500000', number: 12.5 });
    expect(indexValue(attribute('int'), '4')).toEqual({ text: '4', number: 4 });
    expect(indexValue(attribute('varchar'), '4')).toEqual({ text: '4', number: null });
  });

  it('is a list for a multiple choice', () => {
    expect(indexValue(multiple, '8,10')).toEqual({ text: '8,10', number: null, list: ['8', '10'] });
  });

  it('is nothing for no value', () => {
    for (const none of [null, undefined, '', ' ', []]) {
      expect(isEmptyValue(none)).toBe(true);
      expect(indexValue(attribute('int'), none)).toEqual({ text: null, number: null });
    }
    for (const some of [0, '0', false, [0]]) expect(isEmptyValue(some)).toBe(false);
  });
});
