import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { inTexts } from '../../storage/sql.ts';
import { pictures } from './configuration.ts';

/** Whose failures are counted. */
export interface FailureKeys {
  /** Names under which somebody signs in, or calls; none where a form does not ask for one. */
  readonly logins: readonly string[];
  readonly address: string;
}

const ADDRESS = 1;
const LOGIN = 2;
/** How long a failure counts after the last one; source: the interface's clean-up of attempts. */
const COUNTED_MS = 30 * 60_000;

/**
 * Whether failures make a captcha necessary: too many under a login (`pictures.failuresOfLogin`) or from an address
 * (`pictures.failuresOfAddress`). Nobody is known before the first failure.
 */
export async function hasFailedTooOften(call: Call, suspects: FailureKeys): Promise<boolean> {
  const { config, scope } = call;
  const limits = {
    [ADDRESS]: config.of(pictures.failuresOfAddress, scope),
    [LOGIN]: config.of(pictures.failuresOfLogin, scope),
  };
  if (limits[ADDRESS] <= 0 || (limits[LOGIN] <= 0 && suspects.logins.length > 0)) return true;
  const rows = await call.db
    .selectFrom('captcha_log')
    .select(['type', 'count'])
    .where(
      inTexts(
        'value_hash',
        keysOf(suspects).map(({ value_hash }) => value_hash),
      ),
    )
    .where('updated_at', '>', since(call))
    .execute();
  return rows.some(({ type, count }) => count >= limits[type]);
}

/** Counts a failure. Must not run in a transaction: it stays when the call is undone. */
export async function recordCaptchaFailure(call: Call, suspects: FailureKeys): Promise<void> {
  const before = since(call);
  const row = { count: 1, updated_at: formatTime(call.clock.now()) };
  await call.transaction(async ({ db }) => {
    await db.deleteFrom('captcha_log').where('updated_at', '<=', before).execute();
    await db
      .insertInto('captcha_log')
      .values(keysOf(suspects).map((key) => Object.assign(key, row)))
      .onConflict((conflict) =>
        conflict
          .columns(['type', 'value_hash'])
          .doUpdateSet({ count: sql<number>`captcha_log.count + 1`, updated_at: row.updated_at }),
      )
      .execute();
  });
}

/** Forgets the failures under a login that has shown who it is; those of its address go on to count. */
export async function forgetLogins(call: Call, { logins }: FailureKeys): Promise<void> {
  if (logins.length === 0) return;
  await call.transaction(async ({ db }) => {
    await db
      .deleteFrom('captcha_log')
      .where('type', '=', LOGIN)
      .where(inTexts('value_hash', logins.map(digest)))
      .execute();
  });
}

/** Each once, in an order that no two processes wait for each other in. */
function keysOf({ logins, address }: FailureKeys): { type: 1 | 2; value_hash: string }[] {
  const names = [...new Set(logins.map(digest))].sort();
  return [
    { type: ADDRESS, value_hash: digest(address) },
    ...names.map((value_hash) => ({ type: LOGIN, value_hash }) as const),
  ];
}

function digest(value: string): string {
  return hash('sha256', value.trim().toLowerCase());
}

function since({ clock }: Call): string {
  return formatTime(new Date(clock.now().getTime() - COUNTED_MS));
}
