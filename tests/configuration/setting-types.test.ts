import { describe, expect, it } from 'vitest';
import { readDeclaration } from '../../src/kernel/configuration.ts';
import * as s from '../../src/kernel/settings.ts';
import * as fc from '../support/properties.ts';

const lifetime = s.setting('souk/example/lifetime', s.days(0), 7, 'How long examples are stored');

describe('a setting', () => {
  it('has its default where nothing, or no value of its type, is stored', () => {
    for (const text of [undefined, '', ' ', '-1', '1.5', 'week', '1e3']) expect(s.readSetting(lifetime, text)).toBe(7);
    expect(s.readSetting(lifetime, ' 30 ')).toBe(30);
    expect(s.readSetting(lifetime, '0')).toBe(0);
  });

  it('is declared with its default, its unit, its description and the texts that it takes', () => {
    const { 'souk/example/lifetime': declared } = s.settings([lifetime]);
    const { takes, ...others } = readDeclaration(declared!);
    expect(others).toEqual({ shipped: '7', unit: 'days', description: 'How long examples are stored' });
    for (const text of ['', '0', '30']) expect(takes?.accepts(text), text).toBe(true);
    for (const text of ['-1', '1.5', 'week']) expect(takes?.accepts(text), text).toBe(false);
    expect(takes?.expected).toBe('a whole number from 0, or nothing');
  });

  it('without a default has no value until one is stored', () => {
    const size = s.setting<number | undefined>('souk/example/size', s.numberFrom(1), undefined, 'Size of examples');
    expect(s.readSetting(size, undefined)).toBeUndefined();
    expect(readDeclaration(s.settings([size])['souk/example/size']!).shipped).toBeUndefined();
  });

  it('reads its own texts as the same values', () => {
    const items = fc.string().filter((text) => text === text.trim() && text !== '' && !text.includes(','));
    const reads = <T>(type: s.SettingType<T>, values: fc.Arbitrary<T>): void =>
      fc.assert(
        fc.property(values, (value) => {
          expect(type.read(type.write(value))).toEqual(value);
        }),
      );
    reads(s.yesOrNo, fc.boolean());
    reads(s.numberFrom(5), fc.integer({ min: 5, max: 999_999_999 }));
    reads(
      s.seconds(0),
      fc.integer({ min: 0, max: 999_999_999 }).map((milliseconds) => milliseconds / 1000),
    );
    reads<readonly string[]>(s.listOfTexts(), fc.array(items));
    reads(s.text, fc.string());
    reads(
      s.decimalFrom(),
      fc.integer().map((cents) => cents / 100),
    );
    reads(s.choice({ global: '0', website: '1' }), fc.constantFrom('global' as const, 'website' as const));
  });

  it('keeps an empty text, where its type does not say that it counts as none', () => {
    const suffix = s.setting('souk/example/suffix', s.text, '.html', 'Suffix of examples');
    expect(s.readSetting(suffix, '')).toBe('');
    expect(s.readSetting({ ...suffix, type: s.filledText }, ' ')).toBe('.html');
    const colors = s.setting('souk/example/colors', s.listOfTexts(), ['red'], 'Colors of examples');
    expect(s.readSetting(colors, '')).toEqual([]);
    expect(s.readSetting({ ...colors, type: s.filled(s.listOfTexts()) }, '')).toEqual(['red']);
    expect(s.readSetting(s.setting('souk/example/on', s.yesOrNo, true, 'Whether it is on'), '')).toBe(false);
  });

  it('of a family stands under its code, with the default of the code', () => {
    const title = s.settingFamily('souk/*/title', s.text, 'None', 'Title of an example');
    expect(title.of('first')).toMatchObject({ path: 'souk/first/title', default: 'None' });
    expect(title.of('first', 'First')).toMatchObject({ path: 'souk/first/title', default: 'First' });
  });

  it('takes one of its choices and names them in errors', () => {
    const scope = s.setting(
      'souk/example/scope',
      s.choice({ global: '0', website: '1' }),
      'global',
      'Scope of examples',
    );
    const declared = readDeclaration(s.settings([scope])['souk/example/scope']!);
    expect(declared.shipped).toBe('0');
    expect(declared.takes?.accepts('2')).toBe(false);
    expect(declared.takes?.expected).toBe('0 (global) or 1 (website), or nothing');
    expect(s.readSetting(scope, '2')).toBe('global');
  });

  it('may have a choice that is stored as an empty text', () => {
    const type = s.choice({ perOrder: 'O', free: '' });
    expect(type.read('')).toBe('free');
    expect(type.write('free')).toBe('');
    expect(type.expected).toBe('O (perOrder)');
  });
});
