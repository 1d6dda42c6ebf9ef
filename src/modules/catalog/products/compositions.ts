import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { compileWhere } from '../../../search/compile.ts';
import type { SqlTruth } from '../../../search/sql.ts';
import { inIds } from '../../../storage/sql.ts';
import { isOverridden, productFields } from './search-fields.ts';

/** Where a composite product type stores its components. Conditions are on `r`, one of these rows. */
export interface Composition {
  /** `configurable_link as r` */
  readonly rows: RawBuilder<unknown>;
  /** The column with the id of the composite product: `r.parent_id` */
  readonly whole: RawBuilder<number>;
  /** The column with the id of the component: `r.child_id` */
  readonly component: RawBuilder<number>;
  /** A condition on the rows that count; default: all do. */
  readonly counted?: SqlTruth;
  /**
   * What a product `p` needs in addition to a component that can be sold. `salable(id)`: whether the component with an id can be.
   */
  readonly needs?: (salable: (id: RawBuilder<number>) => SqlTruth) => SqlTruth;
}

type ByType = readonly (readonly [type: string, composition: Composition])[];

/** The compositions of all composite types, by type. */
function compositions(call: Call): ByType {
  return call.contributions.productTypes.flatMap(({ name, composition }) =>
    composition ? [[name, composition] as const] : [],
  );
}

/** Whether `p`, if it is of a composite type, meets the condition that `make` gives for the type; otherwise `otherwise`. */
function byType(call: Call, otherwise: SqlTruth, make: (composition: Composition) => SqlTruth): SqlTruth {
  const cases = compositions(call).map(([type, composition]) => sql`when ${type} then ${make(composition)}`);
  return cases.length === 0 ? otherwise : sql`(case p.type_id ${sql.join(cases, sql` `)} else ${otherwise} end)`;
}

/** Whether at least one component of product `p` meets a condition. */
function someDoes(
  { rows, whole, component, counted }: Composition,
  does: (id: RawBuilder<number>) => SqlTruth,
): SqlTruth {
  return sql`exists (select 1 from ${rows} where ${whole} = p.id and ${counted ?? sql`1 = 1`} and ${does(component)})`;
}

/** Whether the product with an id meets a condition on `catalog_product as p`. */
function productDoes(test: SqlTruth): (id: RawBuilder<number>) => SqlTruth {
  return (id) => sql`exists (select 1 from catalog_product p where p.id = ${id} and ${test})`;
}

/** Conditions that products are enabled, by the attribute as it is now, then by store view and whether that has values of its own. */
const enabled = new WeakMap<object, Map<string, SqlTruth>>();

/**
 * Whether product `p` is enabled in the call's store view. The same object as long as the condition is the same, so that
 * what is made of it can be kept.
 */
export function isEnabled(call: Call): SqlTruth {
  const { storeId } = call.scope;
  const attribute = call.services.eav.current('catalog_product').byCode.get('status')!;
  let made = enabled.get(attribute);
  if (!made) enabled.set(attribute, (made = new Map()));
  const key = `${storeId}:${isOverridden(call, 'status', storeId)}`;
  let condition = made.get(key);
  if (!condition) {
    const fields = productFields(call, storeId, []);
    condition = compileWhere(call, fields, [[{ field: 'status', type: 'eq', value: '1' }]])!;
    made.set(key, condition);
  }
  return condition;
}

/**
 * Whether product `p` has the components that it needs: of composite types, at least one that meets a condition, and all that the
 * type needs; other types need none. `componentDoes`: the condition, on `catalog_product as p` too.
 */
export function hasItsComponents(call: Call, componentDoes: SqlTruth): SqlTruth {
  const does = productDoes(componentDoes);
  return byType(call, sql`1 = 1`, (composition) => {
    const some = someDoes(composition, does);
    return composition.needs ? sql`(${some} and ${composition.needs(does)})` : some;
  });
}

/** Whether a component of product `p` meets a condition on `catalog_product as p`; false for products without components. */
export function hasComponent(call: Call, componentDoes: SqlTruth): SqlTruth {
  return byType(call, sql`1 = 0`, (composition) => someDoes(composition, productDoes(componentDoes)));
}

/**
 * Queries that give the rows of `found` (a common table expression with a column `product_id`) to the products that have those as
 * components: one query for each composite type, with the id of the composite product and the named columns. It goes from the components
 * to their wholes, so that it reads no others. Only components that meet a condition on `catalog_product as p` count.
 */
export function wholesIn(
  call: Call,
  found: string,
  columns: readonly string[],
  componentDoes: SqlTruth,
): RawBuilder<unknown>[] {
  const does = productDoes(componentDoes);
  const others = columns.map((column) => sql`, f.${sql.ref(column)}`);
  return compositions(call).map(
    ([, { rows, whole, component, counted }]) => sql`select ${whole} as product_id${sql.join(others, sql``)}
      from ${sql.table(found)} f cross join ${rows}
      where ${component} = f.product_id and ${counted ?? sql`1 = 1`} and ${does(component)}`,
  );
}

/** A query of products (`whole`) with their components (`component`); `wholes`: a query of their ids. */
export function componentsIn(call: Call, wholes: RawBuilder<unknown>, componentDoes: SqlTruth): RawBuilder<unknown> {
  const does = productDoes(componentDoes);
  const queries = compositions(call).map(
    ([, { rows, whole, component, counted }]) => sql`select ${whole} as whole, ${component} as component from ${rows}
      where ${whole} in (${wholes}) and ${counted ?? sql`1 = 1`} and ${does(component)}`,
  );
  return sql`${sql.join(queries, sql` union `)}`;
}

/** Whether some product type is composite. */
export function hasCompositions(call: Call): boolean {
  return call.contributions.productTypes.some(({ composition }) => composition);
}

/** A query of the ids of products that have one of these as a component, each once; undefined without composite types. */
export function wholesQuery(call: Call, componentIds: readonly number[]): RawBuilder<{ id: number }> | undefined {
  const queries = compositions(call).map(
    ([, { rows, whole, component, counted }]) =>
      sql`select ${whole} as id from ${rows} where ${inIds(component, componentIds)} and ${counted ?? sql`1 = 1`}`,
  );
  return queries.length === 0 ? undefined : sql<{ id: number }>`${sql.join(queries, sql` union `)}`;
}

/** Ids of products that have one of these as a component, each once; one query. */
export async function wholesOf(call: Call, componentIds: readonly number[]): Promise<number[]> {
  const query = wholesQuery(call, componentIds);
  if (!query || componentIds.length === 0) return [];
  const { rows } = await query.execute(call.db);
  return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
}
