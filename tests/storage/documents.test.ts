import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/storage/database.ts';
import {
  decodeDocument,
  encodeDocument,
  insertDocument,
  insertWithId,
  updateDocument,
} from '../../src/storage/documents.ts';
import { isRetriable, isUniqueViolation } from '../../src/storage/errors.ts';
import { nextIdsWithRow } from '../../src/storage/sequences.ts';
import { createTestDatabase, engines, type TestDatabase } from './databases.ts';

describe.each(engines)('documents on %s', (kind) => {
  let database: TestDatabase & { storage: Storage };
  let storage: Storage;
  beforeAll(async () => {
    database = await createTestDatabase(kind);
    storage = database.storage;
  });
  afterAll(() => database.remove());

  const read = (id: number): Promise<{ id: number; version: number; code: string; document: string }> =>
    storage.reader.selectFrom('test_document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('an aggregate is stored with its columns, its document and version 1', async () => {
    const id = await storage.transaction((db) =>
      insertDocument(db, 'test_document', { code: 'a' }, { name: 'A', list: [1, 2] }),
    );
    const row = await read(id);
    expect(row).toMatchObject({ code: 'a', version: 1 });
    expect(decodeDocument(row.document)).toEqual({ name: 'A', list: [1, 2] });
  });

  test('a write with the version that was read goes through once', async () => {
    const id = await storage.transaction((db) => insertDocument(db, 'test_document', { code: 'b' }, { n: 1 }));
    const first = await read(id);
    const write = (n: number): Promise<number> =>
      storage.transaction((db) => updateDocument(db, 'test_document', first, { code: `b${n}` }, { n }));
    expect(await write(2)).toBe(2);
    await expect(write(3)).rejects.toSatisfy(isRetriable);
    const row = await read(id);
    expect(row).toMatchObject({ code: 'b2', version: 2 });
    expect(decodeDocument(row.document)).toEqual({ n: 2 });
  });

  test('of many who read the same version and write at once, one goes through', async () => {
    const id = await storage.transaction((db) => insertDocument(db, 'test_document', { code: 'c' }, { n: 0 }));
    const row = await read(id);
    const writes = Array.from({ length: 10 }, (_, n) =>
      storage.transaction((db) => updateDocument(db, 'test_document', row, {}, { n })),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect((await read(id)).version).toBe(2);
  });

  test('a write to what has been deleted is stale', async () => {
    const gone = storage.transaction((db) => updateDocument(db, 'test_document', { id: 12_345, version: 1 }, {}, {}));
    await expect(gone).rejects.toMatchObject({ kind: 'retriable' });
  });

  test('a write that nobody waits for is stale as well, and nothing of its transaction is left', async () => {
    const withNext = { withNext: true } as const;
    const id = await storage.transaction((db) => insertDocument(db, 'test_document', { code: 'd' }, { n: 1 }));
    let writes = 0;
    const write = (version: number): Promise<void> =>
      storage.transaction(async (db) => {
        await insertDocument(db, 'test_document', { code: `beside d ${++writes}` }, {});
        await updateDocument(db, 'test_document', { id, version }, { code: 'd2' }, { n: 2 }, withNext);
      });
    await write(1);
    await expect(write(1)).rejects.toMatchObject({ kind: 'retriable' });
    await expect(write(3)).rejects.toSatisfy(isRetriable);
    const inSavepoint = storage.transaction(async (db) => {
      const failing = storage.savepoint(db, () =>
        updateDocument(db, 'test_document', { id, version: 1 }, {}, {}, withNext),
      );
      await expect(failing).rejects.toMatchObject({ kind: 'retriable' });
      await insertDocument(db, 'test_document', { code: 'after d' }, {});
    });
    await inSavepoint;
    expect(await read(id)).toMatchObject({ code: 'd2', version: 2 });
    const beside = await storage.reader
      .selectFrom('test_document')
      .select('code')
      .where('code', 'like', '% d%')
      .execute();
    expect(beside.map(({ code }) => code).sort()).toEqual(['after d', 'beside d 1']);
  });

  test('an insert with a drawn id gets it, and fails with the error that its caller makes of it', async () => {
    const insert = (code: string): Promise<number> =>
      storage.transaction(async (db) => {
        const drawn = (await nextIdsWithRow(db, 'test_document', { test: 1 })).rowId;
        const errorOf = (error: unknown): unknown =>
          isUniqueViolation(error, 'code') ? new Error(`taken ${code}`) : error;
        const id = await insertWithId(db, 'test_document', drawn, { code }, { n: 1 }, errorOf);
        expect(kind === 'sqlite' ? drawn : id).toBe(kind === 'sqlite' ? undefined : drawn);
        return id;
      });
    const id = await insert('drawn');
    expect(await read(id)).toMatchObject({ code: 'drawn', version: 1 });
    await expect(insert('drawn')).rejects.toThrow('taken drawn');
    expect(await insert('drawn next')).toBeGreaterThan(id);
  });

  test('a second aggregate with the same key is told by the column', async () => {
    const twice = storage.transaction(async (db) => {
      await insertDocument(db, 'test_document', { code: 'same' }, {});
      await insertDocument(db, 'test_document', { code: 'same' }, {});
    });
    const error: unknown = await twice.catch((e: unknown) => e);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'code')).toBe(true);
    expect(isUniqueViolation(error, 'id')).toBe(false);
  });

  test('signs that PostgreSQL cannot keep are replaced or refused on both', async () => {
    expect(() => encodeDocument({ text: 'a\0b' })).toThrow('cannot be stored');
    const document = { text: `half \ud83d pair`, whole: '😀', escaped: '\\u0000' };
    const id = await storage.transaction((db) => insertDocument(db, 'test_document', { code: 'signs' }, document));
    expect(decodeDocument((await read(id)).document)).toEqual({ ...document, text: 'half \ufffd pair' });
  });
});
