import { sql } from 'kysely';
import type { Database, Tables } from '../kernel/call.ts';
import { elementAt } from '../kernel/lists.ts';
import { valueAt } from '../kernel/lookup.ts';
import { keysOf, recordOf } from '../kernel/own-fields.ts';
import { connectionOf, requireTransaction, rowsAs, type Connection } from './connection.ts';
import { prepared, type Params } from './prepared.ts';
import { sequenceOf } from './sequence-migration.ts';
import './tables.ts';

/*
 * Numbers that count up from 1, by name. SQLite stores them in rows of the table `sequence`. PostgreSQL uses its own sequences, because
 * counting a row locks it until the commit; there, a rolled back transaction leaves a gap. Only numbers without gaps are rows in both.
 */

/** The next number of the sequence `name`, from 1. No two transactions get the same one. */
export async function nextId(db: Database, name: string): Promise<number> {
  return elementAt(await nextIds(db, name, 1), 0);
}

/** The next `count` numbers of the sequence `name`: each greater than the one before. */
export async function nextIds(db: Database, name: string, count: number): Promise<number[]> {
  if (count <= 0) return [];
  return valueAt(await numbersOf(db, { [name]: count }), name);
}

/**
 * The next numbers of several sequences, in one statement: for each as many as `counts` says. With them comes an unused id for a new
 * row of a table, which `insertWithId` takes; undefined on SQLite, where an insert returns its own at once.
 */
export async function nextIdsWithRow<N extends string>(
  db: Database,
  table: keyof Tables & string,
  counts: Readonly<Record<N, number>>,
): Promise<{ rowId: number | undefined; ids: Record<N, number[]> }> {
  const names = keysOf(counts);
  const positive = Object.fromEntries(names.flatMap((name) => (counts[name] > 0 ? [[name, counts[name]]] : [])));
  const row = requireTransaction(db).kind === 'postgres' ? { [rowName(table)]: 1 } : {};
  const drawn = await numbersOf(db, { ...positive, ...row });
  return { rowId: drawn.get(rowName(table))?.[0], ids: recordOf(names, (name) => drawn.get(name) ?? []) };
}

/** The name under which ids of a table's rows are drawn beside those of sequences. */
const rowName = (table: string): string => `row ${table}`;

/**
 * The next number of the sequence `name`, without gaps: a rolled back transaction returns it. So a caller waits for the end of the
 * transaction with the number before. All numbers of a name come from this function, or none.
 */
export async function nextGaplessNumber(db: Database, name: string): Promise<number> {
  const counted = await countRows(db, { [name]: 1 });
  return elementAt(valueAt(counted, name), 0);
}

type Counts = Readonly<Record<string, number>>;
type Numbers = ReadonlyMap<string, number[]>;

/** The next numbers of sequences; each count is positive. */
async function numbersOf(db: Database, counts: Counts): Promise<Numbers> {
  const connection = connectionOf(db);
  if (!connection?.transaction) throw new Error('Numbers outside a transaction: use call.transaction');
  return await (connection.kind === 'postgres' ? drawNumbers(connection, counts) : countRows(db, counts));
}

function counted(db: Database, rows: readonly { readonly name: string; readonly value: number }[]) {
  return db
    .insertInto('sequence')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`sequence.value + excluded.value` }),
    )
    .returning(['name', 'value']);
}

type CountOfRows = (
  db: Database,
  counts: Readonly<Record<string, string | number>>,
) => Promise<{ name: string; value: number }[]>;

/** Statements that count so many rows up. */
const countStatements: CountOfRows[] = [];

function countStatement(rows: number): CountOfRows {
  return (countStatements[rows] ??= prepared((db, p: Params<Record<string, string | number>>) =>
    counted(
      db,
      Array.from({ length: rows }, (_, i) => ({ name: p[`name${i}`] as string, value: p[`count${i}`] as number })),
    ),
  ));
}

/** Counts rows up, in one statement. */
async function countRows(db: Database, counts: Counts): Promise<Numbers> {
  const entries = Object.entries(counts);
  const parameters = Object.fromEntries(
    entries.flatMap(([name, count], i) => [
      [`name${i}`, name],
      [`count${i}`, count],
    ]),
  );
  const rows = entries.length === 0 ? [] : await countStatement(entries.length)(db, parameters);
  const countOf = new Map(entries);
  return new Map(
    rows.map(({ name, value }) => {
      const count = valueAt(countOf, name);
      return [name, Array.from({ length: count }, (_, i) => value - count + 1 + i)];
    }),
  );
}

/** Of a list of names (`rowName` for a table), as often each as numbers are wanted: PostgreSQL would take `generate_series` for long, and compile the query. */
const draw = `select name, nextval(case when name like 'row %' then pg_get_serial_sequence(substr(name, 5), 'id')::regclass
  else ${sequenceOf('name')}::regclass end) as number from unnest($1::text[]) name`;
const begin = 'select sequence_begin(name) from unnest($1::text[]) name';

/** Draws from PostgreSQL's sequences. One that is not there yet is made, once; then there are three statements instead of one. */
async function drawNumbers(connection: Connection, counts: Counts): Promise<Numbers> {
  const drawn = new Map(Object.keys(counts).map((name): [string, number[]] => [name, []]));
  const missing = await drawInto(drawn, connection, counts);
  if (missing.length > 0) {
    // Sorted, so that transactions that need the same sequences wait for each other, and do not deadlock.
    await connection.query(begin, [missing.sort()]);
    await drawInto(
      drawn,
      connection,
      Object.fromEntries(Object.entries(counts).filter(([name]) => missing.includes(name))),
    );
  }
  return drawn;
}

/** Adds the drawn numbers; returns the names without a sequence. */
async function drawInto(
  drawn: ReadonlyMap<string, number[]>,
  connection: Connection,
  counts: Counts,
): Promise<string[]> {
  const names = Object.entries(counts).flatMap(([name, count]) => Array<string>(count).fill(name));
  const rows = rowsAs<{ name: string; number: number | null }>(await connection.query(draw, [names], true));
  const missing = new Set<string>();
  for (const { name, number } of rows) {
    if (number === null) missing.add(name);
    else valueAt(drawn, name).push(number);
  }
  return [...missing];
}

/** Raises the sequence `name`, so that its next number is above `least`; a higher one stays. Within a transaction. */
export async function raiseSequence(db: Database, name: string, least: number): Promise<void> {
  const connection = connectionOf(db);
  if (!connection?.transaction) throw new Error('Numbers outside a transaction: use call.transaction');
  await db
    .insertInto('sequence')
    .values({ name, value: least })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: sql<number>`excluded.value` })
        .where(sql<boolean>`sequence.value < excluded.value`),
    )
    .execute();
  if (connection.kind === 'sqlite') return;
  const ids = sql.raw(sequenceOf(`'${name.replaceAll("'", "''")}'`));
  await sql`select setval(${ids}, ${least}) where ${ids} is not null
    and coalesce(pg_sequence_last_value(${ids}), 0) < ${least}`.execute(db);
}
