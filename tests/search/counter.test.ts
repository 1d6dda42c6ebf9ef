import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCounter, storedCount } from '../../src/storage/criteria/counter.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { callOn } from './calls.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    sheep: { id: number; parent: number | null };
  }
}

describe.each(engines)('the kept number of rows on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('sheep')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('parent', 'integer', (column) => column.references('sheep.id').onDelete('cascade'))
        .execute();
      await insertRows(db, 'sheep', [{ id: -1, parent: null }]);
      await createCounter(db, storage.types, 'sheep');
    });
  });
  afterAll(() => database.remove());

  async function expectExact(): Promise<void> {
    const { n } = await storage.reader
      .selectFrom('sheep')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(await storedCount(callOn(storage), 'sheep')).toBe(n);
  }

  it('has the rows that were there before', expectExact);

  it('follows inserts, conflicts, cascading deletes and what is undone', async () => {
    await storage.transaction(async (db) => {
      const children = [2, 3, 4].map((id) => ({ id, parent: 1 }));
      await insertRows(db, 'sheep', [{ id: 1, parent: null as number | null }, ...children]);
      await insertRows(
        db,
        'sheep',
        [
          { id: 2, parent: null as number | null },
          { id: 5, parent: 1 },
        ],
        {
          onConflict: { key: ['id'], update: ['parent'] },
        },
      );
      await storage
        .savepoint(db, async () => {
          await db.deleteFrom('sheep').execute();
          throw new Error('undo');
        })
        .catch(() => undefined);
      await db.deleteFrom('sheep').where('id', '=', 1).execute();
      await db.deleteFrom('sheep').where('id', '=', 77).execute();
    });
    await expectExact();
    await storage
      .transaction(async (db) => {
        await insertRows(db, 'sheep', [{ id: 99, parent: null }]);
        throw new Error('undo');
      })
      .catch(() => undefined);
    await expectExact();
  });

  it('stays exact while many write at once', async () => {
    const writer = async (k: number): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        await storage
          .transaction(async (db) => {
            const id = 1000 + k * 100 + i;
            await insertRows(db, 'sheep', [
              { id, parent: null as number | null },
              { id: id + 10_000, parent: id },
            ]);
            if (i % 5 === 4)
              await db
                .deleteFrom('sheep')
                .where('id', '=', id - 3)
                .execute();
            if (i % 7 === 6) throw new Error('undo');
          })
          .catch(() => undefined);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(writer));
    await expectExact();
  });
});
