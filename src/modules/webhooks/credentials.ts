import { sendOutgoing } from '../../platform/change-log/outgoing.ts';
import { isPlainObject } from '../../kernel/plain-objects.ts';
import type { ConfigurationReader } from '../../kernel/call.ts';
import type { Platform } from '../../kernel/platform.ts';
import { tokenUrls } from './configuration.ts';
import type { HookCredentials } from './hooks.ts';

/** Access tokens by their credentials. */
export type HookTokens = Map<string, Token>;

interface Token {
  readonly token: string;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly until: number;
}

const tokens = new WeakMap<Platform, HookTokens>();
/** Tokens are renewed this long before they expire, in seconds. */
const SPARE = 60;
const SCOPES = 'openid,AdobeID';

/**
 * The headers with an access token for a hook. Tokens are fetched with the credentials and cached until they expire.
 */
export async function tokenHeaders(
  config: ConfigurationReader,
  known: HookTokens,
  credentials: HookCredentials,
): Promise<Record<string, string>> {
  const { client_id, org_id, environment } = credentials;
  const key = JSON.stringify([client_id, org_id, environment]);
  let accessToken = known.get(key);
  if (!accessToken || accessToken.until <= Date.now())
    known.set(key, (accessToken = await fetchToken(config, credentials)));
  return { authorization: `Bearer ${accessToken.token}`, 'x-gw-ims-org-id': org_id, 'x-api-key': client_id };
}

/** The cached tokens of a process. */
export function tokensOf(platform: Platform): HookTokens {
  let known = tokens.get(platform);
  if (!known) tokens.set(platform, (known = new Map()));
  return known;
}

async function fetchToken(config: ConfigurationReader, credentials: HookCredentials): Promise<Token> {
  const { client_id, client_secret, environment } = credentials;
  const isStaging = /^stag/i.test(environment);
  const { status, body } = await sendOutgoing(config, {
    url: config.of(isStaging ? tokenUrls.staging : tokenUrls.production),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope: SCOPES }).toString(),
    timeout: 10_000,
  });
  const answer: unknown = status === 200 ? JSON.parse(body) : undefined;
  if (!isPlainObject(answer) || typeof answer.access_token !== 'string') throw new Error(`no access token: ${status}`);
  const seconds = Number(answer.expires_in);
  return { token: answer.access_token, until: Date.now() + Math.max(0, (seconds || 0) - SPARE) * 1000 };
}
