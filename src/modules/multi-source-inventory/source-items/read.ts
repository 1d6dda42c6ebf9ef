import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { binary, fold, inIds, inTexts } from '../../../storage/sql.ts';
import { DEFAULT_SOURCE } from '../../inventory/extensions.ts';

/** A source's item of a SKU. */
export interface StoredSourceItem {
  readonly item_id: number;
  readonly source_code: string;
  readonly sku: string;
  /** Null while no product has the SKU. */
  readonly product_id: number | null;
  readonly quantity: number;
  readonly status: 0 | 1;
}

/**
 * All source items, as a query. Those of the default source are stock items; the others have a table. The table also
 * holds items of the default source for SKUs without a product.
 */
function allItems(call: Call): RawBuilder<StoredSourceItem> {
  return sql<StoredSourceItem>`(
    select d.item_id, ${sql.lit(DEFAULT_SOURCE)} as source_code, d.sku, ${fold('d.sku')} as sku_key, d.product_id,
        d.quantity, d.status
      from (${call.services.inventory.defaultSourceItems}) d
    union all
    select o.item_id, o.source_code, o.sku, o.sku_key, o.product_id, o.quantity, o.status from inventory_source_item o)`;
}

const fields: Record<string, SearchField> = {
  sku: { kind: 'text', notNull: true },
  source_code: { kind: 'text', notNull: true },
  quantity: { kind: 'number', notNull: true },
  status: { kind: 'integer', notNull: true },
};

/** Lists source items, those of the default source first. */
export function listItems(call: Call, criteria: SearchCriteria) {
  return findList(call, criteria, {
    base: call.db.selectFrom(allItems(call).as('source_item')),
    key: 'source_item.item_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const { rows } = await sql<StoredSourceItem>`select * from ${allItems(call)} source_item
        where ${inIds('item_id', ids)}`.execute(call.db);
      return new Map(rows.map((row) => [Number(row.item_id), itemView(row)]));
    },
  }) satisfies Promise<FoundList<object>>;
}

function itemView({ sku, source_code, quantity, status }: StoredSourceItem) {
  return { sku, source_code, quantity, status };
}

/** A source's item of a product. */
interface ProductSourceItem extends StoredSourceItem {
  readonly product_id: number;
}

/** The items of products in these sources. One query. */
export async function itemsOfSources(
  call: Call,
  sources: readonly string[],
  productIds: readonly number[],
): Promise<ProductSourceItem[]> {
  const { rows } = await sql<ProductSourceItem>`select * from ${allItems(call)} source_item
    where ${inIds('product_id', productIds)} and ${inTexts('source_code', sources)} order by item_id`.execute(call.db);
  return rows;
}

/** Source items after an id, in order of id; optionally of one source. */
export async function sourceItemsAfter(
  call: Call,
  after: number,
  limit: number,
  source: string | undefined,
): Promise<StoredSourceItem[]> {
  const { rows } = await sql<StoredSourceItem>`select * from ${allItems(call)} source_item
    where item_id > ${after} ${source === undefined ? sql`` : sql`and source_code = ${source}`}
    order by item_id limit ${limit}`.execute(call.db);
  return rows;
}

/** Source items behind a SKU and a source, in order of SKUs and sources; optionally of one source. */
export async function sourceItemsBySku(
  call: Call,
  after: { readonly sku: string; readonly source: string },
  limit: number,
  source: string | undefined,
): Promise<StoredSourceItem[]> {
  const [sku, code] = [binary('sku_key'), binary('source_code')];
  const { rows } = await sql<StoredSourceItem>`select * from ${allItems(call)} source_item
    where (${sku} > ${after.sku} or (${sku} = ${after.sku} and ${code} > ${after.source}))
    ${source === undefined ? sql`` : sql`and source_code = ${source}`}
    order by ${sku}, ${code} limit ${limit}`.execute(call.db);
  return rows;
}

/** The items of SKUs in these sources, with or without a product; SKUs are case-folded. One query. */
export async function itemsOfSkus(
  call: Call,
  sources: readonly string[],
  skus: readonly string[],
): Promise<StoredSourceItem[]> {
  const { rows } = await sql<StoredSourceItem>`select * from ${allItems(call)} source_item
    where ${inTexts('sku_key', skus)} and ${inTexts('source_code', sources)} order by item_id`.execute(call.db);
  return rows;
}
