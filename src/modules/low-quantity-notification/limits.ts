import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { stockQuantity } from '../../kernel/units.ts';
import { insertRows } from '../../storage/rows.ts';
import { inTexts } from '../../storage/sql.ts';
import { itemSettings } from '../inventory/configuration.ts';
import { lowQuantityErrors } from './errors.ts';
import type { SourceItemConfigurationInput } from './types.ts';

/** A SKU in a source. */
interface SourceSku {
  readonly source_code: string;
  readonly sku: string;
}

/** Key of a SKU in a source; source codes have no blanks. */
const keyOf = (source: string, skuKey: string): string => `${source} ${skuKey}`;

/** The configured limit, for SKUs without their own. */
function defaultLimit(call: Call): number {
  return call.config.of(itemSettings.lowQuantity, { storeId: call.scope.storeId });
}

/** The limits of these SKUs, in their order. One query. */
export async function limitsOf(call: Call, items: readonly SourceSku[]): Promise<number[]> {
  const { foldSku } = call.services.catalog;
  const skus = [...new Set(items.map(({ sku }) => foldSku(sku)))];
  const rows = await call.db.selectFrom('inventory_low_quantity').selectAll().where(inTexts('sku_key', skus)).execute();
  const known = new Map(rows.map((row) => [keyOf(row.source_code, row.sku_key), row.notify_stock_qty]));
  const otherwise = defaultLimit(call);
  return items.map(({ source_code, sku }) => known.get(keyOf(source_code, foldSku(sku))) ?? otherwise);
}

/** The limit of a SKU in a source, even without a source item. Throws 400 for an unknown source or SKU. */
export async function getLimit(call: Call, item: SourceSku): Promise<number> {
  const { sources } = await call.services.multiSource.network.get(call);
  const product = await call.services.catalog.productBySku(call, item.sku, 0);
  if (!sources.has(item.source_code) || !product) throw lowQuantityErrors.wrongInput();
  return firstOf(await limitsOf(call, [item]));
}

/**
 * Sets the limits of SKUs in sources, which need not exist yet; without a quantity, the configured limit applies again.
 * Of duplicates, the last one wins. Throws 400 for an empty list and for blank codes; then saves nothing.
 */
export async function saveLimits(call: Call, input: readonly SourceItemConfigurationInput[]): Promise<void> {
  if (input.length === 0) throw lowQuantityErrors.empty();
  const rows = new Map(
    input.map(({ source_code, sku, notify_stock_qty }) => {
      if (!source_code?.trim() || !sku?.trim()) throw lowQuantityErrors.wrongInput();
      const sku_key = call.services.catalog.foldSku(sku);
      return [keyOf(source_code, sku_key), { source_code, sku, sku_key, notify_stock_qty }];
    }),
  );
  const limits: { source_code: string; sku_key: string; notify_stock_qty: number }[] = [];
  const defaultItems: SourceSku[] = [];
  for (const { source_code, sku, sku_key, notify_stock_qty } of rows.values()) {
    if (typeof notify_stock_qty === 'number')
      limits.push({ source_code, sku_key, notify_stock_qty: stockQuantity(notify_stock_qty) });
    else defaultItems.push({ source_code, sku });
  }
  await insertRows(call.db, 'inventory_low_quantity', limits, {
    onConflict: { key: ['sku_key', 'source_code'], update: ['notify_stock_qty'] },
  });
  await deleteLimits(call, defaultItems);
}

/** Resets the limits of these SKUs to the configured one. */
export async function deleteLimits(
  call: Call,
  input: readonly { readonly source_code?: string | null | undefined; readonly sku?: string | null | undefined }[],
): Promise<void> {
  if (input.length === 0) return;
  const { foldSku } = call.services.catalog;
  const skus = input.map(({ sku }) => foldSku(sku ?? ''));
  const keys = input.map(({ source_code, sku }) => keyOf(source_code ?? '', foldSku(sku ?? '')));
  await call.db
    .deleteFrom('inventory_low_quantity')
    .where(inTexts('sku_key', [...new Set(skus)]))
    .where(inTexts(sql<string>`source_code || ' ' || sku_key`, keys))
    .execute();
}

/** Deletes the limits of a SKU in all sources. */
export async function forgetSku(call: Call, sku: string): Promise<void> {
  const key = call.services.catalog.foldSku(sku);
  await call.db.deleteFrom('inventory_low_quantity').where('sku_key', '=', key).execute();
}
