import { expressionBuilder, sql, type Expression, type NotNull, type Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { nestedDocument, nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { insertComponents, type ComponentLinks } from '../catalog/products/component-extensions.ts';
import { nestedRows, type NestedColumns } from '../catalog/products/extensions.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { configurableErrors } from './errors.ts';
import type { ConfigurableOptionTable } from './tables.ts';
import { CONFIGURABLE } from './types.ts';

/** A stored option. */
export interface StoredOption {
  readonly id: number;
  readonly product_id: number;
  readonly attribute_id: number;
  readonly position: number;
  /** By store id; 0 for all store views. */
  readonly labels: Readonly<Record<number, string>>;
}

/** The configurable parts of a product. */
export interface OptionsAndVariants {
  /** In order of their positions. */
  readonly options: readonly StoredOption[];
  /** Ids of the variants, in the order in which they were added. */
  readonly children: readonly number[];
}

export const nothingConfigured: OptionsAndVariants = { options: [], children: [] };

const optionRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('configurable_option').selectAll().where(inIds('product_id', p.ids)).orderBy('position').orderBy('id'),
);
const linkRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('configurable_link')
    .select(['parent_id', 'child_id'])
    .where(inIds('parent_id', p.ids))
    .where('child_id', 'is not', null)
    .$narrowType<{ child_id: NotNull }>()
    .orderBy('id'),
);
const parentRows = prepared((db, p: Params<{ componentIds: readonly number[] }>) =>
  db.selectFrom('configurable_link').select('parent_id').where(inIds('child_id', p.componentIds)),
);
function readOption(row: Selectable<ConfigurableOptionTable>): StoredOption {
  return { ...row, labels: decodeDocument(row.labels) };
}

/** A variant's value of an attribute that is an option of its product. */
export interface VariantValue {
  readonly product_id: number;
  readonly attribute_id: number;
  readonly number_value: number | null;
}

/** Columns that are read together with product `p`; null where it is not configurable. */
export function nestedConfiguration(): NestedColumns {
  const eb = expressionBuilder<Tables>();
  const id = sql<number>`p.id`;
  const ofConfigurables = (rows: Expression<string>) =>
    sql<string | null>`case when p.type_id = ${sql.lit(CONFIGURABLE)} then ${rows} end`;
  return {
    configurable_options: ofConfigurables(
      nested(
        eb
          .selectFrom('configurable_option as o')
          .select(['o.id', 'o.product_id', 'o.attribute_id', 'o.position', nestedDocument('o.labels').as('labels')])
          .where('o.product_id', '=', id)
          .orderBy('o.position')
          .orderBy('o.id'),
      ),
    ),
    configurable_links: ofConfigurables(
      nested(
        eb
          .selectFrom('configurable_link as l')
          .select(['l.child_id'])
          .where('l.parent_id', '=', id)
          .where('l.child_id', 'is not', null)
          .orderBy('l.id'),
      ),
    ),
    configurable_values: ofConfigurables(
      nested(
        eb
          .selectFrom('configurable_link as l')
          .innerJoin('configurable_option as o', 'o.product_id', 'l.parent_id')
          .innerJoin('catalog_product_index as i', (join) =>
            join
              .onRef('i.product_id', '=', 'l.child_id')
              .onRef('i.attribute_id', '=', 'o.attribute_id')
              .on('i.store_id', '=', sql<number>`0`),
          )
          .select(['i.product_id', 'i.attribute_id', 'i.number_value'])
          .where('l.parent_id', '=', id),
      ),
    ),
  };
}

/** The products that have product `p` as a variant. */
export const nestedParents = nested(
  expressionBuilder<Tables>()
    .selectFrom('configurable_link as l')
    .select('l.parent_id')
    .where('l.child_id', '=', sql<number>`p.id`),
);

/**
 * Options and variants that were read together with their products, and the values of the variants; undefined where they were not
 * read.
 */
