import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  checkAdminPassword,
  generatePassword,
  hashPassword,
  verifyPassword,
} from '../../src/platform/access/passwords.ts';
import { openSecrets } from '../../src/platform/access/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'souk-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('stored secrets', () => {
  const secrets = openSecrets(folder, 'one key');
  const stored = secrets.encrypt('very secret', 'consumer_secret a');

  test('are read again under the same key and purpose, and look different each time', () => {
    expect(openSecrets(folder, 'one key').decrypt(stored, 'consumer_secret a')).toBe('very secret');
    expect(secrets.encrypt('very secret', 'consumer_secret a')).not.toBe(stored);
    expect(Buffer.from(stored, 'base64').toString('latin1')).not.toContain('very secret');
  });

  test('are read under the same key where it was derived in another thread', async () => {
    const aside = openSecrets(folder, 'one key');
    await Promise.all([aside.ready(), aside.ready()]);
    expect(aside.decrypt(stored, 'consumer_secret a')).toBe('very secret');
    expect(aside.digest('text', 'purpose')).toBe(secrets.digest('text', 'purpose'));
  });

  test('are not read under another key, for another purpose, or changed', () => {
    expect(() => openSecrets(folder, 'another key').decrypt(stored, 'consumer_secret a')).toThrow('SOUK_SECRET_KEY');
    expect(() => secrets.decrypt(stored, 'consumer_secret b')).toThrow('cannot be read');
    const bytes = Buffer.from(stored, 'base64');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => secrets.decrypt(changed.toString('base64'), 'consumer_secret a')).toThrow('cannot be read');
      expect(() => secrets.decrypt(bytes.subarray(0, i).toString('base64'), 'consumer_secret a')).toThrow();
    }
  });

  test('without a setting, share a key file that only its owner may read', () => {
    const home = join(folder, 'var');
    const written = openSecrets(home, undefined).encrypt('text', 'purpose');
    expect(openSecrets(home, undefined).decrypt(written, 'purpose')).toBe('text');
    expect(readdirSync(home)).toEqual(['secret.key']);
    expect(statSync(join(home, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(home, 'secret.key'), 'utf8').trim()).toHaveLength(44);
  });
});

describe('passwords', () => {
  test('are stored as argon2id with a salt of their own', async () => {
    const hash = await hashPassword('Secret-123');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('Secret-123')).not.toBe(hash);
    expect(await verifyPassword(hash, 'Secret-123')).toBe(true);
    expect(await verifyPassword(hash, 'Secret-124')).toBe(false);
  });

  test('of an unknown user never match, the empty one neither', async () => {
    expect(await verifyPassword(undefined, '')).toBe(false);
    expect(await verifyPassword(undefined, 'anything')).toBe(false);
  });

  test.each([
    ['abc12', 'Your password must be at least 7 characters.'],
    ['abcdefgh', 'Your password must include both numeric and alphabetic characters.'],
    ['12345678', 'Your password must include both numeric and alphabetic characters.'],
  ])('%s is refused for an admin user', (password, message) => {
    expect(() => checkAdminPassword(password)).toThrow(message);
  });

  test('that are generated satisfy the rules and differ', () => {
    const generated = Array.from({ length: 200 }, generatePassword);
    for (const password of generated) expect(() => checkAdminPassword(password)).not.toThrow();
    expect(new Set(generated).size).toBe(200);
  });
});
