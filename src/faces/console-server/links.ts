import { hash } from 'node:crypto';
import { randomKey } from '../../platform/access/random.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import type { Call } from '../../kernel/call.ts';
import { consoleErrors } from './errors.ts';
import './tables.ts';

/** How long a link is good for, in milliseconds. */
const LIFETIME = 10 * 60_000;

/** Makes the code of a link that signs an admin user in, once and within ten minutes. */
export async function createLinkCode(call: Call, userId: number): Promise<string> {
  const code = randomKey();
  const now = call.clock.now().getTime();
  await call.transaction(async ({ db }) => {
    await db.deleteFrom('console_link').where('expires_at', '<=', now).execute();
    await db
      .insertInto('console_link')
      .values({ code_hash: digest(code), user_id: userId, expires_at: now + LIFETIME })
      .execute();
  });
  return code;
}

/** The access token that a link's code is exchanged for. Throws 401 for a code that was used, is too old or never was. */
export function redeemLinkCode(call: Call, code: string): Promise<string> {
  return call.transaction(async (inside) => {
    const link = await inside.db
      .deleteFrom('console_link')
      .where('code_hash', '=', digest(code))
      .returning(['user_id', 'expires_at'])
      .executeTakeFirst();
    const accounts = await inside.services.access.accounts.get(inside);
    const isGood = link && link.expires_at > inside.clock.now().getTime() && accounts.admins.has(link.user_id);
    if (!isGood) throw consoleErrors.link();
    return issueToken(inside, { type: 'admin', id: link.user_id });
  });
}

/** A code as it is stored. Codes are random, so that a plain digest does. */
function digest(code: string): string {
  return hash('sha256', code);
}
