import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Tables } from '../kernel/call.ts';
import { slicesOf } from '../kernel/turns.ts';
import { requireTransaction, rowsAs, type Connection, type StatementResult, type TableFacts } from './connection.ts';
import { runInsert } from './concurrent-work.ts';
import { jsonParameter } from './parameters.ts';
import { RecentMap } from './recent-map.ts';
import { inIds } from './sql.ts';

type Table = keyof Tables & string;
type Column<T extends Table> = keyof Tables[T] & string;

/** The action of `insertRows` on a row with an existing key; without it, the insert fails. */
interface OnConflict<T extends Table> {
  /** Columns of the key; none: any conflict. */
  readonly key: readonly Column<T>[];
  /** Columns that are set to the new row's values; none: the existing row stays as it is. */
  readonly update: readonly Column<T>[];
  /** Columns of decimals to which the new row's values are added, exactly to four decimals. */
  readonly add?: readonly Column<T>[];
}

/** Options of inserts. */
interface InsertOptions<T extends Table, C extends Column<T> = never> {
  readonly onConflict?: OnConflict<T>;
  /** Columns of the written rows that are returned. */
  readonly returning?: readonly C[];
  /** Rows that nothing depends on may be sent `withNext`, as `Connection.query` says. */
  readonly withNext?: boolean | undefined;
  /**
   * SQLite gets each row by a statement of its own. For rows with long texts, which are then not read from JSON, in tables without
   * triggers, which cost more for each statement.
   */
  readonly oneByOne?: boolean | undefined;
}

/**
 * Inserts any number of rows in one statement. The first row names the columns of all; other columns get their defaults. Gives
 * the columns of `returning` of the written rows; without conflicts, in the order of `rows`.
 */
export async function insertRows<T extends Table, C extends Column<T> = never>(
  db: Database,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
  options: InsertOptions<T, C> = {},
): Promise<Pick<Selectable<Tables[T]>, C & keyof Selectable<Tables[T]>>[]> {
  const [first] = rows;
  if (!first) return [];
  const connection = requireTransaction(db);
  const columns = Object.keys(first);
  const isAlone = !connection.transaction?.group;
  const values = valuesOf(columns, rows);
  if (connection.kind === 'sqlite' && isAlone && (options.oneByOne || rows.length <= boundRows)) {
    const size = options.oneByOne ? 1 : rows.length;
    const text = insertText(table, columns, options, `values ${size}`, () => {
      const places = `(${columns.map(() => '?').join(', ')})`;
      return `values ${Array.from({ length: size }, () => places).join(', ')}`;
    });
    return rowsAs(await runForEach(connection, text, size === 1 ? values : [values.flat()]));
  }
  const facts = await factsOf(connection, table);
  // Without the `where`, SQLite would read `on conflict` as the `on` of a join.
  const source = (): string => `${rowSource(connection, table, columns, facts)} where true`;
  const text = insertText(table, columns, options, connection.kind, source);
  const list = listOf(connection, columns, values);
  const returns = (options.returning ?? []).length > 0;
  const result = await runInsert(connection, text, list, returns, !returns && options.withNext);
  if (facts?.identity && columns.includes(facts.identity)) await alignTableIds(db, table, facts.identity);
  return rowsAs(result);
}

/** Texts of inserts, by their inputs: building one takes longer than running it. */
const texts = new RecentMap<string>(2000);

/** The text of an insert; `form` tells sources of the same columns apart. */
function insertText<T extends Table>(
  table: T,
  columns: readonly string[],
  { onConflict, returning = [] }: { onConflict?: OnConflict<T>; returning?: readonly string[] },
  form: string,
  source: () => string,
): string {
  const conflict = onConflict && [onConflict.key, onConflict.update, onConflict.add ?? ''].join(';');
  const shape = `${table};${columns.join()};${returning.join()};${form};${conflict}`;
  let text = texts.get(shape);
  if (text === undefined) {
    const clauses = [
      ...(onConflict ? [conflictClause(table, onConflict)] : []),
      ...(returning.length > 0 ? [`returning ${returning.map(name).join(', ')}`] : []),
    ].join(' ');
    text = `insert into ${name(table)} (${columns.map(name).join(', ')}) ${source()} ${clauses}`;
    texts.set(shape, text);
  }
  return text;
}

/** Runs a statement with each list of parameters; it is prepared once. */
async function runForEach(
  connection: Connection,
  text: string,
  parameters: readonly ParameterRow[],
): Promise<StatementResult> {
  const rows: unknown[] = [];
  let written = 0;
  for (const values of parameters) {
    const result = await connection.query(text, values, true);
    for (const row of result.rows) rows.push(row);
    written += result.written;
  }
  return { rows, written };
}

