import { foldText } from '../../kernel/fold.ts';
import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { fold } from '../../storage/sql.ts';
import { attemptSignIn } from './sign-in-attempts.ts';
import { adminSecurity } from './configuration.ts';
import { accessErrors } from './errors.ts';
import { afterFailure, isLocked, unlocked, type LockOutSettings } from './lock-out.ts';
import { verifyPassword } from './passwords.ts';
import type { AdminUserTable } from './tables.ts';

type SignInUser = Pick<
  Selectable<AdminUserTable>,
  'user_id' | 'username' | 'password' | 'is_active' | 'failures_num' | 'lock_expires'
>;

/**
 * Checks the name and password of an admin user; gives the user's id. An unknown name, a wrong password, an inactive and a
 * locked account are one error. Too many failures in a row lock the account for a while (`adminSecurity`). Must not run in a
 * transaction.
 */
export function signInAdmin(call: Call, username: string, password: string): Promise<number> {
  return attemptSignIn(call, 'admin', username, async () => {
    const user = await findUser(call, username);
    if (isLocked(call, user)) throw accessErrors.signIn();
    if (!(await verifyPassword(user?.password || undefined, password)) || !user) {
      await recordFailure(call, user?.user_id);
      return undefined;
    }
    if (!user.is_active) throw accessErrors.signIn();
    if (user.failures_num > 0) await unlock(call, user.user_id);
    return user.user_id;
  });
}

async function findUser(call: Call, username: string): Promise<SignInUser | undefined> {
  // No text of the database holds this character, and PostgreSQL would not even compare with it.
  if (username.includes('\0')) return undefined;
  const user = await call.db
    .selectFrom('admin_user')
    .select(['user_id', 'username', 'password', 'is_active', 'failures_num', 'lock_expires'])
    .where(fold('username'), '=', foldText(username))
    .executeTakeFirst();
  const exact = call.config.of(adminSecurity.isCaseSensitive);
  return exact && user?.username !== username ? undefined : user;
}

const lockOut: LockOutSettings = {
  failures: adminSecurity.lockoutFailures,
  minutes: adminSecurity.lockoutMinutes,
};

/** Counts a failure. For an unknown user the same statement runs, so that the time does not tell. */
async function recordFailure(call: Call, userId: number | undefined): Promise<void> {
  const changes = afterFailure(call, lockOut);
  if (!changes) return;
  await call.transaction(async ({ db }) => {
    await db
      .updateTable('admin_user')
      .set(changes)
      .where('user_id', '=', userId ?? 0)
      .execute();
  });
}

/** Takes back a lock and the failures counted so far. */
async function unlock(call: Call, userId: number): Promise<void> {
  await call.transaction(async ({ db }) => {
    await db.updateTable('admin_user').set(unlocked).where('user_id', '=', userId).execute();
  });
}
