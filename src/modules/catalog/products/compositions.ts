import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { inIds } from '../../../storage/sql.ts';

/** Where a composite product type stores its components. Conditions are on `r`, one of these rows. */
export interface Composition {
  /** `configurable_link as r` */
  readonly rows: RawBuilder<unknown>;
  /** The column with the id of the composite product: `r.parent_id` */
  readonly whole: RawBuilder<number>;
  /** The column with the id of the component: `r.child_id` */
  readonly component: RawBuilder<number>;
  /** The column with the id of the row itself: `r.id` */
  readonly row: RawBuilder<number>;
  /** The least quantity of the component in one composite product, an expression on `r`; default: one piece. */
  readonly quantity?: RawBuilder<number>;
  /** Whether the components are variants of the product, so that it has their search text and values. */
  readonly areVariants?: boolean;
  /** A condition on the rows that count; default: all do. */
  readonly counted?: SqlTruth;
  /**
   * The condition on product `p` in addition to one component that can be sold. `salable(id, quantity)`: whether the component
   * with an id can be sold in a quantity.
   */
  readonly needs?: (salable: (id: RawBuilder<number>, quantity?: RawBuilder<number>) => SqlTruth) => SqlTruth;
}

/** A condition on a component, `catalog_product as p`. `quantity`: its least quantity in the composite product; default: one piece. */
export type ComponentTest = (quantity?: RawBuilder<number>) => SqlTruth;

type ByType = readonly (readonly [type: string, composition: Composition])[];

/** The compositions of all composite types, by type. */
export function compositions(call: Call): ByType {
  return call.contributions.productTypes.flatMap(({ name, composition }) =>
    composition ? [[name, composition] as const] : [],
  );
}

/** For a `p` of a composite type, the condition that `make` returns for the type; for other products, `otherwise`. */
function byType(call: Call, otherwise: SqlTruth, make: (composition: Composition) => SqlTruth): SqlTruth {
  const cases = compositions(call).map(([type, composition]) => sql`when ${sql.lit(type)} then ${make(composition)}`);
  return cases.length === 0 ? otherwise : sql`(case p.type_id ${sql.join(cases, sql` `)} else ${otherwise} end)`;
}

/** Whether at least one component of product `p` meets a condition. */
function someDoes(
  { rows, whole, component, quantity, counted }: Composition,
  does: ReturnType<typeof productDoes>,
): SqlTruth {
  return sql`exists (select 1 from ${rows} where ${whole} = p.id and ${counted ?? sql`1 = 1`}
    and ${does(component, quantity)})`;
}

/** Whether the product with an id meets a condition of components. */
function productDoes(test: ComponentTest): (id: RawBuilder<number>, quantity?: RawBuilder<number>) => SqlTruth {
  return (id, quantity) => sql`exists (select 1 from catalog_product p where p.id = ${id} and ${test(quantity)})`;
}

/**
 * Whether product `p` has the components that it needs: of composite types, at least one that meets a condition, and all that the
 * type needs; other types need none.
 */
export function hasItsComponents(call: Call, componentDoes: ComponentTest): SqlTruth {
  const does = productDoes(componentDoes);
  return byType(call, sql`1 = 1`, (composition) => {
    const some = someDoes(composition, does);
    return composition.needs ? sql`(${some} and ${composition.needs(does)})` : some;
  });
}

/** Whether a component of product `p` meets a condition; false for products without components. */
export function hasComponent(call: Call, componentDoes: ComponentTest): SqlTruth {
  return byType(call, sql`1 = 0`, (composition) => someDoes(composition, productDoes(componentDoes)));
}

/**
 * Queries that pass the rows of `found` (a common table expression with a column `product_id`) to the products that
 * have them as components. One query for each composite type, with the id of the composite product and the columns that
 * `columnsOf` derives from a row `f`. Each query starts from the components, so that it reads no other products. Only
 * components that meet a condition count.
 */
export function wholesIn(
  call: Call,
  found: string,
  columnsOf: (composition: Composition) => readonly RawBuilder<unknown>[],
  componentDoes: ComponentTest,
): RawBuilder<unknown>[] {
  const does = productDoes(componentDoes);
  return compositions(call).map(([, composition]) => {
    const { rows, whole, component, quantity, counted } = composition;
    return sql`select ${sql.join([sql`${whole} as product_id`, ...columnsOf(composition)])}
      from ${sql.table(found)} f cross join ${rows}
      where ${component} = f.product_id and ${counted ?? sql`1 = 1`} and ${does(component, quantity)}`;
  });
}

/** A query of products (`whole`) with their components (`component`); `wholes`: a query of their ids. */
export function componentsIn(
  call: Call,
  wholes: RawBuilder<unknown>,
  componentDoes: ComponentTest,
): RawBuilder<unknown> {
  const does = productDoes(componentDoes);
  const queries = compositions(call).map(
    ([, { rows, whole, component, quantity, counted }]) =>
      sql`select ${whole} as whole, ${component} as component from ${rows}
      where ${whole} in (${wholes}) and ${counted ?? sql`1 = 1`} and ${does(component, quantity)}`,
  );
  return sql`${sql.join(queries, sql` union `)}`;
}

/** The largest quantity that some composite product takes of the component with an id, as an expression; null: none takes it. */
export function mostTaken(call: Call, id: RawBuilder<number>): RawBuilder<number | null> {
  const queries = compositions(call).flatMap(([, { rows, component, quantity, counted }]) =>
    quantity
      ? [sql`select max(${quantity}) as qty from ${rows} where ${component} = ${id} and ${counted ?? sql`1 = 1`}`]
      : [],
  );
  const [only] = queries;
  if (!only) return sql`null`;
  return queries.length === 1
    ? sql`(${only})`
    : sql`(select max(t.qty) from (${sql.join(queries, sql` union all `)}) t)`;
}

/** Ids of the variants of products, each once; one query, none without such types. */
export async function variantsOf(call: Call, wholeIds: readonly number[]): Promise<number[]> {
  return [...(await variantPairs(call, (composition) => inIds(composition.whole, wholeIds)))].map(
    ({ variant }) => variant,
  );
}

/** The products of which these are variants, by id of the variant; one query, none without such types. */
export async function wholesByVariant(call: Call, variantIds: readonly number[]): Promise<Map<number, number[]>> {
  const pairs = await variantPairs(call, (composition) => inIds(composition.component, variantIds));
  const byVariant = Map.groupBy(pairs, ({ variant }) => variant);
  return new Map([...byVariant].map(([id, own]) => [id, own.map(({ whole }) => whole)]));
}

async function variantPairs(
  call: Call,
  which: (composition: Composition) => SqlTruth,
): Promise<{ readonly whole: number; readonly variant: number }[]> {
  const queries = compositions(call).flatMap(([, composition]) => {
    const { rows, whole, component, areVariants = false, counted } = composition;
    if (!areVariants) return [];
    return [
      sql`select ${whole} as whole, ${component} as variant from ${rows}
        where ${which(composition)} and ${counted ?? sql`1 = 1`}`,
    ];
  });
  if (queries.length === 0) return [];
  const { rows } = await sql<{ whole: number; variant: number }>`${sql.join(queries, sql` union `)}`.execute(call.db);
  return rows.map(({ whole, variant }) => ({ whole: Number(whole), variant: Number(variant) }));
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
