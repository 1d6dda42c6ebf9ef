import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { inNumbers, type SqlTruth } from '../../../search/sql.ts';
import { inIds } from '../../../storage/sql.ts';
import { componentsIn } from './compositions.ts';

/** How many products have a value. */
interface Count {
  readonly value: number;
  readonly n: number;
}

/** A query of product ids, in one column. */
type ProductIds = RawBuilder<unknown>;

/**
 * Whether product `p` has one of these numbers (options of a select, for instance) as its value of an attribute in scope 0; one
 * condition for all attributes. `numbers`: by attribute id.
 */
export function hasOneOf(numbers: ReadonlyMap<number, readonly number[]>): SqlTruth {
  const found = [...numbers].map(
    ([id, values]) =>
      sql`(i.attribute_id = ${id} and i.store_id = 0 and ${inNumbers(sql.ref('i.number_value'), values)})`,
  );
  if (found.length === 0) return sql`1 = 0`;
  return sql`p.id in (select i.product_id from catalog_product_index i where ${sql.join(found, sql` or `)})`;
}

/**
 * For attributes in scope 0, how many of the products have each number as their value, or have a component that does and that
 * meets a condition on `catalog_product as p`; by attribute id, in one query.
 */
export async function countNumbers(
  call: Call,
  products: ProductIds,
  attributeIds: readonly number[],
  componentDoes: SqlTruth,
): Promise<Map<number, Count[]>> {
  if (attributeIds.length === 0) return new Map();
  const counted = sql`${inIds('i.attribute_id', attributeIds)} and i.store_id = 0 and i.number_value is not null`;
  const { rows } = await sql<Count & { attribute_id: number }>`
    select attribute_id, value, sum(n) as n from (
      select i.attribute_id, i.number_value as value, count(*) as n from catalog_product_index i
        where ${counted} and i.product_id in (${products}) group by i.attribute_id, i.number_value
      union all
      select i.attribute_id, i.number_value, count(distinct m.whole)
        from (${componentsIn(call, products, componentDoes)}) m join catalog_product_index i on i.product_id = m.component
        where ${counted} and not exists (select 1 from catalog_product_index own where own.product_id = m.whole
          and own.attribute_id = i.attribute_id and own.store_id = 0 and own.number_value = i.number_value)
        group by i.attribute_id, i.number_value) c
    group by attribute_id, value`.execute(call.db);
  return new Map(
    [...Map.groupBy(rows, (row) => Number(row.attribute_id))].map(([id, counts]) => [id, counts.map(toCount)]),
  );
}

/**
 * How many of the products are in each category below a root, where an anchor category counts those of the categories below it;
 * one query.
 */
export async function countInCategories(call: Call, products: ProductIds, root: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with places as (
      select d.id as leaf, a.id as node from category d
        join category a on a.id = d.id or (a.is_anchor = 1 and d.path >= a.path || '/' and d.path < a.path || '0')
        join category r on r.id = ${root} and a.path >= r.path || '/' and a.path < r.path || '0'
    )
    select t.node as value, count(distinct c.product_id) as n
      from category_product c join places t on t.leaf = c.category_id
      where c.product_id in (${products}) group by t.node`.execute(call.db);
  return rows.map(toCount);
}

function toCount({ value, n }: Count): Count {
  return { value: Number(value), n: Number(n) };
}
