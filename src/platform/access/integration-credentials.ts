import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { formatTime } from '../../kernel/time.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { checkGrants, writeGrants, type Grants } from './acl.ts';
import { accessErrors } from './errors.ts';
import { randomKey } from './random.ts';
import { issueToken, revokeTokens } from './tokens.ts';

/** The credentials that sign requests; `access_token` alone works as a bearer token. They are shown only at the creation. */
export interface Credentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
}

/** An integration as lists show it. */
interface Integration {
  readonly integration_id: number;
  readonly name: string;
  readonly status: number;
  readonly resources: Grants;
  readonly created_at: string;
}

/** Makes an active integration that is granted `resources`, each by itself; gives its credentials. */
export async function createIntegration(
  call: Call,
  { name, resources }: { readonly name: string; readonly resources: Grants },
): Promise<Credentials> {
  if (name.trim() === '') throw accessErrors.emptyField({ fieldName: 'name' });
  const grants = writeGrants(checkGrants(call.services.access, resources));
  try {
    return await call.transaction(async (inside) => {
      const keys = newKeys();
      const now = formatTime(inside.clock.now());
      const { integration_id } = await inside.db
        .insertInto('integration')
        .values({ name, status: 1, ...sealed(inside, keys), resources: grants, created_at: now, updated_at: now })
        .returning('integration_id')
        .executeTakeFirstOrThrow();
      return withToken(inside, keys, integration_id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'name')) throw accessErrors.integrationExists([name], { cause: error });
    throw error;
  }
}

/** Issues new credentials for an integration and activates it; the former ones no longer work. Throws 404 for an unknown name. */
export async function renewIntegration(call: Call, name: string): Promise<Credentials> {
  return call.transaction(async (inside) => {
    const id = await idOf(inside, name);
    const keys = newKeys();
    await inside.db
      .updateTable('integration')
      .set({ status: 1, ...sealed(inside, keys), updated_at: formatTime(inside.clock.now()) })
      .where('integration_id', '=', id)
      .execute();
    await revokeTokens(inside, { type: 'integration', id });
    return withToken(inside, keys, id);
  });
}

/** New keys of an integration without its token. */
type Keys = Omit<Credentials, 'access_token'>;

function newKeys(): Keys {
  return { consumer_key: randomKey(), consumer_secret: randomKey(), access_token_secret: randomKey() };
}

/** The keys in their stored columns: the secrets encrypted for the consumer key. */
function sealed({ services: { access } }: Call, { consumer_key, consumer_secret, access_token_secret }: Keys): Keys {
  return {
    consumer_key,
    consumer_secret: access.secrets.encrypt(consumer_secret, `consumer_secret ${consumer_key}`),
    access_token_secret: access.secrets.encrypt(access_token_secret, `access_token_secret ${consumer_key}`),
  };
}

/** The credentials with a new token, effective in every process with the commit. */
async function withToken(call: Call, keys: Keys, id: number): Promise<Credentials> {
  const access_token = await issueToken(call, { type: 'integration', id });
  await call.services.access.accounts.invalidate(call);
  const { consumer_key, consumer_secret, access_token_secret } = keys;
  return { consumer_key, consumer_secret, access_token, access_token_secret };
}

/** Every integration, by id. */
export async function listIntegrations(call: Call): Promise<Integration[]> {
  const rows = await call.db
    .selectFrom('integration')
    .select(['integration_id', 'name', 'status', 'resources', 'created_at'])
    .orderBy('integration_id')
    .execute();
  return rows.map(({ integration_id, name, status, resources, created_at }) => ({
    integration_id,
    name,
    status,
    resources: parseJson(resources),
    created_at,
  }));
}

/** Changes the permissions of an integration, or enables or disables it. Effective in every process with the commit. */
export async function changeIntegration(
  call: Call,
  name: string,
  changes: { readonly resources?: Grants | undefined; readonly active?: boolean | undefined },
): Promise<void> {
  const { resources, active } = changes;
  const values = {
    ...(resources !== undefined && { resources: writeGrants(checkGrants(call.services.access, resources)) }),
    ...(active !== undefined && { status: active ? 1 : 0 }),
  };
  await call.transaction(async (inside) => {
    await inside.db
      .updateTable('integration')
      .set({ ...values, updated_at: formatTime(inside.clock.now()) })
      .where('integration_id', '=', await idOf(inside, name))
      .execute();
    await inside.services.access.accounts.invalidate(inside);
  });
}

/** Revokes the access token of an integration for good: its credentials no longer work. */
export async function revokeIntegration(call: Call, name: string): Promise<void> {
  await call.transaction(async (inside) => {
    await revokeTokens(inside, { type: 'integration', id: await idOf(inside, name) });
  });
}

async function idOf(call: Call, name: string): Promise<number> {
  const row = await call.db
    .selectFrom('integration')
    .select('integration_id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw accessErrors.unknownName({ fieldName: 'name', fieldValue: name });
  return row.integration_id;
}
