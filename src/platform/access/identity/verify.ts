import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { isRecord } from '../../../kernel/fields.ts';
import { NoKeys, type IdentityKeys, type ReportFailure } from './keys.ts';
import type { IdentitySettings } from './settings.ts';

/** Whom a token is about. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Names of the platform's roles that the token gives, in the order of the settings. */
  readonly roles: readonly string[];
  readonly claims: JWTPayload;
}

/** Longest subject; source: OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255;

/** Whether a bearer token has the form of a signed JWT: three parts, of base64url each. */
export function looksSigned(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/**
 * Verifies a token of the identity service: signature, algorithm, issuer, audience and times. Gives undefined for a token that
 * does not count, or cannot be verified because the service does not give its keys.
 */
export async function verifyIdentity(
  settings: IdentitySettings,
  keys: IdentityKeys,
  token: string,
  now: Date,
  report: ReportFailure,
): Promise<Identity | undefined> {
  try {
    // Before anything is fetched for it.
    if (decodeJwt(token).iss !== settings.issuer) return undefined;
    const { payload } = await jwtVerify(token, (header, jws) => keys.find(settings, report, header, jws), {
      algorithms: [...settings.algorithms],
      issuer: settings.issuer,
      audience: [...settings.audience],
      clockTolerance: settings.clockSkew,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    });
    const subject = payload.sub;
    if (!subject || subject.length > LONGEST_SUBJECT || /\p{Cc}/u.test(subject)) return undefined;
    return { issuer: settings.issuer, subject, roles: rolesOf(payload, settings), claims: payload };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof NoKeys) return undefined;
    throw error;
  }
}

function rolesOf(claims: JWTPayload, { roleClaim, roles }: IdentitySettings): string[] {
  const value = claimAt(claims, roleClaim);
  const values = new Set(typeof value === 'string' ? value.split(/\s+/) : Array.isArray(value) ? value : []);
  return [...roles].filter(([name]) => values.has(name)).map(([, role]) => role);
}

/** The claim of a name, or the one at the end of a way with dots (`realm_access.roles`). */
function claimAt(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}
