import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../src/program/modules.ts';
import type { Storage } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';

const NEW = '007-listing';

describe.each(engines)('a database of the first version on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    database = await createDatabase(engine);
    storage = await database.open();
    const older = modules.map((module) => ({
      ...module,
      migrations: (module.migrations ?? []).filter(({ name }) => module.name !== 'Catalog' || name < NEW),
    }));
    await migrate(storage, older);
    await storage.transaction(async (db) => {
      const run = async (text: string): Promise<void> => void (await sql.raw(text).execute(db));
      await run(`insert into eav_attribute_set (attribute_set_id, attribute_set_name, sort_order, entity_type_id)
        values (4, 'Default', 1, 4)`);
      const categories = [
        [1, '1', 0],
        [2, '1/2', 1],
        [3, '1/2/3', 0],
        [4, '1/2/3/4', 1],
      ] as const;
      for (const [id, path, anchor] of categories) {
        await run(`insert into category (id, parent_id, path, level, position, children_count, is_anchor, created_at,
          updated_at, version, document) values (${id}, 0, '${path}', 1, 1, 0, ${anchor}, 'x', 'x', 1, '{}')`);
      }
      for (let id = 1; id <= 12; id++) {
        await run(`insert into catalog_product (id, sku, name, price, type_id, attribute_set_id, status, visibility, has_options,
          required_options, created_at, updated_at, version, document)
          values (${id}, 'p${id}', ${id === 5 ? 'null' : `'Né ${id}'`}, ${id}, 'simple', 4, ${id % 2 ? '1' : 'null'}, 4, 0, 0, 'x', 'x', 1, '{}')`);
        if (id % 3) await run(`insert into catalog_product_website values (${id}, 1)`);
        if (id % 4) await run(`insert into category_product values (${2 + (id % 3)}, ${id}, ${id})`);
      }
    });
  });
  afterAll(() => database.remove());

  it('gets its listing from what it has, and keeps it from then on', async () => {
    const { ran } = await migrate(storage, modules);
    expect(ran).toContain(`Catalog/${NEW}`);
    const counts = async (): Promise<Record<string, number>> => {
      const { rows } = await sql<{
        place: string;
        n: number;
      }>`select category_id || ':' || website_id as place, sum(n) as n
        from catalog_product_tally group by category_id, website_id having sum(n) <> 0 order by 1`.execute(
        storage.reader,
      );
      return Object.fromEntries(rows.map(({ place, n }) => [place, n]));
    };
    // In 2: 3, 6, 9; in 3: 1, 7, 10; in 4: 2, 5, 11; multiples of 3 are on no website.
    expect(await counts()).toEqual({ '0:0': 12, '0:1': 8, '2:0': 9, '2:1': 6, '3:0': 3, '3:1': 3, '4:0': 3, '4:1': 3 });
    await storage.transaction(async (db) => {
      await db.deleteFrom('catalog_product').where('id', 'in', [1, 2]).execute();
      await db.updateTable('catalog_product').set({ status: 1 }).where('id', '=', 6).execute();
      await db.deleteFrom('category_product').where('product_id', '=', 3).execute();
    });
    expect(await counts()).toEqual({ '0:0': 10, '0:1': 6, '2:0': 6, '2:1': 4, '3:0': 2, '3:1': 2, '4:0': 2, '4:1': 2 });
    const { rows } = await sql<{ n: number }>`select sum(n) as n from catalog_product_tally
      where category_id = 0 and website_id = 0 and status is null`.execute(storage.reader);
    expect(rows[0]!.n).toBe(4);
  });

  it('sorts by what the products have, then and later', async () => {
    const rows = async (categoryId: number): Promise<[string, number][]> => {
      const shown = storage.reader
        .selectFrom('category_shown')
        .select(['name', 'charged_price'])
        .where('category_id', '=', categoryId)
        .orderBy('product_id');
      return (await shown.execute()).map((row) => [row.name, Number(row.charged_price)]);
    };
    expect(await rows(4)).toEqual([
      ['', 5],
      ['ne 11', 11],
    ]);
    await storage.transaction(async (db) => {
      await db.updateTable('catalog_product').set({ name: 'ÉTÉ', charged_price: 2.5 }).where('id', '=', 5).execute();
      await db.insertInto('category_product').values({ category_id: 3, product_id: 5, position: 1 }).execute();
      // As a process of the version before does it.
      await db.insertInto('category_shown').values({ category_id: 4, product_id: 12, position: null }).execute();
    });
    const renamed = ['ete', 2.5];
    expect(await rows(4)).toEqual([renamed, ['ne 11', 11], ['ne 12', 12]]);
    expect(await rows(3)).toEqual([renamed, ['ne 7', 7], ['ne 10', 10]]);
    expect(await rows(2)).toContainEqual(renamed);
    await storage.transaction(async (db) => {
      await db.deleteFrom('category_shown').where('product_id', '=', 12).execute();
      await db.deleteFrom('category_product').where('product_id', '=', 5).where('category_id', '=', 3).execute();
    });
  });

  it('does not grow with the changes that are made', async () => {
    const CHANGES = 1000;
    await storage.transaction(async (db) => {
      for (let i = 1; i <= CHANGES; i++)
        await db
          .updateTable('catalog_product')
          .set({ visibility: 1 + (i % 4) })
          .where('id', '=', 11)
          .execute();
    });
    const { rows } = await sql<{ rows: number; n: number }>`select count(*) as rows, sum(n) as n
      from catalog_product_tally where category_id = 4 and website_id = 0`.execute(storage.reader);
    expect(rows[0]!.n).toBe(2);
    // On PostgreSQL each change brings two, which one change in fifty sums up.
    expect(rows[0]!.rows).toBeLessThan(1.2 * CHANGES);
  });
});
