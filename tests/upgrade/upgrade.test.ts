import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client as PostgresClient } from 'pg';
import { describe, expect, test } from 'vitest';
import { configurationModule } from '../../src/platform/configuration/module.ts';
import type { Migration } from '../../src/kernel/module.ts';
import { modules } from '../../src/program/modules.ts';
import type { Storage } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { ok, startProcess, unique, until } from '../support/souk.ts';
import { fileOf, readBack, releases, releaseSettings } from './releases.ts';
import { placeOrder, type Made } from './shop-data.ts';

interface Recorded {
  readonly made: Made;
  readonly answers: Record<string, unknown>;
}

/** A database as a release has left it. */
async function restore(release: string, kind: TestDatabase['kind']): Promise<TestDatabase & { recorded: Recorded }> {
  const unpacked = (name: string): Buffer => gunzipSync(readFileSync(fileOf(release, name)));
  const database = await createDatabase(kind);
  if (kind === 'sqlite') writeFileSync(database.url.replace('sqlite:', ''), unpacked('sqlite.db.gz'));
  else {
    const client = new PostgresClient({ connectionString: database.url });
    await client.connect();
    await client.query(unpacked('postgres.sql.gz').toString());
    await client.end();
  }
  return { ...database, recorded: JSON.parse(unpacked(`${kind}.json.gz`).toString()) as Recorded };
}

/** What the catalog of a database says of its tables, indexes and triggers, and which migrations have run. */
async function schemaOf({ kind, reader }: Storage): Promise<unknown> {
  const queries =
    kind === 'sqlite'
      ? [sql`select type, name, sql from sqlite_schema order by type, name`]
      : [
          sql`select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
            where table_schema = 'public' order by 1, 2`,
          sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
          sql`select tgname, pg_get_triggerdef(oid) as definition from pg_trigger order by 1, 2`,
        ];
  const found = [];
  for (const query of queries) found.push((await query.execute(reader)).rows);
  return [found, await reader.selectFrom('schema_migration').selectAll().orderBy('name').execute()];
}

/** A recorded answer with any scores of a search: each version has its own. */
function withoutScores(answer: unknown): unknown {
  const parsed: unknown = JSON.parse(JSON.stringify(answer), (_, value: { attribute_code?: string } | null) =>
    value?.attribute_code === '_score' ? { ...value, value: undefined } : value,
  );
  return JSON.parse(JSON.stringify(parsed));
}

describe.each(releases.flatMap((release) => engines.map((kind) => ({ release, kind }))))(
  'a database of $release on $kind',
  ({ release, kind }) => {
    test('is upgraded by the start; what was stored reads as before, what was accepted is executed, writes work', async () => {
      const { url, recorded, remove } = await restore(release, kind);
      const folder = mkdtempSync(join(tmpdir(), 'souk-upgrade-'));
      const souk = await startProcess({ env: { ...releaseSettings, SOUK_VAR: folder, DATABASE_URL: url } });
      const { made, answers } = recorded;
      const isExecuted = async (): Promise<boolean> =>
        ok(await souk.admin.get(`/V1/bulk/${made.openBulk}/operation-status/1`)) === 2;
      await until(isExecuted);
      expect(ok(await souk.admin.get('/V1/products/kept-2')).price).toBe(22);
      // As it was when the answers were recorded.
      const reset = { product: { price: 3 } };
      ok(await souk.admin.store('all').put('/V1/products/kept-2', reset));
      ok(await souk.admin.store('all').put('/V1/products/kept-3', { product: { price: 4 } }));
      const found = await readBack(souk.admin, souk.guest, made);
      for (const [path, answer] of Object.entries(answers))
        expect(found[path], path).toMatchObject(withoutScores(answer) as object);
      const searched = Object.keys(answers).find((path) => path.startsWith('/V1/search'))!;
      // The words of stored products get their stems in the background.
      const isStemmed = async (): Promise<boolean> => ok(await souk.guest.get(`${searched}s`)).total_count > 0;
      await until(isStemmed);
      const before = ok(await souk.admin.get('/V1/orders?searchCriteria[pageSize]=1')).total_count;
      const order = await placeOrder(souk.guest, 'KEPT10');
      ok(await souk.admin.post(`/V1/order/${order}/invoice`, { capture: true }));
      // Three orders and an invoice were recorded: numbers go on behind them.
      expect(ok(await souk.admin.get(`/V1/orders/${order}`)).increment_id).toBe('000000004');
      const invoices = ok(await souk.admin.get('/V1/invoices?searchCriteria[pageSize]=50')).items;
      expect(invoices.map((invoice: { increment_id: string }) => invoice.increment_id)).toEqual([
        '000000001',
        '000000002',
      ]);
      expect(ok(await souk.admin.get('/V1/orders?searchCriteria[pageSize]=1')).total_count).toBe(before + 1);
      const sku = unique('new');
      ok(
        await souk.admin.post('/V1/products', {
          product: { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1 },
        }),
      );
      await souk.restart();
      expect(ok(await souk.admin.get(`/V1/products/${sku}`)).price).toBe(1);
      await souk.stop();
      await remove();
      rmSync(folder, { recursive: true });
    });

    test('is as it was after an upgrade that fails, whichever of its steps it is', async () => {
      const { open, remove } = await restore(release, kind);
      const storage = await open();
      const before = await schemaOf(storage);
      const configuration = configurationModule({
        paths: new Map(),
        scopes: () => ({ byId: () => undefined }) as never,
        baseUrl: () => '',
      });
      const works: Migration = {
        name: '900-works',
        async up(db) {
          await db.schema.createTable('newer').addColumn('id', 'integer').execute();
          await sql`update cms_page set title = 'changed'`.execute(db);
        },
      };
      const fails: Migration = {
        name: '901-fails',
        async up(db) {
          await db.schema.alterTable('quote').addColumn('newer', 'text').execute();
          throw new Error('this one fails');
        },
      };
      const newer = [configuration, ...modules, { name: 'Newer', migrations: [works, fails] }];
      await expect(migrate(storage, newer)).rejects.toThrow('this one fails');
      expect(await schemaOf(storage)).toEqual(before);
      const titles = await storage.reader.selectFrom('cms_page').select('title').execute();
      expect(titles.map(({ title }) => title)).not.toContain('changed');
      await remove();
    });
  },
);
