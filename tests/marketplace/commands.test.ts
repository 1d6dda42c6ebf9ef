import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { newApplication, openSession, ports, printed, profile, session, type Application } from './service.ts';

let souk: Souk;
let sandbox: Client;
beforeAll(async () => {
  const on = await ports();
  sandbox = on.sandbox;
  souk = await startSouk({ env: { ...on.env, MARKETPLACE_PRODUCTION_PORT: '' } });
});
afterAll(() => souk?.stop());

const refused = async (...args: string[]): Promise<string> => {
  const ended = await souk.cli(...args);
  expect(ended.code, ended.stdout).toBe(1);
  return ended.stderr;
};

describe('users', () => {
  const create = (...more: string[]): string[] => ['marketplace:user:create', '--env', 'sandbox', ...more];

  test('are made with a profile, and listed', async () => {
    const args = ['--email', 'Eve@Example.com', '--name', ' Ève Éditrice ', '--company', 'Éditions & Co', '--json'];
    const made = await printed<Record<string, unknown>>(souk, ...create(...args));
    expect(made).toMatchObject({ email: 'Eve@Example.com', name: 'Ève Éditrice', company: 'Éditions & Co' });
    expect(made).not.toHaveProperty('environment');
    const listed = await souk.cli('marketplace:user:list', '--env', 'sandbox', '--json');
    expect(
      listed.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([made]);
    expect((await souk.cli('marketplace:user:list', '--env', 'production')).stderr).toBe('no users\n');
    const again = await refused(...create('--email', 'eve@example.COM', '--name', 'Eve'));
    expect(again).toBe('souk: A user with this e-mail address exists already.\n');
    const production = [
      'marketplace:user:create',
      '--env',
      'production',
      '--email',
      'eve@example.com',
      '--name',
      'Eve',
    ];
    expect((await souk.cli(...production)).stdout).toMatch(/^mage_id: MAG\d{9}\n$/);
  });

  test('are not made of what cannot be one', async () => {
    const text = (what: string): string =>
      `souk: ${what} has to have 1 to 255 characters, and no control characters.\n`;
    expect(await refused(...create('--email', 'x', '--name', 'X'))).toBe('souk: "x" is not an e-mail address.\n');
    expect(await refused(...create('--email', 'x@y', '--name', ' '))).toBe(text('The name'));
    expect(await refused(...create('--email', 'x@y', '--name', 'a\nb'))).toBe(text('The name'));
    const long = 'a'.repeat(256);
    expect(await refused(...create('--email', `${long}@y`, '--name', 'X'))).toBe(text('The e-mail address'));
    expect(await refused(...create('--email', 'x@y', '--name', 'X', '--company', long))).toBe(text('The company'));
    expect(await refused(...create('--email', 'x@y'))).toContain("required option '--name <name>' not specified");
    const elsewhere = ['marketplace:user:create', '--env', 'staging', '--email', 'x@y', '--name', 'X'];
    expect(await refused(...elsewhere)).toContain('Allowed choices are sandbox, production.');
    expect((await souk.cli('marketplace:user:list', '--env', 'sandbox')).stdout).not.toContain('x@y');
  });
});

describe('applications', () => {
  test('are made of a user of the environment', async () => {
    const made = await newApplication(souk);
    expect(made).toEqual({
      application_id: expect.stringMatching(/^[A-Z0-9]{10}$/),
      application_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      mage_id: made.mage_id,
    });
    const noUser = 'souk: There is no user with this mage_id.\n';
    const create = ['marketplace:app:create', '--user', made.mage_id, '--env'];
    expect(await refused(...create, 'production')).toBe(noUser);
    expect(await refused('marketplace:app:create', '--env', 'sandbox', '--user', 'x')).toBe(noUser);
    const plain = await souk.cli(...create, 'sandbox');
    expect(plain.stdout).toMatch(/^application_id: \w{10}\napplication_secret: \w{40}\nmage_id: MAG\d{9}\n$/);
    const listed = await souk.cli('marketplace:app:list', '--env', 'sandbox');
    expect(listed.stdout).toContain(`${made.application_id}\t${made.mage_id}\t`);
    expect(listed.stdout).not.toContain(made.application_secret);
  });

  test('are taken back with their tokens, at once', async () => {
    const first = await newApplication(souk);
    const create = ['marketplace:app:create', '--env', 'sandbox', '--user', first.mage_id, '--json'];
    const second = await printed<Application>(souk, ...create);
    const [lost, kept] = [await openSession(sandbox, first), await openSession(sandbox, second)];
    const revoke = ['marketplace:app:revoke', first.application_id, '--env'];
    expect(await refused(...revoke, 'production')).toBe('souk: There is no application with this id.\n');
    ok(await profile(sandbox, first.mage_id, lost));
    expect((await souk.cli(...revoke, 'sandbox')).code).toBe(0);
    fails(await profile(sandbox, first.mage_id, lost), 401);
    fails(await session(sandbox, first), 401, 'The application id or secret is wrong.');
    ok(await profile(sandbox, first.mage_id, kept));
    expect(await refused(...revoke, 'sandbox')).toBe('souk: There is no application with this id.\n');
  });
});
