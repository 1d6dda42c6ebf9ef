import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../quote/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

it('a product tells how many of it an order may have: by its own settings or those of the shop', async () => {
  const own = await makeProduct(
    souk,
    {},
    { use_config_min_sale_qty: 0, min_sale_qty: 2, use_config_max_sale_qty: 0, max_sale_qty: 8 },
  );
  const usual = await makeProduct(souk);
  const READ = `query($skus: [String!]) { products(filter: { sku: { in: $skus } }, sort: { name: ASC }) {
    items { sku min_sale_qty max_sale_qty } } }`;
  const read = async () => {
    const { items } = (await graphqlClient(souk).data(READ, { skus: [own, usual] })).products;
    return new Map(items.map(({ sku, ...limits }: { sku: string }) => [sku, limits]));
  };
  const first = await read();
  expect(first.get(own)).toEqual({ min_sale_qty: 2, max_sale_qty: 8 });
  expect(first.get(usual)).toEqual({ min_sale_qty: 1, max_sale_qty: 10_000 });
  await souk.configure({ 'cataloginventory/item_options/max_sale_qty': '50' });
  const stock_item = { qty: 100, is_in_stock: true, use_config_min_sale_qty: 0, min_sale_qty: 3 };
  ok(await souk.admin.put(`/V1/products/${own}`, { product: { extension_attributes: { stock_item } } }));
  const later = await read();
  expect(later.get(own)).toEqual({ min_sale_qty: 3, max_sale_qty: 8 });
  expect(later.get(usual)).toEqual({ min_sale_qty: 1, max_sale_qty: 50 });
});
