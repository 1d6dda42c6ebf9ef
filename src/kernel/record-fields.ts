import { keysOf } from './own-fields.ts';

/** A record with the fields of all parts; a later part replaces fields of an earlier one. */
export function mergeFields<T extends object>(parts: Iterable<T | null | undefined>): Partial<T> {
  const merged: Partial<T> = {};
  for (const part of parts) Object.assign(merged, part);
  return merged;
}

/** A record without the fields that are undefined. */
export function definedFields<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const name of keysOf(record)) {
    const value = record[name];
    if (isDefined(value)) defined[name] = value;
  }
  return defined;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
