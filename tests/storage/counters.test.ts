import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/storage/database.ts';
import { appendToOutbox, finishOutbox, returnToOutbox, takeFromOutbox } from '../../src/storage/outbox.ts';
import { nextGaplessNumber, nextId, nextIds } from '../../src/storage/sequences.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

describe.each(engines)('sequences and the outbox on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  let other: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
    other = await database.open();
  });
  afterAll(() => database.remove());

  test('numbers start at 1, and each sequence counts for itself', async () => {
    expect(await storage.transaction((db) => nextId(db, 'order'))).toBe(1);
    expect(await storage.transaction((db) => nextIds(db, 'order', 3))).toEqual([2, 3, 4]);
    expect(await storage.transaction((db) => nextId(db, 'invoice'))).toBe(1);
    expect(await storage.transaction((db) => nextIds(db, 'order', 0))).toEqual([]);
  });

  test('no number is given out twice, by whatever many ask at once', async () => {
    const asked = Array.from({ length: 60 }, (_, i) =>
      (i % 2 === 0 ? storage : other).transaction((db) => nextIds(db, 'concurrent', 1 + (i % 3))),
    );
    const given = (await Promise.all(asked)).flat().sort((a, b) => a - b);
    expect(given).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });

  test('a transaction that is undone gives back numbers without gaps; others have one on PostgreSQL', async () => {
    const undone = storage.transaction(async (db) => {
      expect(await nextGaplessNumber(db, 'gapless')).toBe(1);
      expect(await nextId(db, 'undone')).toBe(1);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await storage.transaction((db) => nextGaplessNumber(db, 'gapless'))).toBe(1);
    expect(await other.transaction((db) => nextGaplessNumber(db, 'gapless'))).toBe(2);
    // On PostgreSQL the sequence itself went with the transaction: now it is there to stay.
    expect(await storage.transaction((db) => nextId(db, 'undone'))).toBe(1);
    const again = storage.transaction(async (db) => {
      expect(await nextId(db, 'undone')).toBe(2);
      throw new Error('no');
    });
    await expect(again).rejects.toThrow('no');
    expect(await storage.transaction((db) => nextId(db, 'undone'))).toBe(kind === 'sqlite' ? 2 : 3);
  });

  test('what was appended leaves once, in order, when its transaction is committed', async () => {
    await storage.transaction((db) => appendToOutbox(db, 'mail', [{ to: 'a' }, { to: 'b' }, { to: 'c' }]));
    const undone = storage.transaction(async (db) => {
      await appendToOutbox(db, 'mail', [{ to: 'never' }]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');

    const first = await takeFromOutbox(storage, 'mail', 2, 60_000);
    expect(first.map((entry) => JSON.parse(entry.payload))).toEqual([{ to: 'a' }, { to: 'b' }]);
    const second = await takeFromOutbox(other, 'mail', 2, 60_000);
    expect(second).toMatchObject([{ topic: 'mail', payload: '{"to":"c"}', attempts: 1 }]);
    expect(await takeFromOutbox(storage, 'mail', 10, 60_000)).toEqual([]);

    await finishOutbox(
      storage,
      first.map((entry) => entry.id),
    );
    await returnToOutbox(
      storage,
      second.map((entry) => entry.id),
      0,
    );
    expect(await takeFromOutbox(storage, 'mail', 10, 60_000)).toMatchObject([{ payload: '{"to":"c"}', attempts: 2 }]);
  });

  test('an entry comes back when its lease has run out', async () => {
    await storage.transaction((db) => appendToOutbox(db, 'lease', ['x']));
    expect(await takeFromOutbox(storage, 'lease', 1, 0)).toHaveLength(1);
    expect(await takeFromOutbox(storage, 'lease', 1, 60_000)).toMatchObject([{ attempts: 2 }]);
    expect(await takeFromOutbox(storage, 'lease', 1, 60_000)).toEqual([]);
  });

  test('several who take at once share the entries', async () => {
    await storage.transaction((db) =>
      appendToOutbox(
        db,
        'many',
        Array.from({ length: 50 }, (_, i) => i),
      ),
    );
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, i) => takeFromOutbox(i % 2 ? storage : other, 'many', 5, 60_000)),
    );
    const rest = await takeFromOutbox(storage, 'many', 50, 60_000);
    const payloads = [...taken.flat(), ...rest].map((entry) => Number(entry.payload)).sort((a, b) => a - b);
    expect(payloads).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(Math.max(...taken.map((entries) => entries.length))).toBeLessThanOrEqual(5);
  });
});
