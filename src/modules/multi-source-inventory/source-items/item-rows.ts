import type { Call } from '../../../kernel/call.ts';
import type { RowKind, RowSaving, SavedCounts } from '../../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../../platform/row-import/rows.ts';
import { numberOf, textOf } from '../../../platform/row-import/values.ts';
import type { ImportBehavior } from '../../../platform/row-import/within.ts';
import { itemsOfSkus } from './read.ts';
import { deleteItems, MAX_SKU_LENGTH, writeItems, type NewSourceItem } from './save.ts';

/** The columns of a file of stock. */
export const stockColumns = ['source_code', 'sku', 'status', 'quantity'] as const;
const columns: ReadonlySet<string> = new Set(stockColumns);
/** Stock of sources: what a source has of a product; to replace is to change. */
export const stockRows: RowKind = {
  columns: () => (name) => columns.has(name),
  required: [...columns],
  keyOf: (row) => keyText(row, 'sku'),
  identityOf: (row) => `${keyText(row, 'source_code')}\n${keyText(row, 'sku').toLowerCase()}`,
  batch: 5_000,
  save: saveItemRows,
};

async function saveItemRows(
  call: Call,
  rows: readonly ImportRow[],
  { behavior, refuse }: RowSaving,
): Promise<SavedCounts> {
  const { catalog } = call.services;
  const items: NewSourceItem[] = [];
  for (const row of rows) {
    try {
      items.push(itemOf(call, row, behavior));
    } catch (error) {
      refuse(row, error);
    }
  }
  if (behavior === 'delete') return { created: 0, updated: 0, deleted: await deleteItems(call, items) };
  const keyOf = ({ source_code, sku }: Pick<NewSourceItem, 'source_code' | 'sku'>): string =>
    `${source_code}\n${catalog.foldSku(sku)}`;
  const sources = [...new Set(items.map(({ source_code }) => source_code))];
  const skus = [...new Set(items.map(({ sku }) => catalog.foldSku(sku)))];
  const known = new Set((await itemsOfSkus(call, sources, skus)).map(keyOf));
  await writeItems(call, items);
  const created = items.filter((item) => !known.has(keyOf(item))).length;
  return { created, updated: items.length - created, deleted: 0 };
}

function itemOf(call: Call, { cells }: ImportRow, behavior: ImportBehavior): NewSourceItem {
  const text = (column: string): string => textOf(column, cells.get(column) ?? '').trim();
  const [sku, source_code] = [text('sku'), text('source_code')];
  if (sku === '') throw new CellFault('sku', 'the row has no SKU');
  if (sku.length > MAX_SKU_LENGTH) throw new CellFault('sku', `a SKU has at most ${MAX_SKU_LENGTH} characters`);
  if (!call.services.multiSource.network.current.sources.has(source_code)) {
    throw new CellFault('source_code', `there is no source "${source_code}"`);
  }
  if (behavior === 'delete') return { source_code, sku, quantity: 0, status: 0 };
  const status = text('status');
  if (status !== '0' && status !== '1') throw new CellFault('status', `"${status}" is neither 1 nor 0`);
  return {
    source_code,
    sku,
    quantity: numberOf('quantity', cells.get('quantity') ?? ''),
    status: status === '1' ? 1 : 0,
  };
}
