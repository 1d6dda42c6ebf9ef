import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/kernel/call.ts';
import type { Storage } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { nextGaplessNumber, nextId, nextIds, nextIdsWithRow } from '../../src/storage/sequences.ts';
import { until } from '../support/client.ts';
import { createTestDatabase, engines, testModule, type TestDatabase } from './databases.ts';

const idsOf = async <N extends string>(db: Database, counts: Record<N, number>): Promise<Record<N, number[]>> =>
  (await nextIdsWithRow(db, 'test_item', counts)).ids;

// SQLite has one writer at a time: none waits for a row of another.
describe.runIf(engines.includes('postgres'))('sequences of PostgreSQL', () => {
  const kind = 'postgres';
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  let other: Storage;
  /** Connections of processes of the version before. */
  const older: Client[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
    other = await database.open();
    for (let i = 0; i < 3; i++) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      older.push(client);
    }
  });
  afterAll(async () => {
    for (const client of older) await client.end();
    await database.remove();
  });

  /** The numbers that a process of 0.1.0 takes: its statement, and what it makes of the answer. */
  async function drawAsBefore(client: Client, name: string, count: number): Promise<number[]> {
    const { rows } = await client.query<{ value: string }>(
      `insert into "sequence" ("name", "value") values ($1, $2)
       on conflict ("name") do update set "value" = sequence.value + excluded.value returning "value"`,
      [name, count],
    );
    return Array.from({ length: count }, (_, i) => Number(rows[0]!.value) - count + 1 + i);
  }

  /** Resolves when so many connections to this database wait for a lock. */
  const waiting = (count: number): Promise<unknown> =>
    until(async () => {
      const { rows } = await older
        .at(-1)!
        .query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      return rows[0]!.n === count;
    });

  /** Runs work in a transaction, and begins what is to happen before its commit. */
  async function inside<T, R>(
    work: (db: Parameters<typeof nextId>[0]) => Promise<T>,
    before: (value: T) => Promise<R>,
  ): Promise<R> {
    return await storage.transaction(async (db) => before(await work(db)));
  }

  test('whoever draws a number waits for nobody, but for the first one of all', async () => {
    expect(await storage.transaction((db) => idsOf(db, { one: 1, two: 2 }))).toEqual({ one: [1], two: [1, 2] });
    const beside = await inside(
      (db) => idsOf(db, { one: 2, two: 1 }),
      () => other.transaction((db) => idsOf(db, { two: 2, one: 1 })),
    );
    expect(beside).toEqual({ one: [4], two: [4, 5] });
  });

  test('numbers without gaps are given one transaction after another', async () => {
    const ended: string[] = [];
    let next: Promise<number> | undefined;
    await inside(
      (db) => nextGaplessNumber(db, 'books'),
      async (first) => {
        expect(first).toBe(1);
        next = other.transaction((db) => nextGaplessNumber(db, 'books')).finally(() => ended.push('second'));
        await waiting(1);
        ended.push('first');
      },
    );
    expect(await next).toBe(2);
    expect(ended).toEqual(['first', 'second']);
  });

  test('go on behind the row of the version before, once what counts it has ended', async () => {
    const [before] = older as [Client];
    expect(await drawAsBefore(before, 'taken', 41)).toHaveLength(41);
    await before.query('begin');
    expect(await drawAsBefore(before, 'taken', 1)).toEqual([42]);
    const drawn = [storage, other].map((one) => one.transaction((db) => nextIds(db, 'taken', 2)));
    await waiting(2);
    await before.query('commit');
    expect((await Promise.all(drawn)).flat().sort((a, b) => a - b)).toEqual([43, 44, 45, 46]);
    expect(await drawAsBefore(before, 'taken', 2)).toEqual([47, 48]);
    expect(await storage.transaction((db) => nextId(db, 'taken'))).toBe(49);
  });

  test('give the version before its numbers, also where it was waiting for the row', async () => {
    const [before] = older as [Client];
    expect(await drawAsBefore(before, 'passed', 3)).toEqual([1, 2, 3]);
    let late: Promise<number[]> | undefined;
    const first = await inside(
      (db) => nextIds(db, 'passed', 2),
      async (value) => {
        late = drawAsBefore(before, 'passed', 2);
        await waiting(1);
        return value;
      },
    );
    expect([first, await late]).toEqual([
      [4, 5],
      [6, 7],
    ]);
  });

  test('give no number twice, whatever many draw in both ways', async () => {
    const [one, two] = older as [Client, Client];
    const inTurn = async (client: Client): Promise<number[]> => {
      const drawn: number[] = [];
      for (let i = 0; i < 30; i++) drawn.push(...(await drawAsBefore(client, 'mixed', 1 + (i % 10))));
      return drawn;
    };
    const all = [
      ...Array.from({ length: 60 }, (_, i) =>
        (i % 2 === 0 ? storage : other).transaction((db) => nextIds(db, 'mixed', 1 + (i % 3))),
      ),
      inTurn(one),
      inTurn(two),
    ];
    const given = (await Promise.all(all)).flat();
    expect(given).toHaveLength(120 + 330);
    expect(new Set(given).size).toBe(given.length);
    expect(Math.min(...given)).toBe(1);
    const highest = Math.max(...given);
    expect(await storage.transaction((db) => nextId(db, 'mixed'))).toBeGreaterThan(highest);
  });

  test('numbers without gaps have none, whichever version draws them', async () => {
    const [before] = older as [Client];
    const drawn: number[] = [];
    for (let i = 0; i < 3; i++) {
      drawn.push(await storage.transaction((db) => nextGaplessNumber(db, 'invoices')));
      drawn.push(...(await drawAsBefore(before, 'invoices', 1)));
    }
    expect(drawn).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('go with the tables when the database is emptied', async () => {
    const emptied = await createTestDatabase(kind);
    await emptied.storage.transaction((db) => nextIds(db, 'sheep', 5));
    await emptied.storage.clear();
    await migrate(emptied.storage, [testModule]);
    expect(await emptied.storage.transaction((db) => nextId(db, 'sheep'))).toBe(1);
    await emptied.remove();
  });
});
