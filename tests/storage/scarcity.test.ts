import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage, type Storage, type StorageOptions } from '../../src/storage/database.ts';
import { isRetriable } from '../../src/storage/errors.ts';
import { createTestDatabase, engines, onServer, type TestDatabase } from './databases.ts';

describe.runIf(engines.includes('postgres'))('a PostgreSQL server with few connections left', () => {
  let database: TestDatabase;
  let role: string;
  /** The database's URL for a user who may have a few connections. */
  let url: string;
  const opened: Storage[] = [];
  beforeEach(async () => {
    const created = await createTestDatabase('postgres');
    database = created;
    role = `souk_few_${randomBytes(6).toString('hex')}`;
    await onServer(`create role ${role} login password 'few'`);
    await created.storage.transaction(async (db) => {
      await db.insertInto('test_item').values({ code: 'a', price: 0 }).execute();
    });
    await onServer(`grant all on all tables in schema public to ${role}`, created.url);
    const own = new URL(created.url);
    own.username = role;
    own.password = 'few';
    url = own.href;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
    await database.remove();
    await onServer(`drop role ${role}`);
  });

  const allow = (connections: number): Promise<void> => onServer(`alter role ${role} connection limit ${connections}`);
  const open = async (options?: Partial<StorageOptions>): Promise<Storage> => {
    const storage = await openStorage(url, { log: { warn: () => undefined }, ...options });
    opened.push(storage);
    return storage;
  };

  test('calls share the connections that their process has', async () => {
    await allow(3);
    const storage = await open();
    const add = (): Promise<unknown> =>
      storage.transaction(async (db) => {
        await db
          .updateTable('test_item')
          .set((column) => ({ price: column('price', '+', 1) }))
          .execute();
      });
    const read = (): Promise<unknown> => storage.reader.selectFrom('test_item').selectAll().execute();
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? add() : read())));
    expect(await storage.reader.selectFrom('test_item').select('price').execute()).toEqual([{ price: 20 }]);
  });

  test('reading gets the place of an idle connection for transactions', async () => {
    await allow(1);
    const storage = await open();
    const work = (): Promise<unknown> =>
      storage.transaction((db) => db.updateTable('test_item').set({ title: 'b' }).execute());
    await work();
    expect(await storage.reader.selectFrom('test_item').select('title').execute()).toEqual([{ title: 'b' }]);
    await work();
  });

  test('a process without any waits for one, and fails with a retriable error in the end', async () => {
    await allow(1);
    await open();
    const second = open({ lockWait: 300 });
    await expect(second).rejects.toSatisfy(isRetriable);
    const third = open();
    await opened.shift()!.close();
    const storage = await third;
    expect(await storage.reader.selectFrom('test_item').select('code').execute()).toEqual([{ code: 'a' }]);
  });
});
