import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Call, Database, Tables } from '../kernel/call.ts';
import { elementAt } from '../kernel/lists.ts';
import { dialectOf } from './connection.ts';
import { isMissingTable } from './errors.ts';
import { setting, numberFrom } from '../kernel/settings.ts';

/**
 * A table of rows that are written in chronological order and have a lifetime. On PostgreSQL it is partitioned by ranges of
 * generated ids, so that expired rows are dropped with their partition instead of one by one. The ranges are of ids instead of
 * times, because ids are the immutable primary key, and a look-up by id touches one partition.
 */
export interface PartitionedTable {
  readonly table: keyof Tables & string;
  /** The primary key: numbers that the database gives. */
  readonly key: string;
  /** Ids in a partition, unless `partitionRows` names another number. */
  readonly rows: number;
}

export const partitionRows = setting<number | undefined>(
  'souk/operations/partition_rows',
  numberFrom(1, 'rows'),
  undefined,
  'Size of new partitions on PostgreSQL; unless set, each table has a size of its own',
);

/** Whole partitions that are empty before the one that is written to. */
const AHEAD = 2;
/** Lock of the one process that makes or drops partitions. */
const lock = 5_086_013;
/** How long others may have to wait behind a change of the table that itself waits, in milliseconds; it is tried again later. */
const LOCK_WAIT = 1000;
/** How much longer than its lifetime a row may stay, if it then goes with its partition. */
const OVERTIME = 0.1;
const DAY = 86_400_000;

/** A range of ids: the first one (of the first partition: null), and the one behind the last. */
interface Range {
  readonly from: number | null;
  readonly to: number;
}
interface Partition extends Range {
  readonly name: string;
}
/** The partitions of a table in order, without the default one, and the id that was given last. */
interface Layout {
  readonly last: number;
  readonly partitions: readonly Partition[];
}

async function readLayout(db: Database, { table, key }: PartitionedTable): Promise<Layout> {
  const { rows } = await sql<{ last: number } & Partition>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, ${key})::regclass), 0) as last,
      c.relname as name, substring(bound from $$FROM \\('(\\d+)'\\)$$)::bigint as "from",
      substring(bound from $$TO \\('(\\d+)'\\)$$)::bigint as "to\"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
      cross join pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = ${table}::regclass
    order by 4 nulls last`.execute(db);
  return { last: rows[0]?.last ?? 0, partitions: rows.filter(({ to }) => to !== null) };
}

/** The ranges that are missing ahead of the last id. */
function missingRanges({ last, partitions }: Layout, rows: number): { from: number; to: number }[] {
  let from = partitions.at(-1)?.to ?? last + 1;
  // The ids were quicker. Those up to here go to the default partition, whose rows no other one may claim.
  if (from <= last) from = last + rows;
  const ranges = [];
  for (; from - last <= AHEAD * rows; from += rows) ranges.push({ from, to: from + rows });
  return ranges;
}

/**
 * Creates the next partitions of a table if they are missing. Any number of processes may call it at any time: the first one
 * creates them, in one transaction. Without a call in time, rows go to the default partition.
 */
export async function makePartitions(call: Call, of: PartitionedTable): Promise<void> {
  if (dialectOf(call.db) === 'sqlite') return;
  const rows = call.config.of(partitionRows) ?? of.rows;
  if (missingRanges(await readLayout(call.db, of), rows).length === 0) return;
  await call.transaction(async ({ db }) => {
    await takeTurn(db);
    await addPartitions(db, of, rows);
  });
}

async function addPartitions(db: Database, of: PartitionedTable, rows: number): Promise<void> {
  const table = sql.table(of.table);
  for (const { from, to } of missingRanges(await readLayout(db, of), rows)) {
    const name = sql.table(`${of.table}_${from}`);
    // Made first and attached then: that keeps nobody from the table, as `partition of` would.
    await sql`create table ${name} (like ${table} including defaults including constraints including indexes)`.execute(
      db,
    );
    await sql`alter table ${table} attach partition ${name} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
      db,
    );
  }
}

/** Waits for other processes that change partitions, but from then on hardly for those who use the tables. */
async function takeTurn(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(db);
}

/** How rows of a partitioned table grow old. */
interface Ageing {
  /** Conditions on the rows (`r`), any of which keeps a row, if all go that are older than `before`. */
  stays(before: Date): readonly RawBuilder<SqlBool>[];
  /** Those of them that may have to stay although they had not when this was looked at first. */
  readonly mayStayAgain?: RawBuilder<SqlBool>;
  /** Further work in the transaction that drops a partition. `to`: the exclusive end of its ids. */
  dropping?(db: Database, to: number): Promise<void>;
}

/**
 * Drops the partitions of which no row has to stay that is older than a lifetime in days. Gives the number of their rows, and up to
 * which id others that are past their lifetime are to be deleted one by one: not those of a partition that can be dropped before
 * they are a tenth older than that.
 */
