import { sql, type Expression, type SqlBool } from 'kysely';
import { perDialect } from '../storage/dialects.ts';
import { binary } from '../storage/sql.ts';

/** What a condition is about; of which type it is says the field's kind. */
export type Value = Expression<never>;
/** A value as it is matched by patterns. */
export type Text = Expression<string>;
export type Truth = Expression<SqlBool>;

/** An integer as text, for patterns. */
export function integerAsText(column: Value): Text {
  return binary(sql<string>`cast(${column} as text)`);
}

/** A double as people write it, alike on both databases: whole numbers without decimals. */
export function numberAsText(column: Value): Text {
  return binary(sql<string>`case when abs(${column}) < 1e15 and ${column} = cast(${column} as bigint)
    then cast(cast(${column} as bigint) as text) else cast(${column} as text) end`);
}

/** `column in (…)` for any number of doubles, in one parameter. */
export function inNumbers(column: Value, numbers: readonly number[]): Truth {
  return perDialect({
    sqlite: sql`${column} in (select value from json_each(${numbers}))`,
    postgres: sql`${column} = any(${numbers}::double precision[])`,
  });
}

/**
 * A nullable column in an index that lists are to be sorted by, in a migration:
 * `db.schema.createIndex('product_price').on('product').expression(nullsFirst('price'))`. Null comes before every value in
 * sorted lists; PostgreSQL's indexes have it last unless told.
 */
export function nullsFirst(column: string): Expression<unknown> {
  return perDialect<unknown>({ sqlite: sql.ref(column), postgres: sql`${sql.ref(column)} nulls first` });
}
