import { anyText } from '../../kernel/any-text.ts';
import { isAnyList, isPlainObject, objectOf, objectsOf } from '../../kernel/plain-objects.ts';
import { NotMoved } from './kind.ts';
import type { SourceRecord } from './source/record.ts';

/** The text of a field; numbers become texts. Throws `NotMoved` if it is missing. */
export function textIn(record: SourceRecord, name: string): string {
  const value = record[name];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new NotMoved(`the source has no ${name}`);
}

/** The number of a field. Throws `NotMoved` if it is missing. */
export function integerIn(record: SourceRecord, name: string): number {
  const number = Number(textIn(record, name));
  if (!Number.isSafeInteger(number)) throw new NotMoved(`${name} is no whole number`);
  return number;
}

/** The extension attributes of a record. */
export function extensionsOf(record: SourceRecord): SourceRecord {
  return objectOf(record['extension_attributes']);
}

/** The custom attributes of a record by code. */
export function customValues(record: SourceRecord): Map<string, unknown> {
  return new Map(
    objectsOf(record['custom_attributes']).map(({ attribute_code, value }) => [anyText(attribute_code), value]),
  );
}

/** The form of custom attributes on the wire. */
export function customAttributes(values: ReadonlyMap<string, unknown>): SourceRecord[] {
  return [...values].map(([attribute_code, value]) => ({ attribute_code, value }));
}

/** The entries of a list as texts. */
export function textsIn(value: unknown): string[] {
  return isAnyList(value) ? value.map(anyText) : [];
}

/** A record without some of its fields, and without null values. */
export function fieldsOf(record: SourceRecord, omitted: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !omitted.includes(name) && value !== null),
  );
}

/** JSON with sorted names, equal for equal values. */
export function canonicalText(value: unknown): string {
  if (isAnyList(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join(',')}}`;
}
