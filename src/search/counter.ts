import { sql } from 'kysely';
import type { Call, Database } from '../kernel/call.ts';
import type { DialectTypes } from '../kernel/module.ts';

/**
 * Keeps the number of rows of a table beside it, so that a list without filters knows its total without counting: counting
 * takes time with the table, and a page should not. In a migration, after the table is made; rows that are there count.
 * Triggers keep the number, so it is exact within every transaction; on SQLite, rows must not be written with
 * `insert or replace`, which removes rows without telling.
 */
export async function keepCount(db: Database, dialect: DialectTypes, table: string): Promise<void> {
  const counter = counterOf(table);
  await db.schema
    .createTable(counter)
    .addColumn('n', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into ${sql.table(counter)} (n) select count(*) from ${sql.table(table)}`.execute(db);
  await (dialect.kind === 'sqlite' ? countInSqlite(db, table) : countInPostgres(db, table));
}

/** The number of rows of a table that `keepCount` was called for. */
export async function keptCount(call: Call, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(n) as n from ${sql.table(counterOf(table))}`.execute(call.db);
  return rows[0]!.n;
}

function counterOf(table: string): string {
  return `${table}_count`;
}

async function countInSqlite(db: Database, table: string): Promise<void> {
  const counter = sql.table(counterOf(table));
  for (const [event, step] of [
    ['insert', '+ 1'],
    ['delete', '- 1'],
  ] as const) {
    const trigger = sql.ref(`${table}_count_${event}`);
    await sql`create trigger ${trigger} after ${sql.raw(event)} on ${sql.table(table)}
      begin update ${counter} set n = n ${sql.raw(step)}; end`.execute(db);
  }
}

/**
 * Each statement adds a row with what it changed, because writers that updated one row would wait for each other. Now and
 * then a writer sums up the rows that no other writer holds.
 */
async function countInPostgres(db: Database, table: string): Promise<void> {
  const counter = sql.table(counterOf(table));
  const count = sql.ref(`${table}_count_changes`);
  await sql`create or replace function ${count}() returns trigger language plpgsql as $count$
    declare change bigint;
    begin
      select count(*) into change from changed;
      if change = 0 then return null; end if;
      insert into ${counter} (n) values (case tg_op when 'DELETE' then -change else change end);
      if random() < 0.02 then
        with summed as (
          delete from ${counter} where ctid = any(array(select ctid from ${counter} for update skip locked)) returning n
        )
        insert into ${counter} (n) select sum(n) from summed having count(*) > 0;
      end if;
      return null;
    end $count$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`create trigger ${sql.ref(`${table}_count_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} table as changed for each statement execute function ${count}()`.execute(db);
  }
}
