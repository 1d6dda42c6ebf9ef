import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer } from '../support/customers.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { newCompany, newUser } from './shop.ts';
import { newStaff, storefrontOf, uid, userWith } from './storefront.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const ADDRESS = 'legal_address { street city region { region region_code region_id } country_code postcode telephone }';
const CONTACTS =
  'company_admin { id email firstname job_title role { id name } } sales_representative { email firstname }';
const METHODS = 'payment_methods available_payment_methods { code title } available_shipping_methods { code title }';
const USER = 'id email job_title telephone status structure_id role { id name } team { name }';
const USERS = `query($filter: CompanyUsersFilterInput, $size: Int, $page: Int) { company {
  users(filter: $filter, pageSize: $size, currentPage: $page) {
    items { ${USER} } total_count page_info { current_page page_size total_pages } } } }`;
const STRUCTURE = `query($rootId: ID, $depth: Int) { company { structure(rootId: $rootId, depth: $depth) { items { id parent_id
  entity { __typename ... on CompanyTeam { name } ... on Customer { email status } } } } } }`;

describe('a company on its storefront', () => {
  it('shows address, contacts and methods', async () => {
    const { company, leader, boss } = await newStaff(souk);
    const shown = (await boss.data(`{ company { id name email ${ADDRESS} ${CONTACTS} ${METHODS} } }`)).company;
    expect(shown).toMatchObject({
      id: uid(company.id),
      email: company.company_email,
      legal_address: {
        street: ['100 Big Tree Avenue'],
        city: 'San Francisco',
        region: { region: 'California', region_code: 'CA', region_id: 12 },
        country_code: 'US',
        postcode: '99999',
        telephone: '4155551212',
      },
      company_admin: { email: leader.email, role: { id: uid(0), name: 'Company Administrator' } },
      sales_representative: { email: expect.stringContaining('@') },
    });
    expect(shown.payment_methods).toEqual(shown.available_payment_methods.map(({ title }: { title: string }) => title));
    expect(shown.available_payment_methods).toContainEqual({ code: 'checkmo', title: 'Check / Money order' });
    expect(shown.available_shipping_methods).toContainEqual({ code: 'flatrate', title: 'Flat Rate' });
  });

  it('shows the methods that it may use alone', async () => {
    const { company, boss } = await newStaff(souk);
    const extension_attributes = {
      applicable_payment_method: 2,
      available_payment_methods: 'checkmo',
      use_config_settings: 0,
      applicable_shipping_method: 2,
      available_shipping_methods: 'tablerate',
      use_config_settings_shipping: 0,
    };
    ok(await souk.admin.put(`/V1/company/${company.id}`, { company: { extension_attributes } }));
    const { available_payment_methods, available_shipping_methods } = (await boss.data(`{ company { ${METHODS} } }`))
      .company;
    expect(available_payment_methods).toEqual([{ code: 'checkmo', title: 'Check / Money order' }]);
    expect(available_shipping_methods).toEqual([]);
  });

  it('lists users by state, page by page', async () => {
    const { company, leader, account, boss } = await newStaff(souk);
    const idle = await newUser(souk, company, { status: 0, job_title: 'Sleeper', telephone: '1' });
    const all = (await boss.data(USERS)).company.users;
    expect(all.total_count).toBe(3);
    expect(all.items.map(({ email }: { email: string }) => email)).toEqual([leader.email, account.email, idle.email]);
    expect(all.items[2]).toMatchObject({ job_title: 'Sleeper', telephone: '1', status: 'INACTIVE', team: null });
    expect(all.items[1].role).toMatchObject({ name: 'Default User' });
    const inactive = (await boss.data(USERS, { filter: { status: 'INACTIVE' } })).company.users;
    expect(inactive.items.map(({ email }: { email: string }) => email)).toEqual([idle.email]);
    const second = (await boss.data(USERS, { size: 2, page: 2 })).company.users;
    expect(second).toMatchObject({ total_count: 3, page_info: { current_page: 2, page_size: 2, total_pages: 2 } });
    expect(second.items).toHaveLength(1);
    refuses(await boss.send(USERS, { size: 2, page: 9 }), 'graphql-input', /greater than the 2 page/);
  });

  it('shows the structure depth first, from any place', async () => {
    const { leader, account, boss } = await newStaff(souk);
    const make = 'mutation { createCompanyTeam(input: { name: "West" }) { team { structure_id } } }';
    const { structure_id } = (await boss.data(make)).createCompanyTeam.team;
    const nodes = (await boss.data(STRUCTURE)).company.structure.items;
    expect(nodes.map(({ entity }: { entity: object }) => entity)).toEqual([
      { __typename: 'Customer', email: leader.email, status: 'ACTIVE' },
      { __typename: 'Customer', email: account.email, status: 'ACTIVE' },
      { __typename: 'CompanyTeam', name: 'West' },
    ]);
    expect(nodes[0].parent_id).toBe(uid(0));
    const move = `mutation { updateCompanyStructure(input: { tree_id: "${nodes[1].id}", parent_tree_id: "${structure_id}" }) {
      company { user(id: "${uid(account.id)}") { team { name } } } } }`;
    expect((await boss.data(move)).updateCompanyStructure.company.user.team).toEqual({ name: 'West' });
    const below = (await boss.data(STRUCTURE, { rootId: structure_id })).company.structure.items;
    expect(below.map(({ id }: { id: string }) => id)).toEqual([structure_id, nodes[1].id]);
    expect((await boss.data(STRUCTURE, { depth: 1 })).company.structure.items).toHaveLength(2);
    const other = await newStaff(souk);
    expect((await other.boss.data(STRUCTURE, { rootId: structure_id })).company.structure.items).toEqual([]);
  });

  it('D359: shows no user of another company, and nothing of colleagues beyond the company', async () => {
    const { boss, account } = await newStaff(souk);
    const other = await newStaff(souk);
    const read = (fields: string): string => `query($id: ID!) { company { user(id: $id) { ${fields} } } }`;
    expect((await boss.data(read('email'), { id: uid(account.id) })).company.user).toEqual({ email: account.email });
    expect((await boss.data(read('email'), { id: uid(other.account.id) })).company.user).toBeNull();
    expect((await boss.data(read('email'), { id: 'nonsense' })).company.user).toBeNull();
    const closed = [
      'addresses { city }',
      'orders { total_count }',
      'store_credit { enabled }',
      'wishlists { id }',
      'dob',
    ];
    for (const field of closed) {
      refuses(await boss.send(read(field), { id: uid(account.id) }), 'graphql-authorization', /isn't authorized/);
    }
  });
});

describe('who may see', () => {
  it('a part of a company: users whose role allows it', async () => {
    const staff = await newStaff(souk);
    const parts: Record<string, string> = {
      'Magento_Company::view_account': 'email',
      'Magento_Company::view_address': ADDRESS,
      'Magento_Company::contacts': CONTACTS,
      'Magento_Company::payment_information': 'payment_methods',
      'Magento_Company::shipping_information': 'available_shipping_methods { code }',
      'Magento_Company::users_view': 'users { total_count }',
      'Magento_Company::credit': 'credit { credit_limit { value } }',
      'Magento_Company::credit_history': 'credit_history { total_count }',
    };
    const nobody = await userWith(souk, staff);
    const stranger = await storefrontOf(souk, await newCustomer(souk));
    for (const [permission, field] of Object.entries(parts)) {
      const read = (as: GraphQLClient): Promise<Answer> => as.send(`{ company { ${field} } }`);
      const allowed = await userWith(souk, staff, permission);
      expect((await read(allowed)).body.errors, permission).toBeUndefined();
      const refused = await read(nobody);
      for (const { message } of refused.body.errors) expect(message).toBe(`${permission} access denied.`);
      refuses(await read(stranger), 'graphql-input', 'Customer is not a company user.');
    }
  });

  it('a user alone of a company without others', async () => {
    const { company, boss } = await newCompany(souk);
    const storefront = await storefrontOf(souk, boss);
    const own = await storefront.data(`{ customer { ${USER} } }`);
    expect(own.customer).toMatchObject({ status: 'ACTIVE', role: { id: uid(0) }, team: null });
    expect((await storefront.data(USERS)).company.users.total_count).toBe(1);
    expect((await storefront.data('{ company { id } }')).company.id).toBe(uid(company.id));
    const stranger = await storefrontOf(souk, await newCustomer(souk));
    const none = (await stranger.data('{ customer { job_title role { id } status team { id } } }')).customer;
    expect(none).toEqual({ job_title: null, role: null, status: null, team: null });
  });
});
