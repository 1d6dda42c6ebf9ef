import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { foldMigration } from '../../src/storage/fold-migration.ts';
import { createDatabase, engines } from './databases.ts';

describe.each(engines)('an index over lower case on %s', (kind) => {
  const upgraded = async (...codes: string[]): Promise<string[]> => {
    const { open, remove } = await createDatabase(kind);
    const storage = await open();
    try {
      await storage.transaction(async (db) => {
        const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(db));
        const body = `language sql immutable strict as 'select lower($1)'`;
        if (kind === 'postgres') await run(`create function fold(text) returns text ${body}`);
        await run('create table older (code text)');
        await run('create unique index older_code on older (fold(code))');
        for (const code of codes) await run(`insert into older values ('${code}')`);
      });
      await storage.transaction((db) => foldMigration.up(db, storage.types));
      const found = sql<{ code: string }>`select code from older where fold_text(code) = 'kase'`;
      return (await found.execute(storage.reader)).rows.map(({ code }) => code);
    } finally {
      await remove();
    }
  };

  test('is made again without accents', async () => {
    expect(await upgraded('Käse', 'Milch')).toEqual(['Käse']);
  });

  test('is left alone, and the upgrade stops, where rows differ by accents alone', async () => {
    await expect(upgraded('Käse', 'kase')).rejects.toThrow(/Two rows of older differ by accents alone.*older_code/);
  });
});
