import { sql, type AliasableExpression, type Expression, type SqlBool } from 'kysely';
import { perDialect } from '../../../storage/dialects.ts';

/**
 * The value of an attribute in a document; null when it has none. `document` is a column, `code` one of the platform's own names.
 */
export function textIn(document: string, code: string): AliasableExpression<string | null> {
  return perDialect<string | null>({
    sqlite: sql`json_extract(${sql.ref(document)}, ${sql.lit(`$."${code}"`)})`,
    postgres: sql`(${sql.ref(document)} ->> ${sql.lit(code)})`,
  });
}

/** As `textIn`, for whole numbers. */
export function integerIn(document: string, code: string): AliasableExpression<number | null> {
  return sql<number | null>`cast(${textIn(document, code)} as bigint)`;
}

/**
 * Whether category `below` is category `top` or lies below it. That is a range of paths: everything below `1/2` begins with
 * `1/2/`, and `0` is the character after the slash.
 */
export function isWithin(below: string, top: string): Expression<SqlBool> {
  return sql`${path(below)} >= ${path(top)} and ${path(below)} < ${path(top)} || '0'`;
}

function path(category: string): Expression<string> {
  return sql.ref(`${category}.path`);
}

/** Ids of the children of category `c` that are active in a store view, joined by commas. */
export function activeChildren(storeId: number): AliasableExpression<string | null> {
  const children = sql`from category ch
    left join category_store cs on cs.category_id = ch.id and cs.store_id = ${storeId}
    where ch.parent_id = c.id and coalesce(${integerIn('cs.document', 'is_active')}, ch.is_active) = 1`;
  return perDialect<string | null>({
    sqlite: sql`(select group_concat(ch.id order by ch.id) ${children})`,
    postgres: sql`(select string_agg(ch.id::text, ',' order by ch.id) ${children})`,
  });
}

/**
 * The URL path of category `c` in a store view: URL keys from the category below the root category down to `c`, joined by
 * slashes. SQLite goes from parent to parent: sorting the categories of a path would cost it several times as much.
 */
export function urlPath(storeId: number): AliasableExpression<string | null> {
  const keyOf = (category: string) => sql`coalesce((select ${textIn('s.document', 'url_key')} from category_store s
    where s.category_id = ${sql.ref(`${category}.id`)} and s.store_id = ${storeId}), ${sql.ref(`${category}.url_key`)})`;
  const key = sql`coalesce(${textIn('s.document', 'url_key')}, a.url_key)`;
  return perDialect<string | null>({
    sqlite: sql`(with recursive up (parent_id, level, url_path) as (
        select c.parent_id, c.level, ${keyOf('c')} where c.level > 1
        union all select a.parent_id, a.level, coalesce(${keyOf('a')} || '/' || up.url_path, ${keyOf('a')}, up.url_path)
        from up join category a on a.id = up.parent_id where a.level > 1)
      select up.url_path from up order by up.level limit 1)`,
    postgres: sql`(select string_agg(${key}, '/' order by a.level) from category a
      left join category_store s on s.category_id = a.id and s.store_id = ${storeId}
      where a.id = any(string_to_array(c.path, '/')::bigint[]) and a.level > 1)`,
  });
}
