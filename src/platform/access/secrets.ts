import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, scryptSync } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../../kernel/thrown.ts';

/** Encrypts stored secrets that are read again (those that sign OAuth requests), and computes digests. */
export interface Secrets {
  /** AES-256-GCM of `text`; `purpose` has to be the same when it is read. */
  encrypt(text: string, purpose: string): string;
  /** The text behind `encrypt`; throws when it was changed, or written under another key or purpose. */
  decrypt(stored: string, purpose: string): string;
  /** A digest of `text` that nobody without the key can make: HMAC-SHA256, 64 hexadecimal digits. */
  digest(text: string, purpose: string): string;
  /** Derives the key in another thread: the first of the other functions would block this one for a tenth of a second. */
  ready(): Promise<void>;
}

const CIPHER = 'aes-256-gcm';
const SALT = 'souk secrets';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets under the key `secretKey`, or without one under the key in the file `secret.key` of the var folder, which is
 * made when it is first needed. Processes that share a database on several machines have to share the key.
 */
export function openSecrets(varFolder: string, secretKey: string | undefined): Secrets {
  let derived: Buffer | undefined;
  const text = (): string => secretKey ?? keyFile(varFolder);
  // The text of a setting may be weak, so it is stretched.
  const key = (): Buffer => (derived ??= scryptSync(text(), SALT, KEY_BYTES));
  return {
    async ready() {
      derived ??= await deriveAside(text(), SALT, KEY_BYTES);
    },
    encrypt(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key(), iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt(stored, purpose) {
      const bytes = Buffer.from(stored, 'base64');
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error('a stored secret cannot be read: it was written under another SOUK_SECRET_KEY', { cause });
      }
    },
    digest: (text, purpose) => createHmac('sha256', key()).update(`${purpose}\n${text}`).digest('hex'),
  };
}

const deriveAside: (text: string, salt: string, length: number) => Promise<Buffer> = promisify(scrypt);

/** The key in the var folder; the first process creates it atomically. */
function keyFile(folder: string): string {
  const file = join(folder, 'secret.key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}
