import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { inIds } from '../../../storage/sql.ts';
import { noteCategories, noteProductFields } from '../changes.ts';
import { dropTallies } from '../listing/tally.ts';
import { ruledDataChanged } from '../pricing/price-rules.ts';
import { pathIds, TREE_ROOT, type CategoryPlace } from './category.ts';
import { categoryErrors } from './errors.ts';
import { getPlace } from './load.ts';
import { countBelow, lockTree } from './rows.ts';

/**
 * Deletes a category and all below it; their products stay. Throws 404 when it does not exist, and 400 for the root of the tree,
 * the root category of a store, and categories above such a root.
 */
export async function deleteCategory(call: Call, id: number): Promise<void> {
  await lockTree(call);
  const category = await getPlace(call, id);
  if (category.id === TREE_ROOT || (await holdsStoreRoot(call, category)))
    throw categoryErrors.notDeleted([String(id)]);
  const end = `${category.path}0`;
  // Responses of its products change. Products are locked before categories, in the same order as in saves, to avoid
  // deadlocks.
  const { rows: products } = await sql<{
    id: number;
    sku: string;
  }>`update catalog_product set version = version + 1 where id in (
    select l.product_id from category_product l join category c on c.id = l.category_id
    where c.path >= ${category.path} and c.path < ${end}) returning id, sku`.execute(call.db);
  noteProductFields(call, products, ['category_links']);
  await ruledDataChanged(
    call,
    products.map((product) => Number(product.id)),
  );
  const ids = sql`select id from category where path >= ${category.path} and path < ${end}`;
  await call.services.urlRewrite.forget(call, 'CATEGORY', ids);
  const gone = await call.db
    .deleteFrom('category')
    .where('path', '>=', category.path)
    .where('path', '<', end)
    .returning('id')
    .execute();
  noteCategories(
    call,
    gone.map((one) => one.id),
    'deleted',
  );
  await dropTallies(call);
  await countBelow(call, pathIds(category.path).slice(0, -1), -(category.children_count + 1));
}

async function holdsStoreRoot(call: Call, { path }: CategoryPlace): Promise<boolean> {
  const { groups } = await call.services.store.cache.get(call);
  const roots = groups.list.map((group) => group.root_category_id);
  const rootBelow = await call.db
    .selectFrom('category')
    .select('id')
    .where(inIds('id', roots))
    .where('path', '>=', path)
    .where('path', '<', `${path}0`)
    .executeTakeFirst();
  return rootBelow !== undefined;
}
