import type { ConfigurationPath, DeclaredConfiguration } from './configuration.ts';

/** How the values of a setting are written as text, and read from it. */
export interface SettingType<T> {
  /** The value of a text; undefined for a text that has none. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** Whether a text may be stored, where texts of older installations are read that may not; default: those that are read. */
  accepts?(text: string): boolean;
  /** What a text must be, for errors: `a whole number from 0`. */
  readonly expected: string;
  /** Unit of the values, such as `seconds`. */
  readonly unit?: string;
}

/** A setting of the platform: everything that is said of it, in one place. */
export interface Setting<T> {
  readonly path: string;
  readonly type: SettingType<T>;
  /** The value that holds where none is stored. */
  readonly default: T;
  /** What it does, in a sentence for people. */
  readonly description: string;
  readonly options: SettingOptions;
}

/** What sets a setting apart from others; see `ConfigurationPath`. */
type SettingOptions = Pick<ConfigurationPath, 'changeableBy' | 'sealed' | 'installed' | 'shippedFrom'>;

/** Declares a setting. `call.config.of` returns its value. */
export function setting<T>(
  path: string,
  type: SettingType<T>,
  byDefault: T,
  description: string,
  options: SettingOptions = {},
): Setting<T> {
  return { path, type, default: byDefault, description, options };
}

/** The value of a setting whose text is stored; its default where none is, or where it is no value of the type. */
export function readSetting<T>({ type, default: byDefault }: Setting<T>, text: string | undefined): T {
  if (text === undefined || text.trim() === '') return byDefault;
  return type.read(text.trim()) ?? byDefault;
}

/** The declarations of settings by path, for the manifest of their module. An empty text stands for the default. */
export function settings(declared: readonly Setting<unknown>[]): DeclaredConfiguration {
  return Object.fromEntries(declared.map((one) => [one.path, declarationOf(one)]));
}

function declarationOf({ type, default: byDefault, description, options }: Setting<unknown>): ConfigurationPath {
  const { expected, unit } = type;
  return {
    ...options,
    ...(byDefault !== undefined && { shipped: type.write(byDefault) }),
    takes: {
      accepts: (text) => text.trim() === '' || acceptsText(type, text.trim()),
      expected: `${expected}, or nothing`,
    },
    description,
    ...(unit && { unit }),
  };
}

function acceptsText(type: SettingType<unknown>, text: string): boolean {
  return type.accepts ? type.accepts(text) : type.read(text) !== undefined;
}

/** Yes or no, written as 1 and 0. */
export const yesOrNo: SettingType<boolean> = {
  read: (text) => (/^(1|true|yes)$/i.test(text) ? true : /^(0|false|no)$/i.test(text) ? false : undefined),
  accepts: (text) => text === '0' || text === '1',
  write: (value) => (value ? '1' : '0'),
  expected: '0 or 1',
};

/** A whole number from `least` on. */
export function numberFrom(least: number, unit?: string): SettingType<number> {
  return {
    read: (text) => (/^\d{1,12}$/.test(text) && Number(text) >= least ? Number(text) : undefined),
    write: String,
    expected: `a whole number from ${least}`,
    ...(unit && { unit }),
  };
}

/** A whole number of milliseconds, hours, days or bytes. `least`: the smallest number that is allowed. */
export const milliseconds = (least: number): SettingType<number> => numberFrom(least, 'milliseconds');
export const hours = (least: number): SettingType<number> => numberFrom(least, 'hours');
export const days = (least: number): SettingType<number> => numberFrom(least, 'days');
export const bytes = (least: number): SettingType<number> => numberFrom(least, 'bytes');

/** A number of seconds, with up to three decimals. `least`: the smallest number that is allowed. */
export function seconds(least: number): SettingType<number> {
  return {
    read: (text) => (/^\d{1,9}(\.\d{1,3})?$/.test(text) && Number(text) >= least ? Number(text) : undefined),
    write: String,
    expected: `a number of seconds from ${least}`,
    unit: 'seconds',
  };
}

/** Texts separated by commas. */
export const textList: SettingType<readonly string[]> = {
  read: (text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  write: (items) => items.join(','),
  expected: 'a list separated by commas',
};
