import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { Customer } from '../customer/customers/types.ts';
import { permissions } from './permissions.ts';
import { customersWithRole, listRoles, requireRole, showRole } from './roles.ts';
import { assignRoles, changeRole, createRole, deleteRole } from './save-role.ts';
import { Role, RoleSearchResults } from './types.ts';

const repository = { service: 'companyRoleRepositoryV1', access: acl(permissions.manage) } as const;
const seen = { ...repository, access: acl(permissions.view) } as const;

const list = route({
  ...seen,
  method: 'GET',
  path: '/V1/company/role/',
  operation: 'getList',
  summary: 'List the roles of companies.',
  input: { searchCriteria: SearchCriteria },
  output: RoleSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listRoles(call, searchCriteria), requestedFields, (page) => page.map(showRole)),
});

const create = route({
  ...repository,
  method: 'POST',
  path: '/V1/company/role/',
  operation: 'save',
  summary: 'Create a role of a company, or change the one with the id in the request.',
  entity: entity('company', 'role.company_id', { names: ['role.id', 'role.role_name'] }),
  input: { role: Role },
  output: Role,
  handle: async ({ role }, call) =>
    showRole(role.id ? await changeRole(call, role.id, role) : await createRole(call, role)),
});

const update = route({
  ...repository,
  method: 'PUT',
  path: '/V1/company/role/:id',
  operation: 'save',
  summary: 'Change a role; permissions that are sent are all that it has then.',
  entity: entity('company role', 'role.id', { names: ['role.role_name'] }),
  input: { role: Role },
  overrides: { id: t.string },
  fromPath: { 'role.id': 'id' },
  output: Role,
  handle: async ({ role }, call) => showRole(await changeRole(call, role.id ?? 0, role)),
});

const get = route({
  ...seen,
  method: 'GET',
  path: '/V1/company/role/:roleId',
  operation: 'get',
  summary: 'Read a role with its permissions.',
  input: { roleId: t.integer },
  output: Role,
  handle: async ({ roleId }, call) => showRole(await requireRole(call, roleId)),
});

const remove = route({
  ...repository,
  method: 'DELETE',
  path: '/V1/company/role/:roleId',
  operation: 'delete',
  summary: 'Delete a role that no user has.',
  entity: entity('company role', 'roleId'),
  input: { roleId: t.integer },
  output: t.boolean,
  async handle({ roleId }, call) {
    await deleteRole(call, roleId);
    return true;
  },
});

const users = route({
  ...seen,
  service: 'companyAclV1',
  method: 'GET',
  path: '/V1/company/role/:roleId/users',
  operation: 'getUsersByRoleId',
  summary: 'List the customers who have a role.',
  input: { roleId: t.integer },
  output: t.array(Customer),
  async handle({ roleId }, call) {
    await requireRole(call, roleId);
    const { customer } = call.services;
    const customers = await customer.customers(call, await customersWithRole(call, roleId));
    return [...(await customer.showMany(call, [...customers.values()])).values()];
  },
});

const giveRoles = route({
  ...repository,
  service: 'companyAclV1',
  method: 'PUT',
  path: '/V1/company/assignRoles',
  operation: 'assignRoles',
  summary: 'Replace the roles of a user in a company.',
  entity: entity('customer', 'userId', { names: ['roles.id'] }),
  input: { userId: t.integer, roles: t.array(Role) },
  output: t.boolean,
  async handle({ userId, roles }, call) {
    await assignRoles(
      call,
      userId,
      roles.map(({ id }) => id ?? 0),
    );
    return true;
  },
});

/** Routes of the roles of companies. */
export const roleRoutes = [list, create, update, get, remove, users, giveRoles];
