import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  queries,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import { requireAllowed } from './access.ts';
import { lockCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import { allowedTree, resourceTree, type ResourceNode } from './resource-tree.ts';
import { companyResources } from './resources.ts';
import { countRoles, findRoles, isRoleName, pageOfRoles, type StoredRole } from './roles.ts';
import { changeRole, createRole, deleteRole } from './save-role.ts';
import type { CompanyRoleSource } from './special-roles.ts';
import { specialRoles, type SentRole } from './types.ts';

const values = valueTypes({
  CompanyRoles: { items: '[CompanyRole]!', page_info: 'SearchResultPageInfo', total_count: 'Int' },
  CreateCompanyRoleOutput: { role: 'CompanyRole!' },
  DeleteCompanyRoleOutput: { success: 'Boolean!' },
  IsCompanyRoleNameAvailableOutput: { is_role_name_available: 'Boolean!' },
  UpdateCompanyRoleOutput: { role: 'CompanyRole!' },
});
const inputs = inputTypes({
  CompanyRoleCreateInput: { name: 'String!', permissions: '[String]!' },
  CompanyRoleUpdateInput: { id: 'ID!', name: 'String', permissions: '[String]' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CompanyAclResource: ResourceNode;
    CompanyRole: CompanyRoleSource;
  }
}

const usersOfRole = loader<number, number>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('company_user_role')
    .select((eb) => ['role_id', eb.fn.countAll<number | string>().as('count')])
    .where(inIds('role_id', ids))
    .groupBy('role_id')
    .execute();
  const counts = new Map(rows.map(({ role_id, count }) => [role_id, Number(count)]));
  return ids.map((id) => counts.get(id) ?? 0);
});

const types = [
  objectType('CompanyAclResource', () => ({
    children: '[CompanyAclResource]',
    id: 'ID!',
    sort_order: 'Int',
    text: 'String',
  })),
  objectType('CompanyRole', (t) => ({
    id: t.field('ID!', ({ role_id }) => uidOf(role_id)),
    name: t.field('String', ({ role_name }) => role_name),
    permissions: t.field('[CompanyAclResource]', (role) => {
      if ('isSpecial' in role) return role.role_id === specialRoles.leader ? resourceTree : [];
      const allowed = role.permissions.filter(({ is_allowed }) => is_allowed === 1);
      return allowedTree(resourceTree, new Set(allowed.map(({ resource_id }) => resource_id)));
    }),
    users_count: t.field('Int', (role, _, call) => ('isSpecial' in role ? 1 : usersOfRole(call, role.role_id))),
  })),
];

/** A role of a company; undefined for one of another company. */
async function roleIn(call: Call, companyId: number, uid: string): Promise<StoredRole | undefined> {
  const id = idOf(uid);
  const role = id === undefined ? undefined : (await findRoles(call, [id])).get(id);
  return role?.company_id === companyId ? role : undefined;
}

const ofCompanies = extendType('Company', (t) => ({
  acl_resources: t.field('[CompanyAclResource]', async (_, __, call) => {
    await requireAllowed(call, 'Magento_Company::roles_view');
    return resourceTree;
  }),
  role: t.field('CompanyRole', { id: 'ID!' }, async ({ entity_id }, { id }, call) => {
    await requireAllowed(call, 'Magento_Company::roles_view');
    return (await roleIn(call, entity_id, id)) ?? null;
  }),
  roles: t.field(
    'CompanyRoles!',
    { pageSize: 'Int = 20', currentPage: 'Int = 1' },
    async ({ entity_id }, { pageSize, currentPage }, call) => {
      await requireAllowed(call, 'Magento_Company::roles_view');
      const asked = readAskedPage(currentPage, pageSize);
      const count = await countRoles(call, entity_id);
      return {
        items: await pageOfRoles(call, entity_id, asked),
        page_info: await pageInfo(asked, async () => count),
        total_count: count,
      };
    },
  ),
}));

const roleQueries = queries((t) => ({
  isCompanyRoleNameAvailable: t.field(
    'IsCompanyRoleNameAvailableOutput',
    { name: 'String!' },
    async (_, { name }, call) => {
      const { company } = await requireAllowed(call, 'Magento_Company::roles_edit');
      return { is_role_name_available: !(await isRoleName(call, company.entity_id, name.trim())) };
    },
  ),
}));

/** All permissions, of which those in a list are allowed. Throws 400 for unknown ones. */
function permissionsOf(allowed: readonly (string | null | undefined)[]): NonNullable<SentRole['permissions']> {
  const asked = new Set(allowed);
  for (const value of asked) {
    if (!companyResources.some((one) => one === value)) {
      throw companyErrors.invalidValue({ fieldName: 'permissions', value });
    }
  }
  return companyResources.map((resource_id) => ({
    resource_id,
    permission: asked.has(resource_id) ? 'allow' : 'deny',
  }));
}

/** A role that the caller may change, while nobody else changes the roles of the company. Throws 404. */
async function editableRole(call: Call, uid: string): Promise<StoredRole> {
  const { company } = await requireAllowed(call, 'Magento_Company::roles_edit');
  await lockCompany(call, company.entity_id);
  const role = await roleIn(call, company.entity_id, uid);
  if (!role) throw companyErrors.roleNotFound([uid]);
  return role;
}

const roleMutations = mutations((t) => ({
  createCompanyRole: t.field(
    'CreateCompanyRoleOutput',
    { input: 'CompanyRoleCreateInput!' },
    async (_, { input: { name, permissions } }, call) => {
      const { company } = await requireAllowed(call, 'Magento_Company::roles_edit');
      const sent = { role_name: name, company_id: company.entity_id, permissions: permissionsOf(permissions) };
      return { role: await createRole(call, sent) };
    },
  ),
  deleteCompanyRole: t.field('DeleteCompanyRoleOutput', { id: 'ID!' }, async (_, { id }, call) => {
    await deleteRole(call, (await editableRole(call, id)).role_id);
    return { success: true };
  }),
  updateCompanyRole: t.field(
    'UpdateCompanyRoleOutput',
    { input: 'CompanyRoleUpdateInput!' },
    async (_, { input: { id, name, permissions } }, call) => {
      const { role_id, role_name, company_id, permissions: before } = await editableRole(call, id);
      const allowedBefore = before.flatMap((one) => (one.is_allowed === 1 ? [one.resource_id] : []));
      const sent = {
        role_name: name ?? role_name,
        company_id,
        permissions: permissionsOf(permissions ?? allowedBefore),
      };
      return { role: await changeRole(call, role_id, sent) };
    },
  ),
}));

/** Roles of companies in GraphQL. */
export const roleDeclarations = [values, inputs, ...types, ofCompanies, roleQueries, roleMutations];
