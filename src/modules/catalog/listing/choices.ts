import { sql, type Expression, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { inNumbers, type SqlTruth } from '../../../storage/criteria/sql.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { anyOf, inIds } from '../../../storage/sql.ts';
import { componentsIn, type ComponentTest } from '../products/compositions.ts';
import { hasOverrides } from '../products/search-fields.ts';

/** How many products have a value. */
interface Count {
  readonly value: number;
  readonly n: number;
}

/** A query of product ids, in a column `id`. */
type ProductIds = RawBuilder<unknown>;

/**
 * Whether product `p` has one of these numbers (options of a select, for instance) as its value of an attribute in scope 0, or in the
 * list that is its value (a multiple choice); one condition for all attributes. `numbers`: by attribute id; `isList`: which of the
 * attributes have lists.
 */
export function hasOneOf(
  numbers: ReadonlyMap<number, readonly number[]>,
  isList: (attributeId: number) => boolean = () => false,
): SqlTruth {
  const found = [...numbers].map(([id, values]): SqlTruth => {
    const has = isList(id)
      ? anyOf(values.map((value): SqlTruth => sql`',' || ${listed} || ',' like ${`%,${value},%`}`))
      : inNumbers(sql.ref('i.number_value'), values);
    return sql`(i.attribute_id = ${id} and i.store_id = 0 and ${has})`;
  });
  if (found.length === 0) return sql`1 = 0`;
  return sql`p.id in (select i.product_id from catalog_product_index i where ${anyOf(found)})`;
}

/** Attributes whose values are counted, by ids: those with a number as their value, and those with a list of numbers. */
interface CountedChoices {
  readonly numbers: readonly number[];
  readonly lists: readonly number[];
}

/** Whether a row of `catalog_product_index` has the value of one of these attributes that the store view shows. */
function isShownValue(call: Call, attributeIds: readonly number[], alias: 'i' | 'own' = 'i'): SqlTruth {
  const { storeId } = call.scope;
  const { byId } = call.services.eav.current('catalog_product');
  const row = (column: string): RawBuilder<number> => sql.ref(`${alias}.${column}`);
  const overridden = new Set(attributeIds.filter((id) => hasOverrides(call, byId.get(id), storeId)));
  const others = attributeIds.filter((id) => !overridden.has(id));
  const inherited: SqlTruth = sql`(${inIds(row('attribute_id'), others)} and ${row('store_id')} = 0)`;
  if (overridden.size === 0) return inherited;
  return sql`(${inherited} or (${inIds(row('attribute_id'), [...overridden])} and (${row('store_id')} = ${storeId}
    or (${row('store_id')} = 0 and not exists (select 1 from catalog_product_index o
      where o.product_id = ${row('product_id')} and o.attribute_id = ${row('attribute_id')}
        and o.store_id = ${storeId})))))`;
}

/** Where values are: rows `i` of the index, each with the `value`s in it, and the condition that a row `own` has one of them. */
interface ValueRows {
  readonly rows: Expression<unknown>;
  readonly value: RawBuilder<number>;
  readonly isOwn: SqlTruth;
}

const numberRows: ValueRows = {
  rows: sql`catalog_product_index i`,
  value: sql`i.number_value`,
  isOwn: sql`own.number_value = i.number_value`,
};

const listed = sql`coalesce(i.long_text, i.text_value)`;
const listRows: ValueRows = {
  rows: perDialect<unknown>({
    sqlite: sql`catalog_product_index i join json_each('[' || replace(json_quote(${listed}), ',', '","') || ']') v
      on v.value <> '' and v.value not glob '*[^0-9]*'`,
    postgres: sql`catalog_product_index i join lateral unnest(string_to_array(${listed}, ',')) as v(value)
      on v.value ~ '^[0-9]+$'`,
  }),
  value: sql`cast(v.value as double precision)`,
  isOwn: sql`',' || coalesce(own.long_text, own.text_value) || ',' like '%,' || v.value || ',%'`,
};

/**
 * A query of how many of the products have each value (`attribute_id`, `value`, `n`), themselves or by a component. It
 * goes from the products to their values: the reverse order would read the values of the whole catalogue.
 */
function countsIn(
  call: Call,
  products: ProductIds,
  attributeIds: readonly number[],
  { rows, value, isOwn }: ValueRows,
  componentDoes: ComponentTest,
): RawBuilder<unknown>[] {
  if (attributeIds.length === 0) return [];
  const counted = isShownValue(call, attributeIds);
  return [
    sql`select i.attribute_id, ${value} as value, count(*) as n from (${products}) f cross join ${rows}
      where i.product_id = f.id and ${counted} and ${value} is not null group by i.attribute_id, ${value}`,
    sql`select i.attribute_id, ${value}, count(distinct m.whole)
      from (${componentsIn(call, products, componentDoes)}) m cross join ${rows}
      where i.product_id = m.component and ${counted} and ${value} is not null and not exists (select 1 from catalog_product_index own
        where own.product_id = m.whole and own.attribute_id = i.attribute_id and ${isShownValue(call, attributeIds, 'own')} and ${isOwn})
      group by i.attribute_id, ${value}`,
  ];
}

/**
 * A query of how many of the products have each value of some attributes in the call's store view, or have a component that does and that
 * meets a condition on `catalog_product as p`: `attribute_id`, `value`, `n`, each once. Undefined without attributes.
 */
export function choiceCounts(
  call: Call,
  products: ProductIds,
  { numbers, lists }: CountedChoices,
  componentDoes: ComponentTest,
): RawBuilder<unknown> | undefined {
  const queries = [
    ...countsIn(call, products, numbers, numberRows, componentDoes),
    ...countsIn(call, products, lists, listRows, componentDoes),
  ];
  if (queries.length === 0) return undefined;
  return sql`select attribute_id, value, sum(n) as n from (${sql.join(queries, sql` union all `)}) c
    group by attribute_id, value`;
}

/**
 * A query of the numbers that products, or their components that meet a condition, have as values of attributes in the call's store view:
 * `id` of the product, `attribute_id`, `value`, each once. Undefined without attributes.
 */
export function numberValues(
  call: Call,
  products: ProductIds,
  attributeIds: readonly number[],
  componentDoes: ComponentTest,
): RawBuilder<unknown> | undefined {
  if (attributeIds.length === 0) return undefined;
  const isShown = sql`${isShownValue(call, attributeIds)} and i.number_value is not null`;
  return sql`select f.id, i.attribute_id, i.number_value as value from (${products}) f cross join catalog_product_index i
      where i.product_id = f.id and ${isShown}
    union select m.whole, i.attribute_id, i.number_value
      from (${componentsIn(call, products, componentDoes)}) m cross join catalog_product_index i
      where i.product_id = m.component and ${isShown}`;
}

/** As `choiceCounts`, for attributes with a number as their value; by attribute id, in one query. */
export async function countNumbers(
  call: Call,
  products: ProductIds,
  attributeIds: readonly number[],
  componentDoes: ComponentTest,
): Promise<Map<number, Count[]>> {
  const query = choiceCounts(call, products, { numbers: attributeIds, lists: [] }, componentDoes);
  if (!query) return new Map();
  const { rows } = await sql<Count & { attribute_id: number }>`${query}`.execute(call.db);
  return new Map(
    [...Map.groupBy(rows, (row) => Number(row.attribute_id))].map(([id, counts]) => [id, counts.map(toCount)]),
  );
}

/**
 * A query of how many of the products each category below a root shows: `category_id`, `n`. `parents`: only of categories right below one of
 * these.
 */
export function categoryCounts(products: ProductIds, root: number, parents?: readonly number[]): RawBuilder<unknown> {
  const within = parents ? sql`and ${inIds('c.parent_id', parents)}` : sql``;
  return sql`select s.category_id, count(*) as n
    from category_shown s join category c on c.id = s.category_id join category r on r.id = ${root}
    where s.product_id in (${products}) and c.path >= r.path || '/' and c.path < r.path || '0' ${within}
    group by s.category_id`;
}

/** How many of the products each category below a root shows; one query. */
export async function countInCategories(call: Call, products: ProductIds, root: number): Promise<Count[]> {
  const { rows } = await sql<{ category_id: number; n: number }>`${categoryCounts(products, root)}`.execute(call.db);
  return rows.map(({ category_id, n }) => toCount({ value: category_id, n }));
}

function toCount({ value, n }: Count): Count {
  return { value: Number(value), n: Number(n) };
}
