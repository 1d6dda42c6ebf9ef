import { Readable } from 'node:stream';
import { platformErrors } from '../../kernel/errors.ts';
import { isRecord } from '../../kernel/fields.ts';
import { readCsv } from '../../platform/row-import/csv.ts';
import type { ImportRow } from '../../platform/row-import/rows.ts';

/** The rows of a request, which are read several times; `isColumn` rejects columns. Lines are numbers of rows, from 1. */
export type EntityRows = (isColumn: (name: string) => boolean) => AsyncIterable<ImportRow>;

/** The rows of a CSV text. */
export function csvRows(content: Buffer, separator: string): EntityRows {
  return async function* (isColumn) {
    let line = 0;
    const rows = readCsv(() => Readable.from([content]), { separator }, isColumn);
    for await (const row of rows) yield { ...row, line: ++line };
  };
}

/** The rows of a JSON list of objects; others are refused, and so are objects with unknown columns. */
export function jsonRows(items: readonly unknown[]): EntityRows {
  return async function* (isColumn) {
    for (const [i, item] of items.entries()) yield await Promise.resolve(rowOf(item, i + 1, isColumn));
  };
}

function rowOf(item: unknown, line: number, isColumn: (name: string) => boolean): ImportRow {
  if (!isRecord(item)) return { line, cells: new Map(), fault: 'an object was expected' };
  const cells = new Map(Object.entries(item).filter(([, value]) => value !== '' && value !== null));
  const unknown = Object.keys(item).find((name) => !isColumn(name));
  if (unknown === undefined) return { line, cells };
  return { line, cells, fault: platformErrors.notSupported({ fieldName: unknown }).text };
}
