import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { giftRegistry } from '../../src/modules/gift-registry/module.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createDatabase, engines } from '../storage/databases.ts';

test.each(engines)('registries of before get a public id, and registrants of their own, on %s', async (engine) => {
  const database = await createDatabase(engine);
  try {
    const storage = await database.open();
    await storage.transaction((db) => sql`create table catalog_product (id integer primary key)`.execute(db));
    const former = giftRegistry.migrations!.filter(({ name }) => name < '002-storefront');
    await migrate(storage, [{ ...giftRegistry, migrations: former }]);
    const person = { firstname: 'Äda', lastname: 'Example', email: 'ADA@example.com', told: { role: 'bride' } };
    const document = { message: 'Hello', event: { event_date: '2027-06-05' }, address: { city: 'LA' } };
    await storage.transaction(async (db) => {
      for (const [id, registrants] of [[person, { ...person, firstname: 'Bo' }], []].entries()) {
        await sql`insert into gift_registry (id, type, customer_id, website_id, is_public, is_active, title, created_at,
          document, version) values (${id + 1}, 'wedding', 1, 1, 1, 1, 'Ours', 'x',
          ${JSON.stringify({ ...document, registrants })}, 1)`.execute(db);
      }
    });
    await migrate(storage, [giftRegistry]);
    const { registries, registrants, types } = await storage.transaction(async (db) => ({
      registries: await db.selectFrom('gift_registry').select(['uid', 'document']).orderBy('id').execute(),
      registrants: await db.selectFrom('gift_registry_registrant').selectAll().orderBy('id').execute(),
      types: await db.selectFrom('gift_registry_type').select(['id', 'code']).orderBy('id').execute(),
    }));
    expect(new Set(registries.map(({ uid }) => uid)).size).toBe(2);
    for (const { uid, document: text } of registries) {
      expect(uid).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(JSON.parse(text)).toEqual(document);
    }
    expect(registrants).toMatchObject([
      {
        registry_id: 1,
        firstname: 'Äda',
        name_key: 'ada\nexample',
        email: 'ADA@example.com',
        email_key: 'ada@example.com',
      },
      { registry_id: 1, firstname: 'Bo', name_key: 'bo\nexample' },
    ]);
    expect(JSON.parse(registrants[0]!.document)).toEqual({ role: 'bride' });
    expect(types.map(({ id, code }) => [id, code])).toEqual([
      [1, 'birthday'],
      [2, 'baby_registry'],
      [3, 'wedding'],
    ]);
  } finally {
    await database.remove();
  }
});
