import { sql, type SqlBool } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import type { CategoryInput } from '../catalog/categories/types.ts';
import { lockCatalog, requireCatalog } from './catalogs.ts';

/** Ids of the categories of a catalog, in order. Throws 404. */
export async function categoriesOf(call: Call, catalogId: number): Promise<number[]> {
  await requireCatalog(call, catalogId);
  const rows = await call.db
    .selectFrom('shared_catalog_category')
    .select('category_id')
    .where('catalog_id', '=', catalogId)
    .orderBy('category_id')
    .execute();
  return rows.map(({ category_id }) => category_id);
}

/** Adds categories to a catalog, without their products. Throws 404 for an unknown one. */
export async function assignCategories(
  call: Call,
  catalogId: number,
  categories: readonly CategoryInput[],
): Promise<void> {
  await lockCatalog(call, catalogId);
  const ids = await idsOf(call, categories);
  await insertRows(
    call.db,
    'shared_catalog_category',
    ids.map((category_id) => ({ catalog_id: catalogId, category_id })),
    { onConflict: { key: ['catalog_id', 'category_id'], update: [] } },
  );
}

/**
 * Removes categories from a catalog, and with them their products that are in none of its other categories. Throws 404 for an unknown
 * one. Source: the published guide.
 */
export async function unassignCategories(
  call: Call,
  catalogId: number,
  categories: readonly CategoryInput[],
): Promise<void> {
  await lockCatalog(call, catalogId);
  const ids = await idsOf(call, categories);
  const removed = await call.db
    .deleteFrom('shared_catalog_category')
    .where('catalog_id', '=', catalogId)
    .where(inIds('category_id', ids))
    .returning('category_id')
    .execute();
  const removedIds = removed.map(({ category_id }) => category_id);
  const { isInCategory } = call.services.catalog;
  const product = 'shared_catalog_product.product_id';
  const isInOther = isInCategory(
    product,
    (id) => sql`${sql.ref(id)} in (select category_id from shared_catalog_category where catalog_id = ${catalogId})`,
  );
  await call.db
    .deleteFrom('shared_catalog_product')
    .where('catalog_id', '=', catalogId)
    .where(isInCategory(product, (id) => inIds(id, removedIds)))
    .where(sql<SqlBool>`not ${isInOther}`)
    .execute();
}

/** Ids of categories. Throws 404 for the first unknown one. */
async function idsOf(call: Call, categories: readonly CategoryInput[]): Promise<number[]> {
  const ids = categories.map(({ id }) => {
    if (id === null || id === undefined) throw missingArguments(['id']);
    return id;
  });
  await call.services.catalog.requireCategories(call, ids);
  return [...new Set(ids)];
}
