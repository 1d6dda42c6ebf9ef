import { foldText } from '../../../kernel/fold.ts';
import { hash } from 'node:crypto';
import type { Call, Caller } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { identityKey, type RoleGrants } from '../accounts.ts';
import { accountsOf, lookupCall, type AccessPlatform } from '../platform.ts';
import { insertUser } from '../users.ts';
import { identitySettings } from './settings.ts';
import { looksSigned, verifyIdentity, type Identity } from './verify.ts';

/**
 * The caller behind a token of the identity service: an admin user with the permissions of the first role of the settings that
 * the token has. The user is made when it first calls, named `<issuer>#<subject>`, and may be deactivated like any other.
 * Undefined for tokens that do not count, without a role that is there, and while the service's keys cannot be had.
 */
export async function identityCaller(platform: AccessPlatform, token: string): Promise<Caller | undefined> {
  const settings = looksSigned(token) ? identitySettings(platform.config) : undefined;
  if (!settings) return undefined;
  const { identityKeys } = platform.services.access;
  const identity = await verifyIdentity(settings, identityKeys, token, platform.clock.now(), (error) =>
    platform.log?.warn({ err: error }, 'the identity service does not give its keys'),
  );
  const role = identity && firstRole(platform, identity.roles);
  if (!identity || !role) return undefined;
  const id = await userOf(platform, identity, role);
  const user = accountsOf(platform).admins.get(id);
  if (!user) return undefined;
  if (user.resources !== role.resources) await changeRole(lookupCall(platform), id, role);
  return { ...user, resources: role.resources };
}

function firstRole(platform: AccessPlatform, names: readonly string[]): RoleGrants | undefined {
  const { roles } = accountsOf(platform);
  return names.map((name) => roles.get(name)).find((role) => role !== undefined);
}

async function userOf(platform: AccessPlatform, identity: Identity, role: RoleGrants): Promise<number> {
  const key = identityKey(identity.issuer, identity.subject);
  const known = (): number | undefined => accountsOf(platform).identities.get(key);
  const id = known();
  if (id !== undefined) return id;
  try {
    return await lookupCall(platform).transaction((call) => makeUser(call, identity, role));
  } catch (error) {
    // The same user has called elsewhere at the same time.
    if (!isUniqueViolation(error)) throw error;
    await platform.caches.refresh();
    const userId = known();
    if (userId === undefined) throw error;
    return userId;
  }
}

async function makeUser(call: Call, { issuer, subject, claims }: Identity, role: RoleGrants): Promise<number> {
  const name = `${issuer}#${subject}`;
  const mark = hash('sha256', name).slice(0, 16);
  const id = await insertUser(call, {
    // Names of users do not tell case and accents apart; subjects do.
    username: name === foldText(name) ? name : `${name}~${mark}`,
    email: `${mark}@identity.invalid`,
    firstname: textOf(claims['given_name']) ?? 'Identity',
    lastname: textOf(claims['family_name']) ?? textOf(claims['name']) ?? subject,
    password: '',
    role_id: role.id,
  });
  await call.db.insertInto('admin_identity').values({ issuer, subject, user_id: id }).execute();
  return id;
}

/** The user in lists; the permissions of a call are those of its token. */
async function changeRole(call: Call, userId: number, role: RoleGrants): Promise<void> {
  await call.transaction(async (inside) => {
    await inside.db
      .updateTable('admin_user')
      .set({ role_id: role.id, modified: formatTime(inside.clock.now()) })
      .where('user_id', '=', userId)
      .execute();
    await inside.services.access.accounts.invalidate(inside);
  });
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim().slice(0, 100) : undefined;
}