export async function dropPartitions(
  call: Call,
  of: PartitionedTable,
  days: number,
  ageing: Ageing,
): Promise<{ readonly dropped: number; readonly until: number }> {
  let dropped = 0;
  if (dialectOf(call.db) === 'sqlite') return { dropped, until: Number.MAX_SAFE_INTEGER };
  const now = call.clock.now().getTime();
  const ages = { before: new Date(now - days * DAY), soon: new Date(now - days * DAY * (1 - OVERTIME)) };
  const { last, partitions } = await readLayout(call.db, of);
  for (const partition of partitions.filter(({ to }) => to <= last)) {
    const state = await stateOf(call.db, of, partition, ages, ageing);
    if (state === 'young') break;
    if (state === 'soon') return { dropped, until: partition.from ?? 0 };
    if (state === 'past') dropped += await drop(call, of, partition, ageing);
  }
  return { dropped, until: Number.MAX_SAFE_INTEGER };
}

/**
 * Whether a partition can be dropped (`past`), or before long (`soon`), or its youngest row is younger than that, or other rows of
 * it have to stay (`held`). Another process may have dropped it.
 */
async function stateOf(
  db: Database,
  of: PartitionedTable,
  partition: Partition,
  { before, soon }: { readonly before: Date; readonly soon: Date },
  ageing: Ageing,
): Promise<'past' | 'soon' | 'young' | 'held' | 'gone'> {
  try {
    if (await youngestStays(db, of, partition, ageing.stays(before))) {
      return (await youngestStays(db, of, partition, ageing.stays(soon))) ? 'young' : 'soon';
    }
    return (await anyStays(db, partition, ageing.stays(before))) ? 'held' : 'past';
  } catch (error) {
    if (isMissingTable(error)) return 'gone';
    throw error;
  }
}

/** Looks at the youngest row first, since a partition whose rows have to stay is looked at often. */
async function youngestStays(
  db: Database,
  { key }: PartitionedTable,
  { name }: Partition,
  stays: readonly RawBuilder<SqlBool>[],
): Promise<boolean> {
  const { rows } = await sql<{ stays: number }>`
    select (${sql.join(stays, sql` or `)}) as stays from ${sql.table(name)} r order by r.${sql.ref(key)} desc limit 1`.execute(
    db,
  );
  return rows[0]?.stays === 1;
}

/** Asks by one condition at a time, so that the database may go from other rows to those of the partition. */
async function anyStays(db: Database, { name }: Partition, stays: readonly RawBuilder<SqlBool>[]): Promise<boolean> {
  for (const condition of stays) {
    const { rows } = await sql`select from ${sql.table(name)} r where ${condition} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Drops a partition; gives the number of its rows, 0 when another process was quicker or a row has to stay again. */
async function drop(call: Call, { table }: PartitionedTable, partition: Partition, ageing: Ageing): Promise<number> {
  const name = sql.table(partition.name);
  return await call.transaction(async ({ db }) => {
    await takeTurn(db);
    const found = await sql`select from pg_class where oid = to_regclass(${partition.name})`.execute(db);
    if (found.rows.length === 0) return 0;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${name}`.execute(db);
    await ageing.dropping?.(db, partition.to);
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    if (ageing.mayStayAgain && (await anyStays(db, partition, [ageing.mayStayAgain]))) return 0;
    await sql`drop table ${name}`.execute(db);
    return elementAt(rows, 0).count;
  });
}

/**
 * In a migration: makes a table consist of partitions (PostgreSQL), of which the present one becomes the first. No row is copied;
 * the database reads the ids once. `foreignKeys`: those of the table, as `foreign key (…) references …`.
 */
export async function partitionTable(
  db: Database,
  of: PartitionedTable,
  foreignKeys: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  const [table, key, first] = [sql.table(of.table), sql.ref(of.key), sql.table(`${of.table}_first`)];
  const { rows } = await sql<{ last: number }>`
    select greatest(max(${key}), pg_sequence_last_value(pg_get_serial_sequence(${of.table}, ${of.key})::regclass), 0) as last
    from ${table}`.execute(db);
  const next = elementAt(rows, 0).last + 1;
  const isEmpty = (await sql`select from ${table} limit 1`.execute(db)).rows.length === 0;
  const steps = [
    sql`alter table ${table} alter column ${key} drop identity`,
    sql`alter table ${table} rename to ${first}`,
    sql`create table ${table} (like ${first} including defaults including constraints including indexes)
      partition by range (${key})`,
    sql`alter table ${table} alter column ${key} add generated by default as identity`,
    sql`select setval(pg_get_serial_sequence(${of.table}, ${of.key}), ${sql.lit(next - 1)}) where ${sql.lit(next)} > 1`,
    ...foreignKeys.map((foreignKey) => sql`alter table ${table} add ${foreignKey}`),
    isEmpty
      ? sql`drop table ${first}`
      : sql`alter table ${table} attach partition ${first} for values from (minvalue) to (${sql.lit(next)})`,
    sql`create table ${sql.table(`${of.table}_default`)} partition of ${table} default`,
  ];
  for (const step of steps) await step.execute(db);
  await addPartitions(db, of, of.rows);
}
