import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { dialectOf } from '../../../storage/connection.ts';
import { inIds } from '../../../storage/sql.ts';
import { isShownBy, reasonsToShow } from './rules.ts';

/**
 * Blocks other transactions that change the products in a category or below it, until this one ends. Call it before the
 * place of the category changes. Products are locked before categories, in the same order as in saves.
 */
export async function lockCategoryProducts(call: Call, path: string): Promise<void> {
  // SQLite has one writer at a time anyway.
  if (dialectOf(call.db) === 'sqlite') return;
  const end = `${path}0`;
  const lockProducts = sql`select p.id from catalog_product p where p.id in (
    select l.product_id from category_product l join category d on d.id = l.category_id
    where d.path >= ${path} and d.path < ${end}) order by p.id for no key update`;
  await lockProducts.execute(call.db);
  // A transaction that puts a product into a category locks the category's key until it ends.
  await sql`select id from category where path >= ${path} and path < ${end} order by id for update`.execute(call.db);
  // The products that were put in until then.
  await lockProducts.execute(call.db);
}

/**
 * Recalculates which products of the category with this path, and of its descendants, the categories `above` show. Call
 * it after the category was moved, or its anchor flag changed.
 */
export async function refreshCategoryContents(call: Call, path: string, above: readonly number[]): Promise<void> {
  if (above.length === 0) return;
  const end = `${path}0`;
  await sql`delete from category_shown where ${inIds('category_id', above)}
    and product_id in (select l.product_id from category_product l join category d on d.id = l.category_id
      where d.path >= ${path} and d.path < ${end})
    and not exists (${sql.raw(reasonsToShow('category_shown', 'category_shown.product_id'))})`.execute(call.db);
  await sql`insert into category_shown (category_id, product_id)
    select distinct a.id, l.product_id
    from category a join category d on ${isShownBy('d', 'a')} join category_product l on l.category_id = d.id
    where ${inIds('a.id', above)} and d.path >= ${path} and d.path < ${end}
    on conflict (category_id, product_id) do nothing`.execute(call.db);
}
