import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Souk } from '../../src/program/souk.ts';

/** Runs `work` for each item, some at a time. */
export async function together<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = 16): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Tables in which processes count requests and their errors, whoever calls. */
const MEASURED = new Set(['overview_sample', 'error_group']);

/**
 * A digest of what each table of the database holds, by name; but for figures of load. What is in a partition is in its table:
 * a table is given its next partition when it is time, whoever calls.
 */
export async function contents({ storage }: Souk): Promise<Record<string, string>> {
  const named = sql<{ name: string }>`select name from ${
    storage.kind === 'sqlite'
      ? sql`(select name from sqlite_schema where type = 'table')`
      : sql`(select relname as name from pg_class
             where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition)`
  } t order by name`;
  const digests: Record<string, string> = {};
  for (const { name } of (await named.execute(storage.reader)).rows) {
    if (MEASURED.has(name)) continue;
    const { rows } = await sql<{ name?: string }>`select * from ${sql.table(name)}`.execute(storage.reader);
    // SQLite keeps the last id of each table in one of them all.
    const kept = name === 'sqlite_sequence' ? rows.filter((row) => !MEASURED.has(row.name ?? '')) : rows;
    const lines = kept.map((row) => JSON.stringify(row)).sort();
    digests[name] = `${kept.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return digests;
}
