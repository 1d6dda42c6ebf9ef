import type { ImportRow } from '../../../platform/row-import/rows.ts';
import { textOf } from '../../../platform/row-import/values.ts';

/** Names of the row of all store views, besides an empty cell. */
const globalCodes: ReadonlySet<string> = new Set(['', 'admin', 'all']);

/** The store view of a row: undefined for values of all store views. */
export function storeCodeOf({ cells }: ImportRow): string | undefined {
  const code = textOf('store_view_code', cells.get('store_view_code') ?? '').trim();
  return globalCodes.has(code) ? undefined : code;
}
