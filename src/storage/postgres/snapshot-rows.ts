import type { PoolClient } from 'pg';
import { quoted } from './quoted.ts';

/** Tables of the current schema, without partitions, whose rows their table has. */
export const tablesOf = `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
  and relkind in ('r', 'p') and not relispartition order by 1`;

/** A table with rows in a snapshot. */
interface StoredTable {
  readonly name: string;
  /** Its columns apart from generated ones, as a list in SQL. */
  readonly columns: string;
}

/** A foreign key to another table. */
interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly referenced: string;
  readonly deferrable: boolean;
}

/** Copies the tables that have rows into the schema of a snapshot. */
export async function copyRows(client: PoolClient, schema: string): Promise<void> {
  await client.query(`do $$ declare t text; has_rows boolean; begin
    for t in ${tablesOf} loop
      execute format('select exists (select from %I)', t) into has_rows;
      if has_rows then execute format('create table ${literal(quoted(schema))}.%I as table %I', t, t); end if;
    end loop; end $$`);
}

/** Replaces the rows of all tables, which the transaction has locked, by those of a snapshot. No trigger fires. */
export async function replaceRows(client: PoolClient, schema: string): Promise<void> {
  const tables = await storedTables(client, schema);
  const keys = await foreignKeysOf(client);
  const ordered = inOrderOfReferences(tables, keys);
  const places = new Map(ordered.map(({ name }, place) => [name, place]));
  // Only tables that reference each other in a circle have keys to later tables.
  const later = keys.filter(({ table, referenced }) => (places.get(table) ?? -1) < (places.get(referenced) ?? -1));
  const circular = later.filter(({ deferrable }) => !deferrable);
  const triggers = await triggersOf(client);
  const eachKey = (mode: string): string[] =>
    circular.map(({ table, name }) => `alter table ${quoted(table)} alter constraint ${quoted(name)} ${mode}`);
  const eachTrigger = (verb: string): string[] =>
    triggers.map(({ table, name }) => `alter table ${quoted(table)} ${verb} trigger ${quoted(name)}`);
  await client.query([...eachTrigger('disable'), ...eachKey('deferrable'), truncation].join(';\n'));
  await client.query(
    [
      'set constraints all deferred',
      ...ordered.map(
        ({ name, columns }) => `insert into ${quoted(name)} (${columns}) overriding system value
          select ${columns} from ${quoted(schema)}.${quoted(name)}`,
      ),
      'set constraints all immediate',
      ...eachKey('not deferrable'),
      ...eachTrigger('enable'),
    ].join(';\n'),
  );
}

/** Empties the tables that have rows. */
const truncation = `do $$ declare t text; has_rows boolean; filled text[] := '{}'; begin
    for t in ${tablesOf} loop
      execute format('select exists (select from %I)', t) into has_rows;
      if has_rows then filled := filled || format('%I', t); end if;
    end loop;
    if cardinality(filled) > 0 then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  end $$`;

/** Text within the format string of a DO block. */
function literal(text: string): string {
  return text.replaceAll("'", "''").replaceAll('%', '%%');
}

async function storedTables(client: PoolClient, schema: string): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select t.name::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from (${tablesOf}) t join pg_tables s on s.schemaname = $1 and s.tablename = t.name
        join pg_attribute a on a.attrelid = format('%I.%I', current_schema(), t.name)::regclass
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1 order by 1`,
    [schema],
  );
  return rows;
}

async function foreignKeysOf(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conname::text as name, o.relname::text as "table", r.relname::text as referenced,
        c.condeferrable as deferrable
      from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conparentid = 0 and o.oid <> r.oid
      order by 2, 1`,
  );
  return rows;
}

/** The triggers that fire, apart from those of constraints and of partitions, which follow their table's. */
async function triggersOf(client: PoolClient): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname::text as "table", t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0
        and c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by 1, 2`,
  );
  return rows;
}

/** The tables, each after the ones that it references; in a circle of references, the first by name is the last. */
function inOrderOfReferences(tables: readonly StoredTable[], keys: readonly ForeignKey[]): StoredTable[] {
  const referencesOf = Map.groupBy(keys, ({ table }) => table);
  const stored = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<StoredTable>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const { referenced } of referencesOf.get(name) ?? []) visit(referenced);
    const table = stored.get(name);
    if (table) ordered.add(table);
  };
  for (const { name } of tables) visit(name);
  return [...ordered];
}
