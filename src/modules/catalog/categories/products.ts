import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { compileWhere } from '../../../storage/criteria/compile.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { catalogErrors } from '../errors.ts';
import { findVersion } from '../products/load.ts';
import { touchProducts } from '../products/rows.ts';
import { productFields } from '../products/search-fields.ts';
import type { CategoryPlace } from './category.ts';
import { isShownBy } from '../listing/rules.ts';
import { ruledDataChanged } from '../pricing/price-rules.ts';
import { checkPosition } from './checks.ts';
import { categoryErrors } from './errors.ts';
import { ENABLED, NOT_VISIBLE } from '../products/types.ts';
import { findPlace, getPlace, noCategory } from './load.ts';

import type { CategoryProductLinkInput, CategoryProductLinkOutput } from './types.ts';

/**
 * The products of a category, sorted by position; an anchor category has those of all categories below it too. A store view shows
 * the enabled and visible ones of its website; the global scope shows all. Throws 404 for an unknown category.
 */
export async function assignedProducts(call: Call, categoryId: number): Promise<CategoryProductLinkOutput[]> {
  await getPlace(call, categoryId);
  let query = call.db
    .selectFrom('category as c')
    .innerJoin('category as d', (join) => join.on(isShownBy('d', 'c')))
    .innerJoin('category_product as l', 'l.category_id', 'd.id')
    .innerJoin('catalog_product as p', 'p.id', 'l.product_id')
    .select('p.sku')
    // A position in the category itself takes precedence over one in a category below.
    .select(sql<number>`coalesce(min(case when d.id = c.id then l.position end), min(l.position))`.as('place'))
    .where('c.id', '=', categoryId)
    .groupBy(['p.id', 'p.sku'])
    .orderBy('place')
    .orderBy('p.id');
  const { storeId, websiteId } = call.scope;
  const visibility =
    storeId === 0
      ? undefined
      : compileWhere(call, productFields(call, storeId, []), [
          [{ field: 'website_id', type: 'eq', value: String(websiteId) }],
          [{ field: 'status', type: 'eq', value: String(ENABLED) }],
          [{ field: 'visibility', type: 'neq', value: String(NOT_VISIBLE) }],
        ]);
  if (visibility) query = query.where(visibility);
  const rows = await query.execute();
  return rows.map(({ sku, place }) => ({ sku, position: place, category_id: String(categoryId) }));
}

/**
 * Puts a product into a category, or moves it within. Without a position a new product gets 0, and another one stays. Throws 404
 * for an unknown category or product.
 */
export async function assignProduct(call: Call, link: CategoryProductLinkInput): Promise<void> {
  const category = await sentCategory(call, link.category_id ?? '');
  const product = await productWith(call, link.sku ?? '');
  const position = link.position ?? undefined;
  await touchProducts(call, [product.id], { changed: ['category_links'] });
  await ruledDataChanged(call, [product.id]);
  const row = { category_id: category.id, product_id: product.id, position: checkPosition(position ?? 0) };
  try {
    await insertRows(call.db, 'category_product', [row], {
      onConflict: { key: ['product_id', 'category_id'], update: position === undefined ? [] : ['position'] },
    });
  } catch (error) {
    // The product was deleted since it was looked up.
    throw isForeignKeyViolation(error) ? noCategory(category.id) : error;
  }
}

/** The category with an id in text form. Throws 404 when it does not exist. */
async function sentCategory(call: Call, input: string): Promise<CategoryPlace> {
  const id = Number(input);
  const place = Number.isSafeInteger(id) ? await findPlace(call, id) : undefined;
  if (!place) throw noCategory(input);
  return place;
}

/** Removes a product from a category. Throws 404 for an unknown category or product, 400 when the product is not in it. */
export async function unassignProduct(call: Call, categoryId: number, sku: string): Promise<void> {
  await getPlace(call, categoryId);
  const product = await productWith(call, sku);
  await touchProducts(call, [product.id], { changed: ['category_links'] });
  await ruledDataChanged(call, [product.id]);
  const { numDeletedRows } = await call.db
    .deleteFrom('category_product')
    .where('product_id', '=', product.id)
    .where('category_id', '=', categoryId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw categoryErrors.productNotInCategory();
}

/** The condition that the product in a column is itself in a category, whose id meets a condition. */
export function isInCategory(productId: string, meets: (categoryId: string) => SqlTruth): SqlTruth {
  return sql`exists (select 1 from category_product l
    where l.product_id = ${sql.ref(productId)} and ${meets('l.category_id')})`;
}

async function productWith(call: Call, sku: string): Promise<{ readonly id: number }> {
  const product = await findVersion(call, sku);
  if (!product) throw catalogErrors.productNotFound();
  return product;
}
