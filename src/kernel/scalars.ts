import { platformErrors, type PlatformError } from './errors.ts';
import { readUtcTime } from './time.ts';

/**
 * How scalars are read, as the interface reads them: numeric text does for numbers, a fraction is dropped from an integer,
 * any scalar does for text, and a flag is never refused. What cannot be read is a 400 that shows the value and the type.
 */

/** Kinds of scalar with their names in error texts. */
export const scalarNames = { string: 'string', integer: 'int', number: 'float', boolean: 'bool' } as const;
/** Kind of a type that has neither fields nor elements. */
export type ScalarKind = keyof typeof scalarNames;

/** Reads a value that is not null. */
type Reader = (value: unknown) => unknown;

/** Reads a value of each scalar kind; throws for a value that is not of the kind. */
export const readers: Record<ScalarKind, Reader> = {
  string: readString,
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

/** How values of custom attributes are read: an empty amount is 0, and so is a flag that is off. */
export const attributeReaders: Record<'string' | 'integer' | 'number', Reader> = {
  string: readString,
  integer: readInteger,
  number: (value) => (value === '' ? 0 : typeof value === 'boolean' ? Number(value) : readNumber(value)),
};

/** How elements of a list of scalars are read: nothing is refused but lists, text that is no number counts as 0. */
export const elementReaders: Record<ScalarKind, Reader> = {
  string: (value) => readString(value ?? ''),
  integer: (value) => truncate(readElement(value, 'integer')),
  number: (value) => readElement(value, 'number'),
  boolean: (value) => (typeof value === 'object' && value !== null ? refuse('array', 'boolean') : isTruthy(value)),
};

/** The error for a value of the wrong type. */
export function wrongType(value: string, type: string): PlatformError {
  return platformErrors.wrongType({ value, type });
}

/** The value's type as error texts name it. */
export function typeName(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' ? 'array' : typeof value;
}

/** Text of a scalar: true is `1`, false is empty. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'object' ? 'array' : String(value);
}

function readString(value: unknown): string {
  if (typeof value === 'object') return refuse(value, 'string');
  const text = toText(value);
  // No text of the interface has a NUL, and PostgreSQL cannot store one.
  if (text.includes('\0')) throw platformErrors.invalidData();
  return text;
}

/** Reads the time in a field, as it is stored; null for empty text. Throws 400 that names the field for text that is no time. */
export function readTime(value: unknown, fieldName: string): string | null {
  const text = readString(value);
  if (text.trim() === '') return null;
  const time = readUtcTime(text);
  if (time === undefined) throw platformErrors.invalidValue({ value: text, fieldName });
  // Stored times have no fraction of a second.
  return time.slice(0, 19);
}

function readInteger(value: unknown): number {
  return truncate(toNumber(value) ?? refuse(value, 'integer'));
}

function readNumber(value: unknown): number {
  return toNumber(value) ?? refuse(value, 'number');
}

const trueWords = new Set(['1', 'true', 'yes', 'on']);

function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object') return refuse(value, 'boolean');
  return trueWords.has(toText(value).trim().toLowerCase());
}

function readElement(value: unknown, kind: ScalarKind): number {
  if (typeof value === 'object' && value !== null) return refuse(value, kind);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return toNumber(value) ?? 0;
}

/** As the elements of a list of flags are read: everything but empty, 0 and null is true. */
function isTruthy(value: unknown): boolean {
  return Boolean(value) && value !== '0';
}

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** A finite number, or undefined for what is none. */
function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && numeric.test(value))) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Drops the fraction and stays within what a double counts exactly. */
function truncate(number: number): number {
  const whole = Math.trunc(number);
  if (whole > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  if (whole < Number.MIN_SAFE_INTEGER) return Number.MIN_SAFE_INTEGER;
  return whole === 0 ? 0 : whole;
}

function refuse(value: unknown, kind: ScalarKind): never {
  throw wrongType(toText(value), scalarNames[kind]);
}
