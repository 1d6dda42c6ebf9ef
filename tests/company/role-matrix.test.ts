import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { criteria, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { signIn } from '../support/customers.ts';
import type { GraphQLClient } from '../support/graphql.ts';
import { newUser } from './shop.ts';
import { newStaff, uid, userWith, type Staff } from './storefront.ts';

// Each permission of roles against each operation of companies, within the own company and another one.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** Entities of a company, by uid. */
interface Ids {
  readonly role: string;
  readonly team: string;
  readonly user: string;
  /** The places of the team and of the administrator in the structure. */
  readonly place: string;
  readonly root: string;
}

/** An operation, the permission that it needs, and whether it names an entity of a company. */
interface Operation {
  readonly needs: string;
  readonly document: (ids: Ids) => string;
  readonly namesEntity?: true;
  /** Response to an id of another company, where it is not an error: the field is null. */
  readonly isNull?: true;
}

const read = (needs: string, selection: string): Operation => ({
  needs,
  document: () => `{ company { ${selection} } }`,
});
const readOne = (needs: string, selection: (ids: Ids) => string): Operation => ({
  needs,
  document: (ids) => `{ company { one: ${selection(ids)} } }`,
  namesEntity: true,
  isNull: true,
});
const write = (needs: string, field: (ids: Ids) => string): Operation => ({
  needs,
  document: (ids) => `mutation { ${field(ids)} }`,
  namesEntity: true,
});
const email = (): string => `${unique('matrix')}@example.com`;

const VIEW_ROLES = 'Magento_Company::roles_view';
const EDIT_ROLES = 'Magento_Company::roles_edit';
const VIEW_USERS = 'Magento_Company::users_view';
const EDIT_USERS = 'Magento_Company::users_edit';
const operations: Readonly<Record<string, Operation>> = {
  'company.email': read('Magento_Company::view_account', 'email legal_name vat_tax_id reseller_id'),
  'company.legal_address': read('Magento_Company::view_address', 'legal_address { city }'),
  'company.company_admin': read('Magento_Company::contacts', 'company_admin { email }'),
  'company.sales_representative': read('Magento_Company::contacts', 'sales_representative { email }'),
  'company.payment_methods': read('Magento_Company::payment_information', 'payment_methods'),
  'company.available_shipping_methods': read(
    'Magento_Company::shipping_information',
    'available_shipping_methods { code }',
  ),
  'company.credit': read('Magento_Company::credit', 'credit { credit_limit { value } }'),
  'company.credit_history': read('Magento_Company::credit_history', 'credit_history { total_count }'),
  'company.roles': read(VIEW_ROLES, 'roles { items { id } }'),
  'company.acl_resources': read(VIEW_ROLES, 'acl_resources { id }'),
  'company.role': readOne(VIEW_ROLES, ({ role }) => `role(id: "${role}") { name }`),
  'company.users': read(VIEW_USERS, 'users { total_count }'),
  'company.structure': read(VIEW_USERS, 'structure { items { id } }'),
  'company.user': readOne(VIEW_USERS, ({ user }) => `user(id: "${user}") { email }`),
  'company.team': readOne(VIEW_USERS, ({ team }) => `team(id: "${team}") { name }`),
  isCompanyRoleNameAvailable: {
    needs: EDIT_ROLES,
    document: () => '{ isCompanyRoleNameAvailable(name: "Clerk") { is_role_name_available } }',
  },
  isCompanyUserEmailAvailable: {
    needs: EDIT_USERS,
    document: () => '{ isCompanyUserEmailAvailable(email: "free@example.com") { is_email_available } }',
  },
  createCompanyRole: {
    needs: EDIT_ROLES,
    document: () =>
      `mutation { createCompanyRole(input: { name: "${unique('R')}", permissions: [] }) { role { name } } }`,
  },
  updateCompanyRole: write(
    EDIT_ROLES,
    ({ role }) => `updateCompanyRole(input: { id: "${role}", name: "${unique('R')}" }) { role { name } }`,
  ),
  deleteCompanyRole: write(EDIT_ROLES, ({ role }) => `deleteCompanyRole(id: "${role}") { success }`),
  createCompanyTeam: write(
    EDIT_USERS,
    ({ place }) => `createCompanyTeam(input: { name: "West", target_id: "${place}" }) { team { name } }`,
  ),
  updateCompanyTeam: write(
    EDIT_USERS,
    ({ team }) => `updateCompanyTeam(input: { id: "${team}", name: "${unique('T')}" }) { team { name } }`,
  ),
  deleteCompanyTeam: write(EDIT_USERS, ({ team }) => `deleteCompanyTeam(id: "${team}") { success }`),
  updateCompanyStructure: write(
    EDIT_USERS,
    ({ place, root }) =>
      `updateCompanyStructure(input: { tree_id: "${place}", parent_tree_id: "${root}" }) { company { name } }`,
  ),
  createCompanyUser: write(
    EDIT_USERS,
    ({ role, place }) =>
      `createCompanyUser(input: { email: "${email()}", firstname: "A", lastname: "B", job_title: "C", telephone: "1",
        role_id: "${role}", status: ACTIVE, target_id: "${place}" }) { user { job_title } }`,
  ),
  updateCompanyUser: write(
    EDIT_USERS,
    ({ user }) => `updateCompanyUser(input: { id: "${user}", job_title: "${unique('J')}" }) { user { job_title } }`,
  ),
  deleteCompanyUser: write(EDIT_USERS, ({ user }) => `deleteCompanyUser(id: "${user}") { success }`),
  deleteCompanyUserV2: write(EDIT_USERS, ({ user }) => `deleteCompanyUserV2(id: "${user}") { success }`),
  'updateCompany, account': {
    needs: 'Magento_Company::edit_account',
    document: () => `mutation { updateCompany(input: { legal_name: "${unique('L')}" }) { company { name } } }`,
  },
  'updateCompany, address': {
    needs: 'Magento_Company::edit_address',
    document: () =>
      `mutation { updateCompany(input: { legal_address: { city: "${unique('C')}" } }) { company { name } } }`,
  },
};

/** Adds a role, a team and a user to a company. */
async function entitiesOf({ boss, company }: Staff): Promise<Ids> {
  const made = await boss.data(`mutation {
    createCompanyRole(input: { name: "${unique('R')}", permissions: [] }) { role { id } }
    createCompanyTeam(input: { name: "${unique('T')}" }) { team { id structure_id } } }`);
  const { team } = made.createCompanyTeam;
  const { id } = await newUser(souk, company);
  const { structure } = (await boss.data('{ company { structure { items { id } } } }')).company;
  return {
    role: made.createCompanyRole.role.id,
    team: team.id,
    user: uid(id),
    place: team.structure_id,
    root: structure.items[0].id,
  };
}

/** Everything that the operations could change in a company. */
async function stateOf({ company }: Staff): Promise<Json> {
  const of = criteria([[{ field: 'company_id', value: company.id }]]);
  const paths = [
    `/V1/company/${company.id}`,
    `/V1/company/role?${of}`,
    `/V1/team?${of}`,
    `/V1/hierarchy/${company.id}`,
    `/V1/customers/companies?${of.replaceAll('searchCriteria', 'criteria')}`,
  ];
  return Promise.all(paths.map(async (path) => ok(await souk.admin.get(path))));
}

const idsIn = (nodes: readonly Json[]): string[] => nodes.flatMap(({ id, children }) => [id, ...idsIn(children ?? [])]);
const TREE = 'id children { id children { id children { id children { id } } } }';

/** All permissions that roles of a company can allow. */
async function permissionsOf({ boss }: Staff): Promise<string[]> {
  return idsIn((await boss.data(`{ company { acl_resources { ${TREE} } } }`)).company.acl_resources);
}

const isDenied = ({ body }: Answer, needs: string): boolean => body.errors?.[0]?.message === `${needs} access denied.`;

describe('permissions of roles', () => {
  it('allow the operations that need them, and deny all others without effect', async () => {
    const staff = await newStaff(souk);
    const ids = await entitiesOf(staff);
    const permissions = await permissionsOf(staff);
    const used = Object.values(operations).map(({ needs }) => needs);
    expect(used.filter((needs) => !permissions.includes(needs))).toEqual([]);
    const clients = new Map<string, GraphQLClient>();
    for (const permission of permissions) clients.set(permission, await userWith(souk, staff, permission));
    const before = await stateOf(staff);
    const wrong: string[] = [];
    for (const [permission, client] of clients) {
      for (const [name, { needs, document }] of Object.entries(operations)) {
        if (needs === permission) continue;
        const answer = await client.send(document(ids));
        if (!isDenied(answer, needs)) wrong.push(`${permission}: ${name} ${answer.text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await stateOf(staff)).toEqual(before);
    for (const [name, { needs, document }] of Object.entries(operations)) {
      const { body, text } = await clients.get(needs)!.send(document(await entitiesOf(staff)));
      if (body.errors) wrong.push(`${needs}: ${name} ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  it('end at the own company, also those of its administrator', async () => {
    const [own, other] = [await newStaff(souk), await newStaff(souk)];
    const foreign = await entitiesOf(other);
    const before = await stateOf(other);
    const wrong: string[] = [];
    const named = Object.entries(operations).filter(([, { namesEntity }]) => namesEntity);
    for (const [name, { needs, document, isNull }] of named) {
      for (const client of [own.boss, await userWith(souk, own, needs)]) {
        const { body, text } = await client.send(document(foreign));
        const isRefused = body.errors?.length === 1 && !/denied|Internal/.test(body.errors[0].message);
        if (isNull ? body.data?.company.one !== null : !isRefused) wrong.push(`${name} ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await stateOf(other)).toEqual(before);
  });

  it('open no route of the shop, whose companies they are', async () => {
    const [own, other] = [await newStaff(souk), await newStaff(souk)];
    const { paths } = ok(await souk.admin.raw('GET', '/rest/all/schema?services=all'));
    const ofCompanies = /^\/V1\/(company|team|hierarchy|companyCredits|sharedCatalog|customers\/[^/]*\/?companies)\b/;
    const routes = Object.entries<Json>(paths).filter(([path]) => ofCompanies.test(path));
    expect(routes.length).toBeGreaterThan(30);
    const before = await stateOf(own);
    const allowed: string[] = [];
    const boss = await signIn(souk, own.leader.email);
    for (const [path, methods] of routes) {
      for (const method of Object.keys(methods)) {
        for (const { company } of [own, other]) {
          const url = `/rest${path.replaceAll(/\{\w+\}/g, String(company.id))}`;
          const { status } = await boss.raw(method.toUpperCase(), url, method === 'get' ? undefined : {});
          if (status !== 401) allowed.push(`${method} ${path} ${status}`);
        }
      }
    }
    expect(allowed).toEqual([]);
    expect(await stateOf(own)).toEqual(before);
  });
});

describe('two editors of a structure at the same time', () => {
  it('leave a tree: of opposite moves one is refused', async () => {
    const staff = await newStaff(souk);
    const [one, two] = [await userWith(souk, staff, EDIT_USERS), await userWith(souk, staff, EDIT_USERS)];
    for (let round = 0; round < 5; round++) {
      const [left, right] = [await entitiesOf(staff), await entitiesOf(staff)];
      const answers = await Promise.all([
        one.send(`mutation { ${moveOf(left.place, right.place)} }`),
        two.send(`mutation { ${moveOf(right.place, left.place)} }`),
      ]);
      expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
      await expectTree(staff);
    }
  });

  it('leave nobody below a deleted team', async () => {
    const staff = await newStaff(souk);
    const [one, two] = [await userWith(souk, staff, EDIT_USERS), await userWith(souk, staff, EDIT_USERS)];
    for (let round = 0; round < 5; round++) {
      const [moved, deleted] = [await entitiesOf(staff), await entitiesOf(staff)];
      const answers = await Promise.all([
        one.send(`mutation { ${moveOf(moved.place, deleted.place)} }`),
        two.send(`mutation { deleteCompanyTeam(id: "${deleted.team}") { success } }`),
      ]);
      expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
      await expectTree(staff);
    }
  });
});

const moveOf = (from: string, to: string): string =>
  `updateCompanyStructure(input: { tree_id: "${from}", parent_tree_id: "${to}" }) { company { id } }`;

/** The structure of a company has one place without a parent, from which all others are reached. */
async function expectTree({ company }: Staff): Promise<void> {
  const nodes: Json[] = ok(await souk.admin.get(`/V1/hierarchy/${company.id}`));
  const known = new Set(nodes.map(({ structure_id }) => structure_id));
  const roots = nodes.filter(({ structure_parent_id }) => !known.has(structure_parent_id));
  expect(roots).toHaveLength(1);
  const children = Map.groupBy(nodes, ({ structure_parent_id }) => structure_parent_id);
  const reached = (node: Json): number =>
    (children.get(node.structure_id) ?? []).reduce((sum, child) => sum + reached(child), 1);
  expect(reached(roots[0]!)).toBe(nodes.length);
}
