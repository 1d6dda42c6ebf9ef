import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';
import { jsonTextOf, parseJson } from '../../kernel/json-text.ts';
import { storeInformation } from '../../kernel/shop-settings.ts';
import { formatTime } from '../../kernel/time.ts';
import { requireAdminUser } from '../../platform/access/users.ts';
import { twoFactorSettings } from './configuration.ts';
import { twoFactorErrors } from './errors.ts';
import { requireUsable } from './providers.ts';
import { attempt, changeState, type StateChanges, type TwoFactorState } from './state.ts';
import type { SecurityKey } from './tables.ts';

/** How long a challenge may be answered, in milliseconds. */
const CHALLENGE_LIFETIME = 300_000;

/** The signatures of keys, by their numbers in COSE: ES256, EdDSA, RS256. Every runtime verifies them. */
const ALGORITHMS = [-7, -8, -257];

/** Loads the library for the first key: few processes need it. */
const library = () => import('@simplewebauthn/server');

/** The domain of the keys. Throws 401 where there is none. */
function keyDomain({ config }: Call): string {
  const domain = config.of(twoFactorSettings.keyDomain);
  if (domain === undefined) throw twoFactorErrors.notAllowed();
  return domain;
}

/** The options with which a browser registers a new key of an administrator, as JSON. */
export async function registrationOptions(call: Call, userId: number): Promise<string> {
  const rpID = keyDomain(call);
  const { username, firstname, lastname } = await requireAdminUser(call, userId);
  const { generateRegistrationOptions } = await library();
  const publicKey = await generateRegistrationOptions({
    rpName: call.config.of(storeInformation.name) || 'Souk',
    rpID,
    userName: username,
    userID: new TextEncoder().encode(`admin ${userId}`),
    userDisplayName: `${firstname} ${lastname}`,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });
  await openChallenge(call, userId, 'new', publicKey.challenge);
  return JSON.stringify({ publicKey });
}

/** The options with which a browser signs by the key of an administrator, as JSON. */
export async function signatureOptions(call: Call, userId: number): Promise<string> {
  const rpID = keyDomain(call);
  const { generateAuthenticationOptions } = await library();
  const publicKey = await generateAuthenticationOptions({ rpID, userVerification: 'discouraged' });
  let key: SecurityKey | undefined;
  await openChallenge(call, userId, 'active', publicKey.challenge, (state) => (key = keyOf(state)));
  const allowCredentials = key && [{ id: key.id, type: 'public-key', transports: key.transports }];
  return JSON.stringify({ publicKey: { ...publicKey, allowCredentials } });
}

async function openChallenge(
  call: Call,
  userId: number,
  is: 'active' | 'new',
  challenge: string,
  read: (state: TwoFactorState) => unknown = () => undefined,
): Promise<void> {
  const expires = formatTime(new Date(call.clock.now().getTime() + CHALLENGE_LIFETIME));
  await changeState(call, userId, (state) => {
    requireUsable(call, state, 'u2fkey', is);
    read(state);
    return { challenge, challenge_expires: expires };
  });
}

/** Registers the key that responded to the options. Throws 401 for a wrong response. */
export async function activateKey(call: Call, userId: number, json: string): Promise<void> {
  const rpID = keyDomain(call);
  const { verifyRegistrationResponse } = await library();
  await attempt(call, userId, twoFactorErrors.key, async (state) => {
    requireUsable(call, state, 'u2fkey', 'new');
    const check = readResponse<RegistrationResponseJSON>(call, state, json);
    if (!check) return undefined;
    const { registrationInfo } = await orWrong(() =>
      verifyRegistrationResponse({
        ...check,
        expectedRPID: rpID,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const key: SecurityKey = { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    return { ...used, security_key: jsonTextOf(key) };
  });
}

/** Accepts a signature of the key of an administrator, once. Throws 401 for any other. */
export async function requireKeySignature(call: Call, userId: number, json: string): Promise<void> {
  const rpID = keyDomain(call);
  const { verifyAuthenticationResponse } = await library();
  await attempt(call, userId, twoFactorErrors.key, async (state) => {
    requireUsable(call, state, 'u2fkey', 'active');
    const key = keyOf(state);
    const check = readResponse<AuthenticationResponseJSON>(call, state, json);
    if (!key || !check || check.response.id !== key.id) return undefined;
    const credential: WebAuthnCredential = {
      id: key.id,
      publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    };
    const { verified, authenticationInfo } = await orWrong(() =>
      verifyAuthenticationResponse({ ...check, expectedRPID: rpID, credential, requireUserVerification: false }),
    );
    if (!verified || !authenticationInfo) return undefined;
    return { ...used, security_key: jsonTextOf({ ...key, counter: authenticationInfo.newCounter }) };
  });
}

/** The change with which a challenge is used up. */
const used: StateChanges = { challenge: null, challenge_expires: null };

function keyOf({ security_key }: TwoFactorState): SecurityKey | undefined {
  return security_key === null ? undefined : parseJson(security_key);
}

/**
 * The response of a browser, with the expected challenge and origin: pages of the domain and its subdomains, by HTTPS, or of this
 * machine. Undefined for a text that is no response, and without an open challenge.
 */
function readResponse<R>(call: Call, { challenge, challenge_expires }: TwoFactorState, json: string) {
  const isOpen = challenge_expires !== null && challenge_expires > formatTime(call.clock.now());
  const response = parsed<R>(json);
  const origin = originOf(response);
  if (
    !isOpen ||
    challenge === null ||
    origin === undefined ||
    response === undefined ||
    !isOriginOf(origin, keyDomain(call))
  )
    return undefined;
  return { response, expectedChallenge: challenge, expectedOrigin: origin };
}

function parsed<T>(json: string): T | undefined {
  try {
    return parseJson<T>(json);
  } catch {
    return undefined;
  }
}

function originOf(response: unknown): string | undefined {
  const inner = isRecord(response) ? response.response : undefined;
  const client = isRecord(inner) ? inner.clientDataJSON : undefined;
  if (typeof client !== 'string') return undefined;
  const data = parsed<unknown>(Buffer.from(client, 'base64url').toString('utf8'));
  return isRecord(data) && typeof data.origin === 'string' ? data.origin : undefined;
}

function isOriginOf(origin: string, domain: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure && (hostname === domain || hostname.endsWith(`.${domain}`));
}

/** What the library finds; nothing for a response that it rejects by an error. */
async function orWrong<T extends object>(check: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await check();
  } catch {
    return {};
  }
}
