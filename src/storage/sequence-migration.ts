import { sql } from 'kysely';
import type { Migration } from '../kernel/module.ts';

/**
 * The sequence of PostgreSQL for a name, as an SQL expression: its id, null while there is none. It is a query, which sees all that
 * was committed before its statement: `to_regclass` may remember that there was none.
 */
export function sequenceOf(name: string): string {
  return `(select oid from pg_class
    where relname = cast('sequence_' || ${name} as name) and relnamespace = current_schema()::regnamespace)`;
}

/**
 * Replaces rows of the table `sequence` by PostgreSQL sequences, each when its first number is drawn. Until then the row counts, as
 * it always does for numbers without gaps.
 *
 * `sequence_begin(name)` creates the sequence, which continues after the row's value. It locks the row, which it creates if missing,
 * until the commit: so concurrent processes create the sequence once, and transactions that count the row wait.
 *
 * A trigger returns correct numbers to processes of the version before, which still count such rows during an upgrade. They use the
 * last `n` numbers up to the row's value, so these have to be drawn as a contiguous range. An insert needs no trigger: a sequence has
 * a row, so that an insert ends as an update.
 */
export const sequenceMigration: Migration = {
  name: '005-sequences',
  async up(db, { kind }) {
    if (kind === 'sqlite') return;
    await sql`create or replace function sequence_begin(wanted text) returns void language plpgsql as $begin$
      declare
        last bigint;
      begin
        insert into sequence as counted (name, value) values (wanted, 0)
          on conflict (name) do update set value = counted.value returning counted.value into last;
        if ${sql.raw(sequenceOf('wanted'))} is null then
          execute format('create sequence %I start with %s owned by sequence.value', 'sequence_' || wanted, last + 1);
        end if;
      end $begin$`.execute(db);
    await sql`create or replace function sequence_count() returns trigger language plpgsql as $count$
      declare
        numbers regclass := ${sql.raw(sequenceOf('new.name'))};
        wanted bigint := new.value - old.value;
        drawn bigint := nextval(numbers);
        following bigint := 1;
        previous bigint;
      begin
        if numbers is null then
          return new;
        end if;
        while following < wanted loop
          previous := drawn;
          drawn := nextval(numbers);
          following := case when drawn = previous + 1 then following + 1 else 1 end;
        end loop;
        new.value := drawn;
        return new;
      end $count$`.execute(db);
    await sql`create trigger sequence_count before update on sequence for each row
      when (new.value > old.value) execute function sequence_count()`.execute(db);
  },
};
