import { isForeignKeyViolation } from '../../storage/errors.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import type { Call } from '../../kernel/call.ts';
import type { Application } from './applications.ts';
import { hashToken, newToken } from './credentials.ts';
import type { Environment } from './environments.ts';
import { marketplaceErrors } from './errors.ts';
import { profileColumns, type UserProfile } from './users.ts';

/** A session token as the interface answers it. */
export interface SessionToken {
  readonly mage_id: string;
  /** User session token; told only now. */
  readonly ust: string;
  /** Seconds. */
  readonly expires_in: number;
}

const insertToken = preparedWrite(
  (db, p: Params<{ hash: string; environment: Environment; application: string; mageId: string; expires: number }>) =>
    db.insertInto('marketplace_token').values({
      token_hash: p.hash,
      environment: p.environment,
      application_id: p.application,
      mage_id: p.mageId,
      expires_at: p.expires,
    }),
);

const readOwner = preparedFirst((db, p: Params<{ hash: string; now: number }>) =>
  db
    .selectFrom('marketplace_token as token')
    .innerJoin('marketplace_user as user', (join) =>
      join.onRef('user.environment', '=', 'token.environment').onRef('user.mage_id', '=', 'token.mage_id'),
    )
    .select(profileColumns.map((column) => `user.${column}` as const))
    .where('token.token_hash', '=', p.hash)
    .where('token.expires_at', '>', p.now),
);

const deleteExpired = preparedWrite((db, p: Params<{ now: number }>) =>
  db.deleteFrom('marketplace_token').where('expires_at', '<=', p.now),
);

/**
 * Makes a session token for an application's user, beside those that are good already; `lifetime` in seconds. Throws when the
 * application is there no more.
 */
export async function issueToken(
  call: Call,
  environment: Environment,
  { application_id: application, mage_id: mageId }: Application,
  lifetime: number,
): Promise<SessionToken> {
  const ust = newToken();
  const hash = hashToken(environment, ust)!;
  const expires = call.clock.now().getTime() + lifetime * 1000;
  try {
    await call.transaction(({ db }) => insertToken(db, { hash, environment, application, mageId, expires }));
  } catch (error) {
    // Revoked since its secret was looked at.
    if (isForeignKeyViolation(error)) throw marketplaceErrors.credentials(undefined, { cause: error });
    throw error;
  }
  return { mage_id: mageId, ust, expires_in: lifetime };
}

/** The profile of the user that a token was issued to. Throws when the token is unknown in this environment, or has expired. */
export async function requireOwner(
  { db, clock }: Pick<Call, 'db' | 'clock'>,
  environment: Environment,
  token: string,
): Promise<UserProfile> {
  const hash = hashToken(environment, token);
  const owner = hash && (await readOwner(db, { hash, now: clock.now().getTime() }));
  if (!owner) throw marketplaceErrors.token();
  return owner;
}

/** Deletes the tokens of both environments that have expired. */
export async function forgetExpired(call: Call): Promise<void> {
  const now = call.clock.now().getTime();
  await call.transaction(({ db }) => deleteExpired(db, { now }));
}
