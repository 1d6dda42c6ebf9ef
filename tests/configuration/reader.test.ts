import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { collectPaths } from '../../src/configuration/paths.ts';
import { createReader, readRows } from '../../src/configuration/reader.ts';
import type { ConfigurationReader } from '../../src/kernel/call.ts';
import { modules } from '../../src/modules.ts';

const paths = collectPaths(modules);

type Row = Parameters<typeof readRows>[0][number];

/** Store views 1 and 2 of website 1, and 3 of website 2. */
const websites = new Map([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
]);

function reader(...rows: Row[]): ConfigurationReader {
  const stored = readRows(rows);
  return createReader({
    paths,
    stored: () => stored,
    websiteOf: (storeId) => websites.get(storeId),
    baseUrl: () => 'http://here.test',
  });
}

const row = (scope: Row['scope'], scope_id: number, path: string, value: string): Row => ({
  scope,
  scope_id,
  path,
  value,
});

describe('the fallback of settings', () => {
  it('takes the row of the narrowest scope that has one, an empty value included', () => {
    const scopes = fc.subarray([
      row('default', 0, 'a/b/c', ''),
      row('websites', 1, 'a/b/c', 'w'),
      row('stores', 1, 'a/b/c', 's'),
    ]);
    fc.assert(
      fc.property(scopes, (rows) => {
        const config = reader(...rows);
        expect(config.get('a/b/c', { storeId: 1 })).toBe(rows.at(-1)?.value);
        expect(config.get('a/b/c', { websiteId: 1 })).toBe(rows.findLast((r) => r.scope !== 'stores')?.value);
        expect(config.get('a/b/c')).toBe(rows.find((r) => r.scope === 'default')?.value);
      }),
    );
  });

  it('does not reach into other websites and views', () => {
    const config = reader(row('websites', 1, 'a/b/c', 'w'), row('stores', 2, 'a/b/c', 's'));
    expect([1, 2, 3, 0].map((storeId) => config.get('a/b/c', { storeId }))).toEqual(['w', 's', undefined, undefined]);
  });

  it('ends at the shipped value', () => {
    expect(reader().get('currency/options/base', { storeId: 3 })).toBe('USD');
    expect(reader(row('default', 0, 'currency/options/base', 'EUR')).get('currency/options/base')).toBe('EUR');
  });

  it('knows nothing under the names of object members', () => {
    expect(reader().get('constructor')).toBeUndefined();
  });
});

describe('reading as a flag or number', () => {
  it('takes 1, true and yes for on, everything else for off', () => {
    const on = (value: string): boolean => reader(row('default', 0, 'a/b/c', value)).flag('a/b/c');
    expect(['1', 'true', 'YES'].map(on)).toEqual([true, true, true]);
    expect(['0', '', 'no', '2', '1 '].map(on)).toEqual([false, false, false, false, false]);
    expect(reader().flag('a/b/c')).toBe(false);
  });

  it('falls back where there is no number', () => {
    const number = (value: string): number => reader(row('default', 0, 'a/b/c', value)).number('a/b/c', 7);
    expect(['12', '0', '-1.5', '', ' ', 'many', '1e999'].map(number)).toEqual([12, 0, -1.5, 7, 7, 7, 7]);
    expect(reader().number('a/b/c', 7)).toBe(7);
  });
});

describe('base URLs', () => {
  it('are the address of the process until they are set', () => {
    expect(reader().get('web/unsecure/base_url')).toBe('http://here.test/');
    expect(reader().get('web/secure/base_link_url')).toBe('http://here.test/');
  });

  it('fill the placeholders of other settings, in the scope that is read', () => {
    const config = reader(
      row('stores', 3, 'web/unsecure/base_url', 'http://three.test/'),
      row('default', 0, 'web/unsecure/base_media_url', '{{unsecure_base_url}}files/'),
    );
    expect(config.get('web/unsecure/base_media_url')).toBe('http://here.test/files/');
    expect(config.get('web/unsecure/base_media_url', { storeId: 3 })).toBe('http://three.test/files/');
  });

  it('leave other placeholders alone', () => {
    expect(reader().get('catalog/fields_masks/sku')).toBe('{{name}}');
  });
});
