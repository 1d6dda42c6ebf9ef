import { hash, verify } from '@node-rs/argon2';
import { accessErrors } from './errors.ts';
import { randomText } from './random.ts';

/** Memory in KiB, passes and lanes of argon2id, as OWASP advises for sign-ins that have to stay quick. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MINIMUM_ADMIN_LENGTH = 7;

/** Letters and digits without those that people mistake for each other. */
const readable = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

let placeholder: Promise<string> | undefined;

/** The argon2id hash of a password, with its salt and cost. Takes tens of milliseconds: never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Whether `password` is the one behind `stored`. Without a stored hash (an unknown user) it takes the same time and is
 * false, so that the time does not tell which users exist.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  placeholder ??= hashPassword('');
  const matches = await verify(stored ?? (await placeholder), password);
  return stored !== undefined && matches;
}

/** Throws when `password` breaks the rules for admin users: 7 characters, a letter and a digit among them. */
export function checkAdminPassword(password: string): void {
  if ([...password].length < MINIMUM_ADMIN_LENGTH) {
    throw accessErrors.passwordLength([MINIMUM_ADMIN_LENGTH]);
  }
  if (!/[a-z]/i.test(password) || !/\d/.test(password)) throw accessErrors.passwordCharacters();
}

/** A random password of 20 characters (over 115 bits) that satisfies the rules for admin users. */
export function generatePassword(): string {
  for (;;) {
    const password = randomText(20, readable);
    if (/[a-z]/i.test(password) && /\d/.test(password)) return password;
  }
}
