import { storageErrors } from './errors.ts';

/**
 * A parameter in a form that both databases accept: booleans as 0 and 1, undefined as null. Dates and other objects are refused,
 * because times are stored as text and documents are written with `JSON.stringify`. Throws an input error for values that only
 * one of the databases can store: a NUL in a text, an infinite number.
 */
export function plainParameter(value: unknown): string | number | bigint | Buffer | null {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw storageErrors.unfitValue();
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw storageErrors.unfitValue();
      return value;
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'undefined':
      return null;
    default:
      if (value === null || Buffer.isBuffer(value)) return value;
      throw new TypeError(`A query parameter cannot be of type ${Object.prototype.toString.call(value)}`);
  }
}

/** As `plainParameter`, for a value within a list or row that is passed as JSON. */
export function jsonParameter(value: unknown): string | number | null {
  const plain = plainParameter(value);
  if (typeof plain !== 'bigint' && !Buffer.isBuffer(plain)) return plain;
  throw new TypeError('A list or row of parameters cannot hold bytes or big integers');
}
