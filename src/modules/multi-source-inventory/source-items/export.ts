import type { Call } from '../../../kernel/call.ts';
import type { FileExportSettings } from '../../../kernel/file-exports.ts';
import { sourceErrors } from '../errors.ts';
import { stockColumns } from './item-rows.ts';
import { sourceItemsBySku } from './read.ts';

/** Rows per page. */
const PAGE = 5_000;

/** Stock of sources, in order of SKUs. */
export async function* exportStock(call: Call, { source }: FileExportSettings): AsyncGenerator<readonly string[]> {
  const { catalog } = call.services;
  if (source !== undefined && !call.services.multiSource.network.current.sources.has(source)) {
    throw sourceErrors.noSource({ value: source });
  }
  yield stockColumns;
  for (let after = { sku: '', source: '' }; ;) {
    const items = await sourceItemsBySku(call, after, PAGE, source);
    for (const item of items) yield stockColumns.map((column) => String(item[column]));
    const last = items.at(-1);
    if (!last || items.length < PAGE) return;
    after = { sku: catalog.foldSku(last.sku), source: last.source_code };
  }
}
