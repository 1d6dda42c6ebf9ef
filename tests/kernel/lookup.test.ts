import { describe, expect, it } from 'vitest';
import { cut } from '../../src/kernel/cut-text.ts';
import { elementAt, pairsOf } from '../../src/kernel/lists.ts';
import { valueAt } from '../../src/kernel/lookup.ts';
import { isAmong } from '../../src/kernel/narrow.ts';
import { keysOf } from '../../src/kernel/own-fields.ts';
import { errorCode, errorMessage } from '../../src/kernel/thrown.ts';

describe('a lookup that must succeed', () => {
  it('returns the value of a key, and names a missing key', () => {
    expect(valueAt(new Map([['a', 1]]), 'a')).toBe(1);
    expect(() => valueAt(new Map([['a', 1]]), 'b')).toThrow('nothing is known of "b"');
  });

  it('returns the element at a position, also from the end, and throws beyond both ends', () => {
    expect([0, 2, -1, -3].map((position) => elementAt(['a', 'b', 'c'], position))).toEqual(['a', 'c', 'c', 'a']);
    expect(() => elementAt(['a'], 1)).toThrow('a list of 1 elements has none at 1');
    expect(() => elementAt(['a'], -2)).toThrow('none at -2');
    expect(() => elementAt([], 0)).toThrow('a list of 0 elements');
  });

  it('returns an element that is undefined', () => {
    expect(elementAt([undefined], 0)).toBeUndefined();
  });
});

it('pairs neighbours, and refuses an odd number', () => {
  expect(pairsOf(['a', '1', 'b', '2'])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(pairsOf([])).toEqual([]);
  expect(() => pairsOf(['a'])).toThrow('none at 1');
});

it('cuts a text at the first separator', () => {
  expect(cut('a?b?c', '?')).toEqual(['a', 'b?c']);
  expect(cut('a = b', ' = ')).toEqual(['a', 'b']);
  expect(cut('a?', '?')).toEqual(['a', '']);
  expect(cut('a', '?')).toEqual(['a', undefined]);
});

it('lists the keys of a record, and finds a text among literals', () => {
  expect(keysOf({ b: 1, a: 2 })).toEqual(['b', 'a']);
  expect([isAmong(['a', 'b'], 'b'), isAmong(['a', 'b'], 'c'), isAmong(['a'], undefined)]).toEqual([true, false, false]);
});

describe('a thrown value', () => {
  it('has the code of an error, where that is a text', () => {
    expect(errorCode(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBe('ENOENT');
    expect([new Error('a'), Object.assign(new Error('b'), { code: 7 }), { code: 'ENOENT' }].map(errorCode)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has the message of an error, or its own text', () => {
    expect([new TypeError('wrong'), 'gone', undefined].map(errorMessage)).toEqual(['wrong', 'gone', 'undefined']);
  });
});
