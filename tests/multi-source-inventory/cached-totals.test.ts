import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { ok, startProcess, unique, until, type SoukProcess } from '../support/souk.ts';
import { depotOrder, link, newDepot, setItems, stocked, type Depot } from './shop.ts';

// Every process caches the number of products that a website's own stock can sell; it is true at once, whichever process changes it.

let souk: SoukProcess;
let other: SecondProcess;
let depot: Depot;
let category: number;
beforeAll(async () => {
  souk = await startProcess();
  depot = await newDepot(souk, { hasWebsite: true });
  other = await secondProcess(souk);
  const made = { name: unique('category'), is_active: true, parent_id: 2 };
  category = ok(await souk.admin.post('/V1/categories', { category: made })).id;
});
afterAll(async () => {
  await other?.end();
  await souk?.stop();
});

const QUERY = `query($uid: String, $page: Int) { products(filter: { category_uid: { eq: $uid } }, pageSize: 1, currentPage: $page)
  { total_count items { sku only_x_left_in_stock } } }`;

/** How many products each process says that the website shows in the category, each asked twice: the second response may be cached. */
async function totals(): Promise<number[]> {
  const variables = { uid: Buffer.from(String(category)).toString('base64'), page: 1 };
  const ask = async ({ base }: { readonly base: string }): Promise<number> =>
    (await graphqlClient({ base }).data(QUERY, variables, { store: depot.view })).products.total_count;
  return [await ask(souk), await ask(other), await ask(souk), await ask(other)];
}
const everywhere = (total: number): number[] => [total, total, total, total];

async function newProduct(quantities: readonly number[]): Promise<string> {
  const category_links = [{ category_id: String(category), position: 0 }];
  return (await stocked(souk, depot, quantities, { extension_attributes: { category_links } })).sku;
}

test('a kept number of products follows stock, sources, links and reservations in all processes', async () => {
  const [north, south] = depot.sources;
  const skus = [await newProduct([5, 0]), await newProduct([0, 5]), await newProduct([5, 5]), await newProduct([0, 0])];
  await until(async () => (await totals()).every((total) => total === 3));

  await setItems(souk, skus[3]!, { [north!]: 2 });
  expect(await totals()).toEqual(everywhere(4));

  const source = { name: south, country_id: 'US', postcode: '1' };
  ok(await souk.admin.put(`/V1/inventory/sources/${south}`, { source: { ...source, enabled: false } }));
  expect(await totals()).toEqual(everywhere(3));
  ok(await souk.admin.put(`/V1/inventory/sources/${south}`, { source: { ...source, enabled: true } }));
  expect(await totals()).toEqual(everywhere(4));

  const links = [{ stock_id: depot.stockId, source_code: north }];
  ok(await souk.admin.post('/V1/inventory/stock-source-links-delete', { links }));
  expect(await totals()).toEqual(everywhere(2));
  await link(souk, depot.stockId, depot.sources);
  expect(await totals()).toEqual(everywhere(4));

  const { entity_id } = await depotOrder(souk, depot, [{ sku: skus[3]!, qty: 2 }]);
  expect(await totals()).toEqual(everywhere(3));
  ok(await souk.admin.post(`/V1/orders/${entity_id}/cancel`));
  expect(await totals()).toEqual(everywhere(4));

  ok(await souk.admin.store('all').put(`/V1/products/${skus[0]}`, { product: { status: 2 } }));
  expect(await totals()).toEqual(everywhere(3));
});
