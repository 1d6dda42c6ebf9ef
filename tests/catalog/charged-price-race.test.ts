import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, until, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

// On SQLite, writers follow one another.
describe.skipIf(!engines.includes('postgres'))('a price on PostgreSQL', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('postgres');
  });
  afterAll(() => here?.stop());

  /** Sells a product out in a transaction that is committed when `save` waits for it, having read the product before. */
  async function soldOutWhile(id: number, save: () => Promise<Answer>): Promise<void> {
    const call = here.souk.systemCall();
    let saved: Promise<Answer> | undefined;
    await call.transaction(async (inside) => {
      await sql`update cataloginventory_stock_item set qty = 0, is_in_stock = 0 where product_id = ${id}`.execute(
        inside.db,
      );
      await inside.services.availability.salesChanged(inside, [id]);
      saved = save();
      await until(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(call.db);
        return rows[0]!.n > 0;
      });
    });
    ok(await saved!);
  }

  it('that is saved while the product sells out does not hide that', async () => {
    const shown = async (sku: string): Promise<number> => {
      const query = 'query($sku: String) { products(filter: { sku: { eq: $sku } }) { total_count } }';
      return (await graphqlClient(here).data(query, { sku })).products.total_count;
    };
    const prices = (sku: string) => [{ sku, store_id: 0, price: 3 }];
    for (const save of [
      (sku: string) => here.admin.store('all').put(`/V1/products/${sku}`, { product: { price: 3 } }),
      (sku: string) => here.admin.post('/V1/products/base-prices', { prices: prices(sku) }),
    ]) {
      const { sku, id } = await newProduct(here);
      expect(await shown(sku)).toBe(1);
      await soldOutWhile(id, () => save(sku));
      expect(await shown(sku)).toBe(0);
    }
  });
});
