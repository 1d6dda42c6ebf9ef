import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { newCompany, newUser } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const NO_USER = 'Customer is not a company user.';
const CREATE = `mutation($name: String!, $permissions: [String]!) {
  createCompanyRole(input: { name: $name, permissions: $permissions }) { role { id name users_count permissions { id children { id } } } } }`;
const UPDATE = `mutation($id: ID!, $name: String, $permissions: [String]) {
  updateCompanyRole(input: { id: $id, name: $name, permissions: $permissions }) { role { id name permissions { id children { id } } } } }`;
const DELETE = 'mutation($id: ID!) { deleteCompanyRole(id: $id) { success } }';
const ROLES =
  '{ company { roles { total_count page_info { current_page page_size total_pages } items { id name } } } }';
const NAME_FREE = 'query($name: String!) { isCompanyRoleNameAvailable(name: $name) { is_role_name_available } }';
const USER_FREE = 'query($email: String!) { isCompanyUserEmailAvailable(email: $email) { is_email_available } }';

const storefront = async (customer: Json): Promise<GraphQLClient> =>
  graphqlClient(souk, (await signIn(souk, customer.email)).token);

/** A company with storefronts of its administrator and of a user with the first role. */
async function newStaff(): Promise<{ company: Json; boss: GraphQLClient; user: GraphQLClient; account: Json }> {
  const { company, boss } = await newCompany(souk);
  const account = await newUser(souk, company);
  return { company, boss: await storefront(boss), user: await storefront(account), account };
}

async function makeRole(boss: GraphQLClient, ...permissions: string[]): Promise<Json> {
  return (await boss.data(CREATE, { name: unique('Role '), permissions })).createCompanyRole.role;
}

/** A user of a company whose only role allows these things. */
async function userWith(
  staff: { company: Json; boss: GraphQLClient },
  ...permissions: string[]
): Promise<GraphQLClient> {
  const role = await makeRole(staff.boss, ...permissions);
  const account = await newUser(souk, staff.company);
  ok(await souk.admin.put('/V1/company/assignRoles', { userId: account.id, roles: [{ id: Number(atob(role.id)) }] }));
  return storefront(account);
}

describe('roles on storefronts', () => {
  it('are made, changed and deleted by the administrator', async () => {
    const { boss } = await newStaff();
    const role = await makeRole(boss, 'Magento_Company::index', 'Magento_Company::view', 'Magento_Company::roles_edit');
    const tree = [
      {
        id: 'Magento_Company::index',
        children: [{ id: 'Magento_Company::view' }, { id: 'Magento_Company::roles_edit' }],
      },
    ];
    expect(role).toMatchObject({ users_count: 0, permissions: tree });
    const renamed = (await boss.data(UPDATE, { id: role.id, name: 'Clerk' })).updateCompanyRole.role;
    expect(renamed).toMatchObject({ id: role.id, name: 'Clerk', permissions: tree });
    const emptied = (await boss.data(UPDATE, { id: role.id, permissions: [] })).updateCompanyRole.role;
    expect(emptied).toMatchObject({ name: 'Clerk', permissions: [] });
    const { roles } = (await boss.data(ROLES)).company;
    expect(roles).toMatchObject({ total_count: 2, page_info: { current_page: 1, page_size: 20, total_pages: 1 } });
    expect(roles.items.map(({ name }: Json) => name)).toEqual(['Default User', 'Clerk']);
    expect(await boss.data(DELETE, { id: role.id })).toEqual({ deleteCompanyRole: { success: true } });
    expect((await boss.data(ROLES)).company.roles.total_count).toBe(1);
  });

  it('come page by page, and one by one with the number of their users', async () => {
    const { boss } = await newStaff();
    const { id } = await makeRole(boss);
    const page = await boss.data('{ company { roles(pageSize: 1, currentPage: 2) { items { id } total_count } } }');
    expect(page.company.roles).toEqual({ items: [{ id }], total_count: 2 });
    const [first] = (await boss.data(ROLES)).company.roles.items;
    const one = await boss.data('query($id: ID!) { company { role(id: $id) { users_count } } }', { id: first.id });
    expect(one.company.role.users_count).toBe(1);
  });

  it('are refused with an unknown permission, or the name of another one', async () => {
    const { boss } = await newStaff();
    refuses(
      await boss.send(CREATE, { name: 'A', permissions: ['Magento_Nothing::all'] }),
      'graphql-input',
      /Magento_Nothing::all/,
    );
    refuses(await boss.send(CREATE, { name: 'default USER', permissions: [] }), 'graphql-input', /already exists/);
    const free = async (name: string) => (await boss.data(NAME_FREE, { name })).isCompanyRoleNameAvailable;
    expect(await free(' default USER ')).toEqual({ is_role_name_available: false });
    expect(await free('Clerk')).toEqual({ is_role_name_available: true });
    expect((await boss.data(ROLES)).company.roles.total_count).toBe(1);
  });

  it('get one name once, when two are made at the same time', async () => {
    const { boss } = await newStaff();
    const answers = await Promise.all(['Clerk', 'clerk'].map((name) => boss.send(CREATE, { name, permissions: [] })));
    expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
    expect((await boss.data(ROLES)).company.roles.total_count).toBe(2);
  });
});

