import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { inIds } from '../../storage/sql.ts';
import type { Attribute } from '../eav/service.ts';
import type { BucketOutput } from './types.ts';

/** Which attributes a request counts values of; undefined: it counts nothing, categories neither. */
export type Counted = ((attribute: Attribute) => boolean) | undefined;

interface Count {
  readonly value: number;
  readonly n: number;
}

/** The buckets of a request over the products that `found` selects the ids of, in two queries. */
export async function aggregate(
  call: Call,
  found: RawBuilder<unknown>,
  total: number,
  counted: Counted,
): Promise<BucketOutput[]> {
  if (!counted) return [];
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()]
    .filter((attribute) => isCountable(call, attribute) && counted(attribute))
    .sort((a, b) => a.id - b.id);
  const categories = total > 0 ? await countCategories(call, found, total) : [];
  const values = total > 0 ? await countValues(call, found, attributes) : new Map<number, Count[]>();
  return [bucket('category', categories), ...attributes.map(({ id, code }) => bucket(code, values.get(id) ?? []))];
}

/** Values are counted where they are one of several choices. */
function isCountable(call: Call, attribute: Attribute): boolean {
  return (
    attribute.frontendInput === 'select' &&
    attribute.backendType === 'int' &&
    call.services.eav.hasStoredOptions(attribute)
  );
}

function bucket(name: string, counts: readonly Count[]): BucketOutput {
  const sorted = counts.toSorted((a, b) => b.n - a.n || a.value - b.value);
  return {
    name: `${name}_bucket`,
    values: sorted.map(({ value, n }) => ({ value: String(value), metrics: [value, n] })),
  };
}

/**
 * Products in each category below the root category of the store view, those below an anchor included. The root category has
 * all of them.
 */
async function countCategories(call: Call, found: RawBuilder<unknown>, total: number): Promise<Count[]> {
  const root = call.services.store.rootCategoryOf(call.scope.storeId);
  const { rows } = await sql<Count>`
    with places as (
      select d.id as leaf, a.id as node from category d
        join category a on a.id = d.id or (a.is_anchor = 1 and d.path >= a.path || '/' and d.path < a.path || '0')
        join category r on r.id = ${root} and a.path >= r.path || '/' and a.path < r.path || '0'
    )
    select t.node as value, count(distinct c.product_id) as n
      from category_product c join places t on t.leaf = c.category_id
      where c.product_id in (${found}) group by t.node`.execute(call.db);
  return [{ value: root, n: total }, ...rows.map(toCount)];
}

async function countValues(
  call: Call,
  found: RawBuilder<unknown>,
  attributes: readonly Attribute[],
): Promise<Map<number, Count[]>> {
  if (attributes.length === 0) return new Map();
  const ids = attributes.map((attribute) => attribute.id);
  const { rows } = await sql<Count & { attribute_id: number }>`
    select i.attribute_id, i.number_value as value, count(*) as n from catalog_product_index i
      where ${inIds('i.attribute_id', ids)} and i.store_id = 0 and i.number_value is not null
        and i.product_id in (${found})
      group by i.attribute_id, i.number_value`.execute(call.db);
  return new Map(
    [...Map.groupBy(rows, (row) => Number(row.attribute_id))].map(([id, counts]) => [id, counts.map(toCount)]),
  );
}

function toCount({ value, n }: Count): Count {
  return { value: Number(value), n: Number(n) };
}
