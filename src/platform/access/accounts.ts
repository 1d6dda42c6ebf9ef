import type { Call, Caller, CallerType } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { readGrants } from './acl.ts';

/** Data to verify a signed request of an integration. */
export interface OAuthConsumer {
  readonly id: number;
  readonly key: string;
  /** As stored: encrypted. */
  readonly secret: string;
  readonly tokenSecret: string;
}

/** A role and its permissions. */
export interface RoleGrants {
  readonly id: number;
  readonly resources: Caller['resources'];
}

/** The active admin users and integrations with their permissions, as every process keeps them in memory. */
export interface Accounts {
  readonly admins: ReadonlyMap<number, Caller>;
  readonly integrations: ReadonlyMap<number, Caller>;
  /** Consumers by key, those of inactive integrations too. */
  readonly consumers: ReadonlyMap<string, OAuthConsumer>;
  readonly roles: ReadonlyMap<string, RoleGrants>;
  /** Ids of admin users by `identityKey`. */
  readonly identities: ReadonlyMap<string, number>;
}

/** The identity of a user of an identity service. */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer}\0${subject}`;
}

const noResources: ReadonlySet<string> = new Set();

/** Reads the accounts from the database. */
export async function loadAccounts(call: Call): Promise<Accounts> {
  const roles = await call.db.selectFrom('authorization_role').select(['role_id', 'role_name', 'resources']).execute();
  const users = await call.db
    .selectFrom('admin_user')
    .select(['user_id', 'role_id'])
    .where('is_active', '=', 1)
    .execute();
  const integrations = await call.db
    .selectFrom('integration')
    .select(['integration_id', 'status', 'resources', 'consumer_key', 'consumer_secret', 'access_token_secret'])
    .execute();
  const identities = await call.db.selectFrom('admin_identity').selectAll().execute();
  // One set for all users of a role.
  const grants = new Map(roles.map((role) => [role.role_id, readGrants(role.resources)]));
  return {
    roles: new Map(
      roles.map((role) => [role.role_name, { id: role.role_id, resources: valueAt(grants, role.role_id) }]),
    ),
    identities: new Map(identities.map((row) => [identityKey(row.issuer, row.subject), row.user_id])),
    admins: new Map(
      users.map((user) => [
        user.user_id,
        { type: 'admin', id: user.user_id, resources: grants.get(user.role_id) ?? noResources },
      ]),
    ),
    integrations: new Map(
      integrations
        .filter((row) => row.status === 1)
        .map((row) => [
          row.integration_id,
          { type: 'integration', id: row.integration_id, resources: readGrants(row.resources) },
        ]),
    ),
    consumers: new Map(
      integrations.map((row) => [
        row.consumer_key,
        {
          id: row.integration_id,
          key: row.consumer_key,
          secret: row.consumer_secret,
          tokenSecret: row.access_token_secret,
        },
      ]),
    ),
  };
}

/** The caller behind a user type and id, with present permissions; undefined when the account is gone or inactive. */
export function callerOf(accounts: Accounts, type: CallerType, id: number): Caller | undefined {
  if (type === 'admin') return accounts.admins.get(id);
  if (type === 'integration') return accounts.integrations.get(id);
  return { type, id, resources: noResources };
}
