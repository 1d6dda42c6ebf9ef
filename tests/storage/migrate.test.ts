import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Migration } from '../../src/kernel/module.ts';
import { alignIds, migrate, runOnce } from '../../src/storage/migrate.ts';
import { createDatabase, engines, testModule, type TestDatabase } from './databases.ts';

describe.each(engines)('migrations on %s', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase(kind);
  });
  afterEach(() => database.remove());

  test('run in order, once each, and tell whether the database was empty', async () => {
    const storage = await database.open();
    const ran: string[] = [];
    const step = (name: string): Migration => ({ name, up: async () => void ran.push(name) });
    const first = await migrate(storage, [{ name: 'A', migrations: [step('1'), step('2')] }, { name: 'B' }]);
    expect(first).toEqual({
      ran: [
        'Storage/001-storage',
        'Storage/002-fold-accents',
        'Storage/003-content-version',
        'Storage/004-replicas',
        'Storage/005-sequences',
        'A/1',
        'A/2',
      ],
      fresh: true,
    });
    const second = await migrate(storage, [
      { name: 'A', migrations: [step('1'), step('2'), step('3')] },
      { name: 'B', migrations: [step('1')] },
    ]);
    expect(second).toEqual({ ran: ['A/3', 'B/1'], fresh: false });
    expect(ran).toEqual(['1', '2', '3', '1']);
  });

  test('a migration that fails leaves nothing and runs again the next time', async () => {
    const storage = await database.open();
    const failing: Migration = {
      name: '1',
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'integer').execute();
        throw new Error('no');
      },
    };
    await expect(migrate(storage, [{ name: 'A', migrations: [failing] }])).rejects.toThrow('no');
    const tables = await storage.reader.introspection.getTables();
    expect(tables.map((table) => table.name)).not.toContain('half');
    const report = await migrate(storage, [{ name: 'A', migrations: [{ ...failing, up: async () => undefined }] }]);
    expect(report.ran).toEqual([
      'Storage/001-storage',
      'Storage/002-fold-accents',
      'Storage/003-content-version',
      'Storage/004-replicas',
      'Storage/005-sequences',
      'A/1',
    ]);
  });

  test('work that is to run once does, though two ask for it at once', async () => {
    const [one, two] = [await database.open(), await database.open()];
    await Promise.all([migrate(one, [testModule]), migrate(two, [testModule])]);
    let runs = 0;
    const install = (storage: typeof one): Promise<boolean> =>
      runOnce(storage, 'install', async (db) => {
        runs += 1;
        await db.insertInto('test_item').values({ code: 'installed' }).execute();
      });
    const did = await Promise.all([install(one), install(two)]);
    expect(did.filter(Boolean)).toHaveLength(1);
    expect(runs).toBe(1);
    expect(await one.reader.selectFrom('test_item').select('code').execute()).toEqual([{ code: 'installed' }]);
  });

  test('two processes that start together migrate once', async () => {
    const reports = await Promise.all([migrateInProcess(database.url), migrateInProcess(database.url)]);
    const ran = reports.flatMap((report) => report.ran);
    expect(ran.toSorted()).toEqual([
      'Storage/001-storage',
      'Storage/002-fold-accents',
      'Storage/003-content-version',
      'Storage/004-replicas',
      'Storage/005-sequences',
      'Test/001-items',
    ]);
    expect(reports.filter((report) => report.fresh)).toHaveLength(1);
  });

  test('ids written by a migration or an installation are not given out again', async () => {
    const storage = await database.open();
    await migrate(storage, [testModule]);
    await storage.transaction(async (db) => {
      await db
        .insertInto('test_item')
        .values([
          { id: 1, code: 'a' },
          { id: 7, code: 'b' },
        ])
        .execute();
      await alignIds(db, storage);
      const row = await db.insertInto('test_item').values({ code: 'c' }).returning('id').executeTakeFirst();
      expect(row).toEqual({ id: 8 });
    });
  });

  test('an integer column holds numbers of more than 32 bits', async () => {
    const storage = await database.open();
    await migrate(storage, [testModule]);
    const found = await storage.reader.selectFrom('test_item').select('id').where('id', '=', 99_999_999_999).execute();
    expect(found).toEqual([]);
  });
});

async function migrateInProcess(url: string): Promise<{ ran: string[]; fresh: boolean }> {
  const script = fileURLToPath(new URL('migrating-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  return JSON.parse(output) as { ran: string[]; fresh: boolean };
}
