import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCounter, storedCount, valuesAskedFor } from '../../src/storage/criteria/counter.ts';
import type { Condition, ConditionType } from '../../src/storage/criteria/criteria.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { callOn } from './calls.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    ship: { id: number; status: string; cargo: number };
  }
}

const statuses = ['docked', 'sailing', 'lost'] as const;

describe.each(engines)('the kept number of rows by a column on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('ship')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('cargo', 'integer', (column) => column.notNull())
        .execute();
      await insertRows(db, 'ship', [
        { id: 1, status: 'docked', cargo: 0 },
        { id: 2, status: 'docked', cargo: 0 },
        { id: 3, status: 'lost', cargo: 0 },
      ]);
      await createCounter(db, storage.types, 'ship', 'status');
    });
  });
  afterAll(() => database.remove());

  async function expectExact(): Promise<void> {
    const rows = await storage.reader.selectFrom('ship').select('status').execute();
    const call = callOn(storage);
    expect(await storedCount(call, 'ship', 'status')).toBe(rows.length);
    for (const status of statuses) {
      const n = rows.filter((row) => row.status === status).length;
      expect(await storedCount(call, 'ship', 'status', [status]), status).toBe(n);
    }
    const ashore = rows.filter(({ status }) => status !== 'sailing').length;
    expect(await storedCount(call, 'ship', 'status', ['lost', 'docked', 'lost'])).toBe(ashore);
    expect(await storedCount(call, 'ship', 'status', ['none'])).toBe(0);
  }

  it('has the rows that were there before', expectExact);

  it('follows rows that come, change and go, and forgets what is undone', async () => {
    await storage.transaction(async (db) => {
      await insertRows(db, 'ship', [
        { id: 4, status: 'sailing', cargo: 1 },
        { id: 5, status: 'docked', cargo: 1 },
      ]);
      await db.updateTable('ship').set({ status: 'sailing' }).where('id', '<=', 2).execute();
      await db.updateTable('ship').set({ status: 'lost', cargo: 2 }).where('id', '=', 2).execute();
      await db.updateTable('ship').set({ cargo: 3 }).execute();
      await db.deleteFrom('ship').where('id', 'in', [1, 3]).execute();
    });
    await expectExact();
    const undone = storage.transaction(async (db) => {
      await db.updateTable('ship').set({ status: 'lost' }).execute();
      await db.deleteFrom('ship').where('id', '=', 5).execute();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await expectExact();
  });

  it('stays exact while many write at once', async () => {
    const writer = async (k: number): Promise<void> => {
      for (let i = 0; i < 30; i++) {
        await storage.transaction(async (db) => {
          const id = 100 + k * 100 + i;
          await insertRows(db, 'ship', [{ id, status: statuses[i % 3]!, cargo: 0 }]);
          await db
            .updateTable('ship')
            .set({ status: statuses[(i + k) % 3]! })
            .where('id', '=', id)
            .execute();
          if (i % 5 === 0) await sql`delete from ship where id = ${id}`.execute(db);
        });
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
    await expectExact();
  });
});

describe('the values that a list is narrowed to', () => {
  const asked = (...groups: (readonly [string, ConditionType, string])[][]): readonly string[] | undefined =>
    valuesAskedFor(
      groups.map((group) => group.map(([field, type, value]): Condition => ({ field, type, value }))),
      'status',
    );

  it('are known for one condition that names them, and for no other list', () => {
    expect(asked([['status', 'eq', 'Lost']])).toEqual(['lost']);
    expect(asked([['status', 'in', 'lost,docked']])).toEqual(['lost', 'docked']);
    expect(asked()).toBeUndefined();
    expect(asked([['status', 'neq', 'lost']])).toBeUndefined();
    expect(asked([['cargo', 'eq', '1']])).toBeUndefined();
    expect(asked([['status', 'eq', 'lost']], [['cargo', 'eq', '1']])).toBeUndefined();
    expect(
      asked([
        ['status', 'eq', 'lost'],
        ['status', 'eq', 'docked'],
      ]),
    ).toBeUndefined();
  });
});
