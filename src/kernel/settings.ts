import {
  listItems,
  SHOP_SETTINGS,
  yesAndNo,
  type ConfigurationPath,
  type DeclaredConfiguration,
  type SettingChoice,
} from './configuration.ts';
import { keysOf } from './own-fields.ts';

/** How the values of a setting are parsed and written. */
export interface SettingType<T> {
  /** The value of a stored text; undefined where it has none, then the default holds. */
  read(stored: string): T | undefined;
  write(value: T): string;
  /** Whether a new text, without blanks around it, may be stored; default: the texts that `read` takes. */
  accepts?(stored: string): boolean;
  /** Whether an empty text may not be stored. */
  readonly required?: boolean;
  /** The texts that it takes, for errors: `a whole number from 0`. */
  readonly expected: string;
  /** The texts to choose from; absent: others as well. */
  readonly choices?: readonly SettingChoice[];
  /** Whether the texts are numbers. */
  readonly isNumber?: boolean;
  /** Unit of the values, such as `seconds`. */
  readonly unit?: string;
}

/** A setting of the platform configuration: path, type, default and description in one declaration. */
export interface Setting<T> {
  readonly path: string;
  readonly type: SettingType<T>;
  /** The value if none is stored. */
  readonly default: T;
  /** Its effect, in a sentence for people. */
  readonly description: string;
  readonly options: SettingOptions;
}

/** Further properties of a setting; see `ConfigurationPath`. */
type SettingOptions = Pick<ConfigurationPath, 'changeableBy' | 'scope' | 'sealed' | 'installed' | 'shippedFrom'>;

/** Options of a setting of the shop: those who manage the shop may change it. */
export const shopSetting = { changeableBy: [SHOP_SETTINGS] };

/** Options of a setting of the whole installation: no website or store view has its own value. */
export const installationSetting = { scope: 'default' } as const;

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

/** Settings of one kind, one for each code: `carriers/flatrate/title`, `carriers/tablerate/title`. */
export interface SettingFamily<T> {
  /** The setting for `code`. `byDefault`: its own default, where the module that declares it has one. */
  of(code: string, byDefault?: T): Setting<T>;
}

/** Declares the settings whose paths are `pattern` with a code in the place of `*`. */
export function settingFamily<T>(
  pattern: string,
  type: SettingType<T>,
  byDefault: T,
  description: string,
  options: SettingOptions = {},
): SettingFamily<T> {
  const [before, after] = pattern.split('*');
  return {
    of: (code, own = byDefault) => ({ path: `${before}${code}${after}`, type, default: own, description, options }),
  };
}

/** The value of a setting whose text is stored; its default if the text is missing or invalid. */
export function readSetting<T>({ type, default: byDefault }: Setting<T>, text: string | undefined): T {
  return text === undefined ? byDefault : (type.read(text) ?? byDefault);
}

/** The declarations of settings by path, for the manifest of their module. */
export function settings(declared: readonly Setting<unknown>[]): DeclaredConfiguration {
  return Object.fromEntries(declared.map((one) => [one.path, declarationOf(one)]));
}

function declarationOf({ type, default: byDefault, description, options }: Setting<unknown>): ConfigurationPath {
  const { expected, required, unit, choices, isNumber } = type;
  return {
    ...options,
    ...(byDefault !== undefined && { shipped: type.write(byDefault) }),
    takes: {
      accepts: (stored) => (stored.trim() === '' ? !required : acceptsText(type, stored)),
      expected: required ? expected : `${expected}, or nothing`,
      ...(choices && { choices }),
      ...(isNumber && { isNumber }),
    },
    description,
    ...(unit && { unit }),
  };
}

function acceptsText(type: SettingType<unknown>, text: string): boolean {
  return type.accepts ? type.accepts(text.trim()) : type.read(text) !== undefined;
}

/** Any text, also an empty one. */
export const text: SettingType<string> = { read: (stored) => stored, write: String, expected: 'a text' };

/** A type that refuses empty texts; for those of older installations the default holds. */
export function filled<T>(type: SettingType<T>): SettingType<T> {
  return { ...type, required: true, read: (stored) => (stored.trim() === '' ? undefined : type.read(stored)) };
}

