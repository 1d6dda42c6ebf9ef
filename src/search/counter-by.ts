import { sql } from 'kysely';
import type { Call, Database } from '../kernel/call.ts';
import type { DialectTypes } from '../kernel/module.ts';
import { inTexts } from '../storage/sql.ts';
import type { Condition } from './criteria.ts';
import { readText } from './values.ts';

/**
 * Keeps the number of rows of a table by a text column that has few values (states, statuses), as `keepCount` keeps their
 * number: a list that is narrowed by that column alone knows its total without counting a great part of the table. In a
 * migration, after the table is made; rows that are there count. The column must not be null.
 */
export async function keepCountBy(db: Database, dialect: DialectTypes, table: string, column: string): Promise<void> {
  const counter = counterOf(table, column);
  await db.schema
    .createTable(counter)
    .addColumn('value', 'text', (one) => (dialect.kind === 'sqlite' ? one.notNull().primaryKey() : one.notNull()))
    .addColumn('n', 'integer', (one) => one.notNull())
    .execute();
  await sql`insert into ${sql.table(counter)} (value, n)
    select ${sql.ref(column)}, count(*) from ${sql.table(table)} group by ${sql.ref(column)}`.execute(db);
  await (dialect.kind === 'sqlite' ? countInSqlite(db, table, column) : countInPostgres(db, table, column));
}

/** The number of rows of a table that `keepCountBy` was called for; with `values`, of those whose column has one of them. */
export async function keptCountBy(
  call: Call,
  table: string,
  column: string,
  values?: readonly string[],
): Promise<number> {
  const counter = sql.table(counterOf(table, column));
  const narrowed = values ? sql`where ${inTexts('value', values)}` : sql``;
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0) as n from ${counter} ${narrowed}`.execute(
    call.db,
  );
  return rows[0]!.n;
}

/** The values that a list is narrowed to by one condition on `column` and nothing else; undefined for all other lists. */
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

function counterOf(table: string, column: string): string {
  return `${table}_by_${column}`;
}

async function countInSqlite(db: Database, table: string, column: string): Promise<void> {
  const counter = sql.table(counterOf(table, column));
  const plus = sql`insert into ${counter} (value, n) values (new.${sql.ref(column)}, 1)
    on conflict (value) do update set n = n + 1;`;
  const minus = sql`update ${counter} set n = n - 1 where value = old.${sql.ref(column)};`;
  for (const [event, steps] of [
    ['insert', plus],
    ['delete', minus],
    ['update', sql`${minus} ${plus}`],
  ] as const) {
    const moves = event === 'update' ? sql`update of ${sql.ref(column)}` : sql.raw(event);
    const changed = sql`when new.${sql.ref(column)} <> old.${sql.ref(column)}`;
    await sql`create trigger ${sql.ref(`${table}_by_${column}_${event}`)} after ${moves} on ${sql.table(table)}
      for each row ${event === 'update' ? changed : sql``} begin ${steps} end`.execute(db);
  }
}

/**
 * As `keepCount` does, each change adds rows, and now and then a statement that adds or removes rows sums up the rows that no
 * other writer holds. A change of the column is counted by the row, so that all other changes cost nothing.
 */
async function countInPostgres(db: Database, table: string, column: string): Promise<void> {
  const counter = sql.table(counterOf(table, column));
  const [rows, moves] = [sql.ref(`${table}_by_${column}_rows`), sql.ref(`${table}_by_${column}_moves`)];
  const value = sql.ref(column);
  await sql`create or replace function ${rows}() returns trigger language plpgsql as $count$
    begin
      insert into ${counter} (value, n)
        select ${value}, case tg_op when 'DELETE' then -count(*) else count(*) end from changed group by ${value};
      if random() < 0.02 then
        with summed as (
          delete from ${counter} where ctid = any(array(select ctid from ${counter} for update skip locked))
            returning value, n
        )
        insert into ${counter} (value, n) select value, sum(n) from summed group by value having sum(n) <> 0;
      end if;
      return null;
    end $count$`.execute(db);
  await sql`create or replace function ${moves}() returns trigger language plpgsql as $count$
    begin
      insert into ${counter} (value, n) values (old.${value}, -1), (new.${value}, 1);
      return null;
    end $count$`.execute(db);
  for (const [event, transition] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`create trigger ${sql.ref(`${table}_by_${column}_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(transition)} table as changed for each statement execute function ${rows}()`.execute(db);
  }
  await sql`create trigger ${sql.ref(`${table}_by_${column}_update`)} after update of ${value} on ${sql.table(table)}
    for each row when (old.${value} is distinct from new.${value}) execute function ${moves}()`.execute(db);
}
