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

  it('reads what it writes', () => {
    const items = fc.string().filter((text) => text === text.trim() && text !== '' && !text.includes(','));
    const reads = <T>(type: s.SettingType<T>, values: fc.Arbitrary<T>): void =>
      fc.assert(fc.property(values, (value) => void expect(type.read(type.write(value))).toEqual(value)));
    reads(s.yesOrNo, fc.boolean());
    reads(s.numberFrom(5), fc.integer({ min: 5, max: 999_999_999 }));
    reads(
      s.seconds(0),
      fc.integer({ min: 0, max: 999_999_999 }).map((milliseconds) => milliseconds / 1000),
    );
    reads<readonly string[]>(s.textList, fc.array(items));
  });
});
