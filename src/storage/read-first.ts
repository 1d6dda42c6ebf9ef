import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { elementAt } from '../kernel/lists.ts';
import { dialectOf } from './connection.ts';

/**
 * A query as a table (`(select …)`) for a statement that names it several times, or names any number of such tables. On SQLite it is
 * read at once, and its rows go in as one parameter: SQLite copies a common table expression to each place that names it, those inside
 * of it included, and refuses a statement with 1,000 tables. The rows are in the order of the first column: rows of other tables are
 * then looked up where they lie beside each other. PostgreSQL runs the query itself. `columns`: numbers, never null.
 */
export async function readFirst(
  db: Database,
  query: RawBuilder<unknown>,
  columns: readonly [string, ...string[]],
): Promise<RawBuilder<unknown>> {
  if (dialectOf(db) === 'postgres') return sql`(${query})`;
  const [first, ...others] = columns;
  const row = others.length === 0 ? sql.ref(first) : sql`json_array(${sql.join(columns.map((one) => sql.ref(one)))})`;
  const { rows } = await sql<{ found: string }>`select json_group_array(${row}) as found
    from (select * from (${query}) q order by ${sql.ref(first)} limit -1) q`.execute(db);
  const values = columns.map((column, i) => {
    const value = columns.length === 1 ? sql`value` : sql`value ->> ${sql.lit(i)}`;
    return sql`${value} as ${sql.ref(column)}`;
  });
  return sql`(select ${sql.join(values)} from json_each(${elementAt(rows, 0).found}))`;
}
