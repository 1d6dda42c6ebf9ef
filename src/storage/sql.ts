import { sql, type Expression, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely';
import { elementAt } from '../kernel/lists.ts';
import { perDialect } from './dialects.ts';

/** A column (`sku`, `product.sku`) or an expression. */
type Operand<T> = string | Expression<T>;

function toExpression<T>(operand: Operand<T>): Expression<T> {
  return typeof operand === 'string' ? sql.ref<T>(operand) : operand;
}

/**
 * A text in lower case and without accents, as `foldText` returns it, in binary order: for comparisons and orders that ignore
 * them. Compare it with values folded in JavaScript, and index it the same way:
 * `db.schema.createIndex('product_sku').on('product').expression(fold('sku'))`.
 */
export function fold(text: Operand<string | null>): ExpressionWrapper<never, never, string> {
  const expression = toExpression(text);
  return perDialect({
    sqlite: sql<string>`fold_text(${expression})`,
    postgres: sql<string>`(fold_text(${expression}) collate "C")`,
  });
}

/** A text in binary order on both databases, independent of PostgreSQL's collation; for sorting and for ranges. */
export function binary(text: Operand<string | null>): ExpressionWrapper<never, never, string> {
  const expression = toExpression(text);
  return perDialect({ sqlite: sql<string>`${expression}`, postgres: sql<string>`(${expression} collate "C")` });
}

/**
 * `column in (…)` for any number of whole numbers, in one parameter, so that the SQL text is always the same. On PostgreSQL the list is a
 * subquery, whose length the planner cannot see: it would otherwise plan the statement anew for each list, which takes longer than the
 * statement itself.
 */
export function inIds(
  column: Operand<number | null>,
  ids: readonly number[],
): ExpressionWrapper<never, never, SqlBool> {
  const expression = toExpression(column);
  return perDialect({
    sqlite: sql<SqlBool>`${expression} in (select value from json_each(${ids}))`,
    postgres: sql<SqlBool>`${expression} = any((select ${ids}::bigint[])::bigint[])`,
  });
}

/**
 * An id in a statement with `inIds` that PostgreSQL's planner cannot see: it would take the statistics of the value, such as those of a
 * store view, for a reason to plan the statement anew each time.
 */
export function unseenId(id: number): ExpressionWrapper<never, never, number> {
  return perDialect({ sqlite: sql<number>`${id}`, postgres: sql<number>`(select ${id}::bigint)` });
}

/** As `inIds`, for rows that are checked one by one: the numbers become a set once, and no index is searched for each of them. */
export function inIdSet(
  column: Operand<number | null>,
  ids: readonly number[],
): ExpressionWrapper<never, never, SqlBool> {
  const expression = toExpression(column);
  return perDialect({
    sqlite: sql<SqlBool>`+${expression} in (select value from json_each(${ids}))`,
    postgres: sql<SqlBool>`${expression} in (select unnest(${ids}::bigint[]))`,
  });
}

/** As `inIds`, for texts. */
export function inTexts(
  column: Operand<string | null>,
  texts: readonly string[],
): ExpressionWrapper<never, never, SqlBool> {
  const expression = toExpression(column);
  return perDialect({
    sqlite: sql<SqlBool>`${expression} in (select value from json_each(${texts}))`,
    postgres: sql<SqlBool>`${expression} = any((select ${texts}::text[])::text[])`,
  });
}

/** A condition that holds when all of at least one do, however many there are. */
export function allOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return connected(conditions, sql` and `);
}

/** A condition that holds when one of at least one does, however many there are. */
export function anyOf(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return connected(conditions, sql` or `);
}

/** Conditions that are written side by side. */
const SIDE_BY_SIDE = 32;

/** SQLite reads `a and b and c` as a tree of its length, and refuses trees of more than 1,000 levels: many conditions are grouped. */
function connected(conditions: readonly Expression<SqlBool>[], word: RawBuilder<unknown>): Expression<SqlBool> {
  if (conditions.length === 1) return elementAt(conditions, 0);
  const size = Math.ceil(conditions.length / SIDE_BY_SIDE);
  const groups = size === 1 ? conditions : groupsOf(conditions, size).map((group) => connected(group, word));
  return sql<SqlBool>`(${sql.join(groups, word)})`;
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** The number of rows after `limit`, where Kysely does not write it; see the compiler of SQLite for why it is part of the text. */
export function limitTo(rows: number): Expression<number> {
  return perDialect<number>({ sqlite: sql<number>`${sql.lit(rows)}`, postgres: sql<number>`${rows}` });
}

/**
 * `text like pattern`, where `\` makes the next character literal. SQLite's `like` ignores the case of ASCII letters and
 * PostgreSQL's does not, so compare folded texts.
 */
export function like(text: Operand<string | null>, pattern: string): ExpressionWrapper<never, never, SqlBool> {
  const expression = toExpression(text);
  // This is PostgreSQL's default; SQLite has none.
  return perDialect({
    sqlite: sql<SqlBool>`${expression} like ${pattern} escape '\\'`,
    postgres: sql<SqlBool>`${expression} like ${pattern}`,
  });
}

/** A pattern of `like` that matches this text only. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
