import { ROOT_RESOURCE, type Grants } from '../../platform/access/acl.ts';
import { isAllowed } from '../../platform/access/check.ts';
import { accessErrors } from '../../platform/access/errors.ts';
import { callerTypeOf, callerTypes, type Call, type Caller } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { fold } from '../../storage/sql.ts';
import { consoleErrors } from './errors.ts';

/** Permissions, in the format of responses. */
export function grantsOf(grants: Grants): { unlimited: boolean; resources: string[] } {
  return grants === 'all' ? { unlimited: true, resources: [] } : { unlimited: false, resources: [...grants] };
}

/** Throws where a caller would hand on more than is granted to the caller, or change who may do more. */
export function checkGrantedBy(caller: Caller, grants: Grants): void {
  if (caller.resources === 'all') return;
  const missing =
    grants === 'all' ? ROOT_RESOURCE : grants.find((id) => !isAllowed(caller, { kind: 'acl', resources: [id] }));
  if (missing !== undefined) throw consoleErrors.grant([missing]);
}

/** Loads the permissions of a role, of the role of a user or of an integration. Throws for unknown names. */
export function ownerOf(call: Call) {
  const read = async (column: 'role_name' | 'username', name: string): Promise<Grants | undefined> => {
    const row = await call.db
      .selectFrom('authorization_role')
      .leftJoin('admin_user', 'admin_user.role_id', 'authorization_role.role_id')
      .select('resources')
      .where(
        column === 'role_name' ? 'role_name' : fold('username'),
        '=',
        column === 'role_name' ? name : foldText(name),
      )
      .executeTakeFirst();
    return row && parseJson(row.resources);
  };
  const ofIntegration = async (name: string): Promise<Grants | undefined> => {
    const row = await call.db.selectFrom('integration').select('resources').where('name', '=', name).executeTakeFirst();
    return row && parseJson(row.resources);
  };
  const ofUserId = async (id: number): Promise<Grants | undefined> => {
    const row = await call.db
      .selectFrom('admin_user')
      .innerJoin('authorization_role', 'authorization_role.role_id', 'admin_user.role_id')
      .select('resources')
      .where('user_id', '=', id)
      .executeTakeFirst();
    return row && parseJson(row.resources);
  };
  const required = (grants: Grants | undefined, fieldName: string, fieldValue: string): Grants => {
    if (grants === undefined) throw accessErrors.unknownName({ fieldName, fieldValue });
    return grants;
  };
  return {
    grantsOfRole: async (name: string, unknown?: Grants) =>
      required((await read('role_name', name)) ?? unknown, 'role', name),
    grantsOfUser: async (name: string) => required(await read('username', name), 'username', name),
    grantsOfUserId: async (id: number) => required(await ofUserId(id), 'userId', String(id)),
    grantsOfIntegration: async (name: string) => required(await ofIntegration(name), 'name', name),
  };
}

/** Every role with the number of its users, by name. */
export async function listRoles({ db }: Call) {
  const rows = await db
    .selectFrom('authorization_role')
    .leftJoin('admin_user', 'admin_user.role_id', 'authorization_role.role_id')
    .select(({ fn }) => [
      'authorization_role.role_id',
      'role_name as name',
      'resources',
      fn.count<number>('admin_user.user_id').as('users'),
    ])
    .groupBy(['authorization_role.role_id', 'role_name', 'resources'])
    .orderBy('role_name')
    .execute();
  return rows.map(({ resources, users, ...role }) =>
    Object.assign(role, { users: Number(users) }, grantsOf(parseJson(resources))),
  );
}

/** Admin users and integrations that have access tokens, latest first. */
export async function listSessions({ db }: Call) {
  const rows = await db
    .selectFrom('oauth_token')
    .leftJoin('admin_user', 'admin_user.user_id', 'oauth_token.user_id')
    .leftJoin('integration', 'integration.integration_id', 'oauth_token.user_id')
    .select(({ fn }) => [
      'oauth_token.user_type',
      'oauth_token.user_id',
      'admin_user.username',
      'integration.name as integration',
      fn.countAll<number>().as('tokens'),
      fn.min('oauth_token.created_at').as('first'),
      fn.max('oauth_token.created_at').as('last'),
    ])
    .where('oauth_token.user_type', 'in', [callerTypes.admin, callerTypes.integration])
    .groupBy(['oauth_token.user_type', 'oauth_token.user_id', 'admin_user.username', 'integration.name'])
    .orderBy('last', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ user_type, username, integration, tokens, ...one }) => {
    const type = callerTypeOf(user_type);
    const name = (type === 'admin' ? username : integration) ?? `#${one.user_id}`;
    return Object.assign(one, { user_type: type, name, tokens: Number(tokens) });
  });
}