/** Rows in one statement of a very long list: some milliseconds of work. */
const sliceRows = 500;

/**
 * Inserts a row for each element of a list that may be very long, some hundred rows a statement; other work gets its turn in
 * between. It is still one transaction. The last of them may be sent `withNext`.
 */
export async function insertManyRows<T extends Table, E>(
  db: Database,
  table: T,
  elements: readonly E[],
  rowOf: (element: E, index: number) => Insertable<Tables[T]>,
  options: Pick<InsertOptions<T>, 'withNext' | 'oneByOne'> = {},
): Promise<void> {
  if (elements.length <= sliceRows) {
    await insertRows(db, table, elements.map(rowOf), options);
    return;
  }
  let index = 0;
  for await (const slice of slicesOf(elements, sliceRows)) {
    const rows = slice.map((element) => rowOf(element, index++));
    await insertRows(db, table, rows, { ...options, withNext: options.withNext && index === elements.length });
  }
}

/**
 * Rows up to which SQLite binds value by value, which is faster than reading them from JSON. More rows, and all rows on
 * PostgreSQL, are passed as one parameter, so that the text of the statement does not depend on their number.
 */
const boundRows = 16;

/** The values of each row in the order of the columns, which the first row names. */
function valuesOf(columns: readonly string[], rows: readonly object[]): ParameterRow[] {
  return rows.map((row) => {
    const fields = row as Readonly<Record<string, unknown>>;
    requireColumns(columns, Object.keys(row));
    return columns.map((column) => jsonParameter(fields[column]));
  });
}

type ParameterRow = readonly (string | number | null)[];

/** Rows in the form in which `rowSource` reads them: lists of values on SQLite, objects on PostgreSQL. */
function listOf(
  { kind }: Connection,
  columns: readonly string[],
  rows: readonly ParameterRow[],
): readonly (ParameterRow | Readonly<Record<string, unknown>>)[] {
  if (kind === 'sqlite') return rows;
  return rows.map((values) => Object.fromEntries(columns.map((column, i) => [column, values[i]])));
}

/**
 * Updates any number of rows in one statement: each of `rows` has the columns of `key`, and the new values of the others, which
 * the first row names. Gives the number of rows that existed. `lasting`: values that stay where a row has them at the moment of
 * the update. SQLite gets wide rows one by one.
 */
export async function updateRows<T extends Table>(
  db: Database,
  table: T,
  key: readonly Column<T>[],
  rows: readonly Partial<Insertable<Tables[T]>>[],
  lasting?: Readonly<Partial<Record<Column<T>, string>>>,
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const connection = requireTransaction(db);
  const columns = Object.keys(first);
  const keys: readonly string[] = key;
  const set = columns.filter((column) => !keys.includes(column));
  const setTo = (column: string, value: string): string =>
    `${name(column)} = ${unlessItLasts(`${name(table)}.${name(column)}`, (lasting as Lasting | undefined)?.[column], value)}`;
  if (connection.kind === 'sqlite' && set.length >= wideRow) {
    const text = set.map((column) => setTo(column, '?')).join(', ');
    const where = key.map((column) => `${name(column)} = ?`).join(' and ');
    const each = `update ${name(table)} set ${text} where ${where}`;
    return (await runForEach(connection, each, valuesOf([...set, ...key], rows))).written;
  }
  const source = rowSource(connection, table, columns, await factsOf(connection, table));
  const result = await connection.query(
    `update ${name(table)} set ${set.map((column) => setTo(column, `source.${name(column)}`)).join(', ')}` +
      ` from (${source}) as source` +
      ` where ${key.map((column) => `${name(table)}.${name(column)} = source.${name(column)}`).join(' and ')}`,
    [JSON.stringify(listOf(connection, columns, valuesOf(columns, rows)))],
    true,
  );
  return result.written;
}

/**
 * Columns from which a row is updated by a statement of its own on SQLite: it copies the rows of a list before it writes the first,
 * and finds each value in its JSON, which then costs more than the further statements.
 */
const wideRow = 8;

/** Values of columns that stay where a row has them. */
type Lasting = Readonly<Record<string, string | undefined>>;

/** The value that a column gets: the one it has, if that is to last; otherwise the one that is sent. */
function unlessItLasts(own: string, lasting: string | undefined, value: string): string {
  if (lasting === undefined) return value;
  return `case when ${own} = '${lasting.replaceAll("'", "''")}' then ${own} else ${value} end`;
}

function conflictClause<T extends Table>(table: T, { key, update, add = [] }: OnConflict<T>): string {
  const sums = add.map((column) => `${name(column)} = ${sum(`${name(table)}.${name(column)}`, name(column))}`);
  const changes = [...update.map((column) => `${name(column)} = excluded.${name(column)}`), ...sums];
  const action = changes.length === 0 ? 'nothing' : `update set ${changes.join(', ')}`;
  return `on conflict ${key.length > 0 ? `(${key.map(name).join(', ')}) ` : ''}do ${action}`;
}

