import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeStock } from '../source-selection/stock.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const source = {
  city: 'Here',
  street: '5 Ave',
  phone: '1',
  extension_attributes: { is_pickup_location_active: true },
};

describe.each(engines)('statements that find pickup locations on %s', (engine) => {
  let here: Here;
  let admin: Client;
  let counted: StatementCount;

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ admin } = here);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  it('are as many for one location and product as for eight', async () => {
    const skus: string[] = [];
    for (let i = 0; i < 8; i++) skus.push(await makeProduct(admin));
    const has = Object.fromEntries(skus.map((sku) => [sku, 3]));
    const statements = async (many: number): Promise<string[]> => {
      const made = await makeStock(
        admin,
        Array.from({ length: many }, () => ({ source, has })),
      );
      const code = unique('kiosk');
      const sales_channels = [{ type: 'kiosk', code }];
      const stock = { name: unique('Stock'), extension_attributes: { sales_channels } };
      ok(await admin.put(`/V1/inventory/stocks/${made.id}`, { stock }));
      const products = skus
        .slice(0, many)
        .map((sku, i) => `&searchRequest[extensionAttributes][productsInfo][${i}][sku]=${sku}`);
      const query = `searchRequest[scopeType]=kiosk&searchRequest[scopeCode]=${code}${products.join('')}`;
      const path = `/V1/inventory/in-store-pickup/pickup-locations/?${query}`;
      return counted.settled(async () => expect(ok(await admin.get(path)).items).toHaveLength(many));
    };
    const few = await statements(1);
    const many = await statements(8);
    expect(many.length, many.join('\n')).toBe(few.length);
    // Products by SKU, those that can be sold, the codes of locations, the locations.
    expect(many.length, many.join('\n')).toBeLessThanOrEqual(4);
  });
});
