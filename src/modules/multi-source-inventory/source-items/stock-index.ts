import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { inIds, inTexts } from '../../../storage/sql.ts';
import { DEFAULT_STOCK } from '../../inventory/extensions.ts';
import { noteTurned } from './note-sources.ts';

/** The totals to recalculate: those of products, of stocks, or of all stocks with a source. */
type Indexed =
  { readonly productIds: readonly number[] } | { readonly stockIds: readonly number[] } | { readonly source: string };

/**
 * Recalculates the stock totals of products from their source items; two statements. The default stock has no totals;
 * it reads stock items. Call it in the transaction of a change, after incrementing the product versions.
 */
export async function indexStocks(call: Call, which: Indexed): Promise<void> {
  const counts = sql`(i.status = 1 and s.enabled = 1)`;
  const sum = sql`sum(case when ${counts} then i.quantity else 0 end)`;
  await sql`insert into inventory_stock_index (stock_id, product_id, quantity, is_in_stock)
    select l.stock_id, i.product_id, cast(round(cast(${sum} as numeric), 4) as double precision),
      max(case when ${counts} then 1 else 0 end)
    from inventory_source_item i join inventory_source_stock_link l on l.source_code = i.source_code
      join inventory_source s on s.source_code = i.source_code
    where i.product_id is not null and l.stock_id <> ${DEFAULT_STOCK} and ${narrowed(which, 'l.stock_id', 'i.product_id')}
    group by l.stock_id, i.product_id
    on conflict (product_id, stock_id) do update
      set quantity = excluded.quantity, is_in_stock = excluded.is_in_stock`.execute(call.db);
  await sql`delete from inventory_stock_index
    where ${narrowed(which, 'inventory_stock_index.stock_id', 'inventory_stock_index.product_id')} and not exists (
      select 1 from inventory_source_item i join inventory_source_stock_link l on l.source_code = i.source_code
      where i.product_id = inventory_stock_index.product_id and l.stock_id = inventory_stock_index.stock_id)`.execute(
    call.db,
  );
  await tellSales(call, which);
}

/** Notifies of changed salability: some products with the next list, whole stocks at once. */
async function tellSales(call: Call, which: Indexed): Promise<void> {
  const { availability } = call.services;
  if ('productIds' in which) {
    call.services.inventory.noteStocks(call, which.productIds, ['source_items']);
    return availability.salesChanged(call, which.productIds);
  }
  const composite = call.contributions.productTypes.flatMap(({ name, isComposite }) => (isComposite ? [name] : []));
  const affectedStocks = 'stockIds' in which ? which.stockIds : await stocksOfSource(call, which.source);
  const stockIds = affectedStocks.filter((id) => id !== DEFAULT_STOCK);
  if ('source' in which && stockIds.length > 0) noteTurned(call, which.source);
  if (stockIds.length > 0) await availability.salesChanged(call, 'composites');
  for (const stockId of stockIds) {
    await availability.writeAllSoldAt(
      call,
      stockId,
      sql`(${inTexts('p.type_id', composite)}
        or p.id in (select n.product_id from inventory_stock_index n where n.stock_id = ${stockId}))`,
    );
  }
}

async function stocksOfSource(call: Call, source: string): Promise<number[]> {
  const rows = await call.db
    .selectFrom('inventory_source_stock_link')
    .select('stock_id')
    .where('source_code', '=', source)
    .execute();
  return rows.map(({ stock_id }) => stock_id);
}

function narrowed(which: Indexed, stockId: string, productId: string): SqlTruth {
  if ('productIds' in which) return sql`${inIds(productId, which.productIds)}`;
  if ('stockIds' in which) return sql`${inIds(stockId, which.stockIds)}`;
  return sql`${sql.ref(stockId)} in (select n.stock_id from inventory_source_stock_link n
    where n.source_code = ${which.source})`;
}
