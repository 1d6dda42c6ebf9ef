import * as fc from '../support/properties.ts';
import { describe, expect, it } from 'vitest';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { createReader, readRows } from '../../src/platform/configuration/reader.ts';
import type { ConfigurationReader } from '../../src/kernel/call.ts';
import { readDeclaration } from '../../src/kernel/configuration.ts';
import { setting, settings, text, yesOrNo } from '../../src/kernel/settings.ts';
import { baseUrls, currencySettings } from '../../src/kernel/shop-settings.ts';
import { modules } from '../../src/program/modules.ts';

const paths = collectPaths(modules);

const own = setting('a/b/c', text, undefined, 'An example');

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
        expect(config.of(own, { storeId: 1 })).toBe(rows.at(-1)?.value);
        expect(config.of(own, { websiteId: 1 })).toBe(rows.findLast((r) => r.scope !== 'stores')?.value);
        expect(config.of(own)).toBe(rows.find((r) => r.scope === 'default')?.value);
      }),
    );
  });

  it('does not reach into other websites and views', () => {
    const config = reader(row('websites', 1, 'a/b/c', 'w'), row('stores', 2, 'a/b/c', 's'));
    expect([1, 2, 3, 0].map((storeId) => config.of(own, { storeId }))).toEqual(['w', 's', undefined, undefined]);
  });

  it('ends at the shipped value', () => {
    expect(reader().of(currencySettings.base, { storeId: 3 })).toBe('USD');
    expect(reader(row('default', 0, 'currency/options/base', 'EUR')).of(currencySettings.base)).toBe('EUR');
  });

  it('knows nothing under the names of object members', () => {
    expect(reader().of({ ...own, path: 'constructor' })).toBeUndefined();
  });
});

describe('the text of a setting', () => {
  it('is the stored one, or the default, also where it is no value of the type', () => {
    const config = reader(row('default', 0, 'a/b/c', 'maybe'));
    const flag = setting('a/b/c', yesOrNo, true, 'An example');
    expect([config.textOf(flag), config.of(flag)]).toEqual(['maybe', false]);
    expect(reader().textOf(flag)).toBeUndefined();
    expect(reader().of(flag)).toBe(true);
    const declared = new Map([['a/b/c', readDeclaration(settings([flag])['a/b/c']!)]]);
    const known = createReader({ paths: declared, stored: () => readRows([]), websiteOf: () => 1, baseUrl: () => '' });
    expect(known.textOf(flag, { storeId: 1 })).toBe('1');
  });
});

describe('base URLs', () => {
  it('are the address of the process until they are set', () => {
    expect(reader().of(baseUrls.unsecure.base)).toBe('http://here.test/');
    expect(reader().of(baseUrls.secure.link)).toBe('http://here.test/');
  });

  it('are filled in where an older installation stored an empty one', () => {
    const config = reader(row('default', 0, 'web/secure/base_url', ''));
    expect(config.of(baseUrls.secure.base)).toBe('http://here.test/');
  });

  it('fill the placeholders of other settings, in the scope that is read', () => {
    const config = reader(
      row('stores', 3, 'web/unsecure/base_url', 'http://three.test/'),
      row('default', 0, 'web/unsecure/base_media_url', '{{unsecure_base_url}}files/'),
    );
    expect(config.of(baseUrls.unsecure.media)).toBe('http://here.test/files/');
    expect(config.of(baseUrls.unsecure.media, { storeId: 3 })).toBe('http://three.test/files/');
  });

  it('leave other placeholders alone', () => {
    expect(reader().of(setting('catalog/fields_masks/sku', text, undefined, 'An example'))).toBe('{{name}}');
  });
});
