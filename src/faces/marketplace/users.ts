import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { newMageId } from './credentials.ts';
import type { Environment } from './environments.ts';
import { marketplaceErrors } from './errors.ts';
import type { MarketplaceUserTable } from './tables.ts';

/** A user as the interface shows it; times in UTC, `YYYY-MM-DD HH:MM:SS`. */
export type UserProfile = Omit<Selectable<MarketplaceUserTable>, 'environment'>;

/** The columns that make up a profile. */
export const profileColumns = ['mage_id', 'name', 'company', 'email', 'created_at', 'updated_at'] as const;

/** A user to be made. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly company?: string | undefined;
}

const findUser = preparedFirst((db, p: Params<{ environment: Environment; mageId: string }>) =>
  db
    .selectFrom('marketplace_user')
    .select('mage_id')
    .where('environment', '=', p.environment)
    .where('mage_id', '=', p.mageId),
);

/** Whether an environment has the user. */
export async function userExists({ db }: Pick<Call, 'db'>, environment: Environment, mageId: string): Promise<boolean> {
  return (await findUser(db, { environment, mageId })) !== undefined;
}

/** Makes a user. Throws when the e-mail address is taken in this environment, or a value cannot be one. */
export async function createUser(call: Call, environment: Environment, user: NewUser): Promise<UserProfile> {
  const email = textOf('The e-mail address', user.email);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw marketplaceErrors.email([email]);
  const now = formatTime(call.clock.now());
  const rest = {
    name: textOf('The name', user.name),
    company: user.company === undefined ? null : textOf('The company', user.company),
    email,
    created_at: now,
    updated_at: now,
  };
  for (;;) {
    const profile = { mage_id: newMageId(), ...rest };
    try {
      await call.transaction(({ db }) =>
        db
          .insertInto('marketplace_user')
          .values({ environment, ...profile })
          .execute(),
      );
      return profile;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // One of a thousand million ids that is taken: another one then.
      if (await userExists(call, environment, profile.mage_id)) continue;
      throw marketplaceErrors.userExists(undefined, { cause: error });
    }
  }
}

/** The users of an environment, oldest first. */
export function listUsers({ db }: Pick<Call, 'db'>, environment: Environment): Promise<UserProfile[]> {
  return db
    .selectFrom('marketplace_user')
    .select(profileColumns)
    .where('environment', '=', environment)
    .orderBy('created_at')
    .orderBy('mage_id')
    .execute();
}

function textOf(what: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 255 || !trimmed.isWellFormed() || /\p{Cc}/u.test(trimmed)) {
    throw marketplaceErrors.text([what]);
  }
  return trimmed;
}
