import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '../../src/kernel/call.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { dropPartitions, makePartitions } from '../../src/storage/partitions.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { isRetriable } from '../../src/storage/errors.ts';
import { callOn, openPlatform, type TestPlatform } from '../operations/platform.ts';
import { until } from '../support/client.ts';
import { createDatabase, engines, type TestDatabase } from './databases.ts';
import { earlier, later, readings } from './readings.ts';
import { callAt } from '../support/calls.ts';

const DAY = 86_400_000;

/** What `work` gives once no lock is in its way. */
const patiently = <T>(work: () => Promise<T>): Promise<{ value: T }> =>
  until(async () => {
    try {
      return { value: await work() };
    } catch (error) {
      if (isRetriable(error)) return undefined;
      throw error;
    }
  });

describe.each(engines)('a table of partitions on %s', (kind) => {
  let database: TestDatabase;
  let platform: TestPlatform;
  let call: Call;
  beforeEach(async () => {
    database = await createDatabase(kind);
    platform = await openPlatform(await database.open());
    platform.settingsByPath.set('souk/operations/partition_rows', '10');
    call = callOn(platform);
  });
  afterEach(() => database.remove());

  /** Writes readings, each a day after the one before; gives their ids. */
  const take = async (count: number, first = 0): Promise<number[]> => {
    const rows = Array.from({ length: count }, (_, i) => ({ sensor: `s${i % 3}`, taken_at: (first + i) * DAY }));
    const written = await call.transaction(({ db }) => insertRows(db, 'reading', rows, { returning: ['id'] }));
    return written.map(({ id }) => id);
  };
  const ids = async (): Promise<number[]> =>
    (await call.db.selectFrom('reading').select('id').orderBy('id').execute()).map(({ id }) => id);
  /** The ids of each partition that has rows, and the names of all. */
  const partitions = async (): Promise<{ names: string[]; filled: Record<string, number[]> }> => {
    const children = await sql<{ name: string }>`
      select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'reading'::regclass`.execute(call.db);
    const { rows } = await sql<{ name: string; id: number }>`
      select tableoid::regclass::text as name, id from reading order by id`.execute(call.db);
    const filled: Record<string, number[]> = {};
    for (const { name, id } of rows) (filled[name] ??= []).push(id);
    return { names: children.rows.map(({ name }) => name).sort(), filled };
  };
  /** Drops what is older than 10 days at the beginning of a day, unless it is of the sensor that is named. */
  const age = (day: number, kept = '', one = call) =>
    dropPartitions(
      callAt(one, () => new Date(day * DAY)),
      readings,
      10,
      {
        stays: (before) => [sql`r.taken_at >= ${before.getTime()}`, sql`r.sensor = ${kept}`],
      },
    );
  const range = (first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i);

  test('keeps the rows and ids that there were, and goes on from the last', async () => {
    await migrate(platform.storage, [earlier]);
    expect(await take(25)).toEqual(range(1, 25));
    await call.transaction(({ db }) => db.deleteFrom('reading').where('id', '=', 25).execute());
    await migrate(platform.storage, [later]);
    expect(await ids()).toEqual(range(1, 24));
    expect(await take(15, 25)).toEqual(range(26, 40));
    await makePartitions(call, readings);
    expect(await take(10, 40)).toEqual(range(41, 50));
    expect(await ids()).toEqual([...range(1, 24), ...range(26, 50)]);
    await expect(
      call.transaction(({ db }) => db.insertInto('reading').values({ id: 30, sensor: '', taken_at: 0 }).execute()),
    ).rejects.toThrow();
    if (kind === 'sqlite') return;
    const { filled } = await partitions();
    expect(filled).toEqual({
      reading_first: range(1, 24),
      reading_26: range(26, 35),
      reading_36: range(36, 45),
      reading_46: range(46, 50),
    });
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select sensor from reading where id = 37`.execute(call.db);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('reading_36');
    expect(text).not.toMatch(/reading_(first|26|46|default)/);
  });

  test('an empty one begins anew with the ids it has come to', async () => {
    await migrate(platform.storage, [earlier]);
    await take(12);
    await call.transaction(({ db }) => db.deleteFrom('reading').execute());
    await migrate(platform.storage, [later]);
    expect(await take(1)).toEqual([13]);
    if (kind === 'postgres')
      expect((await partitions()).names).toEqual(['reading_13', 'reading_23', 'reading_default']);
  });

  test('refuses nothing when nobody has made the next partition, and goes on behind', async () => {
    await migrate(platform.storage, [later]);
    await take(45);
    expect(await ids()).toEqual(range(1, 45));
    await makePartitions(call, readings);
    await take(20, 45);
    expect(await ids()).toEqual(range(1, 65));
    if (kind === 'sqlite') return;
    const { filled } = await partitions();
    expect(filled['reading_default']).toEqual(range(21, 54));
    expect(filled['reading_55']).toEqual(range(55, 64));
  });

  test('whatever goes as a whole is dropped; what is held is left to those who delete', async () => {
    await migrate(platform.storage, [later]);
    for (let day = 0; day < 30; day += 5) {
      await makePartitions(call, readings);
      await take(5, day);
    }
    const all = await ids();
    // Rows 1 to 10 are of the days 0 to 9; the last of them is young enough for days.
    expect(await age(15)).toEqual({ dropped: 0, until: Number.MAX_SAFE_INTEGER });
    // It goes as a whole tomorrow: not row by row.
    expect(await age(19)).toEqual({ dropped: 0, until: kind === 'sqlite' ? Number.MAX_SAFE_INTEGER : 1 });
    expect(await age(20, 's1')).toEqual({ dropped: 0, until: Number.MAX_SAFE_INTEGER });
    expect(await ids()).toEqual(all);
    expect(await age(20)).toEqual({ dropped: kind === 'sqlite' ? 0 : 10, until: Number.MAX_SAFE_INTEGER });
    expect(await ids()).toEqual(kind === 'sqlite' ? all : range(11, 30));
    // The one that is written to stays, however old its rows are.
    expect((await age(99)).dropped).toBe(kind === 'sqlite' ? 0 : 10);
    expect(await take(1, 100)).toEqual([31]);
  });

  test('several processes make and drop at the same time', async () => {
    await migrate(platform.storage, [later]);
    const others = await Promise.all([1, 2, 3].map(async () => openPlatform(await database.open())));
    for (const other of others) other.settingsByPath.set('souk/operations/partition_rows', '10');
    const calls = [call, ...others.map(callOn)];
    let dropped = 0;
    for (let day = 0; day < 60; day += 10) {
      await Promise.all([...calls.map((one) => patiently(() => makePartitions(one, readings))), take(10, day)]);
      const done = await Promise.all(calls.map((one) => patiently(() => age(day - 5, '', one))));
      dropped += done.reduce((sum, one) => sum + one.value.dropped, 0);
    }
    const left = await ids();
    expect(left.length + dropped).toBe(60);
    expect(left).toEqual(range(61 - left.length, 60));
    if (kind === 'postgres') {
      expect(dropped).toBe(30);
      expect((await partitions()).filled['reading_default']).toBeUndefined();
    }
  });

  test.runIf(kind === 'postgres')(
    'a process that is killed in the midst of it leaves nothing, and holds nobody up',
    async () => {
      await migrate(platform.storage, [later]);
      await take(8);
      const before = (await partitions()).names;
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'alter table "reading" attach%'`;
      const script = fileURLToPath(new URL('partitioning-process.ts', import.meta.url));
      await platform.storage.transaction(async (db) => {
        // Whoever attaches a partition waits for this.
        await sql`select from reading_default`.execute(db);
        const child = spawn(process.execPath, [script, database.url, '7'], { stdio: 'inherit' });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        await until(async () => (await waiting.execute(call.db)).rows.length > 0);
        child.kill('SIGKILL');
        await ended;
      });
      const tables = sql<{ name: string }>`select relname as name from pg_class where relname like 'reading%'
      and relkind in ('r', 'p') order by 1`;
      expect((await tables.execute(call.db)).rows.map(({ name }) => name)).toEqual(['reading', ...before].sort());
      platform.settingsByPath.set('souk/operations/partition_rows', '7');
      await patiently(() => makePartitions(call, readings));
      await take(19, 8);
      expect((await partitions()).filled['reading_default'] ?? []).toEqual([]);
      expect(await ids()).toEqual(range(1, 27));
    },
  );
});
