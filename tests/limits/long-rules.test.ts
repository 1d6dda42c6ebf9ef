import { describe, expect, test } from 'vitest';
import { toXml } from '../../src/faces/webapi/xml-output.ts';
import { readDate } from '../../src/modules/eav/dates.ts';
import { partsOf, recordsOf } from '../../src/modules/import-export/products/lists.ts';
import { compileComparison } from '../../src/modules/sales-rule/engine/conditions/compare.ts';
import { boostRules } from '../../src/modules/search/rules/boosts.ts';
import { redirectRules } from '../../src/modules/search/rules/redirects.ts';
import * as fc from '../support/properties.ts';

/** A length at which work that grows with its square takes minutes, and linear work some milliseconds. */
const LENGTH = 1_000_000;
const blanks = ' '.repeat(LENGTH);

describe('input of administrators with a million characters is read in linear time:', () => {
  test('quoted parts of cells', () => {
    expect(partsOf('c', `"${'x'.repeat(LENGTH)}",y`, ',').map((part) => part.length)).toEqual([LENGTH, 1]);
    expect(partsOf('c', `"${'""'.repeat(LENGTH)}"`, ',').map((part) => part.length)).toEqual([LENGTH]);
    expect(partsOf('c', `"${'x'.repeat(LENGTH)}`, ',')).toHaveLength(1);
    expect(partsOf('c', `${blanks}"`, ' ')).toEqual(['"']);
    expect(partsOf('c', `"a"${blanks}b`, ',')).toHaveLength(1);
  });

  test('quoted values of records', () => {
    const [record] = recordsOf('c', `name="${'|,'.repeat(LENGTH / 2)}",sku=a`);
    expect([record?.size, String(record?.get('name')).length]).toEqual([2, LENGTH]);
    expect(recordsOf('c', `a=${'="'.repeat(LENGTH / 2)}`)).toHaveLength(1);
  });

  test('lists of conditions', () => {
    const isOneOf = compileComparison('()', `red${blanks}blue${blanks}, green`);
    expect(['green', 'red'].map(isOneOf)).toEqual([true, false]);
  });

  test('dates', () => {
    expect(readDate(`2026-01-01 10:00${blanks}x`)).toBeUndefined();
    expect(readDate(`2026-01-01 10:00${blanks}pm${blanks}UTC`)).toBe('2026-01-01 22:00:00');
  });

  test('rules of the search', () => {
    expect(boostRules.accepts?.(`color: a${blanks}b`)).toBe(false);
    expect(boostRules.read(`color: a${blanks}^ 2`)).toEqual([{ code: 'color', value: 'a', factor: 2 }]);
    expect(redirectRules.accepts?.(`sale${blanks}x`)).toBe(false);
    expect(redirectRules.accepts?.(`${'=>'.repeat(LENGTH / 2)} /x y`)).toBe(false);
  });

  test('names of elements', () => {
    expect(toXml({ [`a${'_'.repeat(LENGTH)}b__`]: 1 })).toHaveLength(2 * LENGTH + toXml({ ab: 1 }).length);
  });
});

const expectSame = (parts: readonly string[], check: (text: string) => void): void =>
  fc.assert(fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosen) => check(chosen.join(''))));

test('the elements of a condition are those between separators with blanks', () => {
  expectSame(['a', 'b', ' ', ',', ';'], (text) => {
    const elements = new Set(text.split(/\s*[,;]\s*/).filter((element) => element !== ''));
    for (const one of ['a', ' a', 'a ', 'b b', 'ab']) {
      expect(compileComparison('()', text)(one)).toBe(elements.has(one));
    }
  });
});

test('a redirect has its address after the first arrow that leaves one without blanks', () => {
  expectSame(['a', ' ', '=>', '/', '\t'], (line) => {
    const [, text = '', address = ''] = /^(.+?)\s*=>\s*(\S+)$/.exec(line.trim()) ?? [];
    const isRule = text.trim() !== '' && /^\/(?!\/)/.test(address);
    const read = [...(redirectRules.read(line) ?? [])];
    expect(read).toEqual(isRule ? [[text.replace(/\s+/g, ' ').trim(), address]] : []);
  });
});

test('quoted parts are those that an expression finds', () => {
  const quoted = /\s*"(?:[^"]|"")*"\s*/y;
  expectSame(['a', '"', '""', ',', ' '], (text) => {
    const parts: string[] = [];
    for (let start = 0; start <= text.length;) {
      quoted.lastIndex = start;
      const length = quoted.exec(text)?.[0].length ?? -1;
      const isQuoted = length > 0 && [',', ''].includes(text.charAt(start + length));
      const found = isQuoted ? start + length : text.indexOf(',', start);
      const end = found < 0 ? text.length : found;
      const part = text.slice(start, end).trim();
      parts.push(isQuoted ? part.slice(1, -1).replaceAll('""', '"') : part);
      start = end + 1;
    }
    expect(partsOf('c', text, ',')).toEqual(parts.filter((part) => part !== ''));
  });
});
