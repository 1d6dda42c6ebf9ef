import { sql, type ExpressionWrapper } from 'kysely';
import { jsonArrayFrom as arrayInPostgres } from 'kysely/helpers/postgres';
import { jsonArrayFrom as arrayInSqlite } from 'kysely/helpers/sqlite';
import { perDialect } from './dialects.ts';

type Rows<O> = Parameters<typeof arrayInSqlite<O>>[0];

/**
 * The rows of a query, in its order, as one value: a column of another query, so that an aggregate comes with the rows of other
 * tables in one statement. Every column is selected by name, documents as `nestedDocument`. Read it with `readNested`.
 */
export function nested<O>(query: Rows<O>): ExpressionWrapper<never, never, string> {
  return perDialect<string>({
    sqlite: sql<string>`${arrayInSqlite(query)}`,
    postgres: sql<string>`${arrayInPostgres(query)}`,
  });
}

/** A document in a query that is nested: as the text that it is elsewhere. */
export function nestedDocument(column: string): ExpressionWrapper<never, never, string> {
  return perDialect<string>({
    sqlite: sql<string>`${sql.ref(column)}`,
    postgres: sql<string>`cast(${sql.ref(column)} as text)`,
  });
}

/** The rows that `nested` gave. */
export function readNested<R>(text: string): R[] {
  return text === '[]' ? [] : (JSON.parse(text) as R[]);
}
