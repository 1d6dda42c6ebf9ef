import { sql } from 'kysely';
import type { Database } from '../kernel/call.ts';
import type { Migration } from '../kernel/module.ts';
import { isUniqueViolation } from './errors.ts';

/** An index on a folded text. */
interface FoldedIndex {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

/**
 * Builds indexes again whose texts were folded to lower case, so that they ignore accents too. A fresh database has none of them
 * yet. Where unique texts differ only by accents, the upgrade stops and names the index: nothing is changed then, and the version
 * before goes on.
 */
export const foldMigration: Migration = {
  name: '002-fold-accents',
  async up(db, { kind }) {
    const indexes = await (kind === 'sqlite' ? inSqlite(db) : inPostgres(db));
    for (const { name, table, definition } of indexes) {
      await db.schema.dropIndex(name).execute();
      try {
        await sql.raw(definition.replaceAll(/\bfold\(/g, 'fold_text(')).execute(db);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const clash = `Two rows of ${table} differ by accents alone, which no longer makes them different (${name})`;
        throw new Error(`${clash}. Rename one of them with the version before, then upgrade again.`, { cause: error });
      }
    }
    if (kind === 'postgres') await sql`drop function if exists fold(text)`.execute(db);
  },
};

async function inSqlite(db: Database): Promise<FoldedIndex[]> {
  const { rows } = await sql<FoldedIndex>`select name, tbl_name as "table", sql as definition from sqlite_schema
    where type = 'index' and sql like '%fold(%'`.execute(db);
  return rows;
}

async function inPostgres(db: Database): Promise<FoldedIndex[]> {
  const { rows } = await sql<FoldedIndex>`select indexname as name, tablename as "table", indexdef as definition
    from pg_indexes where schemaname = current_schema() and indexdef like '%fold(%'`.execute(db);
  return rows;
}
