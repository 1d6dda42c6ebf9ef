import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandOutcome } from '../support/commands.ts';
import { ok, startSouk, type Answer, type Souk, type SoukProcess } from '../support/souk.ts';
import { countsIn, startSource } from './shops.ts';

type Body = Answer['body'];

let source: SoukProcess;
let target: Souk;
let token: string;
beforeAll(async () => {
  source = await startSource();
  target = await startSouk();
  const credentials = { username: 'admin', password: source.password };
  token = ok(await source.guest.post('/V1/integration/admin/token', credentials));
}, 300_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
});

const parts = ['--only', 'stores,tax,catalog,customers,companies,sharedcatalogs'];
const migrate = (...args: string[]): Promise<CommandOutcome> =>
  target.cli('migrate', '--from', source.base, '--token', token, '--rate', '1000', ...parts, ...args);
const list = async ({ admin }: Souk, path: string): Promise<Body[]> =>
  ok(await admin.get(`${path}?searchCriteria[pageSize]=500`)).items;

/** The shared catalogs of a shop by name, with their contents, companies and prices; references by names. */
async function catalogsIn(shop: Souk): Promise<Body> {
  const { admin } = shop;
  const namesOf = async (path: string, name: string): Promise<Map<number, string>> =>
    new Map((await list(shop, path)).map((one) => [one.id, one[name]]));
  const [categories, companies, groups] = await Promise.all([
    namesOf('/V1/categories/list', 'name'),
    namesOf('/V1/company/', 'company_name'),
    namesOf('/V1/customerGroups/search', 'code'),
  ]);
  const found: Record<string, Body> = {};
  for (const { id, name, customer_group_id, ...catalog } of await list(shop, '/V1/sharedCatalog/')) {
    const read = async (part: string): Promise<Body> => ok(await admin.get(`/V1/sharedCatalog/${id}/${part}`));
    const group = groups.get(customer_group_id);
    const products = (await read('products')).sort();
    const prices = ok(await admin.post('/V1/products/tier-prices-information', { skus: products.slice(0, 20) }));
    found[name] = {
      ...catalog,
      created_by: undefined,
      tax_class_id: undefined,
      group,
      products,
      categories: (await read('categories')).map((one: number) => categories.get(one)).sort(),
      companies: JSON.parse(await read('companies')).map((one: string) => companies.get(Number(one))),
      prices: prices
        .filter((one: Body) => one.customer_group === group)
        .map((one: Body) => JSON.stringify(one))
        .sort(),
    };
  }
  return found;
}

test('shared catalogs move with categories, products, companies and prices', { timeout: 300_000 }, async () => {
  const outcome = await migrate();
  expect(outcome.code).toBe(0);
  expect(countsIn(outcome).get('shared catalogs')).toBe('2 created');
  const there = await catalogsIn(source);
  expect(there['Canteens']).toMatchObject({ group: 'Canteens', type: 0, companies: ['Ashworth Canteens'] });
  expect(there['Canteens'].prices.length).toBeGreaterThan(10);
  expect(there['Default (General)'].products.length).toBeGreaterThan(200);
  expect(await catalogsIn(target)).toEqual(there);
});

test('a follow-up moves changes of catalogs, and a second run changes nothing', { timeout: 300_000 }, async () => {
  expect(countsIn(await migrate()).get('shared catalogs')).toBe('2 unchanged');
  const { admin } = source;
  const catalogs = await list(source, '/V1/sharedCatalog/');
  const canteens = catalogs.find(({ name }) => name === 'Canteens');
  const products = ok(await admin.get(`/V1/sharedCatalog/${canteens.id}/products`));
  const path = `/V1/sharedCatalog/${canteens.id}`;
  ok(await admin.put(path, { sharedCatalog: { ...canteens, description: 'Crates' } }));
  ok(await admin.post(`${path}/unassignProducts`, { products: [{ sku: products[0] }] }));
  ok(await admin.post(`${path}/assignProducts`, { products: [{ sku: 'TOTE-COTTON' }] }));
  const [category] = ok(await admin.get(`${path}/categories`));
  ok(await admin.post(`${path}/unassignCategories`, { categories: [{ id: category }] }));
  const sharedCatalog = {
    name: 'Everybody',
    description: '',
    type: 1,
    store_id: 0,
    tax_class_id: canteens.tax_class_id,
  };
  ok(await admin.post('/V1/sharedCatalog', { sharedCatalog }));
  expect((await migrate('--verify')).stderr).toContain('shared catalogs, Canteens: description is ');
  const outcome = await migrate();
  expect(outcome.code).toBe(0);
  expect(countsIn(outcome).get('shared catalogs')).toBe('1 created, 2 changed');
  const there = await catalogsIn(source);
  expect(there['Everybody'].type).toBe(1);
  expect(there['Default (General)'].type).toBe(0);
  expect(there['Canteens'].products).toContain('TOTE-COTTON');
  const here = await catalogsIn(target);
  expect(here).toEqual(there);
  expect(countsIn(await migrate()).get('shared catalogs')).toBe('3 unchanged');
});

test('a catalog without moved products and categories moves, and gets them later', { timeout: 300_000 }, async () => {
  const other = await startSouk();
  const args = ['migrate', '--from', source.base, '--token', token, '--rate', '1000', '--only'];
  const early = await other.cli(...args, 'stores,tax,sharedcatalogs');
  expect(early.code).toBe(0);
  expect(countsIn(early).get('shared catalogs')).toBe('3 created');
  const [run] = ok(await other.admin.raw('GET', '/_/console/migrations'));
  const { items } = ok(await other.admin.raw('GET', `/_/console/migrations/${run.id}/faults?search=products`));
  expect(items.map(({ reason }: Body) => reason).join()).toMatch(/\d+ of its products were not moved, such as/);
  await other.cli(...args, 'catalog');
  expect(countsIn(await other.cli(...args, 'sharedcatalogs')).get('shared catalogs')).toBe('2 changed, 1 unchanged');
  const [there, here] = [await catalogsIn(source), await catalogsIn(other)];
  await other.stop();
  expect(here['Canteens'].products).toEqual(there['Canteens'].products);
  expect(here['Canteens'].categories).toEqual(there['Canteens'].categories);
});
