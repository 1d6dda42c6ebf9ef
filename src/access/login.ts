import { foldText } from '../kernel/fold.ts';
import { sql, type Selectable } from 'kysely';
import type { Call } from '../kernel/call.ts';
import { formatTime } from '../kernel/time.ts';
import { fold } from '../storage/sql.ts';
import { attempt } from './attempts.ts';
import { accessErrors } from './errors.ts';
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
  return attempt(call, 'admin', username, async () => {
    const user = await findUser(call, username);
    if (user?.lock_expires && user.lock_expires > formatTime(call.clock.now())) throw accessErrors.signIn();
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

/** Counts a failure; failures that lie further apart than the lock is long start anew. Writes nothing for nobody. */
async function recordFailure(call: Call, userId: number | undefined): Promise<void> {
  const most = call.config.number('admin/security/lockout_failures', 6);
  const minutes = call.config.number('admin/security/lockout_threshold', 30);
  if (most <= 0 || minutes <= 0) return;
  const now = call.clock.now().getTime();
  const [start, present, until] = [now - minutes * 60_000, now, now + minutes * 60_000].map((moment) =>
    formatTime(new Date(moment)),
  );
  const isFirst = sql<boolean>`(first_failure is null or first_failure < ${start})`;
  await call.transaction(async ({ db }) => {
    // For an unknown user the same statement runs and finds no row, so that the time does not tell.
    await db
      .updateTable('admin_user')
      .set({
        failures_num: sql<number>`case when ${isFirst} then 1 else failures_num + 1 end`,
        first_failure: sql<string>`case when ${isFirst} then ${present} else first_failure end`,
        lock_expires: sql<string>`case when ${isFirst} and ${most} > 1 then null when failures_num + 1 >= ${most} then ${until} end`,
      })
      .where('user_id', '=', userId ?? 0)
      .execute();
  });
}

/** Takes back a lock and the failures counted so far. */
async function unlock(call: Call, userId: number): Promise<void> {
  await call.transaction(async ({ db }) => {
    await db
      .updateTable('admin_user')
      .set({ failures_num: 0, first_failure: null, lock_expires: null })
      .where('user_id', '=', userId)
      .execute();
  });
}
