import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { fold } from '../../../storage/sql.ts';
import { pathIds, shownValues } from './category.ts';
import { findCategories } from './load.ts';
import { integerIn, textIn } from './sql.ts';

/** No category lies deeper. */
const MAX_LEVELS = 50;

/**
 * A query of the id of the active category with a URL path (without suffix) in the call's store view. Undefined for text that is no path.
 */
export function categoryAt(call: Call, urlPath: string): RawBuilder<unknown> | undefined {
  return isPath(urlPath) ? categoriesWith(call, [urlPath]) : undefined;
}

/** Ids of the active categories with these URL paths (without suffix), in one query. */
export async function categoriesAt(call: Call, urlPaths: readonly string[]): Promise<number[]> {
  const paths = new Set(urlPaths.map(foldText).filter(isPath));
  if (paths.size === 0) return [];
  const { rows } = await sql<{ id: number }>`${categoriesWith(call, [...paths])}`.execute(call.db);
  return rows.map(({ id }) => Number(id));
}

function isPath(urlPath: string): boolean {
  const keys = urlPath.split('/');
  return keys.length <= MAX_LEVELS && !keys.includes('');
}

/**
 * A query of the ids of the active categories with one of these paths. From the root category down, an index look-up
 * finds each key among the children of the category before. `rest` has the remaining keys, each with a slash behind it.
 */
function categoriesWith(call: Call, urlPaths: readonly string[]): RawBuilder<unknown> {
  const { storeId } = call.scope;
  const root = call.services.store.rootCategoryOf(storeId);
  const own = textIn('o.document', 'url_key');
  const end = perDialect<number>({ sqlite: sql`instr(w.rest, '/')`, postgres: sql`strpos(w.rest, '/')` });
  const key = perDialect<string>({
    sqlite: sql`substr(w.rest, 1, ${end} - 1)`,
    postgres: sql`split_part(w.rest, '/', 1)`,
  });
  const found = sql`c.id, substr(w.rest, ${end} + 1) as rest`;
  const inherited = sql`category c where w.rest <> '' and c.parent_id = w.id and ${fold('c.url_key')} = ${key} and not exists (
    select 1 from category_store o where o.category_id = c.id and o.store_id = ${storeId} and ${own} is not null)`;
  const overridden = sql`category_store o cross join category c
    where w.rest <> '' and o.store_id = ${storeId} and ${fold(own)} = ${key} and c.id = o.category_id and c.parent_id = w.id`;
  const paths = urlPaths.map((path) => `${path}/`);
  // PostgreSQL takes one recursive query, and lets that look at the row before it; SQLite takes several, and does not.
  const walk = perDialect<unknown>({
    sqlite: sql`select cast(${root} as bigint), value from json_each(${paths})
      union all select ${found} from walk w cross join ${inherited}
      union all select ${found} from walk w cross join ${overridden}`,
    postgres: sql`select ${root}::bigint, unnest(${paths}::text[])
      union all select n.* from walk w cross join lateral (
        select ${found} from ${inherited} union all select ${found} from ${overridden}) n`,
  });
  return sql`with recursive walk (id, rest) as (${walk})
    select distinct c.id from walk w join category c on c.id = w.id
      left join category_store o on o.category_id = c.id and o.store_id = ${storeId}
      where w.rest = '' and coalesce(${integerIn('o.document', 'is_active')}, c.is_active) = 1`;
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
