import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { FurtherPath, RoutedEntities } from '../../url-rewrite/extensions.ts';
import { storefrontProduct } from '../graphql/products.ts';
import { isEnabled } from '../products/components.ts';
import { urlSuffix, withoutSuffix } from '../url-suffixes.ts';
import { categoryAt, categoryPaths } from '../categories/paths.ts';

/** Settings either of which gives products a path below each category that shows them, too. */
const belowCategories = ['catalog/seo/product_use_categories', 'catalog/seo/generate_category_product_rewrites'];

function isBelowCategories(call: Call): boolean {
  return belowCategories.some((path) => call.config.flag(path, { storeId: call.scope.storeId }));
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
  const shown = new Set(enabled.map(({ id }) => Number(id)));
  return new Map(
    rows.flatMap(({ product_id: id, url_key }): [number, string][] =>
      id !== null && shown.has(id) ? [[id, `${url_key}${suffix}`]] : [],
    ),
  );
}

const showing = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('category_shown')
    .select(['product_id', 'category_id'])
    .where(inIds('product_id', p.ids))
    .orderBy('category_id'),
);

async function pathsBelowCategories(
  call: Call,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly FurtherPath[]>> {
  if (!isBelowCategories(call)) return new Map();
  const own = await productPaths(call, ids);
  const rows = await showing(call.db, { ids });
  const above = await categoryPaths(call, [...new Set(rows.map((row) => row.category_id))]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.product_id)].map(([id, places]) => [
      id,
      places.flatMap(({ category_id }): FurtherPath[] => {
        const path = above.get(category_id);
        if (path === undefined || !own.has(id)) return [];
        const parameters = [
          { name: 'id', value: String(id) },
          { name: 'category', value: String(category_id) },
        ];
        return [{ path: `${path}/${own.get(id)!}`, parameters }];
      }),
    ]),
  );
}

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
  paths: productPaths,
  furtherPaths: pathsBelowCategories,
  tellsCanonical: (call) => call.config.flag('catalog/seo/product_canonical_tag', { storeId: call.scope.storeId }),
  async formerlyAt(call, path, former) {
    const parts = partsOf(call, path);
    if (!parts?.categoryPath || !isBelowCategories(call)) return undefined;
    const { storeId } = call.scope;
    const renamed = await former('PRODUCT', `${parts.urlKey}${urlSuffix(call, 'product', storeId)}`);
    if (renamed !== undefined) return renamed;
    const category = await former('CATEGORY', `${parts.categoryPath}${urlSuffix(call, 'category', storeId)}`);
    if (category === undefined) return undefined;
    const query = sql<{ id: number }>`${productWith(call, parts.urlKey)} and ${shownIn(sql`${category}`)}`;
    const { rows } = await query.execute(call.db);
    return rows[0] && Number(rows[0].id);
  },
  load: (call, id) => storefrontProduct(call, id),
};
