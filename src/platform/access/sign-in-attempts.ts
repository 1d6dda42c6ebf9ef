import { foldText } from '../../kernel/fold.ts';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { callerTypes, type Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { signInLock } from './configuration.ts';
import { accessErrors } from './errors.ts';

/** Whose tokens are asked for with a name and a password. */
type SignInType = 'admin' | 'customer';

/**
 * One request for a token. After too many failures under a name (`signInLock`) further ones are rejected unchecked, whether the
 * account exists or not. `verify` returns undefined for wrong credentials. Attempts under one name run one at a time, so that
 * concurrent guesses are all counted. Must not run in a transaction: failures have to stay recorded.
 */
export function attemptSignIn<T>(
  call: Call,
  type: SignInType,
  name: string,
  verify: () => Promise<T | undefined>,
): Promise<T> {
  const key: AttemptsKey = { user_type: callerTypes[type], user_name_hash: hash('sha256', foldText(name)) };
  return call.services.access.signIns.run(`${type} ${key.user_name_hash}`, async () => {
    const failures = await countFailures(call, key);
    const most = call.config.of(signInLock.failures);
    if (most > 0 && failures >= most) throw accessErrors.signIn();
    const result = await verify();
    if (result === undefined) {
      await recordFailure(call, key);
      throw accessErrors.signIn();
    }
    if (failures > 0) await forgetFailures(call, key);
    return result;
  });
}

interface AttemptsKey {
  readonly user_type: number;
  readonly user_name_hash: string;
}

async function countFailures(call: Call, key: AttemptsKey): Promise<number> {
  const row = await call.db
    .selectFrom('oauth_token_request_log')
    .select('failures_count')
    .where('user_type', '=', key.user_type)
    .where('user_name_hash', '=', key.user_name_hash)
    .where('lock_expires_at', '>', formatTime(call.clock.now()))
    .executeTakeFirst();
  return row?.failures_count ?? 0;
}

async function recordFailure(call: Call, key: AttemptsKey): Promise<void> {
  const now = call.clock.now();
  const seconds = call.config.of(signInLock.duration);
  const until = formatTime(new Date(now.getTime() + seconds * 1000));
  await call.transaction(async ({ db }) => {
    await db.deleteFrom('oauth_token_request_log').where('lock_expires_at', '<=', formatTime(now)).execute();
    await db
      .insertInto('oauth_token_request_log')
      .values({ ...key, failures_count: 1, lock_expires_at: until })
      .onConflict((conflict) =>
        conflict.columns(['user_type', 'user_name_hash']).doUpdateSet({
          failures_count: sql<number>`oauth_token_request_log.failures_count + 1`,
          lock_expires_at: until,
        }),
      )
      .execute();
  });
}

async function forgetFailures(call: Call, key: AttemptsKey): Promise<void> {
  await call.transaction(async ({ db }) => {
    await db
      .deleteFrom('oauth_token_request_log')
      .where('user_type', '=', key.user_type)
      .where('user_name_hash', '=', key.user_name_hash)
      .execute();
  });
}