export function readConfigurations(
  products: readonly StoredProduct[],
): { configurations: Map<number, OptionsAndVariants>; values: VariantValue[] } | undefined {
  const options = nestedRows<Selectable<ConfigurableOptionTable>>(products, 'configurable_options');
  const links = nestedRows<{ child_id: number }>(products, 'configurable_links');
  const values = nestedRows<VariantValue>(products, 'configurable_values');
  if (!options || !links || !values) return undefined;
  const configurations = products.map(({ id }): [number, OptionsAndVariants] => [
    id,
    {
      options: (options.get(id) ?? []).map(readOption),
      children: (links.get(id) ?? []).map((link) => link.child_id),
    },
  ]);
  return { configurations: new Map(configurations), values: [...values.values()].flat() };
}

/** Options and variants of products by product id, in two queries. */
export async function findConfigurations(call: Call, ids: readonly number[]): Promise<Map<number, OptionsAndVariants>> {
  const options = Map.groupBy((await optionRows(call.db, { ids })).map(readOption), (option) => option.product_id);
  const links = Map.groupBy(await linkRows(call.db, { ids }), (link) => link.parent_id);
  return new Map(
    ids.map((id) => [
      id,
      { options: options.get(id) ?? [], children: (links.get(id) ?? []).map((link) => link.child_id) },
    ]),
  );
}

/** The options and variants of one product. */
export async function findConfiguration(call: Call, id: number): Promise<OptionsAndVariants> {
  return valueAt(await findConfigurations(call, [id]), id);
}

/** Inserts an option; returns its id. */
export async function insertOption(call: Call, option: Omit<StoredOption, 'id'>): Promise<number> {
  const rows = await insertRows(
    call.db,
    'configurable_option',
    [{ ...option, labels: encodeDocument(option.labels) }],
    { returning: ['id'] },
  );
  return firstOf(rows).id;
}

/** Writes the position and the labels of an option. */
export async function updateOption(call: Call, { id, position, labels }: StoredOption): Promise<void> {
  await updateRows(call.db, 'configurable_option', ['id'], [{ id, position, labels: encodeDocument(labels) }]);
}

/** Deletes options. */
export async function deleteOptions(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await call.db.deleteFrom('configurable_option').where(inIds('id', ids)).execute();
}

/** Replaces the variants `before` of a product by `after`. Throws 404 when one was deleted meanwhile. */
export async function writeChildren(
  call: Call,
  parentId: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const removed = before.filter((id) => !after.includes(id));
  if (removed.length > 0) {
    await call.db
      .deleteFrom('configurable_link')
      .where('parent_id', '=', parentId)
      .where(inIds('child_id', removed))
      .execute();
  }
  const added = after.filter((id) => !before.includes(id));
  await insertComponents(call, () =>
    insertRows(
      call.db,
      'configurable_link',
      added.map((child_id) => ({ parent_id: parentId, child_id })),
    ),
  );
}

/** Which products are variants of which. */
export const variantLinks: ComponentLinks = {
  nestedAs: 'configurable_parents',
  findParents: (call, componentIds) => parentRows(call.db, { componentIds }),
  removeLost: (call) =>
    call.db.deleteFrom('configurable_link').where('child_id', 'is', null).returning('parent_id').execute(),
};

/** Increases the versions of products whose options use an attribute. */
export async function touchProductsWith(call: Call, attributeId: number): Promise<void> {
  const rows = await call.db
    .selectFrom('configurable_option')
    .select('product_id')
    .distinct()
    .where('attribute_id', '=', attributeId)
    .execute();
  await call.services.catalog.touchProducts(
    call,
    rows.map((row) => row.product_id),
  );
}

/** Throws 400 when an option of some product uses an attribute. */
export async function requireUnused(call: Call, attributeId: number): Promise<void> {
  const option = await call.db
    .selectFrom('configurable_option')
    .select('id')
    .where('attribute_id', '=', attributeId)
    .limit(1)
    .executeTakeFirst();
  if (option) throw configurableErrors.attributeUsed();
}
