import { sql, type RawBuilder } from 'kysely';
import type { Call, Database } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { DialectTypes } from '../../kernel/module.ts';
import { inTexts } from '../sql.ts';
import type { Condition } from './criteria.ts';
import { readText } from './values.ts';

/**
 * Stores the number of rows of a table beside it, so that a list without filters has its total without counting, whose time
 * grows with the table. With a column (a text with few values, never null: states, statuses), also the number for each value,
 * for lists filtered by that column alone.
 *
 * Called in a migration, after the creation of the table; existing rows are counted. Triggers update the numbers, so they are
 * exact within every transaction. On SQLite, rows must not be written with `insert or replace`, which deletes rows without
 * firing triggers.
 */
export async function createCounter(
  db: Database,
  dialect: DialectTypes,
  table: string,
  column?: string,
): Promise<void> {
  const counter = counterOf(table, column);
  const isSqlite = dialect.kind === 'sqlite';
  const creation = db.schema.createTable(counter.name);
  const byValue = column
    ? creation.addColumn('value', 'text', (one) => (isSqlite ? one.notNull().primaryKey() : one.notNull()))
    : creation;
  await byValue.addColumn('n', 'integer', (one) => one.notNull()).execute();
  await sql`insert into ${counter.into} select ${counter.values('count(*)')} from ${sql.table(table)} ${counter.grouped}`.execute(
    db,
  );
  await (isSqlite ? countInSqlite(db, counter) : countInPostgres(db, counter));
}

/**
 * The number of rows of a table with a counter (`createCounter`), from the counter of `column` if given; with `values`, of the rows
 * with one of these values.
 */
export async function storedCount(
  call: Call,
  table: string,
  column?: string,
  values?: readonly string[],
): Promise<number> {
  const counter = sql.table(counterOf(table, column).name);
  const narrowed = values ? sql`where ${inTexts('value', values)}` : sql``;
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0) as n from ${counter} ${narrowed}`.execute(
    call.db,
  );
  return elementAt(rows, 0).n;
}

/** The values of a list that is filtered by one condition on `column` alone; undefined for all other lists. */
export function valuesAskedFor(
  groups: readonly (readonly Condition[])[],
  column: string,
): readonly string[] | undefined {
  const conditions = groups.flat();
  const [only] = conditions;
  if (conditions.length !== 1 || only?.field !== column) return undefined;
  if (only.type === 'eq') return [readText(only.value)];
  return only.type === 'in' ? only.value.split(',').map(readText) : undefined;
}

type Sql = RawBuilder<unknown>;

/** A counter, with the parts of its statements. */
interface Counter {
  readonly name: string;
  readonly table: string;
  /** The column whose values are counted separately; undefined: none. */
  readonly column: Sql | undefined;
  /** Table and columns of an insert. */
  readonly into: Sql;
  /** The inserted values: the column's value, of `row` if given, and a number. */
  values(number: string, row?: 'old' | 'new'): Sql;
  /** Groups rows of the table by value. */
  readonly grouped: Sql;
}

function counterOf(table: string, column: string | undefined): Counter {
  const name = column === undefined ? `${table}_count` : `${table}_by_${column}`;
  const into = sql.table(name);
  if (column === undefined) {
    return { name, table, column, into: sql`${into} (n)`, values: (number) => sql.raw(number), grouped: sql`` };
  }
  return {
    name,
    table,
    column: sql.ref(column),
    into: sql`${into} (value, n)`,
    values: (number, row) => sql`${row ? sql`${sql.raw(row)}.` : sql``}${sql.ref(column)}, ${sql.raw(number)}`,
    grouped: sql`group by ${sql.ref(column)}`,
  };
}

/** Row triggers, each of which changes one number. */
async function countInSqlite(db: Database, { name, table, column, into, values }: Counter): Promise<void> {
  const counter = sql.table(name);
  const plus = column
    ? sql`insert into ${into} values (${values('1', 'new')}) on conflict (value) do update set n = n + 1;`
    : sql`update ${counter} set n = n + 1;`;
  const minus = sql`update ${counter} set n = n - 1 ${column ? sql`where value = old.${column}` : sql``};`;
  const on = (event: string, moment: Sql, steps: Sql): Promise<unknown> =>
    sql`create trigger ${sql.ref(`${name}_${event}`)} after ${moment} begin ${steps} end`.execute(db);
  await on('insert', sql`insert on ${sql.table(table)}`, plus);
  await on('delete', sql`delete on ${sql.table(table)}`, minus);
  if (!column) return;
  const moved = sql`update of ${column} on ${sql.table(table)} for each row when new.${column} <> old.${column}`;
  await on('update', moved, sql`${minus} ${plus}`);
}

/**
 * Each statement inserts rows with its changes, because writers that updated one row would wait for each other. Occasionally a
 * writer sums up the rows that no other writer has locked. A change of the column is counted per row, so that all other changes
 * cost nothing.
 */
async function countInPostgres(db: Database, { name, table, column, into, values, grouped }: Counter): Promise<void> {
  const counter = sql.table(name);
  const [changes, moves] = [sql.ref(`${name}_${column ? 'rows' : 'changes'}`), sql.ref(`${name}_moves`)];
  const summed = column ? sql`value, n` : sql`n`;
  const again = column ? sql`select value, sum(n) from summed group by value` : sql`select sum(n) from summed`;
  await sql`create or replace function ${changes}() returns trigger language plpgsql as $count$
    begin
      insert into ${into} select ${values(`case tg_op when 'DELETE' then -count(*) else count(*) end`)}
        from changed ${grouped} having count(*) > 0;
      if random() < 0.02 then
        with summed as (
          delete from ${counter} where ctid = any(array(select ctid from ${counter} for update skip locked))
            returning ${summed}
        )
        insert into ${into} ${again} having sum(n) <> 0;
      end if;
      return null;
    end $count$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`create trigger ${sql.ref(`${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} table as changed for each statement execute function ${changes}()`.execute(db);
  }
  if (!column) return;
  await sql`create or replace function ${moves}() returns trigger language plpgsql as $count$
    begin
      insert into ${into} values (${values('-1', 'old')}), (${values('1', 'new')});
      return null;
    end $count$`.execute(db);
  await sql`create trigger ${sql.ref(`${name}_update`)} after update of ${column} on ${sql.table(table)}
    for each row when (old.${column} is distinct from new.${column}) execute function ${moves}()`.execute(db);
}
