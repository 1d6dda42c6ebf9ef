import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { newCompany, newUser, place } from './shop.ts';
import { newStaff, storefrontOf, uid } from './storefront.ts';

// The header X-Adobe-Company chooses among the companies of a customer.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const COMPANY = '{ company { id name } customer { job_title status role { name } } }';
const COMPANIES = `query($input: UserCompaniesInput) { customer { companies(input: $input) {
  items { id name legal_name status is_admin } page_info { current_page page_size total_pages } } } }`;
const inCompany = (company: Json): Record<string, string> => ({ 'X-Adobe-Company': uid(company.id) });

/** A customer in two companies, the first of which is the default one. */
async function inTwo(): Promise<{ first: Json; second: Json; customer: Json; storefront: GraphQLClient }> {
  const { company: first } = await newCompany(souk);
  const { company: second } = await newCompany(souk);
  const customer = await newUser(souk, first, { job_title: 'Buyer' });
  const companyAttributes = { customer_id: customer.id, company_id: second.id, job_title: 'Clerk' };
  ok(await souk.admin.post('/V1/customers/companies', { companyAttributes }));
  return { first, second, customer, storefront: await storefrontOf(souk, customer) };
}

describe('a customer in several companies', () => {
  it('acts in the default one, or in the one that the header names', async () => {
    const { first, second, storefront } = await inTwo();
    const shown = await storefront.data(COMPANY);
    expect(shown).toMatchObject({ company: { id: uid(first.id) }, customer: { job_title: 'Buyer' } });
    const switched = await storefront.data(COMPANY, {}, inCompany(second));
    expect(switched).toMatchObject({ company: { id: uid(second.id) }, customer: { job_title: 'Clerk' } });
    const byId = await storefront.data(COMPANY, {}, { 'X-Adobe-Company': String(second.id) });
    expect(byId).toEqual(switched);
    expect(await storefront.data(COMPANY, {}, { 'X-Adobe-Company': '' })).toEqual(shown);
  });

  it('has the permissions of the role in that company alone', async () => {
    const { first, second, customer } = await inTwo();
    const permissions = [{ resource_id: 'Magento_Company::users_view', permission: 'allow' }];
    const role = { role_name: 'Viewer', company_id: second.id, permissions };
    const { id } = ok(await souk.admin.post('/V1/company/role', { role }));
    ok(await souk.admin.put('/V1/company/assignRoles', { userId: customer.id, roles: [{ id }] }));
    const storefront = await storefrontOf(souk, customer);
    const read = '{ company { users { total_count } } }';
    refuses(await storefront.send(read, {}, inCompany(first)), 'graphql-input', /users_view access denied/);
    expect((await storefront.data(read, {}, inCompany(second))).company.users.total_count).toBe(2);
  });

  it('lists them, by name if asked for, page by page', async () => {
    const { first, second, storefront } = await inTwo();
    const all = (await storefront.data(COMPANIES, { input: {} })).customer.companies;
    expect(all.items.map(({ id }: Json) => id)).toEqual([uid(first.id), uid(second.id)]);
    expect(all.items[0]).toMatchObject({ name: first.company_name, status: 'APPROVED', is_admin: false });
    expect(all.page_info).toEqual({ current_page: 1, page_size: 20, total_pages: 1 });
    const names = [first.company_name, second.company_name].sort((a, b) => (a < b ? 1 : -1));
    const sort = [{ field: 'NAME', order: 'DESC' }];
    const sorted = (await storefront.data(COMPANIES, { input: { sort } })).customer.companies.items;
    expect(sorted.map(({ name }: Json) => name)).toEqual(names);
    const page = (await storefront.data(COMPANIES, { input: { pageSize: 1, currentPage: 2 } })).customer.companies;
    expect(page.items.map(({ id }: Json) => id)).toEqual([uid(second.id)]);
    ok(
      await souk.admin.post(`/V1/company/${first.id}/relations`, {
        relations: [{ company_id: second.id, parent_id: first.id }],
      }),
    );
    const parents = (await storefront.data(COMPANIES, { input: {} })).customer.companies.items;
    expect(parents.map(({ is_admin }: Json) => is_admin)).toEqual([true, false]);
  });
});

describe('a header with another company', () => {
  it('is refused, whatever the company is', async () => {
    const { second, customer, storefront } = await inTwo();
    const { company: theirs } = await newStaff(souk);
    const refuse = async (value: string): Promise<void> => {
      const answer = await storefront.send(COMPANY, {}, { 'X-Adobe-Company': value });
      refuses(answer, 'graphql-input', `You are no active user of the company with the ID "${value}".`);
    };
    for (const value of [uid(theirs.id), uid(999_999), 'nonsense', String(theirs.id)]) await refuse(value);
    ok(await souk.admin.put(`/V1/company/${second.id}`, { company: { status: 2, reject_reason: 'No papers' } }));
    await refuse(uid(second.id));
    ok(await souk.admin.put(`/V1/company/${second.id}`, { company: { status: 1 } }));
    ok(
      await souk.admin.post('/V1/customers/companies', {
        companyAttributes: { customer_id: customer.id, company_id: second.id, status: 0 },
      }),
    );
    await refuse(uid(second.id));
    const me = souk.guest.as((await signedIn(customer)).token);
    const rest = await me.raw('GET', '/rest/V1/customers/me', undefined, { 'X-Adobe-Company': String(theirs.id) });
    expect(rest.status).toBe(400);
  });

  it('means nothing for visitors, and for customers of a website without companies', async () => {
    const { company } = await newCompany(souk);
    const guest = graphqlClient(souk);
    expect((await guest.send('{ storeConfig { store_code } }', {}, inCompany(company))).body.errors).toBeUndefined();
  });
});

describe('customers without a company', () => {
  it('have company attributes with the company 0 in REST', async () => {
    const customer = await newCustomer(souk);
    const none = { customer_id: customer.id, company_id: 0 };
    expect(customer.extension_attributes.company_attributes).toEqual(none);
    const { company } = await newCompany(souk);
    ok(await place(souk.admin, customer, { company_id: company.id }));
    const back = ok(await place(souk.admin, customer, { company_id: 0 }));
    expect(back.extension_attributes.company_attributes).toEqual(none);
    expect(
      ok(await souk.admin.put(`/V1/customers/${customer.id}`, { customer: back })).extension_attributes
        .company_attributes,
    ).toEqual(none);
  });
});

async function signedIn(customer: Json): Promise<{ token: string }> {
  const answer = await souk.guest.post('/V1/integration/customer/token', {
    username: customer.email,
    password: 'Secret-123',
  });
  return { token: ok(answer) };
}
