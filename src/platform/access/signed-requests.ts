import { hash } from 'node:crypto';
import type { Caller } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { cut } from '../../kernel/cut-text.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import type { OAuthConsumer } from './accounts.ts';
import { signatureSettings } from './configuration.ts';
import { accessErrors } from './errors.ts';
import { signatureMethods, verifySignature } from './oauth.ts';
import { accountsOf, lookupCall, type AccessPlatform } from './platform.ts';
import { KEY_LENGTH } from './random.ts';

import { tokenOwner } from './tokens.ts';

/** The part of an HTTP request that tells who calls. Texts are as received: one character for each byte. */
export interface RequestHead {
  readonly method: string;
  /** Path and query as sent: `/rest/V1/products?searchCriteria[pageSize]=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, where it is a form; others are not signed. */
  readonly form?: string;
}

/** How far clocks may differ, in seconds. */
const CLOCK_TOLERANCE = 600;

const requiredParameters = [
  'oauth_consumer_key',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_nonce',
  'oauth_timestamp',
  'oauth_token',
];

const insertNonce = preparedWrite((db, p: Params<{ consumer: number; nonce: string; timestamp: number }>) =>
  db
    .insertInto('oauth_nonce')
    .values({ consumer_id: p.consumer, nonce: p.nonce, timestamp: p.timestamp })
    .onConflict((conflict) => conflict.columns(['consumer_id', 'nonce']).doNothing()),
);

const deleteOldNonces = preparedWrite((db, p: Params<{ oldest: number }>) =>
  db.deleteFrom('oauth_nonce').where('timestamp', '<', p.oldest),
);

/**
 * Verifies a request signed by OAuth 1.0a, whose Authorization header holds `parameters`. Gives the integration, or
 * undefined when it is inactive. Throws when anything about the signature is wrong; each request passes once.
 */
export async function verifySignedRequest(
  platform: AccessPlatform,
  request: RequestHead,
  parameters: ReadonlyMap<string, string>,
): Promise<Caller | undefined> {
  const digest = checkProtocol(platform, parameters);
  const consumer = findConsumer(platform, valueAt(parameters, 'oauth_consumer_key'));
  const { timestamp, oldest } = checkTimestamp(platform, valueAt(parameters, 'oauth_timestamp'));
  const owner = await tokenOwner(platform, valueAt(parameters, 'oauth_token'));
  if (!owner) throw accessErrors.oauthToken();
  if (owner.type !== 'integration' || owner.id !== consumer.id) throw accessErrors.oauthTokenConsumer();
  checkSignature(platform, request, parameters, consumer, digest);
  // Last, so that nobody without the secrets uses up a nonce.
  await useNonce(platform, consumer.id, valueAt(parameters, 'oauth_nonce'), timestamp, oldest);
  return accountsOf(platform).integrations.get(consumer.id);
}

/** Checks the fields of the header; returns the digest of the signature method. */
function checkProtocol({ config }: AccessPlatform, parameters: ReadonlyMap<string, string>): string {
  const version = parameters.get('oauth_version');
  if (version !== undefined && version !== '1.0') throw accessErrors.oauthVersion([version]);
  const error = missingArguments(requiredParameters.filter((name) => !parameters.get(name)));
  if (error) throw error;
  if (valueAt(parameters, 'oauth_token').length !== KEY_LENGTH) throw accessErrors.oauthTokenLength();
  const method = valueAt(parameters, 'oauth_signature_method');
  const digest = signatureMethods.get(method);
  if (digest === undefined) throw accessErrors.oauthMethod([method]);
  if (digest === 'sha1' && !config.of(signatureSettings.allowsSha1)) throw accessErrors.oauthSha1([method]);
  return digest;
}

function findConsumer(platform: AccessPlatform, key: string): OAuthConsumer {
  if (key.length !== KEY_LENGTH) throw accessErrors.oauthConsumerLength();
  const consumer = accountsOf(platform).consumers.get(key);
  if (!consumer) throw accessErrors.oauthConsumer();
  return consumer;
}

/**
 * Checks that a time stamp is of a time whose nonces are still stored, a difference between clocks aside. Returns it with the
 * oldest one that is accepted, in seconds since 1970.
 */
function checkTimestamp({ config, clock }: AccessPlatform, text: string): { timestamp: number; oldest: number } {
  const now = Math.floor(clock.now().getTime() / 1000);
  const oldest = now - config.of(signatureSettings.nonceLifetime) * 60 - CLOCK_TOLERANCE;
  const timestamp = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (timestamp < oldest || timestamp > now + CLOCK_TOLERANCE) throw accessErrors.oauthNonce();
  return { timestamp, oldest };
}

function checkSignature(
  platform: AccessPlatform,
  { method, url, headers, form }: RequestHead,
  parameters: ReadonlyMap<string, string>,
  consumer: OAuthConsumer,
  digest: string,
): void {
  const { secrets } = platform.services.access;
  const keys = {
    consumer: secrets.decrypt(consumer.secret, `consumer_secret ${consumer.key}`),
    token: secrets.decrypt(consumer.tokenSecret, `access_token_secret ${consumer.key}`),
  };
  const [path, query = ''] = cut(url, '?');
  const signature = valueAt(parameters, 'oauth_signature');
  const matches = baseUrls(platform, headers).some((base) =>
    verifySignature({ method, url: `${base}${path}`, query, form, parameters }, signature, digest, keys),
  );
  if (!matches) throw accessErrors.oauthSignature();
}

/**
 * The addresses a client may have signed: the one it connected to, and where the operator has named a public base URL
 * (a proxy stands before the server), that one and the scheme that the proxy reports.
 */
function baseUrls({ settings }: AccessPlatform, headers: RequestHead['headers']): string[] {
  const host = String(headers.host ?? '');
  if (!settings.baseUrl) return [`http://${host}`];
  const scheme = String(headers['x-forwarded-proto'] ?? '').toLowerCase();
  return [...new Set([settings.baseUrl, `http://${host}`, ...(scheme === 'https' ? [`https://${host}`] : [])])];
}

/** Notes that a nonce was used; throws when it was before. Forgets those whose time stamps are refused by now. */
async function useNonce(
  platform: AccessPlatform,
  consumerId: number,
  nonce: string,
  timestamp: number,
  oldest: number,
): Promise<void> {
  await lookupCall(platform).transaction(async ({ db }) => {
    await deleteOldNonces(db, { oldest });
    const written = await insertNonce(db, { consumer: consumerId, nonce: hash('sha256', nonce), timestamp });
    if (written === 0) throw accessErrors.oauthNonceUsed([String(consumerId)]);
  });
}
