import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { FurtherPath, RoutedEntities } from '../../url-rewrite/extensions.ts';
import { addressesBelowCategories, canonicalTags } from '../configuration.ts';
import { storefrontProduct } from '../graphql/products.ts';
import { seenByCaller } from '../assortments/assortment.ts';
import { visibleProducts } from '../listing/visible-products.ts';
import { isEnabled } from '../availability/components.ts';
import { urlSuffix, withoutSuffix } from '../url-suffixes.ts';
import { categoryAt, categoryPaths } from '../categories/paths.ts';

function isBelowCategories(call: Call): boolean {
  return addressesBelowCategories.some((setting) => call.config.of(setting, { storeId: call.scope.storeId }));
}

/** A path of a product in parts. */
function partsOf(call: Call, path: string): { urlKey: string; categoryPath: string | undefined } | undefined {
  const whole = withoutSuffix(path, urlSuffix(call, 'product', call.scope.storeId));
  if (whole === undefined) return undefined;
  const slash = whole.lastIndexOf('/');
  if (slash < 0) return { urlKey: whole, categoryPath: undefined };
  return { urlKey: whole.slice(slash + 1), categoryPath: whole.slice(0, slash) };
}

/** The enabled product with a URL key in the call's store view. */
function productWith(call: Call, urlKey: string): RawBuilder<unknown> {
  return sql`select p.id from catalog_url_key k join catalog_product p on p.id = k.product_id
    where k.store_id = ${call.scope.storeId} and k.url_key = ${urlKey} and ${isEnabled(call)}`;
}

function shownIn(category: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select 1 from category_shown s where s.product_id = p.id and s.category_id in (${category}))`;
}

const keysOf = prepared((db, p: Params<{ ids: readonly number[]; storeId: number }>) =>
  db
    .selectFrom('catalog_url_key')
    .select(['product_id', 'url_key'])
    .where(inIds('product_id', p.ids))
    .where('store_id', '=', p.storeId),
);

async function productPaths(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  const { storeId } = call.scope;
  const suffix = urlSuffix(call, 'product', storeId);
  const rows = await keysOf(call.db, { ids, storeId });
  const { rows: enabled } = await sql<{ id: number }>`
    select p.id from catalog_product p where ${inIds('p.id', ids)} and ${isEnabled(call)}`.execute(call.db);
  const enabledIds = new Set(enabled.map(({ id }) => Number(id)));
  return new Map(
    rows.flatMap(({ product_id: id, url_key }): [number, string][] =>
      id !== null && enabledIds.has(id) ? [[id, `${url_key}${suffix}`]] : [],
    ),
  );
}

const showing = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('category_shown')
    .select(['product_id', 'category_id', 'position'])
    .where(inIds('product_id', p.ids))
    .orderBy('category_id'),
);

/** The path of a product below a category that shows it. */
interface PathBelowCategory {
  readonly categoryId: number;
  readonly path: string;
}

/**
 * The paths of products below active categories, by id: a product's own categories first, then the anchors above them. `own`: the
 * paths of the products by their keys alone.
 */
async function pathsBelowCategories(
  call: Call,
  own: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, readonly PathBelowCategory[]>> {
  if (!isBelowCategories(call)) return new Map();
  const rows = await showing(call.db, { ids: [...own.keys()] });
  const above = await categoryPaths(call, [...new Set(rows.map((row) => row.category_id))]);
  const [assigned, inherited] = [rows.filter(isAssigned), rows.filter((row) => !isAssigned(row))];
  return new Map(
    [...Map.groupBy([...assigned, ...inherited], (row) => row.product_id)].map(([id, places]) => [
      id,
      places.flatMap(({ category_id: categoryId }): PathBelowCategory[] => {
        const path = above.get(categoryId);
        return path === undefined ? [] : [{ categoryId, path: `${path}/${valueAt(own, id)}` }];
      }),
    ]),
  );
}

const isAssigned = ({ position }: { readonly position: number | null }): boolean => position !== null;

async function furtherPaths(
  call: Call,
  own: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, readonly FurtherPath[]>> {
  const found = await pathsBelowCategories(call, own);
  return new Map(
    [...found].map(([id, places]) => [
      id,
      places.map(({ categoryId, path }) => ({
        path,
        parameters: [
          { name: 'id', value: String(id) },
          { name: 'category', value: String(categoryId) },
        ],
      })),
    ]),
  );
}

/**
 * The product that was below a category at a path, where the product or the category has another path now. Undefined where that category
 * does not show it any more.
 */
const formerlyAt: RoutedEntities['formerlyAt'] = async (call, path, former) => {
  const parts = partsOf(call, path);
  if (parts?.categoryPath === undefined || !isBelowCategories(call)) return undefined;
  const { urlKey, categoryPath } = parts;
  const { storeId } = call.scope;
  const renamed = await former('PRODUCT', `${urlKey}${urlSuffix(call, 'product', storeId)}`);
  const id = renamed ?? (await firstId(call, productWith(call, urlKey)));
  if (id === undefined) return undefined;
  const category =
    (await firstId(call, categoryAt(call, categoryPath))) ??
    (await former('CATEGORY', `${categoryPath}${urlSuffix(call, 'category', storeId)}`));
  if (category === undefined) return undefined;
  const places = (await pathsBelowCategories(call, await productPaths(call, [id]))).get(id);
  const place = places?.find(({ categoryId }) => categoryId === category);
  return place && { id, path: place.path };
};

async function firstId(call: Call, query: RawBuilder<unknown> | undefined): Promise<number | undefined> {
  if (!query) return undefined;
  const { rows } = await sql<{ readonly id: number | string }>`${query}`.execute(call.db);
  const [row] = rows;
  return row && Number(row.id);
}

const lastId = preparedFirst((db) => db.selectFrom('catalog_product').select((eb) => eb.fn.max('id').as('id')));
const changes = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product').select(['id', 'updated_at']).where(inIds('id', p.ids)).orderBy('id'),
);

/** Values of `visibility` with a page of their own. */
const withPage = [2, 3, 4];

const listed: RoutedEntities['listed'] = async (call, after, last) => {
  const { ids } = await visibleProducts(call, {
    groups: [
      [{ field: 'entity_id', type: 'gt', value: String(after) }],
      [{ field: 'entity_id', type: 'lteq', value: String(last) }],
    ],
    orders: [{ field: 'entity_id', direction: 'ASC' }],
    page: 1,
    pageSize: last - after,
    visibilities: withPage,
    fields: (fields) => fields,
  });
  return (await changes(call.db, { ids })).map(({ id, updated_at }) => ({ id, changedAt: updated_at }));
};

/** The pages of products. */
export const productRewrites: RoutedEntities = {
  type: 'PRODUCT',
  target: ['catalog', 'product', 'view', 'id'],
  at(call, path) {
    const parts = partsOf(call, path);
    if (!parts) return undefined;
    const { urlKey, categoryPath } = parts;
    if (categoryPath === undefined) return productWith(call, urlKey);
    const category = isBelowCategories(call) ? categoryAt(call, categoryPath) : undefined;
    return category && sql`${productWith(call, urlKey)} and ${shownIn(category)}`;
  },
  lastId: async (call) => (await lastId(call.db, {}))?.id ?? 0,
  listed,
  paths: productPaths,
  furtherPaths,
  tellsCanonical: (call) => call.config.of(canonicalTags.product, { storeId: call.scope.storeId }),
  formerlyAt,
  load: async (call, id) => ((await seenByCaller(call, [id])).has(id) ? await storefrontProduct(call, id) : undefined),
};
