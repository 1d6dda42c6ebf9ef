import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/kernel/call.ts';
import type { Storage } from '../../src/storage/database.ts';
import { Memo } from '../../src/storage/memo.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { nextId, nextIdsWithRow } from '../../src/storage/sequences.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

const idsOf = async <N extends string>(db: Database, counts: Record<N, number>): Promise<Record<N, number[]>> =>
  (await nextIdsWithRow(db, 'test_item', counts)).ids;

describe.each(engines)('sums and sequences on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
    await storage.transaction(async (db) => {
      await insertRows(db, 'test_item', [{ id: 1, code: 'a', price: 0.1 }]);
    });
  });
  afterAll(() => database.remove());

  test('a row that is there takes what is added, as a decimal', async () => {
    const add = (rows: { id: number; code: string; price: number }[]) =>
      storage.transaction((db) =>
        insertRows(db, 'test_item', rows, {
          onConflict: { key: ['id'], update: ['code'], add: ['price'] },
          returning: ['id', 'code', 'price'],
        }),
      );
    const [first, second] = await add([
      { id: 1, code: 'b', price: 0.2 },
      { id: 2, code: 'c', price: 5 },
    ]);
    expect(first).toEqual({ id: 1, code: 'b', price: 0.3 });
    expect(second).toEqual({ id: 2, code: 'c', price: 5 });
    expect(await add([{ id: 2, code: 'c', price: -5 }])).toEqual([{ id: 2, code: 'c', price: 0 }]);
  });

  test('several sequences count on at once, each for itself', async () => {
    await storage.transaction((db) => nextId(db, 'sheep'));
    const ids = await storage.transaction((db) => idsOf(db, { sheep: 3, goat: 1 }));
    expect(ids).toEqual({ sheep: [2, 3, 4], goat: [1] });
    const many = Array.from({ length: 20 }, () => storage.transaction((db) => idsOf(db, { goat: 2, sheep: 1 })));
    const given = await Promise.all(many);
    expect(new Set(given.flatMap(({ goat }) => goat)).size).toBe(40);
    expect(new Set(given.flatMap(({ sheep }) => sheep)).size).toBe(20);
  });
});

describe('a memo', () => {
  test('asks once for each key, and forgets rather than grows without end', async () => {
    const memo = new Memo<number>();
    let asked = 0;
    const ask = (key: number) => memo.get(String(key), async () => (asked += 1));
    expect([await ask(1), await ask(1), await ask(2)]).toEqual([1, 1, 2]);
    for (let key = 3; key <= 5001; key++) await ask(key);
    expect(asked).toBe(5001);
    expect(await ask(1)).toBe(5002);
  });
});
