import { sql } from 'kysely';
import type { Database } from '../kernel/call.ts';
import { tablePrefixOf } from '../kernel/vendor.ts';
import { perDialect } from './dialects.ts';

/** The definitions of all tables, indexes and triggers: key → table and text of the definition. */
type SchemaDefinitions = ReadonlyMap<string, { readonly table: string; readonly definition: string }>;

interface Definition {
  readonly id: string;
  readonly tbl: string;
  readonly definition: string;
}

/** Reads the definitions of the database's schema. */
export async function readSchema(db: Database): Promise<SchemaDefinitions> {
  const definitions = perDialect({
    sqlite: sql<Definition>`select type || ' ' || name as id, tbl_name as tbl, coalesce(sql, '') as definition
      from sqlite_schema`,
    postgres: sql<Definition>`
      select 'column ' || table_name || '.' || column_name as id, table_name::text as tbl,
          concat_ws(' ', data_type, is_nullable, column_default) as definition
        from information_schema.columns where table_schema = current_schema()
      union all select 'index ' || indexname, tablename::text, indexdef from pg_indexes
        where schemaname = current_schema()
      union all select 'trigger ' || t.tgname || ' ' || c.relname, c.relname::text, pg_get_triggerdef(t.oid)
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  });
  const { rows } = await sql<Definition>`select id, tbl, definition from (${definitions}) as definitions`.execute(db);
  return new Map(rows.map(({ id, tbl, definition }) => [id, { table: tbl, definition }]));
}

/** Throws when a vendor's module has changed a table without the prefix of its own since `before` was read. */
export async function checkOwnTables(db: Database, module: string, before: SchemaDefinitions): Promise<void> {
  const after = await readSchema(db);
  const prefix = tablePrefixOf(module);
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    const table = (now ?? old)?.table ?? '';
    if (old?.definition !== now?.definition && !table.startsWith(prefix)) {
      throw new Error(`it changes the table ${table}; the names of its tables begin with ${prefix}`);
    }
  }
}
