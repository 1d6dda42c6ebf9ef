import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCompany, newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, unique } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { catalogsOf, tier, type Catalogs } from './shop.ts';

describe.each(engines)('shared catalogs on %s', (engine) => {
  let here: Here;
  let catalogs: Catalogs;
  beforeAll(async () => {
    here = await startHere(engine);
    catalogs = catalogsOf(here.admin);
  });
  afterAll(() => here.stop());

  const group = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/customerGroups/${id}`));
  const groupOf = async ({ id }: Json): Promise<number> => ok(await here.admin.get(`/V1/customers/${id}`)).group_id;
  const companyGroup = async ({ id }: Json): Promise<number> =>
    ok(await here.admin.get(`/V1/company/${id}`)).customer_group_id;
  const newCategory = async (): Promise<Json> =>
    ok(await here.admin.post('/V1/categories', { category: { name: unique('Tools'), is_active: true, parent_id: 2 } }));

  it('begin with a public one, for the group of new customers', async () => {
    const shared = await catalogs.shared();
    expect(shared).toMatchObject({
      name: 'Default (General)',
      customer_group_id: 1,
      type: 1,
      store_id: 0,
      tax_class_id: 3,
    });
    expect(await catalogs.list(shared.id, 'products')).toEqual([]);
  });

  it('are created, read, changed and deleted with a customer group of their own', async () => {
    const name = unique('Trade');
    const made = await catalogs.made({ name, description: 'For the trade' });
    expect(made).toEqual({
      id: expect.any(Number),
      name,
      description: 'For the trade',
      customer_group_id: expect.any(Number),
      type: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      created_by: 1,
      store_id: 0,
      tax_class_id: 3,
    });
    expect(await group(made.customer_group_id)).toMatchObject({ code: name, tax_class_id: 3 });
    const taxClass = { class_name: unique('Trade'), class_type: 'CUSTOMER' };
    const tax_class_id = Number(ok(await here.admin.post('/V1/taxClasses', { taxClass })));
    const renamed = unique('Guild');
    expect(ok(await catalogs.change(made.id, { name: renamed, tax_class_id }))).toBe(made.id);
    expect(ok(await catalogs.read(made.id))).toEqual({ ...made, name: renamed, tax_class_id });
    expect(await group(made.customer_group_id)).toMatchObject({ code: renamed, tax_class_id });
    expect(ok(await here.admin.post('/V1/sharedCatalog', { sharedCatalog: { id: made.id, description: 'All' } }))).toBe(
      made.id,
    );
    expect(ok(await catalogs.read(made.id)).description).toBe('All');
    expect(ok(await catalogs.remove(made.id))).toBe(true);
    for (const answer of [
      await catalogs.read(made.id),
      await catalogs.change(made.id, {}),
      await catalogs.remove(made.id),
    ])
      fails(answer, 404, `No such entity with id = ${made.id}`);
    fails(await here.admin.get(`/V1/customerGroups/${made.customer_group_id}`), 404);
  });

  it('are listed by every field', async () => {
    const made = await catalogs.made({ description: 'To be found' });
    for (const [field, value] of Object.entries({ ...made, entity_id: made.id })) {
      const query = criteria([[{ field, value: String(value) }], [{ field: 'id', value: made.id }]]);
      const { items, total_count } = ok(await here.admin.get(`/V1/sharedCatalog?${query}`));
      expect({ field, items, total_count }).toEqual({ field, items: [made], total_count: 1 });
    }
  });

  it('are refused with missing, unknown and taken values', async () => {
    for (const field of ['name', 'type', 'store_id', 'tax_class_id'])
      fails(await catalogs.create({ [field]: undefined }), 400, new RegExp(`"${field}"|${field}`));
    for (const [field, value] of Object.entries({
      type: 2,
      store_id: 999,
      created_by: 999,
      name: 'x'.repeat(33),
    }))
      fails(
        await catalogs.create({ [field]: value }),
        400,
        `Invalid value of "${value}" provided for the ${field} field.`,
      );
    fails(await catalogs.create({ tax_class_id: 999 }), 400);
    const made = await catalogs.made();
    const taken = 'A catalog named %1 already exists. Use a different name.';
    for (const name of [made.name, made.name.toUpperCase(), 'Wholesale'])
      fails(await catalogs.create({ name }), 400, taken.replace('%1', name));
    const other = await catalogs.made();
    fails(await catalogs.change(other.id, { name: made.name }), 400);
    fails(await catalogs.change(other.id, { name: ' ' }), 400);
    fails(await catalogs.change(other.id, { customer_group_id: made.customer_group_id }), 400);
    expect(ok(await catalogs.read(other.id))).toEqual(other);
  });

  it('have a group that cannot be deleted without them', async () => {
    const { customer_group_id } = await catalogs.made();
    fails(await here.admin.delete(`/V1/customerGroups/${customer_group_id}`), 400);
    expect(ok(await here.admin.get(`/V1/customerGroups/${customer_group_id}/permissions`))).toBe(true);
  });

  it('have products and categories', async () => {
    const { id } = await catalogs.made();
    const [one, two] = [await newProduct(here), await newProduct(here)];
    const products = [{ sku: one.sku.toUpperCase() }, { sku: two.sku }];
    for (let times = 0; times < 2; times++)
      expect(ok(await catalogs.post(id, 'assignProducts', { products }))).toBe(true);
    expect(await catalogs.list(id, 'products')).toEqual([one.sku, two.sku]);
    fails(await catalogs.post(id, 'unassignProducts', { products: [{ sku: one.sku }, { sku: 'nowhere' }] }), 404);
    fails(await catalogs.post(id, 'assignProducts', { products: [{}] }), 400);
    ok(await catalogs.post(id, 'unassignProducts', { products: [{ sku: one.sku }] }));
    expect(await catalogs.list(id, 'products')).toEqual([two.sku]);
    ok(await here.admin.delete(`/V1/products/${two.sku}`));
    expect(await catalogs.list(id, 'products')).toEqual([]);
    const category = await newCategory();
    ok(await catalogs.post(id, 'assignCategories', { categories: [{ id: category.id }, { id: 2 }] }));
    fails(await catalogs.post(id, 'assignCategories', { categories: [{ id: 987_654 }] }), 404);
    expect(await catalogs.list(id, 'categories')).toEqual([2, category.id]);
    ok(await here.admin.delete(`/V1/categories/${category.id}`));
    expect(await catalogs.list(id, 'categories')).toEqual([2]);
    ok(await catalogs.post(id, 'unassignCategories', { categories: [{ id: 2 }] }));
    expect(await catalogs.list(id, 'categories')).toEqual([]);
    for (const action of ['assignProducts', 'unassignProducts'])
      fails(await catalogs.post(9e6, action, { products: [] }), 404);
    for (const action of ['assignCategories', 'unassignCategories'])
      fails(await catalogs.post(9e6, action, { categories: [] }), 404);
  });

  it('D351: refuse products that do not exist, and take none of the others then', async () => {
    const { id } = await catalogs.made();
    const { sku } = await newProduct(here);
    const answer = await catalogs.post(id, 'assignProducts', { products: [{ sku }, { sku: 'nowhere' }] });
    fails(answer, 404, 'No such entity with sku = nowhere');
    expect(await catalogs.list(id, 'products')).toEqual([]);
  });

  it('lose with a category its products that are in no other one of theirs', async () => {
    const { id } = await catalogs.made();
    const [one, other, outside] = [await newCategory(), await newCategory(), await newCategory()];
    const inCategories = async (...all: Json[]): Promise<Json> =>
      newProduct(here, {
        extension_attributes: {
          category_links: all.map((category) => ({ category_id: String(category.id), position: 0 })),
        },
      });
    const [alone, both, alsoOutside] = [
      await inCategories(one),
      await inCategories(one, other),
      await inCategories(one, outside),
    ];
    const without = await newProduct(here);
    ok(await catalogs.post(id, 'assignCategories', { categories: [{ id: one.id }, { id: other.id }] }));
    expect(await catalogs.list(id, 'products')).toEqual([]);
    const products = [alone, both, alsoOutside, without].map(({ sku }) => ({ sku }));
    ok(await catalogs.post(id, 'assignProducts', { products }));
    ok(await catalogs.post(id, 'unassignCategories', { categories: [{ id: one.id }, { id: outside.id }] }));
    expect(await catalogs.list(id, 'products')).toEqual([both.sku, without.sku]);
  });

  it('have companies, whose users come into their group', async () => {
    const [first, second] = [await catalogs.made(), await catalogs.made()];
    const { company, boss } = await newCompany(here);
    const clerk = await newUser(here, company);
    const companies = [{ id: company.id }];
    for (const { id, customer_group_id } of [first, second, second]) {
      expect(ok(await catalogs.post(id, 'assignCompanies', { companies }))).toBe(true);
      expect(await companyGroup(company)).toBe(customer_group_id);
      for (const user of [boss, clerk]) expect(await groupOf(user)).toBe(customer_group_id);
    }
    expect(await catalogs.list(first.id, 'companies')).toBe('[]');
    expect(await catalogs.list(second.id, 'companies')).toBe(JSON.stringify([String(company.id)]));
    const joined = await newUser(here, company);
    expect(await groupOf(joined)).toBe(second.customer_group_id);
    // A catalog gives up its own companies alone.
    ok(await catalogs.post(first.id, 'unassignCompanies', { companies }));
    expect(await companyGroup(company)).toBe(second.customer_group_id);
    ok(await catalogs.post(second.id, 'unassignCompanies', { companies }));
    const shared = await catalogs.shared();
    for (const user of [boss, clerk, joined]) expect(await groupOf(user)).toBe(shared.customer_group_id);
    fails(
      await catalogs.post(shared.id, 'unassignCompanies', { companies }),
      400,
      'You cannot unassign a company from the public catalog.',
    );
    for (const action of ['assignCompanies', 'unassignCompanies']) {
      fails(await catalogs.post(second.id, action, { companies: [{ id: company.id }, { id: 999_999 }] }), 404);
      fails(await catalogs.post(second.id, action, { companies: [{}] }), 400);
      fails(await catalogs.post(9e6, action, { companies }), 404);
    }
    expect(await companyGroup(company)).toBe(shared.customer_group_id);
  });

  it('leave their companies to the public one when they are deleted, which itself stays', async () => {
    const { id } = await catalogs.made();
    const { company, boss } = await newCompany(here);
    ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
    ok(await catalogs.remove(id));
    const shared = await catalogs.shared();
    expect(await companyGroup(company)).toBe(shared.customer_group_id);
    expect(await groupOf(boss)).toBe(shared.customer_group_id);
    fails(await catalogs.remove(shared.id), 400, 'The public catalog cannot be deleted.');
    fails(
      await catalogs.change(shared.id, { type: 0 }),
      400,
      /^The public catalog cannot be changed to a custom one\./,
    );
  });

  it('are open to those who manage them, for reading to those who see them, and to nobody else', async () => {
    const { id } = await catalogs.made();
    const viewer = await here.granted('admin', ['Magento_SharedCatalog::list']);
    const stranger = await here.granted('integration', ['Magento_Catalog::products', 'Magento_Company::manage']);
    const { boss } = await newCompany(here);
    const buyer = await here.callerOf('customer', boss.id);
    const reads = ['', `/${id}`, `/${id}/products`, `/${id}/categories`, `/${id}/companies`];
    for (const path of reads) {
      const url = `/V1/sharedCatalog${path || '?searchCriteria[pageSize]=1'}`;
      ok(await viewer.get(url));
      for (const caller of [stranger, buyer, here.guest]) fails(await caller.get(url), 401);
    }
    const bodies: Record<string, Json> = {
      assignProducts: { products: [] },
      unassignProducts: { products: [] },
      assignCategories: { categories: [] },
      unassignCategories: { categories: [] },
      assignCompanies: { companies: [] },
      unassignCompanies: { companies: [] },
      assignTierPrices: { prices: [] },
      resetTierPrices: { skus: [] },
    };
    const manager = await here.granted('integration', ['Magento_SharedCatalog::manage']);
    for (const caller of [viewer, stranger, buyer, here.guest]) {
      const own = catalogsOf(caller);
      fails(await own.create(), 401);
      fails(await own.change(id, {}), 401);
      fails(await own.remove(id), 401);
      for (const [action, body] of Object.entries(bodies)) fails(await own.post(id, action, body), 401);
    }
    const { sku } = await newProduct(here);
    const own = catalogsOf(manager);
    ok(await own.post(id, 'assignProducts', { products: [{ sku }] }));
    ok(await own.post(id, 'assignTierPrices', { prices: [tier(sku, 5)] }));
    ok(await own.change(id, { description: 'Managed' }));
    ok(await own.remove(id));
  });
});

describe.each(engines)('the public catalog on %s', (engine) => {
  let here: Here;
  let catalogs: Catalogs;
  let boss: Json;
  let company: Json;
  beforeAll(async () => {
    here = await startHere(engine);
    catalogs = catalogsOf(here.admin);
  });
  beforeEach(async () => {
    ({ company, boss } = await newCompany(here, { customer_group_id: undefined }));
  });
  afterAll(() => here.stop());

  const groupOf = async (id: number): Promise<number> => ok(await here.admin.get(`/V1/customers/${id}`)).group_id;

  it('gives its companies and customers to the one that replaces it, and new ones come there', async () => {
    const former = await catalogs.shared();
    const person = await newCustomer(here);
    expect(company.customer_group_id).toBe(former.customer_group_id);
    const next = await catalogs.made();
    ok(await catalogs.change(next.id, { type: 1 }));
    expect((await catalogs.shared()).id).toBe(next.id);
    expect(ok(await catalogs.read(former.id)).type).toBe(0);
    expect(await catalogs.list(former.id, 'companies')).toBe('[]');
    expect(JSON.parse(await catalogs.list(next.id, 'companies'))).toContain(String(company.id));
    for (const id of [boss.id, person.id, (await newCustomer(here)).id])
      expect(await groupOf(id)).toBe(next.customer_group_id);
    const later = await newCompany(here, { customer_group_id: undefined });
    expect(later.company.customer_group_id).toBe(next.customer_group_id);
    ok(await catalogs.remove(former.id));
  });

  it('is replaced by a new one that is created as public', async () => {
    const former = await catalogs.shared();
    const next = await catalogs.made({ type: 1 });
    expect(next.type).toBe(1);
    expect(ok(await catalogs.read(former.id)).type).toBe(0);
    expect(await groupOf(boss.id)).toBe(next.customer_group_id);
  });

  it('is one, however many are made public, deleted and given companies at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => catalogs.made()));
    const [gone, ...candidates] = all as [Json, ...Json[]];
    ok(await catalogs.post(gone.id, 'assignCompanies', { companies: [{ id: company.id }] }));
    const answers = await Promise.all([
      ...candidates.map(({ id }) => catalogs.change(id, { type: 1 })),
      catalogs.remove(gone.id),
      catalogs.post(candidates[0]!.id, 'assignCompanies', { companies: [{ id: company.id }] }),
    ]);
    for (const answer of answers) ok(answer);
    const shared = await catalogs.shared();
    const { items } = ok(await here.admin.get('/V1/sharedCatalog?searchCriteria[pageSize]=100'));
    expect(items.filter(({ type }: Json) => type === 1)).toEqual([shared]);
    const { customer_group_id } = ok(await here.admin.get(`/V1/company/${company.id}`));
    expect(items.map((one: Json) => one.customer_group_id)).toContain(customer_group_id);
    expect(await groupOf(boss.id)).toBe(customer_group_id);
  });
});
