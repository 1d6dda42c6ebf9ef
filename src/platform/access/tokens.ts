import { hash } from 'node:crypto';
import { callerTypeOf, callerTypes, type Call, type Caller, type ConfigurationReader } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import { formatTime, parseTime } from '../../kernel/time.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { callerOf } from './accounts.ts';
import { tokenLifetimes } from './configuration.ts';
import { accountsOf, lookupCall, type AccessPlatform } from './platform.ts';
import { KEY_LENGTH, randomKey } from './random.ts';
import type { TokenOwner } from './cached-tokens.ts';

const HOUR = 3_600_000;

const lifetimes: Partial<Record<Caller['type'], Setting<number>>> = tokenLifetimes;

const readToken = preparedFirst((db, p: Params<{ hash: string }>) =>
  db
    .selectFrom('oauth_token')
    .select(['user_type', 'user_id', 'created_at', 'is_assisted'])
    .where('token_hash', '=', p.hash),
);

const deleteExpired = preparedWrite((db, p: Params<{ type: number; before: string }>) =>
  db.deleteFrom('oauth_token').where('user_type', '=', p.type).where('created_at', '<', p.before),
);

/**
 * Makes an access token for an account; `isAssisted`: for somebody of the shop's staff who acts in the name of a customer. The response is
 * the only place where the token itself appears.
 */
export function issueToken(call: Call, owner: Pick<Caller, 'type' | 'id' | 'isAssisted'>): Promise<string> {
  return call.transaction(async ({ db, clock, config }) => {
    const token = randomKey();
    const type = callerTypes[owner.type];
    const now = clock.now();
    await db
      .insertInto('oauth_token')
      .values({
        token_hash: hashToken(token),
        user_type: type,
        user_id: owner.id,
        created_at: formatTime(now),
        is_assisted: owner.isAssisted ? 1 : 0,
      })
      .execute();
    const lifetime = lifetimeOf(owner.type, config);
    if (lifetime > 0) await deleteExpired(db, { type, before: formatTime(new Date(now.getTime() - lifetime)) });
    return token;
  });
}

/** The account a token belongs to; undefined when it is unknown, revoked or expired. Without a query for recent tokens. */
export async function tokenOwner(platform: AccessPlatform, token: string): Promise<TokenOwner | undefined> {
  if (token.length !== KEY_LENGTH) return undefined;
  const { cachedTokens } = platform.services.access;
  const owner = cachedTokens.get(token) ?? (await cachedTokens.getOrRead(token, () => readOwner(platform, token)));
  if (!owner) return undefined;
  const lifetime = lifetimeOf(owner.type, platform.config);
  return lifetime > 0 && owner.issuedAt + lifetime <= platform.clock.now().getTime() ? undefined : owner;
}

/** The caller behind a token, with present permissions; undefined as in `tokenOwner` and for inactive accounts. */
export async function tokenCaller(platform: AccessPlatform, token: string): Promise<Caller | undefined> {
  const owner = await tokenOwner(platform, token);
  if (!owner) return undefined;
  const caller = callerOf(accountsOf(platform), owner.type, owner.id);
  return caller?.type === 'customer' ? { ...caller, token: owner.hash, isAssisted: owner.isAssisted } : caller;
}

/**
 * Revokes every token of an account, except the one with the digest `exceptHash`; returns whether there were any. Effective
 * once the transaction is committed, in every process.
 */
export function revokeTokens(call: Call, owner: Pick<Caller, 'type' | 'id'>, exceptHash = ''): Promise<boolean> {
  return call.transaction(async (inside) => {
    const result = await inside.db
      .deleteFrom('oauth_token')
      .where('user_type', '=', callerTypes[owner.type])
      .where('user_id', '=', owner.id)
      .where('token_hash', '<>', exceptHash)
      .executeTakeFirst();
    await inside.services.access.revocations.invalidate(inside);
    return result.numDeletedRows > 0n;
  });
}

/** Revokes every token of many accounts of a kind; effective as with one. */
export function revokeTokensOfAll(call: Call, type: Caller['type'], ids: readonly number[]): Promise<void> {
  return call.transaction(async (inside) => {
    await inside.db
      .deleteFrom('oauth_token')
      .where('user_type', '=', callerTypes[type])
      .where(inIds('user_id', ids))
      .execute();
    await inside.services.access.revocations.invalidate(inside);
  });
}

/** Revokes one token; gives whether it was there. */
export function revokeToken(call: Call, token: string): Promise<boolean> {
  return call.transaction(async (inside) => {
    const result = await inside.db
      .deleteFrom('oauth_token')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    await inside.services.access.revocations.invalidate(inside);
    return result.numDeletedRows > 0n;
  });
}

/** A token as it is stored. Tokens are random, so that a plain digest does. */
function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Milliseconds that a token is good for; 0: without end. */
function lifetimeOf(type: Caller['type'], config: ConfigurationReader): number {
  const lifetime = lifetimes[type];
  return lifetime ? config.of(lifetime) * HOUR : 0;
}

async function readOwner(platform: AccessPlatform, token: string): Promise<TokenOwner | undefined> {
  const digest = hashToken(token);
  const row = await readToken(lookupCall(platform).db, { hash: digest });
  return (
    row && {
      hash: digest,
      type: callerTypeOf(row.user_type),
      id: row.user_id,
      issuedAt: parseTime(row.created_at).getTime(),
      isAssisted: row.is_assisted === 1,
    }
  );
}
