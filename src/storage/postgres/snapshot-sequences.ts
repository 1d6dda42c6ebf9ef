import type { PoolClient } from 'pg';
import { quoted } from './quoted.ts';

/** The table of a snapshot that has the state of sequences. */
const SEQUENCES = 'souk sequences';

/** Stores the state of all sequences of the current schema in a snapshot. */
export async function copySequences(client: PoolClient, schema: string): Promise<void> {
  await client.query(`create table ${quoted(schema)}.${quoted(SEQUENCES)} as ${await statesOf(client)}`);
}

/**
 * Sets the existing sequences to their state in a snapshot; the ones that it lacks start anew. The change is undone with the
 * transaction, and waits for transactions that have drawn numbers: their rows must not meet numbers that are drawn again.
 */
export async function restoreSequences(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter sequence %I restart', name) || case when s.value is null then ''
        else format('; select setval(%L, %s, %L)', quote_ident(name), s.value, s.is_called) end as statement
      from (${await statesOf(client)}) l left join ${quoted(schema)}.${quoted(SEQUENCES)} s using (name)
      where (l.value, l.is_called) is distinct from (s.value, s.is_called) order by name`,
  );
  // The restart gives the sequence a new file, which a rollback deletes. Without it, `setval` would outlive a rollback.
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';\n'));
}

/**
 * Creates the sequences of a snapshot that are missing, with the state that they have there. These are sequences of the table
 * `sequence`, which are created with their first number: a reset drops them.
 */
export async function createMissingSequences(client: PoolClient, schema: string): Promise<void> {
  const { rowCount } = await client.query(
    `select sequence_begin(substr(name, length('sequence_') + 1)) from ${quoted(schema)}.${quoted(SEQUENCES)}
      where to_regclass(quote_ident(name)) is null and starts_with(name, 'sequence_')`,
  );
  if (rowCount) await restoreSequences(client, schema);
}

/** A query of name, value and `is_called` of each sequence; the view `pg_sequences` hides values that were set and not drawn. */
async function statesOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ query: string | null }>(
    `select string_agg(format('select %L::text as name, last_value as value, is_called from %I', relname, relname),
        ' union all ' order by relname) as query
      from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  );
  return rows[0]?.query ?? 'select null::text as name, 0::bigint as value, false as is_called where false';
}
