import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCompany, newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { catalogsOf, tier, type Catalogs } from '../shared-catalog/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

describe.each(engines)('companies and shared catalogs in the console, on %s', (engine) => {
  let here: Here;
  let catalogs: Catalogs;
  let counted: StatementCount;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    catalogs = catalogsOf(here.admin);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const read = (path: string, caller: Client = here.admin) => caller.raw('GET', `/_/console/${path}`);
  const count = async (path: string): Promise<number> =>
    (await counted.settled(async () => ok(await read(path)))).length;
  const newCategory = async (name: string, parent_id = 2): Promise<number> =>
    ok(await here.admin.post('/V1/categories', { category: { name, parent_id, is_active: true } })).id;

  it('list the users of a company with their roles, the administrator first', async () => {
    const { company, boss } = await newCompany(here);
    const user = await newUser(here, company, { job_title: 'Buyer', status: 0 });
    const users = ok(await read(`companies/${company.id}/users`));
    expect(users).toMatchObject([
      { customer_id: boss.id, email: boss.email, is_administrator: true, is_active: true, roles: [] },
      {
        customer_id: user.id,
        email: user.email,
        job_title: 'Buyer',
        is_administrator: false,
        is_active: false,
        roles: ['Default User'],
      },
    ]);
    fails(await read('companies/987654321/users'), 404);
    const other = await newCompany(here);
    expect(ok(await read(`companies/${other.company.id}/users`))).toHaveLength(1);
  });

  it('show the products of a catalog with its prices and no others, page by page', async () => {
    const name = unique('Trade ');
    const { id } = await catalogs.made({ name });
    const skus = [];
    for (const end of ['a', 'b', 'c']) skus.push((await newProduct(here, { sku: unique(`${end}-lamp-`) })).sku);
    ok(await catalogs.post(id, 'assignProducts', { products: skus.map((sku) => ({ sku })) }));
    ok(await catalogs.post(id, 'assignTierPrices', { prices: [tier(skus[0], 8), tier(skus[0], 7, { quantity: 10 })] }));
    ok(
      await here.admin.post('/V1/products/tier-prices', { prices: [tier(skus[0], 5, { customer_group: 'General' })] }),
    );
    const products = async (query = '') => ok(await read(`shared-catalogs/${id}/products?${query}`));
    const { items, total_count: total } = await products('limit=2');
    expect(total).toBe(3);
    expect(items.map(({ sku }: Json) => sku)).toEqual(skus.slice(0, 2));
    expect(items[0]).toMatchObject({
      price: 10,
      prices: [
        { quantity: 1, price: 8, price_type: 'fixed' },
        { quantity: 10, price: 7, price_type: 'fixed' },
      ],
    });
    expect(items[1].prices).toEqual([]);
    expect((await products('limit=2&page=2')).items.map(({ sku }: Json) => sku)).toEqual(skus.slice(2));
    expect((await products(`search=${skus[1]!.toUpperCase()}`)).items.map(({ sku }: Json) => sku)).toEqual([skus[1]]);
    expect((await products('search=%25')).total_count).toBe(0);
    fails(await read(`shared-catalogs/${id}/products?limit=101`), 400);
    fails(await read('shared-catalogs/987654321/products'), 404);
    expect(await count(`shared-catalogs/${id}/products?limit=3`)).toBe(
      await count(`shared-catalogs/${id}/products?limit=1`),
    );
  });

  it('count the contents of catalogs, and name categories by their trails', async () => {
    const { id, customer_group_id } = await catalogs.made();
    const { company } = await newCompany(here, { customer_group_id });
    const [kitchen, pots] = [unique('Kitchen '), unique('Pots ')];
    const parent = await newCategory(kitchen);
    const child = await newCategory(pots, parent);
    ok(await catalogs.post(id, 'assignCategories', { categories: [{ id: child }, { id: parent }] }));
    const all = ok(await read('shared-catalogs'));
    expect(all[0]).toMatchObject({ type: 1 });
    expect(all.find((one: Json) => one.id === id)).toMatchObject({ products: 0, categories: 2, companies: 1 });
    expect(ok(await read(`shared-catalogs/${id}`))).toMatchObject({
      category_list: [
        { id: parent, name: kitchen },
        { id: child, name: `${kitchen} / ${pots}` },
      ],
      company_list: [{ id: company.id, name: company.company_name, status: 1 }],
    });
    fails(await read('shared-catalogs/987654321'), 404);
    const before = await count('shared-catalogs');
    await catalogs.made();
    expect(await count('shared-catalogs')).toBe(before);
  });

  it('are for those with their permissions alone', async () => {
    const { company } = await newCompany(here);
    const { id } = await catalogs.made();
    const paths = { 'Magento_Company::index': [`companies/${company.id}/users`], 'Magento_SharedCatalog::list': ['shared-catalogs', `shared-catalogs/${id}`, `shared-catalogs/${id}/products`] }; // prettier-ignore
    for (const [permission, own] of Object.entries(paths)) {
      const caller = await here.granted('integration', [permission]);
      for (const path of Object.values(paths).flat()) {
        if (own.includes(path)) ok(await read(path, caller));
        else fails(await read(path, caller), 401);
      }
    }
  });
});
