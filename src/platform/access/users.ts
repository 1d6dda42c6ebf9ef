import { foldText } from '../../kernel/fold.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { fold } from '../../storage/sql.ts';
import type { Grants } from './acl.ts';
import { accessErrors } from './errors.ts';
import { checkAdminPassword, generatePassword, hashPassword } from './passwords.ts';
import { ADMINISTRATORS, findRole, saveRole } from './roles.ts';
import type { AdminUserTable } from './tables.ts';
import { revokeTokens } from './tokens.ts';

/** An admin user to be created. */
interface NewAdminUser {
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Undefined: one is generated. */
  readonly password?: string | undefined;
  /** Name of the role. Default: Administrators, or with `resources` a role named as the user. */
  readonly role?: string;
  /** Makes the role grant exactly these; undefined: the role has to exist. */
  readonly resources?: Grants | undefined;
}

/** An admin user as lists show it. */
interface AdminUser {
  readonly user_id: number;
  readonly username: string;
  readonly email: string;
  readonly role_name: string;
  readonly is_active: number;
  readonly lock_expires: string | null;
}

/** Makes an admin user; gives the id and the password. Throws when the name or e-mail address is taken, or a value is wrong. */
export async function createAdminUser(call: Call, user: NewAdminUser): Promise<{ userId: number; password: string }> {
  const { username, email, firstname, lastname, password = generatePassword() } = user;
  for (const [fieldName, value] of Object.entries({ username, email, firstname, lastname })) {
    if (value.trim() === '') throw accessErrors.emptyField({ fieldName });
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw accessErrors.userEmail({ value: email });
  }
  checkAdminPassword(password);
  // Hashing takes its time: before the transaction, not inside it.
  const hash = await hashPassword(password);
  try {
    const userId = await call.transaction(async (inside) =>
      insertUser(inside, {
        username,
        email,
        firstname,
        lastname,
        password: hash,
        role_id: await roleOf(inside, user),
      }),
    );
    return { userId, password };
  } catch (error) {
    if (isUniqueViolation(error, 'admin_user_username') || isUniqueViolation(error, 'admin_user_email')) {
      throw accessErrors.userExists(undefined, { cause: error });
    }
    throw error;
  }
}

/** Writes the row of an active user in the open transaction; gives its id. `password` is a hash, or empty for none. */
export async function insertUser(
  call: Call,
  user: Pick<Insertable<AdminUserTable>, 'username' | 'email' | 'firstname' | 'lastname' | 'password' | 'role_id'>,
): Promise<number> {
  const now = formatTime(call.clock.now());
  const { user_id } = await call.db
    .insertInto('admin_user')
    .values({ ...user, is_active: 1, failures_num: 0, created: now, modified: now })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await call.services.access.accounts.invalidate(call);
  return user_id;
}

/**
 * Makes the first admin user where there is none yet. Gives the password if it had to be generated, for somebody to note;
 * undefined when `password` was given or a user was there.
 */
export async function ensureFirstAdmin(call: Call, username: string, password?: string): Promise<string | undefined> {
  const existing = await call.db.selectFrom('admin_user').select('user_id').limit(1).executeTakeFirst();
  if (existing) return undefined;
  const first = { username, email: `${username}@example.com`, firstname: 'First', lastname: 'Administrator' };
  try {
    const created = await createAdminUser(call, { ...first, password });
    return password === undefined ? created.password : undefined;
  } catch (error) {
    // Another process that starts at the same time was quicker, and tells the password.
    if (error instanceof Error && isUniqueViolation(error.cause)) return undefined;
    throw error;
  }
}

/** Every admin user, by id. */
export function listAdminUsers(call: Call): Promise<AdminUser[]> {
  return call.db
    .selectFrom('admin_user')
    .innerJoin('authorization_role', 'authorization_role.role_id', 'admin_user.role_id')
    .select(['user_id', 'username', 'email', 'role_name', 'is_active', 'lock_expires'])
    .orderBy('user_id')
    .execute();
}

/** Identifies an admin user for people. */
type AdminUserName = Pick<Selectable<AdminUserTable>, 'user_id' | 'username' | 'email' | 'firstname' | 'lastname'>;

/** An admin user by id or by name, active or not. Throws 404 when there is none. */
export async function requireAdminUser(call: Call, key: number | string): Promise<AdminUserName> {
  const users = call.db.selectFrom('admin_user').select(['user_id', 'username', 'email', 'firstname', 'lastname']);
  const found =
    typeof key === 'number' ? users.where('user_id', '=', key) : users.where(fold('username'), '=', foldText(key));
  const user = await found.executeTakeFirst();
  if (user) return user;
  const fieldName = typeof key === 'number' ? 'userId' : 'username';
  throw accessErrors.unknownName({ fieldName, fieldValue: String(key) });
}

/** Gives an admin user another password, lifts a lock, and revokes the tokens issued before. */
export async function setAdminPassword(call: Call, username: string, password: string): Promise<void> {
  checkAdminPassword(password);
  const hash = await hashPassword(password);
  await changeUser(call, username, {
    password: hash,
    failures_num: 0,
    first_failure: null,
    lock_expires: null,
  });
}

/** Lets an admin user sign in, or no longer: then the user's tokens are revoked as well. */
export async function setAdminActive(call: Call, username: string, active: boolean): Promise<void> {
  await changeUser(call, username, { is_active: active ? 1 : 0 });
}

interface UserChanges {
  readonly password?: string;
  readonly is_active?: 0 | 1;
  readonly failures_num?: 0;
  readonly first_failure?: null;
  readonly lock_expires?: null;
}

async function changeUser(call: Call, username: string, changes: UserChanges): Promise<void> {
  await call.transaction(async (inside) => {
    const row = await inside.db
      .updateTable('admin_user')
      .set({ ...changes, modified: formatTime(inside.clock.now()) })
      .where(fold('username'), '=', foldText(username))
      .returning('user_id')
      .executeTakeFirst();
    if (!row) throw accessErrors.unknownName({ fieldName: 'username', fieldValue: username });
    await revokeTokens(inside, { type: 'admin', id: row.user_id });
    await inside.services.access.accounts.invalidate(inside);
  });
}

async function roleOf(call: Call, user: NewAdminUser): Promise<number> {
  if (user.resources !== undefined) return await saveRole(call, user.role ?? user.username, user.resources);
  const name = user.role ?? ADMINISTRATORS;
  const role = await findRole(call, name);
  if (role === undefined) throw accessErrors.unknownName({ fieldName: 'role', fieldValue: name });
  return role;
}
