import { foldText } from '../kernel/fold.ts';
import type { Selectable } from 'kysely';
import type { Call } from '../kernel/call.ts';
import { fold } from '../storage/sql.ts';
import { attemptSignIn } from './sign-in-attempts.ts';
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
 * locked account are one error. After `admin/security/lockout_failures` failures (6; 0: no limit) in a row the account is
 * locked for `admin/security/lockout_threshold` minutes (30). Must not run in a transaction.
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
  const exact = call.config.flag('admin/security/use_case_sensitive_login');
  return exact && user?.username !== username ? undefined : user;
}

const lockOut: LockOutSettings = {
  failures: ['admin/security/lockout_failures', 6],
  minutes: ['admin/security/lockout_threshold', 30],
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