/** A text, without the blanks around it; an empty one counts as none. */
export const filledText: SettingType<string> = { ...text, read: (stored) => stored.trim() || undefined };

/** A text with a format. `expected`: the format, for errors. */
export function checkedText(expected: string, accepts: (stored: string) => boolean): SettingType<string> {
  return { ...filledText, accepts, expected, required: true };
}

/** The address of a web page or service; an empty text counts as none. */
export const webAddress: SettingType<string> = {
  ...filledText,
  accepts: (stored) => /^https?:\/\/\S+$/.test(stored) && URL.canParse(stored),
  expected: 'a URL',
};

/** Yes or no, written as 1 and 0; an empty text is no. */
export const yesOrNo: SettingType<boolean> = {
  read: (stored) => /^(1|true|yes)$/i.test(stored.trim()),
  accepts: (stored) => stored === '0' || stored === '1',
  write: (value) => (value ? '1' : '0'),
  expected: '0 or 1',
  choices: yesAndNo,
};

/** One of a few values, each stored as the text that stands with it, also an empty one: `choice({ perItem: 'I', perOrder: 'O' })`. */
export function choice<const K extends string>(textBy: Readonly<Record<K, string>>): SettingType<K> {
  const names = keysOf(textBy);
  const nameBy = new Map(names.map((name) => [textBy[name], name]));
  return {
    read: (stored) => nameBy.get(stored.trim()),
    write: (name) => textBy[name],
    expected: names
      .filter((name) => textBy[name] !== '')
      .map((name) => (name === textBy[name] ? name : `${textBy[name]} (${name})`))
      .join(' or '),
    choices: names.map((name) => ({ value: textBy[name], name })),
  };
}

/** A whole number from `least` on. */
export function numberFrom(least: number, unit?: string): SettingType<number> {
  return {
    read: (stored) => (/^\s*\d{1,12}\s*$/.test(stored) && Number(stored) >= least ? Number(stored) : undefined),
    write: String,
    expected: `a whole number from ${least}`,
    isNumber: true,
    ...(unit && { unit }),
  };
}

/** A decimal number from `least` on; without it any. */
export function decimalFrom(least = -Infinity, unit?: string): SettingType<number> {
  return {
    read: (stored) => {
      const isNumber = /^\s*-?\d{1,12}(\.\d{1,12})?\s*$/.test(stored);
      return isNumber && Number(stored) >= least ? Number(stored) : undefined;
    },
    write: String,
    expected: least === -Infinity ? 'a number' : `a number from ${least}`,
    isNumber: true,
    ...(unit && { unit }),
  };
}

/** A whole number of milliseconds. `least`: the minimum. */
export const milliseconds = (least: number): SettingType<number> => numberFrom(least, 'milliseconds');
/** A whole number of hours. `least`: the minimum. */
export const hours = (least: number): SettingType<number> => numberFrom(least, 'hours');
/** A whole number of days. `least`: the minimum. */
export const days = (least: number): SettingType<number> => numberFrom(least, 'days');
/** A whole number of bytes. `least`: the minimum. */
export const bytes = (least: number): SettingType<number> => numberFrom(least, 'bytes');

/** A number of seconds, with up to three decimal places. `least`: the minimum. */
export function seconds(least: number): SettingType<number> {
  return {
    read: (stored) =>
      /^\s*\d{1,9}(\.\d{1,3})?\s*$/.test(stored) && Number(stored) >= least ? Number(stored) : undefined,
    write: String,
    expected: `a number of seconds from ${least}`,
    isNumber: true,
    unit: 'seconds',
  };
}

/** Texts separated by commas, without the blanks around them. `accepts`: whether a text may be an item. */
export function listOfTexts(
  accepts: (item: string) => boolean = () => true,
  items = 'a list',
): SettingType<readonly string[]> {
  return {
    read: listItems,
    accepts: (stored) => stored === '' || stored.split(',').every((item) => accepts(item.trim())),
    write: (values) => values.join(','),
    expected: `${items} separated by commas`,
  };
}
