import { Client, ok, type Answer } from '../support/client.ts';
import { freePort } from '../support/proxy.ts';
import type { Souk } from '../support/souk.ts';

export const TOKEN = '/rest/v1/app/session/token';
export const userPath = (mageId: string): string => `/rest/v1/users/${mageId}`;

/** What `marketplace:app:create --json` prints. */
export interface Application {
  readonly application_id: string;
  readonly application_secret: string;
  readonly mage_id: string;
}

/** Settings that switch both environments on, and where they are served then. */
export async function ports(): Promise<{ env: Record<string, string>; sandbox: Client; production: Client }> {
  const [sandbox, production] = [await freePort(), await freePort()];
  return {
    env: { MARKETPLACE_SANDBOX_PORT: String(sandbox), MARKETPLACE_PRODUCTION_PORT: String(production) },
    sandbox: new Client(`http://127.0.0.1:${sandbox}`),
    production: new Client(`http://127.0.0.1:${production}`),
  };
}

let count = 0;

/** Runs a command that prints one JSON object. */
export async function printed<T>(souk: Souk, ...args: string[]): Promise<T> {
  const ended = await souk.cli(...args);
  if (ended.code !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout) as T;
}

/** Makes a user and an application of it, by command. */
export async function newApplication(souk: Souk, env = 'sandbox'): Promise<Application> {
  const email = `user-${++count}@example.com`;
  const user = ['marketplace:user:create', '--env', env, '--email', email, '--name', 'Ann Author', '--json'];
  const { mage_id } = await printed<{ mage_id: string }>(souk, ...user);
  return printed(souk, 'marketplace:app:create', '--env', env, '--user', mage_id, '--json');
}

export function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** Asks for a token. */
export function session(
  client: Client,
  { application_id: id, application_secret: secret }: Application,
  body: unknown = { grant_type: 'session' },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.raw('POST', TOKEN, body, { ...basic(id, secret), ...headers });
}

/** A token that is good. */
export async function openSession(client: Client, application: Application): Promise<string> {
  return ok(await session(client, application)).ust;
}

/** Asks for a profile. */
export function profile(client: Client, mageId: string, ust: string, headers = {}): Promise<Answer> {
  return client.as(ust).raw('GET', userPath(mageId), undefined, headers);
}