/** The sum of a column and the new row's value; sums of doubles would not stay exact decimals. */
function sum(own: string, column: string): string {
  return `cast(round(cast(${own} + excluded.${column} as numeric), 4) as double precision)`;
}

function requireColumns(columns: readonly string[], fields: readonly string[]): void {
  if (fields.length === columns.length && fields.every((field, i) => field === columns[i] || columns.includes(field)))
    return;
  throw new Error(`A row has the columns ${fields.join(', ')} and the first one ${columns.join(', ')}`);
}

/** A select of `columns` from the JSON list of rows in the first parameter, each with its column's type. */
function rowSource(
  connection: Connection,
  table: string,
  columns: readonly string[],
  facts: TableFacts | undefined,
): string {
  if (connection.kind === 'sqlite') {
    // A value is found by its place: names would be written and read again with each row.
    const values = columns.map((column, i) => `json_extract(value, '$[${i}]') as ${name(column)}`);
    return `select ${values.join(', ')} from json_each(?)`;
  }
  // In the list a document is a text. Without this it would be stored as a JSON string of that text.
  const values = columns.map((column) =>
    facts?.documents.has(column) ? `(r.${name(column)} #>> '{}')::jsonb as ${name(column)}` : `r.${name(column)}`,
  );
  return `select ${values.join(', ')} from json_populate_recordset(null::${name(table)}, $1::json) r`;
}

/** Sets a table's automatic ids behind the highest existing one (PostgreSQL). */
export async function alignTableIds(db: Database, table: string, column: string): Promise<void> {
  const aligning = sql`select setval(ids, highest)
    from (select pg_get_serial_sequence(${name(table)}, ${column})::regclass as ids, max(${sql.ref(column)}) as highest
      from ${sql.table(table)}) t
    where highest > coalesce(pg_sequence_last_value(ids), 0)`.compile(db);
  const connection = requireTransaction(db);
  await connection.query(aligning.sql, aligning.parameters, true, !connection.transaction?.group);
}

/** Makes automatic ids of a table, in the column `id`, continue after an explicit one. SQLite does so by itself. */
export async function advanceIds(db: Database, table: Table, id: number): Promise<void> {
  if (requireTransaction(db).kind === 'sqlite') return;
  await sql`select setval(s.name, greatest(${id}::bigint, nextval(s.name)))
    from (select pg_get_serial_sequence(${name(table)}, 'id') as name) s`.execute(db);
}

/** As `freeIds`, for one row. */
export async function freeId<T extends Table>(
  db: Database,
  table: T,
  column: Column<T>,
  wantedId: number | null | undefined,
): Promise<number | undefined> {
  return (await freeIds(db, table, column, [wantedId]))?.[0];
}

/**
 * The ids that new rows of a table are to have: those that are wanted, or undefined (the next automatic ones) where one is missing,
 * stands twice, or is that of a row. For `insertRows` and `insertDocument`, after which automatic ids continue behind them.
 */
export async function freeIds<T extends Table>(
  db: Database,
  table: T,
  column: Column<T>,
  wantedIds: readonly (number | null | undefined)[],
): Promise<number[] | undefined> {
  const ids = wantedIds.flatMap((id) => (Number.isSafeInteger(id) && id ? [id] : []));
  if (ids.length < wantedIds.length || new Set(ids).size < ids.length) return undefined;
  if (ids.length === 0) return [];
  const taken = await sql`select 1 from ${sql.table(table)} where ${inIds(column, ids)} limit 1`.execute(db);
  return taken.rows.length > 0 ? undefined : ids;
}

/** PostgreSQL's description of a table, read once. SQLite needs none: it accepts every value as it is. */
async function factsOf(connection: Connection, table: string): Promise<TableFacts | undefined> {
  if (connection.kind === 'sqlite') return undefined;
  const known = connection.facts.get(table);
  if (known) return known;
  const result = await connection.query(
    `select attname as name, attidentity <> '' as identity, atttypid = 'jsonb'::regtype as document
      from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [name(table)],
  );
  const columns = rowsAs<{ name: string; identity: number; document: number }>(result);
  const facts: TableFacts = {
    documents: new Set(columns.filter((column) => column.document).map((column) => column.name)),
    identity: columns.find((column) => column.identity)?.name,
  };
  connection.facts.set(table, facts);
  return facts;
}

/** A quoted name. Names are only those of our own tables and columns. */
function name(identifier: string): string {
  if (!/^\w+$/.test(identifier)) throw new Error(`${identifier} is no name of a table or column`);
  return `"${identifier}"`;
}
