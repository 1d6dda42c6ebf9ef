import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfigurable, makeSelect } from '../catalog/composites.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { channels, depotOrder, isSalable, newDepot, setItems, stocked, websiteOf, type Depot } from './shop.ts';

// What a website with a stock of its own can sell of composite products, and what they cost there, follows from that stock.

let souk: Souk;
let depot: Depot;
beforeAll(async () => {
  souk = await startSouk();
  depot = await newDepot(souk, { sources: 2, hasWebsite: true });
});
afterAll(() => souk.stop());

async function made(): Promise<{ parent: Answer['body']; red: string; green: string }> {
  const select = await makeSelect(souk, ['red', 'green']);
  const variant = (price: number, at: number) =>
    stocked(souk, depot, [at === 0 ? 2 : 0, at === 1 ? 2 : 0], {
      price,
      custom_attributes: [{ attribute_code: select.code, value: String(select.values[at]) }],
    });
  const [red, green] = [await variant(40, 0), await variant(50, 1)];
  const parent = await makeConfigurable(souk, select, [red, green]);
  const website_ids = [1, await websiteOf(souk, depot.view)];
  ok(await souk.admin.put(`/V1/products/${parent.sku}`, { product: { extension_attributes: { website_ids } } }));
  return { parent, red: red.sku, green: green.sku };
}

/** The lowest and highest price on a website, and its place in a list by price; undefined where it is not listed. */
async function prices({ sku }: Answer['body'], store: string): Promise<number[] | undefined> {
  const { products } = await graphqlClient(souk).data(
    `query($sku: String) { products(filter: { sku: { eq: $sku } }, sort: { price: ASC }) { total_count items {
      price_range { minimum_price { final_price { value } } maximum_price { final_price { value } } } } } }`,
    { sku },
    { store },
  );
  expect(products.total_count).toBe(products.items.length);
  const [item] = products.items;
  if (!item) return undefined;
  const ends = [item.price_range.minimum_price.final_price.value, item.price_range.maximum_price.final_price.value];
  const filtered = await graphqlClient(souk).data(
    'query($filter: ProductAttributeFilterInput) { products(filter: $filter) { total_count } }',
    { filter: { sku: { eq: sku }, price: { from: String(ends[0]), to: String(ends[0]) } } },
    { store },
  );
  expect(filtered.products.total_count).toBe(1);
  return ends;
}

it('its sources, and orders from it', async () => {
  const { parent, red, green } = await made();
  const { stockId, view, sources } = depot;
  const both = async () => [await prices(parent, 'default'), await prices(parent, view)];
  expect(await both()).toEqual([undefined, [40, 50]]);
  expect([await isSalable(souk, parent.sku, 1), await isSalable(souk, parent.sku, stockId)]).toEqual([false, true]);
  const source = { name: 'One', country_id: 'US', postcode: '1' };
  ok(await souk.admin.put(`/V1/inventory/sources/${sources[0]}`, { source: { ...source, enabled: false } }));
  expect(await both()).toEqual([undefined, [50, 50]]);
  ok(await souk.admin.put(`/V1/inventory/sources/${sources[0]}`, { source: { ...source, enabled: true } }));
  expect(await both()).toEqual([undefined, [40, 50]]);
  await depotOrder(souk, depot, [{ sku: red, qty: 2 }]);
  expect(await both()).toEqual([undefined, [50, 50]]);
  await setItems(souk, green, { [sources[1]!]: [0, 0] });
  expect(await both()).toEqual([undefined, undefined]);
  ok(await souk.admin.put(`/V1/products/${red}/stockItems/1`, { stockItem: { qty: 9, is_in_stock: true } }));
  expect(await both()).toEqual([[40, 40], undefined]);
  expect([await isSalable(souk, parent.sku, 1), await isSalable(souk, parent.sku, stockId)]).toEqual([true, false]);
});

it('the variants on its website, and the stock that sells there', async () => {
  const { parent, red } = await made();
  const { stockId, view, kiosk } = depot;
  ok(await souk.admin.put(`/V1/products/${red}/stockItems/1`, { stockItem: { qty: 9, is_in_stock: true } }));
  const both = async () => [await prices(parent, 'default'), await prices(parent, view)];
  expect(await both()).toEqual([
    [40, 40],
    [40, 50],
  ]);
  ok(await souk.admin.delete(`/V1/products/${red}/websites/${await websiteOf(souk, view)}`));
  expect(await both()).toEqual([
    [40, 40],
    [50, 50],
  ]);
  const save = async (sold: object[]) => {
    const { name } = ok(await souk.admin.get(`/V1/inventory/stocks/${stockId}`));
    ok(await souk.admin.put(`/V1/inventory/stocks/${stockId}`, { stock: { name, ...channels(sold) } }));
  };
  const other = { type: 'kiosk', code: kiosk };
  await save([other]);
  expect(await both()).toEqual([[40, 40], undefined]);
  await save([other, { type: 'website', code: view }]);
  expect(await both()).toEqual([
    [40, 40],
    [50, 50],
  ]);
});
