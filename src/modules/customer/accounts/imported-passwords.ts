import { createHash, timingSafeEqual } from 'node:crypto';
import { hashRaw, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

/*
 * Password hashes of Magento are `<hash>:<salt>:<version>[:<version>…]`: the password is hashed by the first version, that hash by the
 * next one, and so on. Versions: 0 MD5, 1 SHA-256, 2 argon2id of libsodium, 3 as 2 with the parameters `3_<length>_<passes>_<bytes>`.
 * Extensions of Magento, and other platforms, write bcrypt as PHP does: `$2y$<cost>$<salt and hash>`.
 */

/** Memory in bytes and passes of version 2: libsodium's constants for interactive use. */
const [MEMORY, PASSES, LENGTH] = [67_108_864, 2, 32];
/** Maximum memory of a hash, in bytes. */
const LARGEST_MEMORY = 1024 ** 3;
/** Bytes of a salt; longer ones are cut. */
const SALT = 16;

interface HashChain {
  readonly hash: string;
  readonly salt: string;
  readonly versions: readonly string[];
}

const versionForm = /^(?:[0-2]|3_\d{1,3}_\d{1,3}_\d{1,10})$/;

function chainOf(stored: string): HashChain | undefined {
  const [hash, salt, ...versions] = stored.split(':');
  if (!hash || salt === undefined || !/^[0-9a-f]{32,}$/.test(hash)) return undefined;
  if (versions.length === 0 || versions.length > 4 || !versions.every((one) => versionForm.test(one))) return undefined;
  const isLarge = versions.some((one) => Number(one.split('_')[3] ?? 0) > LARGEST_MEMORY);
  return isLarge ? undefined : { hash, salt, versions };
}

/** Maximum cost of a bcrypt hash: a few seconds of work. */
const LARGEST_COST = 15;

function isBcrypt(stored: string): boolean {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? [];
  return cost !== undefined && Number(cost) >= 4 && Number(cost) <= LARGEST_COST;
}

/** Whether a stored hash can be verified: of another platform, or in the form of this one. */
export function isKnownHash(stored: string): boolean {
  return stored.startsWith('$argon2id$') || isBcrypt(stored) || chainOf(stored) !== undefined;
}

/** Whether a password has a hash of another platform. Takes tens of milliseconds: never inside a transaction. */
export async function isImportedPassword(stored: string, password: string): Promise<boolean> {
  if (isBcrypt(stored)) return compare(password, stored);
  const chain = chainOf(stored);
  if (!chain) return stored.startsWith('$argon2') ? verify(stored, password) : false;
  let digest = password;
  for (const version of chain.versions) digest = await step(version, digest, chain.salt);
  const [given, expected] = [Buffer.from(digest), Buffer.from(chain.hash)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Hashes a text by one version, as hexadecimal. */
async function step(version: string, text: string, salt: string): Promise<string> {
  if (version === '0')
    return createHash('md5')
      .update(salt + text)
      .digest('hex');
  if (version === '1')
    return createHash('sha256')
      .update(salt + text)
      .digest('hex');
  const [length = LENGTH, passes = PASSES, memory = MEMORY] = version.split('_').slice(1).map(Number);
  const raw = await hashRaw(text, {
    algorithm: 2,
    version: 1,
    salt: Buffer.alloc(SALT, Buffer.from(salt).subarray(0, SALT)),
    timeCost: passes,
    memoryCost: Math.floor(memory / 1024),
    parallelism: 1,
    outputLen: length,
  });
  return raw.toString('hex');
}
