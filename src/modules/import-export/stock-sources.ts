import type { Call } from '../../kernel/call.ts';
import type { EntityRows } from './entity-rows.ts';
import { numberOf, textOf } from './products/values.ts';
import { importWithin, refusalOf, type ImportBehavior, type ImportedEntities } from './row-import.ts';
import { CellFault, type ImportRow } from './rows.ts';

const columns: ReadonlySet<string> = new Set(['source_code', 'sku', 'status', 'quantity']);
/** Greatest length of a SKU. */
const MOST_LETTERS = 64;

/** What a source has of a product. */
interface SourceItem {
  readonly source_code: string;
  readonly sku: string;
  readonly quantity: number;
  readonly status: 0 | 1;
}

/** Imports what sources have of products; to replace is to change. */
export function importStockSources(
  call: Call,
  rows: EntityRows,
  { behavior, mostRefused }: { readonly behavior: ImportBehavior; readonly mostRefused: number },
): Promise<ImportedEntities> {
  return importWithin(call, mostRefused, async (inside, refuse) => {
    const items: SourceItem[] = [];
    for await (const row of rows((name) => columns.has(name))) {
      try {
        items.push(itemOf(inside, row, behavior));
      } catch (error) {
        const sku = row.cells.get('sku');
        refuse(refusalOf(row, typeof sku === 'string' ? sku : '', error));
      }
    }
    const { multiSource } = inside.services;
    if (behavior === 'delete') return await multiSource.deleteItems(inside, items);
    await multiSource.writeItems(inside, items);
    return items.length;
  });
}

function itemOf(call: Call, { cells, fault }: ImportRow, behavior: ImportBehavior): SourceItem {
  if (fault !== undefined) throw new CellFault('', fault);
  const text = (column: string): string => textOf(column, cells.get(column) ?? '').trim();
  const [sku, source_code] = [text('sku'), text('source_code')];
  if (sku === '') throw new CellFault('sku', 'the row has no SKU');
  if (sku.length > MOST_LETTERS) throw new CellFault('sku', `a SKU has at most ${MOST_LETTERS} characters`);
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
