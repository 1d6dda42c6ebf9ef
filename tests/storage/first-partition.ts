import { sql } from 'kysely';
import type { PartitionedTable } from '../../src/storage/partitions.ts';
import type { Storage } from '../../src/storage/database.ts';

/** Has the ids of a table come near the end of its first partition: `left` rows are still to go there. Nothing on SQLite. */
export async function nearEnd(storage: Storage, { table, key, rows }: PartitionedTable, left: number): Promise<void> {
  if (storage.kind === 'sqlite') return;
  await storage.transaction(async (db) => {
    await sql`select setval(pg_get_serial_sequence(${table}, ${key}), ${rows - left})`.execute(db);
  });
}

/** Whether a table has its first partition yet; never on SQLite. */
export async function hasFirst(storage: Storage, { table }: PartitionedTable): Promise<boolean> {
  if (storage.kind === 'sqlite') return false;
  const { rows } = await sql`select from pg_class where relname = ${`${table}_1`}`.execute(storage.reader);
  return rows.length > 0;
}
