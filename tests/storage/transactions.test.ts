import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/kernel/call.ts';
import { NotConcurrent, requireSerial } from '../../src/storage/concurrent-work.ts';
import { isRetriable, isUniqueViolation } from '../../src/storage/errors.ts';
import type { Storage } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(warning.message));

describe.each(engines)('transactions on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
  });
  afterAll(() => database.remove());

  const add = (db: Database, code: string): Promise<unknown> => db.insertInto('test_item').values({ code }).execute();
  const codes = async (db: Database, prefix: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('test_item')
      .select('code')
      .where('code', 'like', `${prefix}%`)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.code);
  };

  test('what is written is seen inside at once, outside after the commit', async () => {
    await storage.transaction(async (db) => {
      await add(db, 'commit-1');
      expect(await codes(db, 'commit')).toEqual(['commit-1']);
      expect(await codes(storage.reader, 'commit')).toEqual([]);
    });
    expect(await codes(storage.reader, 'commit')).toEqual(['commit-1']);
  });

  test('a transaction that throws leaves nothing, and runs no hooks', async () => {
    const ran: string[] = [];
    const failing = storage.transaction(async (db, { afterCommit }) => {
      afterCommit(() => ran.push('hook'));
      await add(db, 'undone-1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await codes(storage.reader, 'undone')).toEqual([]);
    expect(ran).toEqual([]);
  });

  test('hooks run after the commit, in order, and are waited for; a failing one stops nothing', async () => {
    const ran: unknown[] = [];
    const result = await storage.transaction(async (db, { afterCommit }) => {
      afterCommit(async () => ran.push(await codes(storage.reader, 'hook')));
      afterCommit(() => Promise.reject(new Error('logged')));
      afterCommit(() => ran.push('last'));
      await add(db, 'hook-1');
      return 'result';
    });
    expect(result).toBe('result');
    expect(ran).toEqual([['hook-1'], 'last']);
  });

  test('concurrent transactions that await inside lose no update', async () => {
    await storage.transaction((db) => db.insertInto('test_item').values({ code: 'counter', price: 0 }).execute());
    const addOne = (): Promise<void> =>
      storage.transaction(async (db) => {
        await db
          .updateTable('test_item')
          .set((set) => ({ price: set('price', '+', 1) }))
          .where('code', '=', 'counter')
          .execute();
        await new Promise(setImmediate);
        await db.selectFrom('test_item').select('id').execute();
      });
    await Promise.all(Array.from({ length: 40 }, addOne));
    const row = await storage.reader
      .selectFrom('test_item')
      .select('price')
      .where('code', '=', 'counter')
      .executeTakeFirst();
    expect(row).toEqual({ price: 40 });
  });

  test('transactions of two instances on one database wait for each other', async () => {
    const other = await database.open();
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await storage.transaction(async (db) => {
      await db.updateTable('test_item').set({ title: 'first' }).execute();
      second = other.transaction(async (inner) => {
        await inner.updateTable('test_item').set({ title: 'second' }).execute();
        order.push('second');
      });
      // Long enough for the second to have come by, were nothing in its way.
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
    const rows = await storage.reader.selectFrom('test_item').select('title').distinct().execute();
    expect(rows).toEqual([{ title: 'second' }]);
  });

  test('who waits too long for a lock gets a retriable error', async () => {
    const impatient = await database.open({ lockWait: 500 });
    await storage.transaction(async (db) => {
      await db.updateTable('test_item').set({ title: 'held' }).execute();
      const refused = impatient.transaction((inner) => inner.updateTable('test_item').set({ title: 'x' }).execute());
      await expect(refused).rejects.toSatisfy(isRetriable);
    });
  });

  test('a savepoint that throws is undone alone, with the hooks added in it', async () => {
    const ran: string[] = [];
    await storage.transaction(async (db, { afterCommit }) => {
      await add(db, 'save-1');
      const failing = storage.savepoint(db, async () => {
        afterCommit(() => ran.push('lost'));
        await add(db, 'save-2');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await storage.savepoint(db, async () => {
        afterCommit(() => ran.push('kept'));
        await add(db, 'save-3');
      });
    });
    expect(await codes(storage.reader, 'save')).toEqual(['save-1', 'save-3']);
    expect(ran).toEqual(['kept']);
  });

  test('savepoints nest', async () => {
    await storage.transaction(async (db) => {
      await storage.savepoint(db, async () => {
        await add(db, 'nest-1');
        await expect(
          storage.savepoint(db, async () => {
            await add(db, 'nest-2');
            await storage.savepoint(db, () => add(db, 'nest-3'));
            throw new Error('no');
          }),
        ).rejects.toThrow('no');
        await add(db, 'nest-4');
      });
    });
    expect(await codes(storage.reader, 'nest')).toEqual(['nest-1', 'nest-4']);
  });

  test('savepoints that overlap are refused', async () => {
    const overlapping = storage.transaction((db) =>
      Promise.all([1, 2].map((i) => storage.savepoint(db, () => add(db, `overlap-${i}`)))),
    );
    await expect(overlapping).rejects.toThrow('overlap');
    expect(await codes(storage.reader, 'overlap')).toEqual([]);
  });

  test('after a failed statement only a rollback can follow, of the savepoint or of all', async () => {
    await storage.transaction(async (db) => {
      await add(db, 'failed-1');
      await expect(storage.savepoint(db, () => add(db, 'FAILED-1'))).rejects.toThrow();
      await add(db, 'failed-2');
    });
    expect(await codes(storage.reader, 'failed')).toEqual(['failed-1', 'failed-2']);

    const swallowed = storage.transaction(async (db) => {
      await add(db, 'failed-3');
      await add(db, 'failed-3').catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('failed before');
    expect(await codes(storage.reader, 'failed')).toEqual(['failed-1', 'failed-2']);
  });

  test('a write that goes with the next statement is seen by that, and undoes its savepoint or all when it fails', async () => {
    const later = (db: Database, code: string): Promise<unknown> =>
      insertRows(db, 'test_item', [{ code }], { withNext: true });
    await storage.transaction(async (db) => {
      await later(db, 'later-1');
      expect(await codes(db, 'later')).toEqual(['later-1']);
      const failing = storage.savepoint(db, async () => {
        await later(db, 'later-2');
        await later(db, 'LATER-1');
      });
      await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error));
      await storage.savepoint(db, () => later(db, 'later-3'));
      const undone = storage.savepoint(db, async () => {
        await later(db, 'later-4');
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      await later(db, 'later-5');
    });
    expect(await codes(storage.reader, 'later')).toEqual(['later-1', 'later-3', 'later-5']);

    const committed = storage.transaction(async (db) => {
      await add(db, 'later-6');
      await later(db, 'later-1');
    });
    await expect(committed).rejects.toSatisfy((error) => isUniqueViolation(error));
    const followed = storage.transaction(async (db) => {
      await later(db, 'later-1');
      await add(db, 'later-7');
    });
    await expect(followed).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await codes(storage.reader, 'later')).toEqual(['later-1', 'later-3', 'later-5']);
  });

  test('works that run together insert together, and each gets the ids of its own rows', async () => {
    const titles = async (db: Database, ids: readonly number[]): Promise<(string | null)[]> => {
      const rows = await db.selectFrom('test_item').select('title').where('id', 'in', ids).orderBy('id').execute();
      return rows.map((row) => row.title);
    };
    await storage.transaction(async (db) => {
      const made = await storage.concurrently(
        db,
        Array.from({ length: 70 }, (_, i) => async () => {
          await add(db, `first-${i}`);
          const rows = [1, 2].map((n) => ({ code: `together-${i}-${n}`, title: `${i}-${n}` }));
          return await insertRows(db, 'test_item', rows, { returning: ['id'] });
        }),
      );
      for (const [i, rows] of made.entries()) {
        expect(await titles(db, rows.map((row) => row.id))).toEqual([`${i}-1`, `${i}-2`]); // prettier-ignore
      }
    });
    expect(await codes(storage.reader, 'first')).toHaveLength(70);
    expect(await codes(storage.reader, 'together')).toHaveLength(140);
  });

  test('of works that run together nothing is left when one fails, and the transaction goes on', async () => {
    const ran: string[] = [];
    await storage.transaction(async (db, { afterCommit }) => {
      await add(db, 'company-1');
      const work = (i: number) => async () => {
        afterCommit(() => ran.push(`hook ${i}`));
        for (let n = 0; n < 3; n++) {
          await insertRows(db, 'test_item', [{ code: `company-${i}-${n}` }]);
          if (i === 2 && n === 1) throw new Error('no');
        }
      };
      await expect(storage.concurrently(db, [1, 2, 3].map(work))).rejects.toThrow('no');
      // A row that is there already fails the one statement of all.
      await expect(storage.concurrently(db, [4, 1, 5].map((i) => () => insertRows(db, 'test_item', [{ code: `COMPANY-${i}` }])))).rejects.toThrow(); // prettier-ignore
      await storage.concurrently(db, [work(4), work(5)]);
    });
    expect((await codes(storage.reader, 'company')).sort()).toEqual(
      ['company-1', ...[4, 5].flatMap((i) => [0, 1, 2].map((n) => `company-${i}-${n}`))].sort(),
    );
    expect(ran).toEqual(['hook 4', 'hook 5']);
  });

  test('works that run together open no savepoints, and take no turns', async () => {
    await storage.transaction(async (db) => {
      const refused = async (work: () => Promise<unknown>): Promise<void> => {
        const error: unknown = await storage.concurrently(db, [work, () => add(db, 'turn-0')]).catch((e: unknown) => e);
        expect(error).toBeInstanceOf(NotConcurrent);
      };
      await refused(() => storage.savepoint(db, () => add(db, 'turn-1')));
      await refused(async () => requireSerial(db));
      await add(db, 'turn-2');
      // Whose row was there already, nothing would tell.
      const taken = { onConflict: { key: [], update: [] }, returning: ['id'] } as const;
      await refused(() => insertRows(db, 'test_item', [{ code: 'turn-2' }], taken));
      expect(await insertRows(db, 'test_item', [{ code: 'turn-2' }], taken)).toEqual([]);
      requireSerial(db);
    });
    expect(await codes(storage.reader, 'turn')).toEqual(['turn-2']);
  });

  test('statements sent at once in one transaction all run', async () => {
    await storage.transaction((db) => Promise.all(['a', 'b', 'c'].map((x) => add(db, `parallel-${x}`))));
    expect(await codes(storage.reader, 'parallel')).toHaveLength(3);
    // The driver of PostgreSQL warns of statements sent before the one ahead has ended.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  test('a query after the end of its transaction fails', async () => {
    const leaked = await storage.transaction(async (db) => db);
    await expect(add(leaked, 'late')).rejects.toThrow('after the end');
  });

  test('writes outside a transaction are refused, and so are transactions that Kysely would open', async () => {
    await expect(add(storage.reader, 'outside')).rejects.toThrow('outside a transaction');
    await expect(storage.reader.transaction().execute(() => Promise.resolve())).rejects.toThrow('storage.transaction');
  });

  test('a reader is not held up by an open transaction', async () => {
    await storage.transaction(async (db) => {
      await db.updateTable('test_item').set({ title: 'unseen' }).execute();
      const rows = await storage.reader.selectFrom('test_item').select('title').distinct().execute();
      expect(rows).not.toContainEqual({ title: 'unseen' });
    });
  });

  test('clearing removes every table, whatever refers to what', async () => {
    const own = await createTestDatabase(kind);
    await own.storage.transaction(async (db) => {
      await db.schema
        .createTable('parent')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .execute();
      await db.schema
        .createTable('child')
        .addColumn('parent_id', 'integer', (column) => column.references('parent.id').notNull())
        .execute();
      await sql`insert into parent (id) values (1)`.execute(db);
      await sql`insert into child (parent_id) values (1)`.execute(db);
    });
    await own.storage.clear();
    expect(await own.storage.reader.introspection.getTables()).toEqual([]);
    await own.remove();
  });
});
