import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Storage } from '../../src/storage/database.ts';
import { prepared, preparedByIds, preparedFirst, preparedWrite, type Params } from '../../src/storage/prepared.ts';
import { inIds } from '../../src/storage/sql.ts';
import { RecentMap } from '../../src/storage/recent-map.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

describe.each(engines)('statements on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
  });
  afterAll(() => database.remove());

  const value = async (expression: ReturnType<typeof sql>): Promise<unknown> => {
    const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(storage.reader);
    return rows[0]!.value;
  };

  test('values come back alike from both databases', async () => {
    expect(await value(sql`cast(${9007199254740991} as bigint)`)).toBe(9007199254740991);
    expect(await value(sql`cast(${1.25} as double precision)`)).toBe(1.25);
    expect(await value(sql`(1 = 1)`)).toBe(1);
    expect(await value(sql`(1 = 2)`)).toBe(0);
    expect(await value(sql`cast(${undefined} as text)`)).toBeNull();
    expect(await value(sql`(select count(*) from test_item)`)).toBe(0);
    expect(await value(sql`(select sum(n) from (select 1 as n union all select 2) as numbers)`)).toBe(3);
  });

  test.runIf(kind === 'postgres')('no statement waits for the compiler of PostgreSQL', async () => {
    const setting = sql<{ jit: string }>`select current_setting('jit') as jit`;
    expect((await setting.execute(storage.reader)).rows).toEqual([{ jit: 'off' }]);
    expect((await storage.transaction((db) => setting.execute(db))).rows).toEqual([{ jit: 'off' }]);
  });

  test.runIf(kind === 'postgres')(
    'PostgreSQL plans a statement with a list of ids once, not for each list',
    async () => {
      await storage.transaction(async (db) => {
        await sql`insert into test_item (code) select 'planned' || n from generate_series(1, 5000) as n`.execute(db);
        await sql`analyze test_item`.execute(db);
        const { rows } = await sql<{ id: number }>`select id from test_item where code = 'planned1'`.execute(db);
        const { id } = rows[0]!;
        for (let i = 0; i < 20; i++) {
          // Each row costs much, so the length of the list would decide about the plan.
          const others = sql<number>`(select count(*) from test_item o where o.title < test_item.code)`;
          await db
            .selectFrom('test_item')
            .select(others.as('others'))
            .where(inIds('id', [id]))
            .execute();
        }
        const plans = await sql<{ generic: number; custom: number }>`
        select generic_plans as generic, custom_plans as custom from pg_prepared_statements
        where statement like '%o.title < test_item.code%' and statement not like '%pg_prepared_statements%'`.execute(
          db,
        );
        expect(plans.rows).toEqual([{ generic: expect.any(Number), custom: 5 }]);
        expect(plans.rows[0]!.generic).toBeGreaterThan(0);
        await sql`delete from test_item where code like 'planned%'`.execute(db);
      });
    },
  );

  const enabledByIds = preparedByIds((db, p: Params<{ ids: number[] }>) =>
    db
      .selectFrom('test_item')
      .select(['id', 'code', sql<number>`coalesce(price, ${-7})`.as('price')])
      .where(inIds('id', p.ids))
      .where('enabled', '=', 1)
      .where('code', '<>', '$1')
      .where('code', '<>', 'x')
      .orderBy('id')
      .limit(10),
  );

  test('constants of a query by ids keep their places and types; PostgreSQL has whole numbers in its text', async () => {
    await storage.transaction(async (db) => {
      const rows = ['constant1', 'constant2', 'x', '$1'].map((code) => ({ code, enabled: 1 as const }));
      const made = await db.insertInto('test_item').values(rows).returning('id').execute();
      const ids = made.map(({ id }) => id);
      const found = await enabledByIds(db, { ids });
      expect(found.map(({ code, price }) => [code, price])).toEqual([
        ['constant1', -7],
        ['constant2', -7],
      ]);
      if (kind === 'postgres') {
        const texts = await sql<{ statement: string }>`select statement from pg_prepared_statements
          where statement like '%coalesce(price%' and statement not like '%pg_prepared%'`.execute(db);
        expect(texts.rows.map(({ statement }) => statement)).toEqual([
          expect.stringContaining('coalesce(price, (-7)) as "price"'),
        ]);
      }
      await db.deleteFrom('test_item').where('id', 'in', ids).execute();
    });
  });

  test('booleans are stored as 0 and 1, whole numbers in texts without decimals', async () => {
    const row = await storage.transaction((db) =>
      db
        .insertInto('test_item')
        .values({ code: 5 as never, title: 7 as never, enabled: false as never, price: 5 })
        .returning(['code', 'title', 'enabled', 'price'])
        .executeTakeFirst(),
    );
    expect(row).toEqual({ code: '5', title: '7', enabled: 0, price: 5 });
  });

  test('documents come back as text with the same content', async () => {
    const document = { name: 'Ünïcödé 😀', list: [1, 2.5, null, true], nested: { a: {} } };
    const row = await storage.transaction((db) =>
      db
        .insertInto('test_document')
        .values({ code: 'text', document: JSON.stringify(document), version: 1 })
        .returning('document')
        .executeTakeFirstOrThrow(),
    );
    expect(typeof row.document).toBe('string');
    expect(JSON.parse(row.document)).toEqual(document);
  });

  test('what cannot be a parameter is refused, what cannot be stored is an input error', async () => {
    const find = (code: unknown): Promise<unknown> =>
      storage.reader
        .selectFrom('test_item')
        .select('id')
        .where('code', '=', code as string)
        .execute();
    await expect(find(new Date())).rejects.toThrow(TypeError);
    await expect(find({ a: 1 })).rejects.toThrow(TypeError);
    await expect(find('a\0b')).rejects.toMatchObject({ kind: 'input' });
    await expect(find(Number.POSITIVE_INFINITY)).rejects.toMatchObject({ kind: 'input' });
  });

  test('a write tells how many rows it wrote', async () => {
    await storage.transaction(async (db) => {
      await db
        .insertInto('test_item')
        .values([{ code: 'n1' }, { code: 'n2' }])
        .execute();
      const updated = await db
        .updateTable('test_item')
        .set({ title: 'n' })
        .where('code', 'in', ['n1', 'n2'])
        .executeTakeFirst();
      expect(updated.numUpdatedRows).toBe(2n);
      const deleted = await db.deleteFrom('test_item').where('code', '=', 'n1').executeTakeFirst();
      expect(deleted.numDeletedRows).toBe(1n);
    });
  });

  test('an identifier larger than any column finds nothing or is an input error', async () => {
    const found = storage.reader.selectFrom('test_item').select('id').where('id', '=', 1e30).execute();
    await (kind === 'sqlite'
      ? expect(found).resolves.toEqual([])
      : expect(found).rejects.toMatchObject({ kind: 'input' }));
  });

  const byIds = prepared((db, p: Params<{ ids: number[]; enabled: number }>) =>
    db
      .selectFrom('test_item')
      .select(['id', 'code'])
      .where(inIds('id', p.ids))
      .where('enabled', '=', p.enabled)
      .orderBy('code')
      .limit(10),
  );
  const byCode = preparedFirst((db, p: Params<{ code: string }>) =>
    db.selectFrom('test_item').select(['id', 'code']).where('code', '=', p.code),
  );
  const rename = preparedWrite((db, p: Params<{ id: number; code: string }>) =>
    db.updateTable('test_item').set({ code: p.code }).where('id', '=', p.id),
  );

  test('a prepared query runs with other values each time, outside and inside a transaction', async () => {
    const ids = await storage.transaction(async (db) => {
      const rows = await db
        .insertInto('test_item')
        .values([{ code: 'p1' }, { code: 'p2' }, { code: 'p3' }])
        .returning('id')
        .execute();
      expect(await byCode(db, { code: 'p2' })).toMatchObject({ code: 'p2' });
      return rows.map((row) => row.id);
    });
    expect((await byIds(storage.reader, { ids, enabled: 1 })).map((row) => row.code)).toEqual(['p1', 'p2', 'p3']);
    expect(await byIds(storage.reader, { ids: ids.slice(1, 2), enabled: 1 })).toEqual([{ id: ids[1], code: 'p2' }]);
    expect(await byIds(storage.reader, { ids, enabled: 0 })).toEqual([]);
    expect(await byCode(storage.reader, { code: 'none' })).toBeUndefined();
    expect(await storage.transaction((db) => rename(db, { id: ids[0]!, code: 'p4' }))).toBe(1);
    expect(await byCode(storage.reader, { code: 'p4' })).toEqual({ id: ids[0], code: 'p4' });
    await expect(rename(storage.reader, { id: 1, code: 'x' })).rejects.toThrow('outside a transaction');
  });

  test('a prepared query is built once for the database', async () => {
    const build = vi.fn((db: Storage['reader'], p: Params<{ id: number }>) =>
      db.selectFrom('test_item').select('code').where('id', '=', p.id),
    );
    const byId = prepared(build);
    for (let id = 1; id <= 5; id++) await byId(storage.reader, { id });
    expect(build).toHaveBeenCalledTimes(1);
  });

  if (kind === 'sqlite') {
    test('SQLite prepares a statement once, however often it is built', async () => {
      const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
      for (let id = 1; id <= 10; id++) {
        await storage.reader.selectFrom('test_item').select('title').where('id', '=', id).execute();
      }
      expect(prepare).toHaveBeenCalledTimes(1);
      prepare.mockRestore();
    });

    test('SQLite writes through to the disk at every commit', async () => {
      const row = await storage.transaction((db) => sql<{ synchronous: number }>`pragma synchronous`.execute(db));
      expect(row.rows).toEqual([{ synchronous: 2 }]);
      const journal = await sql`pragma journal_mode`.execute(storage.reader);
      expect(journal.rows).toEqual([{ journal_mode: 'wal' }]);
    });
  } else {
    test('PostgreSQL prepares statements that are declared as prepared, and those that come back', async () => {
      const single = await database.open({ poolSize: 1 });
      const names = prepared((db) =>
        db
          .selectFrom(sql<{ statement: string }>`pg_prepared_statements`.as('p'))
          .select('p.statement')
          .where('p.statement', 'like', '%test_item%'),
      );
      await byCode(single.reader, { code: 'x' });
      expect((await names(single.reader, {})).filter((row) => row.statement.includes('"code" = $1'))).toHaveLength(1);
      const often = (id: number): Promise<unknown> =>
        single.reader.selectFrom('test_item').select('title').where('id', '=', id).execute();
      await often(1);
      expect((await names(single.reader, {})).filter((row) => row.statement.includes('"title"'))).toHaveLength(0);
      for (let id = 1; id <= 10; id++) await often(id);
      expect((await names(single.reader, {})).filter((row) => row.statement.includes('"title"'))).toHaveLength(1);
    });
  }
});

test('a map of recent entries forgets what was not used for long', () => {
  const map = new RecentMap<number>(4);
  map.set('kept', 0);
  for (let i = 1; i <= 20; i++) {
    map.set(`entry-${i}`, i);
    expect(map.get('kept')).toBe(0);
  }
  expect(map.get('entry-20')).toBe(20);
  expect(map.get('entry-1')).toBeUndefined();
});
