import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operations } from '../../src/platform/operation-queue/module.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createDatabase, engines } from '../storage/databases.ts';

test.each(engines)('open operations of release 0.1.0 keep their place beside newer ones on %s', async (engine) => {
  const database = await createDatabase(engine);
  try {
    const storage = await database.open();
    const former = operations.migrations!.filter(({ name }) => name < '005-entity-keys');
    await migrate(storage, [{ ...operations, migrations: former }]);
    const keys = [
      'quoteCartItemRepositoryV1/quote_id/9',
      'guest/quoteGuestCouponManagementV1/cartId/aB',
      'customerAccountManagementV1/email/Me@Example.com',
      'sku/shirt-1',
      'catalogBasePriceStorageV1',
      null,
    ];
    await storage.transaction(async (db) => {
      await sql`insert into bulk (id, uuid, user_type, user_id, resources, store_id, topic, description, start_time,
        operation_count) values (1, 'u', 2, 1, '"all"', 1, 't', 'd', 'x', 7)`.execute(db);
      for (const [i, key] of [...keys, 'quoteCartItemRepositoryV1/cartId/9'].entries()) {
        await sql`insert into operation (id, bulk_id, operation_key, status, entity_key, attempts, available_at)
          values (${i + 1}, 1, ${i}, ${i < keys.length ? 4 : 1}, ${key}, 0, 0)`.execute(db);
      }
    });
    await migrate(storage, [operations]);
    const { rows } = await storage.transaction((db) =>
      sql<{ key: string | null }>`select entity_key as key from operation order by id`.execute(db),
    );
    expect(rows.map(({ key }) => key)).toEqual([
      'cart/9',
      'guest/cart/ab',
      'customer/me@example.com',
      'sku/shirt-1',
      'catalogBasePriceStorageV1',
      null,
      // It is done: nothing waits for it.
      'quoteCartItemRepositoryV1/cartId/9',
    ]);
  } finally {
    await database.remove();
  }
});
