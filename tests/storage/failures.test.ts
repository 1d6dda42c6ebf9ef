import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../src/kernel/errors.ts';
import { openStorage } from '../../src/storage/database.ts';
import {
  isDiskFull,
  isForeignKeyViolation,
  isLostConnection,
  isRetriable,
  isUniqueViolation,
} from '../../src/storage/errors.ts';
import { freePort } from '../support/proxy.ts';
import { createTestDatabase, engines, onServer } from './databases.ts';

const withCode = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

describe('errors of the databases', () => {
  test.each([
    ['SQLITE_BUSY', true],
    ['SQLITE_BUSY_SNAPSHOT', true],
    ['SQLITE_LOCKED', true],
    ['40001', true],
    ['40P01', true],
    ['55P03', true],
    ['57P01', true],
    ['08006', true],
    ['ECONNRESET', true],
    ['ECONNREFUSED', true],
    ['SQLITE_FULL', false],
    ['SQLITE_CONSTRAINT_UNIQUE', false],
    ['23505', false],
    ['42P01', false],
    ['ENOENT', false],
  ])('%s is retriable: %s', (code, expected) => {
    expect(isRetriable(withCode(code))).toBe(expected);
  });

  test('what is retriable through and through', () => {
    expect(isRetriable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isRetriable(withCode('0A000', 'cached plan must not change result type'))).toBe(true);
    expect(isRetriable(withCode('0A000', 'cannot do that'))).toBe(false);
    expect(isRetriable(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true);
    expect(isRetriable(new PlatformError('retriable', 'stale'))).toBe(true);
    expect(isRetriable(new PlatformError('couldNotSave', 'x', undefined, { cause: withCode('40P01') }))).toBe(true);
    expect(isRetriable(new PlatformError('input', 'x'))).toBe(false);
    expect(isRetriable('40001')).toBe(false);
    expect(isRetriable(undefined)).toBe(false);
  });

  test('a full disk is told by both', () => {
    expect(isDiskFull(withCode('SQLITE_FULL'))).toBe(true);
    expect(isDiskFull(withCode('53100'))).toBe(true);
    expect(isDiskFull(withCode('SQLITE_BUSY'))).toBe(false);
  });

  test('a URL of another kind is refused without showing what is in it', async () => {
    const opening = openStorage('mysql://user:secret@host/db', { log: { warn: () => undefined } });
    await expect(opening).rejects.toThrow(/^((?!secret).)*$/);
    await expect(openStorage('sqlite::memory:', { log: { warn: () => undefined } })).rejects.toThrow('sqlite:<file>');
  });
});

describe.each(engines)('constraints on %s', (kind) => {
  test('violations are told by kind, and by column or index', async () => {
    const { storage, remove } = await createTestDatabase(kind);
    await storage.transaction(async (db) => {
      await db.schema
        .createTable('a')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .execute();
      await sql`create table b (a_id bigint references a (id), x text, y text, unique (x, y))`.execute(db);
    });
    const failing = (statement: string): Promise<unknown> =>
      storage.transaction((db) => sql.raw(statement).execute(db)).catch((error: unknown) => error);
    expect(isForeignKeyViolation(await failing('insert into b (a_id) values (5)'))).toBe(true);
    const primary = await failing('insert into a (id) values (1), (1)');
    expect([isUniqueViolation(primary, 'id'), isForeignKeyViolation(primary)]).toEqual([true, false]);
    const pair = await failing(`insert into b (x, y) values ('x', 'y'), ('x', 'y')`);
    expect([isUniqueViolation(pair, 'x'), isUniqueViolation(pair, 'y'), isUniqueViolation(pair, 'a_id')]).toEqual([
      true,
      true,
      false,
    ]);
    await remove();
  });
});

describe('SQLite', () => {
  test('a database that is full undoes the transaction, and the next one works', async () => {
    const { storage, remove } = await createTestDatabase('sqlite');
    const failing = storage.transaction(async (db) => {
      await sql`pragma max_page_count = 60`.execute(db);
      for (let i = 0; i < 100; i++)
        await db
          .insertInto('test_item')
          .values({ code: `full-${i}`, title: 'x'.repeat(9000) })
          .execute();
    });
    await expect(failing).rejects.toSatisfy(isDiskFull);
    const swallowed = storage.transaction(async (db) => {
      await db.insertInto('test_item').values({ code: 'before' }).execute();
      await storage
        .savepoint(db, () =>
          db
            .insertInto('test_item')
            .values({ code: 'full', title: 'x'.repeat(900_000) })
            .execute(),
        )
        .catch(() => undefined);
      await db.insertInto('test_item').values({ code: 'after' }).execute();
    });
    await swallowed.catch(() => undefined);
    const rows = await storage.reader.selectFrom('test_item').select('code').execute();
    expect([[], [{ code: 'before' }, { code: 'after' }]]).toContainEqual(rows);
    await storage.transaction(async (db) => {
      await sql`pragma max_page_count = 100000`.execute(db);
      await db.insertInto('test_item').values({ code: 'next' }).execute();
    });
    expect(
      await storage.reader.selectFrom('test_item').select('code').where('code', '=', 'next').execute(),
    ).toHaveLength(1);
    await remove();
  });

  test('a program that holds the file is waited for, without blocking this process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'souk-held-'));
    const file = join(folder, 'deep', 'souk.db');
    const storage = await openStorage(`sqlite:${file}`, { log: { warn: () => undefined } });
    const holder = new Sqlite(file);
    holder.exec('begin immediate');
    const waiting = storage.transaction((db) => db.schema.createTable('made').addColumn('id', 'integer').execute());
    let ticks = 0;
    while (ticks < 5) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      ticks += 1;
    }
    holder.exec('create table held (id integer)');
    holder.exec('commit');
    await waiting;
    const tables = await storage.reader.introspection.getTables();
    expect(tables.map((table) => table.name)).toEqual(['held', 'made']);
    holder.close();
    await storage.close();
    await expect(storage.transaction(async () => undefined)).rejects.toThrow('closed');
    rmSync(folder, { recursive: true });
  });
});

