import { hash } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { randomKey } from '../../platform/access/random.ts';
import { requireAdminUser } from '../../platform/access/users.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { twoFactorErrors } from './errors.ts';
import { setupMail } from './mail.ts';

/** How long a token is valid, in milliseconds. */
const LIFETIME = 3_600_000;
/** The least time between two emails to an administrator, in milliseconds. */
const INTERVAL = 60_000;

/** Sends an administrator an email with a token to set second factors up; none shortly after another one. */
export async function sendSetupMail(call: Call, userId: number): Promise<void> {
  await call.transaction(async (inside) => {
    const now = inside.clock.now().getTime();
    const recent = await inside.db
      .selectFrom('tfa_token')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('created_at', '>', formatTime(new Date(now - INTERVAL)))
      .executeTakeFirst();
    if (recent) return;
    const { email, firstname, lastname, username } = await requireAdminUser(inside, userId);
    const token = await issueSetupToken(inside, userId);
    const name = `${firstname} ${lastname}`;
    await queueMail(inside, setupMail, { to: { email, name }, storeId: 0, data: { name, username, token } });
  });
}

/** A new token of an administrator, in place of the former one; in the transaction of the call. */
async function issueSetupToken({ db, clock }: Call, userId: number): Promise<string> {
  const token = randomKey();
  const now = clock.now().getTime();
  const created_at = formatTime(new Date(now));
  await db
    .deleteFrom('tfa_token')
    .where((is) => is.or([is('user_id', '=', userId), is('expires_at', '<=', created_at)]))
    .execute();
  await db
    .insertInto('tfa_token')
    .values({
      token_hash: digest(token),
      user_id: userId,
      created_at,
      expires_at: formatTime(new Date(now + LIFETIME)),
    })
    .execute();
  return token;
}

/** The active administrator whom a token belongs to. Throws 401 for a wrong or expired one. */
export async function setupTokenUser(call: Call, token: string): Promise<number> {
  const row = await call.db
    .selectFrom('tfa_token')
    .select('user_id')
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', formatTime(call.clock.now()))
    .executeTakeFirst();
  if (!row || !call.services.access.accounts.current.admins.has(row.user_id)) throw twoFactorErrors.setupToken();
  return row.user_id;
}

/** Ends the tokens of an administrator. */
export async function endSetupTokens(call: Call, userId: number): Promise<void> {
  await call.transaction(async ({ db }) => {
    await db.deleteFrom('tfa_token').where('user_id', '=', userId).execute();
  });
}

/** A token as it is stored. Tokens are random, so that a plain digest does. */
function digest(token: string): string {
  return hash('sha256', token);
}
