import { sql, type RawBuilder, type Selectable } from 'kysely';
import { inIds } from '../../../storage/sql.ts';
import type { SourceTable } from '../tables.ts';

/** The enabled sources of a stock, as a query. */
export function sourcesInStock(stockId: number): RawBuilder<Selectable<SourceTable>> {
  return sql<Selectable<SourceTable>>`(
    select s.* from inventory_source s
      join inventory_source_stock_link l on l.source_code = s.source_code
     where l.stock_id = ${stockId} and s.enabled = 1)`;
}

/** The codes of the sources, besides the default one, with all of these products in stock, as a query. */
export function sourcesHaving(productIds: readonly number[]): RawBuilder<{ source_code: string }> {
  return sql<{ source_code: string }>`(
    select i.source_code from inventory_source_item i
     where ${inIds('i.product_id', productIds)} and i.status = 1
     group by i.source_code having count(*) = ${productIds.length})`;
}
