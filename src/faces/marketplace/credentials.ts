import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { randomText } from '../../platform/access/random.ts';
import type { Environment } from './environments.ts';

const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = upper + upper.toLowerCase() + digits;

/** A new id of a user: `MAG123456789`. */
export function newMageId(): string {
  return `MAG${randomInt(1, 10)}${randomText(8, digits)}`;
}

/** Whether a text has the form of a user's id: `MAG` and nine digits. */
export function isMageId(text: string): boolean {
  return /^MAG\d{9}$/.test(text);
}

/** A new id of an application: ten upper-case letters and digits. */
export function newApplicationId(): string {
  return randomText(10, upper + digits);
}

/** A new secret of an application: 40 hexadecimal digits (160 bits). */
export function newSecret(): string {
  return randomText(40, `${digits}abcdef`);
}

/** A new session token: 45 letters and digits (267 bits) with a dot in them. */
export function newToken(): string {
  return `${randomText(32, letters)}.${randomText(13, letters)}`;
}

/** Bytes that a token has at most for anybody to look for it. */
const LONGEST_TOKEN = 100;

/**
 * The stored form of a secret: SHA-256, salted by its environment and application, so that it is valid for no other. Slow hashing
 * protects passwords that people choose. These secrets are random with 160 bits, so guessing is infeasible with any hash, and a slow
 * hash would let anonymous callers exhaust the CPU with wrong secrets.
 */
export function hashSecret(environment: Environment, applicationId: string, secret: string): string {
  return hash('sha256', `secret ${environment} ${applicationId} ${secret}`);
}

/** The stored form of a session token, valid for one environment; undefined for a text that is too long. */
export function hashToken(environment: Environment, token: string): string | undefined {
  return token.length > LONGEST_TOKEN ? undefined : hash('sha256', `token ${environment} ${token}`);
}

/** A digest that no text has, to compare with the secret of an unknown application. */
const nobody = '0'.repeat(64);

/** Whether a secret has this digest, in a time that does not tell; undefined: there is no application, which takes as long. */
export function isSecret(digest: string, stored: string | undefined): boolean {
  const isSame = timingSafeEqual(Buffer.from(digest), Buffer.from(stored ?? nobody));
  return isSame && stored !== undefined;
}

/** The credentials in a request. */
export interface Credentials {
  readonly applicationId: string;
  readonly secret: string;
}

/** Parses `Authorization: Basic …` (RFC 7617, in UTF-8); undefined for another header. */
export function readBasic(authorization: string | undefined): Credentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  const applicationId = text.slice(0, colon);
  // Ids of another form are those of nobody; not all of them are texts that a database takes.
  return { applicationId: /^[A-Z0-9]{10}$/.test(applicationId) ? applicationId : '-', secret: text.slice(colon + 1) };
}
