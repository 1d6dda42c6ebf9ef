import * as fc from '../support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foldText } from '../../src/kernel/fold.ts';
import type { Storage } from '../../src/storage/database.ts';
import { requireTransaction } from '../../src/storage/connection.ts';
import { isUniqueViolation } from '../../src/storage/errors.ts';
import { insertManyRows, insertRows, updateRows } from '../../src/storage/rows.ts';
import { binary, escapeLike, fold, inIds, inTexts, like } from '../../src/storage/sql.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

describe.each(engines)('SQL on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
  });
  afterAll(() => database.remove());

  const folded = async (text: string | null): Promise<string | null> => {
    const { rows } = await sql<{ text: string | null }>`select ${fold(sql`cast(${text} as text)`)} as text`.execute(
      storage.reader,
    );
    return rows[0]!.text;
  };

  test('folding gives what JavaScript gives, in any script', async () => {
    const texts = ['ABC', 'ÄÖÜẞ', 'ÉÀÇ', 'ΑΒΓΔ', 'ПРИВЕТ', 'ԱԲԳ', 'İ', 'Ⅷ', 'ａＢ', '𐐀', 'ß', '漢字', 'ΟΔΥΣΣΕΥΣ', ''];
    for (const text of texts) expect(await folded(text)).toBe(foldText(text));
    expect(await folded('Äß Ç Ž')).toBe('aß c z');
    expect(await folded(null)).toBeNull();
  });

  test('folding gives what JavaScript gives for every letter of the scripts in use', async () => {
    const letters = Array.from({ length: 0x1c80 }, (_, i) => String.fromCodePoint(i + 1));
    const { rows } = await (
      kind === 'sqlite'
        ? sql<{ value: string; low: string }>`select value, ${fold('value')} as low from json_each(${letters})`
        : sql<{
            value: string;
            low: string;
          }>`select value, ${fold('value')} as low from unnest(${letters}::text[]) as value`
    ).execute(storage.reader);
    const different = rows.filter((row) => row.low !== foldText(row.value)).map((row) => row.value);
    expect(different).toEqual([]);
  });

  test('a unique index on a folded text keeps variants of case and accents apart from none, and serves its look-up', async () => {
    await storage.transaction((db) => db.insertInto('test_item').values({ code: 'Größe-Ä' }).execute());
    const again = storage.transaction((db) => db.insertInto('test_item').values({ code: 'GRÖSSE-ä' }).execute());
    await expect(again).resolves.toBeDefined();
    const variant = storage.transaction((db) => db.insertInto('test_item').values({ code: 'größe-a' }).execute());
    await expect(variant).rejects.toSatisfy((error) => isUniqueViolation(error, 'test_item_code'));
    const query = storage.reader.selectFrom('test_item').select('code').where(fold('code'), '=', foldText('größe-ä'));
    expect(await query.execute()).toEqual([{ code: 'Größe-Ä' }]);
    expect(await plan(query.compile())).toContain('test_item_code');
  });

  /** The database's plan of a query, with tables too small for an index passed over. */
  async function plan(query: { sql: string; parameters: readonly unknown[] }): Promise<string> {
    return await storage.transaction(async (db) => {
      if (kind === 'postgres') await sql`set local enable_seqscan = off`.execute(db);
      const explain = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
      const parts = query.sql.split(/\?|\$\d/).map((part) => sql.raw(part));
      const values = query.parameters.map((parameter) => sql`${parameter}`);
      const raw = sql.join(
        parts.flatMap((part, i) => (i < values.length ? [part, values[i]] : [part])),
        sql.raw(''),
      );
      return JSON.stringify((await sql`${sql.raw(explain)}${raw}`.execute(db)).rows);
    });
  }

  test('texts are sorted in binary order, folded or not', async () => {
    const codes = ['o-b', 'o-Z', 'o-äh', 'o-a', 'o-_', 'o-A1'];
    await storage.transaction((db) =>
      insertRows(
        db,
        'test_item',
        codes.map((code) => ({ code })),
      ),
    );
    const list = storage.reader.selectFrom('test_item').select('code').where(inTexts('code', codes));
    const inBinary = await list.orderBy(binary('code')).execute();
    expect(inBinary.map((row) => row.code)).toEqual(['o-A1', 'o-Z', 'o-_', 'o-a', 'o-b', 'o-äh']);
    const inFolded = await list.orderBy(fold('test_item.code'), 'desc').execute();
    expect(inFolded.map((row) => row.code)).toEqual(['o-Z', 'o-b', 'o-äh', 'o-A1', 'o-a', 'o-_']);
  });

  test('lists of ids and texts go in one parameter, whatever their length', async () => {
    const ids = await storage.transaction((db) =>
      insertRows(
        db,
        'test_item',
        Array.from({ length: 50 }, (_, i) => ({ code: `list-${i}` })),
        { returning: ['id'] },
      ),
    );
    const some = ids.slice(10, 13).map((row) => row.id);
    const query = storage.reader.selectFrom('test_item').select('id').where(inIds('test_item.id', some));
    expect((await query.orderBy('id').execute()).map((row) => row.id)).toEqual(some);
    expect(query.compile().parameters).toHaveLength(1);
    expect(await plan(query.compile())).toMatch(/pkey|PRIMARY KEY/);
    expect(await storage.reader.selectFrom('test_item').select('id').where(inIds('id', [])).execute()).toEqual([]);
    const texts = ['list-1', `it's "quoted", {braced} \\ and NULL`, 'null'];
    const byText = await storage.reader.selectFrom('test_item').select('code').where(inTexts('code', texts)).execute();
    expect(byText).toEqual([{ code: 'list-1' }]);
  });

  test('an escaped pattern finds exactly the texts that contain it', async () => {
    const matches = async (text: string, pattern: string): Promise<unknown> =>
      (await sql<{ m: number }>`select ${like(sql`cast(${text} as text)`, pattern)} as m`.execute(storage.reader))
        .rows[0]!.m;
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[%_\\a ]{0,6}$/),
        fc.stringMatching(/^[%_\\a ]{0,2}$/),
        async (text, part) => {
          expect(await matches(text, `%${escapeLike(part)}%`)).toBe(text.includes(part) ? 1 : 0);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('rows are inserted in one statement, with defaults, nulls and documents', async () => {
    await storage.transaction(async (db) => {
      const rows = [
        { code: 'row-1', title: `it's "so"`, price: 1.5 },
        { code: 'row-2', title: null, price: 3 },
        { code: 'row-3', title: '{"a":1}', price: null },
      ];
      const ids = await insertRows(db, 'test_item', rows, { returning: ['id', 'enabled'] });
      expect(ids.map((row) => row.enabled)).toEqual([1, 1, 1]);
      const stored = await db
        .selectFrom('test_item')
        .select(['code', 'title', 'price'])
        .where('code', 'like', 'row-%')
        .orderBy('id')
        .execute();
      expect(stored).toEqual(rows);
      const document = JSON.stringify({ name: `"quoted" \\ Ä`, list: [1] });
      const [inserted] = await insertRows(db, 'test_document', [{ code: 'd', document, version: 1 }], {
        returning: ['document'],
      });
      expect(JSON.parse(inserted!.document)).toEqual(JSON.parse(document));
      await updateRows(db, 'test_document', ['code'], [{ code: 'd', document: '{"a":2}' }]);
      const updated = await db
        .selectFrom('test_document')
        .select('document')
        .where('code', '=', 'd')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(updated.document)).toEqual({ a: 2 });
    });
  });

  test('long rows are inserted one by one on SQLite, without JSON, and in one statement on PostgreSQL', async () => {
    const documents = Array.from({ length: 600 }, (_, i) => ({ code: `long-${i}`, document: `["${i}"]`, version: i }));
    await storage.transaction(async (db) => {
      const query = vi.spyOn(requireTransaction(db), 'query');
      const first = documents.slice(0, 40);
      const ids = await insertRows(db, 'test_document', first, { returning: ['code'], oneByOne: true });
      expect(ids).toEqual(first.map(({ code }) => ({ code })));
      const inserts = query.mock.calls.filter(([text]) => text.startsWith('insert into "test_document"'));
      expect(inserts).toHaveLength(kind === 'sqlite' ? 40 : 1);
      for (const [text] of inserts) expect(/json/.test(text)).toBe(kind === 'postgres');
      query.mockRestore();
      await insertManyRows(db, 'test_document', documents.slice(40), (row) => row, { oneByOne: true });
      const stored = await db
        .selectFrom('test_document')
        .select(['code', 'document', 'version'])
        .where('code', 'like', 'long-%')
        .orderBy('version')
        .execute();
      expect(stored).toEqual(documents);
      await db.deleteFrom('test_document').where('code', 'like', 'long-%').execute();
    });
  });

  test('rows whose key is there are updated or left alone, as asked', async () => {
    await storage.transaction(async (db) => {
      await insertRows(db, 'test_document', [{ code: 'c1', document: '{}', version: 1 }]);
      const rows = (version: number): { code: string; document: string; version: number }[] =>
        ['c1', 'c2'].map((code) => ({ code, document: '[]', version }));
      await insertRows(db, 'test_document', rows(7), { onConflict: { key: ['code'], update: ['version'] } });
      await insertRows(db, 'test_document', rows(9), { onConflict: { key: ['code'], update: [] } });
      const stored = await db
        .selectFrom('test_document')
        .select(['code', 'document', 'version'])
        .where('code', 'in', ['c1', 'c2'])
        .orderBy('code')
        .execute();
      expect(stored).toEqual([
        { code: 'c1', document: '{}', version: 7 },
        { code: 'c2', document: '[]', version: 7 },
      ]);
    });
  });

  test('many rows are updated in one statement; missing ones are counted out', async () => {
    await storage.transaction(async (db) => {
      await insertRows(
        db,
        'test_item',
        ['u1', 'u2', 'u3'].map((code) => ({ code, price: 1 })),
      );
      const written = await updateRows(
        db,
        'test_item',
        ['code'],
        [
          { code: 'u1', price: 10.5, title: 'one' },
          { code: 'u3', price: null, title: null },
          { code: 'u4', price: 4, title: 'none' },
        ],
      );
      expect(written).toBe(2);
      const stored = await db
        .selectFrom('test_item')
        .select(['code', 'price', 'title'])
        .where('code', 'like', 'u_')
        .orderBy('code')
        .execute();
      expect(stored).toEqual([
        { code: 'u1', price: 10.5, title: 'one' },
        { code: 'u2', price: 1, title: null },
        { code: 'u3', price: null, title: null },
      ]);
    });
  });

  test('rows with differing columns, and none at all', async () => {
    await storage.transaction(async (db) => {
      expect(await insertRows(db, 'test_item', [])).toEqual([]);
      await expect(insertRows(db, 'test_item', [{ code: 'x1' }, { code: 'x2', title: 'more' }])).rejects.toThrow(
        'columns',
      );
    });
  });

  test('ids given out after ids of our own were inserted are free', async () => {
    await storage.transaction(async (db) => {
      await insertRows(db, 'test_item', [{ id: 5000, code: 'own' }]);
      const [next] = await insertRows(db, 'test_item', [{ code: 'given' }], { returning: ['id'] });
      expect(next!.id).toBe(5001);
    });
  });
});
