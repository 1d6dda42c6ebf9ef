import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import { fold } from '../../../storage/sql.ts';
import { pathIds, shownValues } from './category.ts';
import { findCategories } from './load.ts';
import { integerIn, textIn } from './sql.ts';

/** No category lies deeper. */
const MAX_LEVELS = 50;

/**
 * A query of the id of the active category with a URL path (without suffix) in the call's store view: each key is found by index among
 * the children of the one before. Undefined for what is no path.
 */
export function categoryAt(call: Call, urlPath: string): RawBuilder<unknown> | undefined {
  const keys = urlPath.split('/');
  if (keys.length > MAX_LEVELS || keys.includes('')) return undefined;
  const { storeId } = call.scope;
  const root = call.services.store.rootCategoryOf(storeId);
  const own = textIn('o.document', 'url_key');
  const levels = keys.map((key, i) => {
    const above = sql.table(`level${i}`);
    return sql`${sql.table(`level${i + 1}`)} as (
      select c.id from ${above} a join category c on c.parent_id = a.id
        where ${fold('c.url_key')} = ${key} and not exists (select 1 from category_store o
          where o.category_id = c.id and o.store_id = ${storeId} and ${own} is not null)
      union all
      select c.id from category_store o join category c on c.id = o.category_id join ${above} a on a.id = c.parent_id
        where o.store_id = ${storeId} and ${fold(own)} = ${key})`;
  });
  return sql`with level0 as (select cast(${root} as bigint) as id), ${sql.join(levels)}
    select c.id from ${sql.table(`level${keys.length}`)} f join category c on c.id = f.id
      left join category_store o on o.category_id = c.id and o.store_id = ${storeId}
      where coalesce(${integerIn('o.document', 'is_active')}, c.is_active) = 1`;
}

/** Ids of the active categories with these URL paths (without suffix), in one query. */
export async function categoriesAt(call: Call, urlPaths: readonly string[]): Promise<number[]> {
  const queries = urlPaths.flatMap((path) => {
    const query = categoryAt(call, foldText(path));
    return query ? [sql`select id from (${query}) found`] : [];
  });
  if (queries.length === 0) return [];
  const { rows } = await sql<{ id: number }>`${sql.join(queries, sql` union `)}`.execute(call.db);
  return rows.map(({ id }) => Number(id));
}

/** The URL paths (without suffix) of active categories below the root of the call's store view. */
export async function categoryPaths(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  const { storeId } = call.scope;
  const root = call.services.store.rootCategoryOf(storeId);
  const found = await findCategories(call, ids, storeId, { children: false, urlPath: true });
  return new Map(
    [...found.values()].flatMap((category): [number, string][] => {
      const isShown = category.id !== root && pathIds(category.path).includes(root);
      const isActive = shownValues(category).is_active === '1';
      return isShown && isActive && category.url_path ? [[category.id, category.url_path]] : [];
    }),
  );
}