describe.runIf(engines.includes('postgres'))('PostgreSQL', () => {
  const killAll = (url: string): Promise<void> =>
    onServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
    );

  test('a connection lost while idle is replaced', async () => {
    const { storage, url, remove } = await createTestDatabase('postgres');
    await killAll(url);
    expect(await storage.reader.selectFrom('test_item').selectAll().execute()).toEqual([]);
    await storage.transaction((db) => db.insertInto('test_item').values({ code: 'after' }).execute());
    expect(await storage.reader.selectFrom('test_item').select('code').execute()).toEqual([{ code: 'after' }]);
    await remove();
  });

  test('a connection lost in a transaction gives a retriable error, and the next transaction works', async () => {
    const { storage, url, remove } = await createTestDatabase('postgres');
    const failing = storage.transaction(async (db) => {
      await db.insertInto('test_item').values({ code: 'lost' }).execute();
      await killAll(url);
      await db.insertInto('test_item').values({ code: 'lost too' }).execute();
    });
    const error: unknown = await failing.catch((e: unknown) => e);
    expect([isRetriable(error), isLostConnection(error)]).toEqual([true, true]);
    await storage.transaction((db) => db.insertInto('test_item').values({ code: 'next' }).execute());
    expect(await storage.reader.selectFrom('test_item').select('code').execute()).toEqual([{ code: 'next' }]);
    await remove();
  });

  test('a deadlock ends one of the two with a retriable error', async () => {
    const { storage, remove } = await createTestDatabase('postgres');
    await storage.transaction((db) =>
      db
        .insertInto('test_item')
        .values([{ code: 'a' }, { code: 'b' }])
        .execute(),
    );
    let met = 0;
    let meet = (): void => {};
    const both = new Promise<void>((resolve) => (meet = resolve));
    const lock = (first: string, second: string): Promise<void> =>
      storage.transaction(async (db) => {
        await db.updateTable('test_item').set({ title: first }).where('code', '=', first).execute();
        if (++met === 2) meet();
        await both;
        await db.updateTable('test_item').set({ title: first }).where('code', '=', second).execute();
      });
    const outcomes = await Promise.allSettled([lock('a', 'b'), lock('b', 'a')]);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failed).toHaveLength(1);
    expect(isRetriable(failed[0])).toBe(true);
    await remove();
  });

  test('statements prepared before a table changed are prepared anew', async () => {
    const { storage, remove } = await createTestDatabase('postgres');
    const all = (): Promise<object[]> => storage.reader.selectFrom('test_item').selectAll().execute();
    for (let i = 0; i < 8; i++) await all();
    await storage.transaction(async (db) => {
      await db.schema.alterTable('test_item').addColumn('added', 'text').execute();
      await db.insertInto('test_item').values({ code: 'a' }).execute();
    });
    expect((await all())[0]).toHaveProperty('added');
    await remove();
  });

  test('values that do not fit their column are input errors', async () => {
    const { storage, remove } = await createTestDatabase('postgres');
    const failing = (values: object): Promise<unknown> =>
      storage.transaction((db) =>
        db
          .insertInto('test_item')
          .values({ code: 'x', ...values })
          .execute(),
      );
    await expect(failing({ code: Array.from({ length: 9000 }, () => Math.random()).join('') })).rejects.toMatchObject({
      kind: 'input',
    });
    await expect(failing({ enabled: 1e30 })).rejects.toMatchObject({ kind: 'input' });
    await remove();
  });

  test('a server that is away gives retriable errors until it is back', async () => {
    const { url, remove } = await createTestDatabase('postgres');
    const { hostname, port } = new URL(url);
    const sockets = new Set<Socket>();
    const proxy = (): Server =>
      createServer((client) => {
        const server = connect(Number(port || 5432), hostname);
        for (const socket of [client, server]) {
          sockets.add(socket);
          socket.on('error', () => undefined);
        }
        client.pipe(server).pipe(client);
      });
    const at = await freePort();
    let server = proxy();
    await once(server.listen(at, '127.0.0.1'), 'listening');
    const through = new URL(url);
    through.port = String(at);
    through.hostname = '127.0.0.1';
    const storage = await openStorage(through.href, { log: { warn: () => undefined } });
    const read = (): Promise<unknown> => storage.reader.selectFrom('test_item').selectAll().execute();
    expect(await read()).toEqual([]);
    server.close();
    for (const socket of sockets) socket.destroy();
    await expect(read()).rejects.toSatisfy(isRetriable);
    await expect(storage.transaction(async () => undefined)).rejects.toSatisfy(isRetriable);
    server = proxy();
    await once(server.listen(at, '127.0.0.1'), 'listening');
    expect(await read()).toEqual([]);
    await storage.close();
    server.close();
    await remove();
  });
});
