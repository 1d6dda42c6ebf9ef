import type { Selectable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { preparedFirst, type Params } from '../../storage/prepared.ts';
import { hashSecret, isSecret, newApplicationId, newSecret, type Credentials } from './credentials.ts';
import type { Environment } from './environments.ts';
import { marketplaceErrors } from './errors.ts';
import type { MarketplaceApplicationTable } from './tables.ts';
import { userExists } from './users.ts';

/** The credentials of a new application. */
export interface NewApplication {
  readonly application_id: string;
  /** Told only now. */
  readonly application_secret: string;
  readonly mage_id: string;
}

/** An application as it is listed. */
type ListedApplication = Pick<Selectable<MarketplaceApplicationTable>, 'application_id' | 'mage_id' | 'created_at'>;

/** An application that has shown its secret. */
export type Application = Pick<Selectable<MarketplaceApplicationTable>, 'application_id' | 'mage_id'>;

const findApplication = preparedFirst((db, p: Params<{ environment: Environment; id: string }>) =>
  db
    .selectFrom('marketplace_application')
    .select(['application_id', 'mage_id', 'secret_hash'])
    .where('environment', '=', p.environment)
    .where('application_id', '=', p.id),
);

/** Makes an application of a user, who may have several. Throws when the environment has no such user. */
export async function createApplication(call: Call, environment: Environment, mageId: string): Promise<NewApplication> {
  return call.transaction(async ({ db, clock }) => {
    if (!(await userExists({ db }, environment, mageId))) throw marketplaceErrors.noUser();
    const id = newApplicationId();
    const secret = newSecret();
    const row = {
      environment,
      application_id: id,
      mage_id: mageId,
      secret_hash: hashSecret(environment, id, secret),
      created_at: formatTime(clock.now()),
    };
    await db.insertInto('marketplace_application').values(row).execute();
    return { application_id: id, application_secret: secret, mage_id: mageId };
  });
}

/** The applications of an environment, oldest first. */
export function listApplications({ db }: Pick<Call, 'db'>, environment: Environment): Promise<ListedApplication[]> {
  return db
    .selectFrom('marketplace_application')
    .select(['application_id', 'mage_id', 'created_at'])
    .where('environment', '=', environment)
    .orderBy('created_at')
    .orderBy('application_id')
    .execute();
}

/** Takes an application back, and its tokens with it. Throws when the environment has none with this id. */
export async function revokeApplication(call: Call, environment: Environment, id: string): Promise<void> {
  const { numDeletedRows } = await call.transaction(({ db }) =>
    db
      .deleteFrom('marketplace_application')
      .where('environment', '=', environment)
      .where('application_id', '=', id)
      .executeTakeFirst(),
  );
  if (numDeletedRows === 0n) throw marketplaceErrors.noApplication();
}

/** The application that has these credentials. An unknown id and a wrong secret take the same work and the same error. */
export async function requireApplication(
  { db }: Pick<Call, 'db'>,
  environment: Environment,
  { applicationId, secret }: Credentials,
): Promise<Application> {
  const found = await findApplication(db, { environment, id: applicationId });
  const digest = hashSecret(environment, applicationId, secret);
  if (!isSecret(digest, found?.secret_hash) || !found) throw marketplaceErrors.credentials();
  return found;
}
