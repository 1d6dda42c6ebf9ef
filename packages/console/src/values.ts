import { scalarText } from '../../client/src/query.ts';

/** A value of a record as text; objects and lists as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : scalarText(value);
}

/** The value at a path of a record, its names joined by dots; without a path the record itself. */
export function valueAt(record: unknown, path: string | undefined): unknown {
  if (path === undefined) return record;
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      record,
    );
}