describe('who may', () => {
  it('see and change roles: users whose role allows it', async () => {
    const staff = await newStaff();
    const { id } = await makeRole(staff.boss);
    const viewer = await userWith(staff, 'Magento_Company::roles_view');
    const editor = await userWith(staff, 'Magento_Company::roles_edit');
    const calls: Record<string, (as: GraphQLClient) => Promise<Answer>> = {
      roles: (as) => as.send(ROLES),
      role: (as) => as.send('query($id: ID!) { company { role(id: $id) { name } } }', { id }),
      acl: (as) => as.send('{ company { acl_resources { id } } }'),
      name: (as) => as.send(NAME_FREE, { name: 'Clerk' }),
      create: (as) => as.send(CREATE, { name: unique('R '), permissions: [] }),
      update: (as) => as.send(UPDATE, { id, name: unique('R ') }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const [needed, allowed, denied] = ['roles', 'role', 'acl'].includes(name)
        ? ['Magento_Company::roles_view', viewer, editor]
        : ['Magento_Company::roles_edit', editor, viewer];
      expect((await call(allowed)).body.errors, name).toBeUndefined();
      expect((await call(staff.boss)).body.errors, name).toBeUndefined();
      for (const other of [denied, staff.user]) refuses(await call(other), 'graphql-input', `${needed} access denied.`);
      refuses(await call(graphqlClient(souk)), 'graphql-input', NO_USER);
    }
    refuses(await viewer.send(DELETE, { id }), 'graphql-input', /roles_edit access denied/);
    expect((await editor.data(DELETE, { id })).deleteCompanyRole.success).toBe(true);
  });

  it('never reach the roles of another company', async () => {
    const ours = await newStaff();
    const theirs = await newStaff();
    const { id, name } = await makeRole(theirs.boss);
    const one = await ours.boss.data('query($id: ID!) { company { role(id: $id) { name } } }', { id });
    expect(one.company.role).toBeNull();
    for (const call of [ours.boss.send(UPDATE, { id, name: 'Ours' }), ours.boss.send(DELETE, { id })]) {
      expect((await call).body.errors[0].message).toMatch(/No such entity/);
    }
    const { items } = (await theirs.boss.data(ROLES)).company.roles;
    expect(items.map((role: Json) => role.name)).toContain(name);
  });

  it('see the account of the company: those whose role allows it', async () => {
    const staff = await newStaff();
    const account = '{ company { id name email legal_name vat_tax_id reseller_id } }';
    const { id, company_name: name, company_email: email } = staff.company;
    const shown = { id: btoa(String(id)), name, email, legal_name: null, vat_tax_id: null, reseller_id: null };
    expect((await staff.user.data(account)).company).toEqual(shown);
    const clerk = await userWith(staff, 'Magento_Company::index');
    expect((await clerk.data('{ company { id name } }')).company.name).toBe(name);
    refuses(await clerk.send('{ company { email } }'), 'graphql-input', /view_account access denied/);
    const alone = await storefront(await newCustomer(souk));
    for (const as of [alone, graphqlClient(souk)])
      refuses(await as.send('{ company { id } }'), 'graphql-input', NO_USER);
  });
});

describe('an email address is free', () => {
  it('for companies and for their people', async () => {
    const staff = await newStaff();
    const ask = async (kind: string, email: string, as = staff.boss): Promise<boolean> =>
      (await as.data(`query($email: String!) { ${kind}(email: $email) { is_email_available } }`, { email }))[kind]
        .is_email_available;
    const fresh = `${unique('free')}@example.com`;
    const alone = await storefront(await newCustomer(souk));
    expect(await ask('isCompanyEmailAvailable', staff.company.company_email.toUpperCase(), alone)).toBe(false);
    expect(await ask('isCompanyEmailAvailable', staff.account.email)).toBe(true);
    for (const kind of ['isCompanyAdminEmailAvailable', 'isCompanyUserEmailAvailable']) {
      expect(await ask(kind, staff.account.email), kind).toBe(false);
      expect(await ask(kind, fresh), kind).toBe(true);
    }
    refuses(await staff.user.send(USER_FREE, { email: fresh }), 'graphql-input', /users_edit access denied/);
    refuses(await staff.boss.send(USER_FREE, { email: 'nobody' }), 'graphql-input', /email/);
  });

  it('not where companies are off', async () => {
    const { boss } = await newStaff();
    await configured(souk, { 'btob/website_configuration/company_active': '0' }, async () => {
      refuses(await boss.send('{ company { id } }'), 'graphql-input', 'Company feature is not available.');
    });
  });
});
