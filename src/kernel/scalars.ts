import { platformErrors, type PlatformError } from './errors.ts';
import { readUtcTime } from './time.ts';
import { anyText } from './any-text.ts';

/**
 * Reads scalars as the interface does: numeric text is accepted for numbers, integers drop fractions, any scalar is accepted
 * for text, and a flag is never rejected. Other values are a 400 with the value and the type.
 */

/** Kinds of scalars, with their names in error texts. */
export const scalarNames = { string: 'string', integer: 'int', number: 'float', boolean: 'bool' } as const;
/** Kind of a type without fields and elements. */
export type ScalarKind = keyof typeof scalarNames;

/** Reads a value that is not null. */
type Reader = (value: unknown) => unknown;

/** Reads a value of each scalar kind; throws for other values. */
export const readers: Record<ScalarKind, Reader> = {
  string: readString,
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
};

/** Readers of custom attributes: an empty amount is 0, and so is a flag that is off. */
export const attributeReaders: Record<'string' | 'integer' | 'number', Reader> = {
  string: readString,
  integer: readInteger,
  number: (value) => (value === '' ? 0 : typeof value === 'boolean' ? Number(value) : readNumber(value)),
};

/** Readers of the elements of a list of scalars: only lists are rejected, and text that is not a number is 0. */
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
  return typeof value === 'object' ? 'array' : anyText(value);
}

function readString(value: unknown): string {
  if (typeof value === 'object') return refuse(value, 'string');
  const text = toText(value);
  // The interface has no text with a NUL, and PostgreSQL cannot store one.
  if (text.includes('\0')) throw platformErrors.invalidData();
  return text;
}

/** Reads the time in a field, in its stored format; null for empty text. Throws 400 with the field's name for other text. */
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

/** Reads the elements of a list of flags: everything except empty, 0 and null is true. */
function isTruthy(value: unknown): boolean {
  return Boolean(value) && value !== '0';
}

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** A finite number; undefined for other values. */
function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && numeric.test(value))) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Drops the fraction and limits the number to the safe range of a double. */
function truncate(number: number): number {
  const whole = Math.trunc(number);
  if (whole > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  if (whole < Number.MIN_SAFE_INTEGER) return Number.MIN_SAFE_INTEGER;
  return whole === 0 ? 0 : whole;
}

function refuse(value: unknown, kind: ScalarKind): never {
  throw wrongType(toText(value), scalarNames[kind]);
}
