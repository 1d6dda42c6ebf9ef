import { sql, type ExpressionWrapper } from 'kysely';
import { jsonArrayFrom as arrayInPostgres } from 'kysely/helpers/postgres';
import { jsonArrayFrom as arrayInSqlite } from 'kysely/helpers/sqlite';
import { parseJson, type JsonText } from '../kernel/json-text.ts';
import { perDialect } from './dialects.ts';

type Rows<O> = Parameters<typeof arrayInSqlite<O>>[0];

/**
 * The rows of a query, in its order, as one value. As a column of another query it lets an aggregate come with rows of other
 * tables in one statement. Select every column by name, and documents as `nestedDocument`. `readNested` reads the value.
 */
export function nested<O>(query: Rows<O>): ExpressionWrapper<never, never, string> {
  return perDialect<string>({
    sqlite: sql<string>`${arrayInSqlite(query)}`,
    postgres: sql<string>`${arrayInPostgres(query)}`,
  });
}

/** A document within a nested query, as text. */
export function nestedDocument(column: string): ExpressionWrapper<never, never, string> {
  return perDialect<string>({
    sqlite: sql<string>`${sql.ref(column)}`,
    postgres: sql<string>`cast(${sql.ref(column)} as text)`,
  });
}

/** The rows in a value of `nested`. */
export function readNested<R>(text: JsonText<R[]>): R[] {
  return text === '[]' ? [] : parseJson(text);
}
