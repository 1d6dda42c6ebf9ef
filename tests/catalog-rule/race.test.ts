import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followRunningSaves, saveRule } from '../../src/modules/catalog-rule/save.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

// On SQLite, writers follow one another.
describe.skipIf(!engines.includes('postgres'))('a catalog price rule on PostgreSQL', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('postgres');
  });
  afterAll(() => here?.stop());

  it('is for products that a save creates while the rule is saved', async () => {
    const like = unique('late');
    const call = here.souk.systemCall();
    const make = (name: string, price: number): object =>
      product({ sku: `${like}-${name}`, price, extension_attributes: { stock_item: { qty: 5, is_in_stock: true } } });
    ok(await here.admin.store('all').post('/V1/products', { product: make('a', 10) }));
    const rule = {
      name: 'Sale',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      simple_action: 'to_fixed',
      discount_amount: 5,
    };
    const sku = { condition_type: 'product', attribute_name: 'sku', operator: '==', value: `${like}-b` };
    await call.transaction(async (inside) => {
      await inside.services.catalog.saveProduct(inside, make('b', 20));
      await saveRule(here.souk.systemCall(), {
        ...rule,
        rule_condition: { condition_type: 'combine', conditions: [sku] },
      });
    });
    await followRunningSaves(call);
    const filters = [[{ field: 'sku', value: `${like}-%`, condition_type: 'like' }]];
    const query = criteria(filters, { sort: [{ field: 'price', direction: 'ASC' }], pageSize: 5 });
    const { items } = ok(await here.admin.store('default').get(`/V1/products?${query}`));
    expect(items.map((item: { sku: string }) => item.sku.slice(like.length + 1))).toEqual(['b', 'a']);
  });
});
