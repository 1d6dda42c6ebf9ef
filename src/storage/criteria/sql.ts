import { sql, type Expression, type SqlBool } from 'kysely';
import { perDialect } from '../dialects.ts';
import { binary } from '../sql.ts';

/** The operand of a condition; the field's kind determines its type. */
export type SqlValue = Expression<never>;
/** A text operand of patterns. */
export type SqlText = Expression<string>;
/** A condition in SQL. */
export type SqlTruth = Expression<SqlBool>;

/** An integer as text, for patterns. */
export function integerAsText(column: SqlValue): SqlText {
  return binary(sql<string>`cast(${column} as text)`);
}

/** A double in its usual notation, equal on both databases: whole numbers without decimals. */
export function numberAsText(column: SqlValue): SqlText {
  return binary(sql<string>`case when abs(${column}) < 1e15 and ${column} = cast(${column} as bigint)
    then cast(cast(${column} as bigint) as text) else cast(${column} as text) end`);
}

/** Maximum number of numbers that are separate parameters. */
const FEW = 4;

/**
 * `column in (…)` for any number of numbers, in one parameter. A few are separate parameters, since SQLite would have to parse
 * a list first. `type`: that of the column in PostgreSQL.
 */
export function inNumbers(
  column: SqlValue,
  numbers: readonly number[],
  type: 'bigint' | 'double precision' = 'double precision',
): SqlTruth {
  const isFew = Array.isArray(numbers) && numbers.length > 0 && numbers.length <= FEW;
  return perDialect({
    sqlite: isFew
      ? sql`${column} in (${sql.join(numbers)})`
      : sql`${column} in (select value from json_each(${numbers}))`,
    postgres: sql`${column} = any(${numbers}::${sql.raw(type)}[])`,
  });
}

/**
 * The expression of a nullable column in an index for sorted lists, in a migration:
 * `db.schema.createIndex('product_price').on('product').expression(nullsFirst('price'))`. Null comes before every value in
 * sorted lists; by default, PostgreSQL's indexes have it last.
 */
export function nullsFirst(column: string): Expression<unknown> {
  return perDialect<unknown>({ sqlite: sql.ref(column), postgres: sql`${sql.ref(column)} nulls first` });
}
