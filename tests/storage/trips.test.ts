import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RoundTrips } from '../../bench/postgres/round-trips.ts';
import type { Database } from '../../src/kernel/call.ts';
import { holdResults } from '../../src/storage/connection.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertWithId, updateDocument } from '../../src/storage/documents.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { nextIdsWithRow } from '../../src/storage/sequences.ts';
import { createTestDatabase, engines, onServer, type TestDatabase } from './databases.ts';

/** How often `work` waits for PostgreSQL, one time after another. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const trips = new RoundTrips();
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const answer: unknown = Reflect.apply(query, this, args);
    const { asked, answered } = trips.connection();
    asked();
    return answer instanceof Promise ? answer.finally(answered) : answer;
  } as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  return trips.inSequence;
}

const codes = async (db: Database): Promise<string[]> => {
  const rows = await db.selectFrom('test_item').select('code').orderBy('code').execute();
  return rows.map(({ code }) => code);
};
const add = (db: Database, code: string): Promise<unknown> => db.insertInto('test_item').values({ code }).execute();
const addLater = (db: Database, code: string): Promise<unknown> =>
  insertRows(db, 'test_item', [{ code }], { withNext: true });

describe.runIf(engines.includes('postgres'))('round trips of transactions on PostgreSQL', () => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    storage = database.storage;
    // What is known of the table, and a connection.
    await storage.transaction((db) => insertRows(db, 'test_item', [{ code: 'a' }]));
  });
  afterAll(() => database.remove());

  test('the beginning travels with the first reads, and writes that nobody waits for with the commit', async () => {
    const work = (): Promise<unknown> =>
      storage.transaction(async (db) => {
        expect(await Promise.all([codes(db), codes(db)])).toEqual([['a'], ['a']]);
        await addLater(db, 'b');
        await addLater(db, 'c');
      });
    expect(await tripsOf(work)).toBe(2);
    expect(await codes(storage.reader)).toEqual(['a', 'b', 'c']);
  });

  test('a write waits for the beginning, since it would take effect by itself if that failed', async () => {
    expect(await tripsOf(() => storage.transaction((db) => add(db, 'd')))).toBe(3);
    expect(await tripsOf(() => storage.transaction((db) => addLater(db, 'e')))).toBe(2);
    const failing = (write: (db: Database) => Promise<unknown>): Promise<unknown> =>
      storage.transaction(write, { wait: -1 });
    await expect(failing((db) => add(db, 'f'))).rejects.toThrow('lock_timeout');
    await expect(failing((db) => addLater(db, 'f'))).rejects.toThrow('lock_timeout');
    await expect(failing((db) => Promise.all([codes(db), add(db, 'f')]))).rejects.toThrow('lock_timeout');
    await expect(failing(codes)).rejects.toThrow('lock_timeout');
    expect(await codes(storage.reader)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('a transaction without statements sends nothing', async () => {
    await storage.transaction(codes);
    expect(await tripsOf(() => storage.transaction(async () => undefined))).toBe(0);
    const failing = storage.transaction(() => Promise.reject(new Error('no')));
    expect(await tripsOf(() => failing.catch(() => undefined))).toBe(0);
  });

  test('reads that are sent at once with the beginning find another connection when theirs was lost', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const read = await storage.transaction(async (db) => {
      const found = await Promise.all([codes(db), codes(db), codes(db)]);
      await add(db, 'g');
      return found;
    });
    for (const one of read) expect(one).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(read).toHaveLength(3);
    expect(await codes(storage.reader)).toContain('g');
  });

  test('a drawn id and a checked version need no round trip of their own', async () => {
    let id = 0;
    // The sequence is there.
    await storage.transaction((db) => nextIdsWithRow(db, 'test_document', { test: 1 }));
    const work = (): Promise<unknown> =>
      storage.transaction(async (db) => {
        id = await insertWithId(
          db,
          'test_document',
          (await nextIdsWithRow(db, 'test_document', { test: 1 })).rowId,
          { code: 'drawn' },
          { n: 1 },
        );
        const read = { id, version: 1 };
        expect(await updateDocument(db, 'test_document', read, {}, { n: 2 }, { withNext: true })).toBe(2);
      });
    expect(await tripsOf(work)).toBe(2);
    const row = await storage.reader.selectFrom('test_document').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ code: 'drawn', version: 2 });
  });
});

describe.each(engines)('results that are held on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
  });
  afterAll(() => database.remove());

  test('are known once something else is', async () => {
    const known = Promise.withResolvers<void>();
    let found: string[] | undefined;
    const working = storage.transaction(async (db) => {
      const begun = holdResults(db, known.promise);
      if (kind === 'postgres') await begun;
      else known.resolve();
      found = await codes(db);
      await addLater(db, 'held');
    });
    if (kind === 'postgres') {
      // Its own statement is answered long before this one.
      await codes(storage.reader);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(found).toBeUndefined();
      known.resolve();
    }
    await working;
    expect(found).toEqual([]);
    expect(await codes(storage.reader)).toEqual(['held']);
  });

  test('are never known, nor is anything committed, when that fails', async () => {
    const no = new Error('no');
    const reading = storage.transaction(async (db) => {
      await holdResults(db, Promise.reject(no));
      await codes(db);
    });
    await expect(reading).rejects.toBe(no);
    const writing = storage.transaction(async (db) => {
      await holdResults(db, Promise.reject(no));
      await addLater(db, 'lost');
    });
    await expect(writing).rejects.toBe(no);
    const swallowing = storage.transaction(async (db) => {
      await holdResults(db, Promise.reject(no)).catch(() => undefined);
      await add(db, 'lost too').catch(() => undefined);
      if (kind === 'sqlite') throw no;
    });
    await expect(swallowing).rejects.toBe(no);
    expect(await codes(storage.reader)).toEqual(['held']);
  });
});
