import { createHmac } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import type { Call } from '../../kernel/call.ts';
import { storeInformation } from '../../kernel/shop-settings.ts';
import { requireAdminUser } from '../../platform/access/users.ts';
import { twoFactorSettings } from './configuration.ts';
import { twoFactorErrors } from './errors.ts';
import { requireUsable } from './providers.ts';
import { qrCode } from './qr-code.ts';
import { attempt, changeState, type StateChanges, type TwoFactorState } from './state.ts';

/** Codes of authenticator apps as all of them compute them (RFC 6238): SHA-1, six digits, 30 seconds. */
const CODES = { algorithm: 'SHA1', digits: 6 } as const;
const PERIOD = 30;
/** Bytes of a secret: as many as the hash has (RFC 4226). */
const SECRET_BYTES = 20;
/** The least length of a given secret, in base32 characters: 128 bits. */
const LEAST_LENGTH = 26;

const purpose = (userId: number): string => `tfa google ${userId}`;

/** A new secret for an administrator, which a code has to confirm. It is shown this once. */
export async function newGoogleSecret(call: Call, userId: number): Promise<{ secret: string; qrCode: Buffer }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const sealed = call.services.access.secrets.encrypt(secret, purpose(userId));
  await changeState(call, userId, (state) => {
    requireUsable(call, state, 'google', 'new');
    return { google_secret: sealed, google_active: 0, google_step: null };
  });
  return { secret, qrCode: qrCode(await googleAddress(call, userId, secret)) };
}

/** The address (`otpauth://`) from which an authenticator app takes a secret. */
export async function googleAddress(call: Call, userId: number, secret: string): Promise<string> {
  const { username } = await requireAdminUser(call, userId);
  const issuer = call.config.of(storeInformation.name) || 'Souk';
  return new TOTP({ ...CODES, period: PERIOD, issuer, label: username, secret }).toString();
}

/** Gives an administrator a secret of an authenticator app that exists already. Throws 400 for a malformed one. */
export async function setGoogleSecret(call: Call, userId: number, text: string): Promise<string> {
  const secret = text.replaceAll(/[\s=]/g, '').toUpperCase();
  if (secret.length < LEAST_LENGTH || !/^[A-Z2-7]+$/.test(secret)) throw twoFactorErrors.secret();
  const sealed = call.services.access.secrets.encrypt(secret, purpose(userId));
  await changeState(call, userId, () => ({
    google_secret: sealed,
    google_active: 1,
    google_step: null,
    failures_num: 0,
    lock_expires: null,
  }));
  return secret;
}

/** Makes a new secret without storing it. */
export function generateGoogleSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Confirms the new secret of an administrator by a code. Throws 401 for a wrong code. */
export async function activateGoogle(call: Call, userId: number, code: string): Promise<void> {
  await attempt(call, userId, twoFactorErrors.code, (state) => {
    requireUsable(call, state, 'google', 'new');
    if (state.google_secret === null) throw twoFactorErrors.notConfigured();
    const accepted = acceptCode(call, state, code);
    return accepted && { ...accepted, google_active: 1 };
  });
}

/** Accepts a code of an administrator, once. Throws 401 for any other. */
export async function requireGoogleCode(call: Call, userId: number, code: string): Promise<void> {
  await attempt(call, userId, twoFactorErrors.code, (state) => {
    requireUsable(call, state, 'google', 'active');
    return acceptCode(call, state, code);
  });
}

/** The change with which a code is used up; undefined for a wrong one, and for one that is no newer than the last accepted. */
function acceptCode(call: Call, state: TwoFactorState, code: string): StateChanges | undefined {
  const { user_id, google_secret, google_step } = state;
  if (google_secret === null || !/^\d{6}$/.test(code)) return undefined;
  const secret = Secret.fromBase32(call.services.access.secrets.decrypt(google_secret, purpose(user_id)));
  const counter = TOTP.counter({ period: PERIOD, timestamp: call.clock.now().getTime() });
  const window = call.config.of(twoFactorSettings.window);
  const hmac = (_: string, key: Uint8Array, message: Uint8Array): Uint8Array =>
    createHmac('sha1', key).update(message).digest();
  const delta = HOTP.validate({ ...CODES, token: code, secret, counter, window, hmac });
  if (delta === null) return undefined;
  const step = counter + delta;
  return google_step !== null && step <= google_step ? undefined : { google_step: step };
}
