import {
  changeIntegration,
  createIntegration,
  listIntegrations,
  revokeIntegration,
} from '../../../platform/access/integration-credentials.ts';
import { createAdminUser, listAdminUsers, setAdminActive, setAdminPassword } from '../../../platform/access/users.ts';
import { saveRole } from '../../../platform/access/roles.ts';
import { revokeTokens } from '../../../platform/access/tokens.ts';
import type { Caller } from '../../../kernel/call.ts';
import { entity, none } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { checkGrantedBy, grantsOf, listRoles, listSessions, ownerOf } from '../access.ts';
import { permissionTitle } from '../permission-titles.ts';
import { AdminUser, CreatedUser, Credentials, Integration, PermissionTree, Role, Session } from '../access-types.ts';

const integrations = { service: 'consoleIntegrationV1', access: acl('Magento_Integration::integrations') } as const;
const users = { service: 'consoleUserV1', access: acl('Magento_User::acl_users') } as const;
const roles = { service: 'consoleRoleV1', access: acl('Magento_User::acl_roles') } as const;

const readPermissions = route({
  method: 'GET',
  path: '/_/console/permissions',
  ...integrations,
  operation: 'getPermissions',
  summary: 'Shows the permissions that can be granted, each with the one that it stands under.',
  input: {},
  output: t.array(PermissionTree),
  handle: (_, { services }) =>
    [...services.access.permissions.values()].map(({ id, parent }) => ({
      id,
      title: permissionTitle(id),
      parent: parent ?? undefined,
    })),
});

const readIntegrations = route({
  method: 'GET',
  path: '/_/console/integrations',
  ...integrations,
  operation: 'getList',
  summary: 'Lists the integrations with what each is granted.',
  input: {},
  output: t.array(Integration),
  handle: async (_, call) =>
    (await listIntegrations(call)).map((one) =>
      Object.assign(one, { is_active: one.status === 1 }, grantsOf(one.resources)),
    ),
});

const addIntegration = route({
  method: 'POST',
  path: '/_/console/integrations',
  ...integrations,
  operation: 'create',
  summary: 'Makes an integration and shows its keys, this once.',
  entity: none('an integration is new'),
  input: { name: t.string, resources: t.array(t.string) },
  output: Credentials,
  handle: ({ name, resources }, call) => {
    checkGrantedBy(call.caller, resources);
    return createIntegration(call, { name, resources });
  },
});

const editIntegration = route({
  method: 'PUT',
  path: '/_/console/integrations/:name',
  ...integrations,
  operation: 'save',
  summary: 'Changes what an integration is granted, or whether it may call.',
  entity: entity('integration', 'name'),
  input: { name: t.string, resources: t.optional(t.array(t.string)), is_active: t.optional(t.boolean) },
  output: t.boolean,
  handle: async ({ name, resources, is_active: active }, call) => {
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfIntegration(name));
    if (resources) checkGrantedBy(call.caller, resources);
    await changeIntegration(call, name, { resources: resources ?? undefined, active: active ?? undefined });
    return true;
  },
});

const revoke = route({
  method: 'DELETE',
  path: '/_/console/integrations/:name/token',
  ...integrations,
  operation: 'revoke',
  summary: 'Revokes the access token of an integration for good.',
  entity: entity('integration', 'name'),
  input: { name: t.string },
  output: t.boolean,
  handle: async ({ name }, call) => {
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfIntegration(name));
    await revokeIntegration(call, name);
    return true;
  },
});

const readUsers = route({
  method: 'GET',
  path: '/_/console/users',
  ...users,
  operation: 'getList',
  summary: 'Lists the admin users.',
  input: {},
  output: t.array(AdminUser),
  handle: async (_, call) =>
    (await listAdminUsers(call)).map(({ is_active: isActive, lock_expires: until, ...one }) =>
      Object.assign(one, { is_active: isActive === 1, lock_expires: until ?? undefined }),
    ),
});

const addUser = route({
  method: 'POST',
  path: '/_/console/users',
  ...users,
  operation: 'create',
  summary: 'Makes an admin user of a role; a password is made where none is given, and shown this once.',
  // Hashing a password must not hold a transaction open.
  transaction: false,
  entity: none('a user is new'),
  input: {
    username: t.string,
    email: t.string,
    firstname: t.string,
    lastname: t.string,
    role: t.string,
    password: t.optional(t.secret(t.string)),
  },
  output: CreatedUser,
  handle: async ({ password, ...user }, call) => {
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfRole(user.role));
    const newUser = await createAdminUser(call, { ...user, password: password ?? undefined });
    return { user_id: newUser.userId, password: newUser.password };
  },
});

const editUser = route({
  method: 'PUT',
  path: '/_/console/users/:username',
  ...users,
  operation: 'save',
  summary: 'Lets an admin user sign in or no longer, or gives another password; all tokens of the user end.',
  transaction: false,
  entity: entity('admin user', 'username'),
  input: { username: t.string, is_active: t.optional(t.boolean), password: t.optional(t.secret(t.string)) },
  output: t.boolean,
  handle: async ({ username, is_active: active, password }, call) => {
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfUser(username));
    if (password) await setAdminPassword(call, username, password);
    if (active !== undefined && active !== null) await setAdminActive(call, username, active);
    return true;
  },
});

const readRoles = route({
  method: 'GET',
  path: '/_/console/roles',
  ...roles,
  operation: 'getList',
  summary: 'Lists the roles of admin users with what each grants.',
  input: {},
  output: t.array(Role),
  handle: (_, call) => listRoles(call),
});

const editRole = route({
  method: 'PUT',
  path: '/_/console/roles/:name',
  ...roles,
  operation: 'save',
  summary: 'Makes a role, or changes what one grants.',
  entity: entity('role', 'name'),
  input: { name: t.string, resources: t.array(t.string) },
  output: t.integer,
  handle: async ({ name, resources }, call) => {
    checkGrantedBy(call.caller, resources);
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfRole(name, []));
    return saveRole(call, name, resources);
  },
});

const readSessions = route({
  method: 'GET',
  path: '/_/console/sessions',
  ...users,
  service: 'consoleSessionV1',
  operation: 'getList',
  summary: 'Lists who has access tokens: admin users and integrations, with how many and since when.',
  input: {},
  output: t.array(Session),
  handle: (_, call) => listSessions(call),
});

const endSessions = route({
  method: 'DELETE',
  path: '/_/console/sessions/:userId',
  ...users,
  service: 'consoleSessionV1',
  operation: 'delete',
  summary: 'Ends every session of an admin user.',
  entity: entity('admin user', 'userId'),
  input: { userId: t.integer },
  output: t.boolean,
  handle: async ({ userId }, call) => {
    checkGrantedBy(call.caller, await ownerOf(call).grantsOfUserId(userId));
    return revokeTokens(call, ownerFor(userId));
  },
});

const ownerFor = (id: number): Pick<Caller, 'type' | 'id'> => ({ type: 'admin', id });

export const accessRoutes = [
  readPermissions,
  readIntegrations,
  addIntegration,
  editIntegration,
  revoke,
  readUsers,
  addUser,
  editUser,
  readRoles,
  editRole,
  readSessions,
  endSessions,
] as const;
