import { existsSync, statSync } from 'node:fs';
import { request as open } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fails, ok, startProcess, type SoukProcess } from '../support/souk.ts';

// Doors that are for those who run the server, and what it writes.

const env = { SOUK_CONTROL_TOKEN: 'drive-me', SOUK_METRICS_TOKEN: 'count-me', SOUK_TRUSTED_PROXIES: '127.0.0.1' };
let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ env });
});
afterAll(() => souk?.stop());

/** The status of a request with exactly these headers. */
function status(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    open(souk.base + path, { method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    })
      .on('error', reject)
      .end(body);
  });
}

const host = (): string => new URL(souk.base).host;
const json = { 'content-type': 'application/json' };

describe('the control plane', () => {
  test.each([
    ['a program of this machine', {}, 200],
    ['a page of its own', { origin: 'own', 'sec-fetch-site': 'same-origin' }, 200],
    ['by the name localhost', { host: 'localhost:8080' }, 200],
    ['a name that leads here', { host: 'attacker.example' }, 403],
    ['a name that looks like one of here', { host: '127.0.0.1.attacker.example' }, 403],
    ['a page of another origin', { origin: 'https://attacker.example' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['an older page', { 'sec-fetch-site': 'cross-site' }, 403],
    ['somebody by way of a proxy', { 'x-forwarded-for': '203.0.113.9' }, 404],
    ['somebody who claims to be here', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['a wrong token by way of a proxy', { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer drive' }, 404],
    [
      'its token from anywhere',
      { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer drive-me', host: 'shop' },
      200,
    ],
  ])('is asked by %s', async (_, headers: Record<string, string>, expected) => {
    const own = headers.origin === 'own' ? { ...headers, origin: `http://${host()}` } : headers;
    expect(await status('GET', '/_/queue', own)).toBe(expected);
    expect(await status('POST', '/_/queue/resume', own)).toBe(expected);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'takes nothing that a form can send: %s',
    async (type) => {
      expect(await status('POST', '/_/reset', { 'content-type': type }, 'a=b')).toBe(415);
      expect(await status('PUT', '/_/clock', { 'content-type': type }, '{"now":"2030-01-01 00:00:00"}')).toBe(415);
    },
  );

  test('takes JSON', async () => {
    expect(await status('PUT', '/_/clock', json, '{"now":null}')).toBe(200);
  });
});

test('metrics are for those who bring their token', async () => {
  fails(await souk.guest.raw('GET', '/metrics'), 401);
  fails(await souk.guest.as('drive-me').raw('GET', '/metrics'), 401);
  const { status: answered, text } = await souk.guest.as('count-me').raw('GET', '/metrics');
  expect(answered).toBe(200);
  expect(text).toContain('souk_http_request_duration_seconds');
});

test.runIf(process.platform !== 'win32')('what is written is for its owner only', async () => {
  // Has the key of secrets made.
  await souk.cli('config:set', 'recaptcha_frontend/type_recaptcha/private_key', 'x');
  const folder = souk.env.SOUK_VAR!;
  const mode = (...path: string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8);
  expect(mode()).toBe('700');
  const written = ['secret.key', 'souk.db', 'souk.db-wal', 'souk.db-shm'].filter((name) =>
    existsSync(join(folder, name)),
  );
  expect(written).toContain('secret.key');
  for (const name of written) expect(mode(name), name).toBe('600');
  expect(mode('media')).toBe('700');
});

const create = (user: string): string[] => ['admin:user:create', '--user', user, '--email', `${user}@example.com`];

test('an empty list of resources grants nothing', async () => {
  const password = 'Password1!';
  for (const [i, resources] of ['', ' ', ','].entries()) {
    const user = `nobody${i}`;
    const made = await souk.cli(...create(user), '--password', password, '--resources', resources);
    expect(made.code, made.stderr).toBe(0);
    const token = ok(await souk.guest.post('/V1/integration/admin/token', { username: user, password }));
    fails(await souk.guest.as(token).get('/V1/store/storeConfigs'), 401);
    fails(await souk.guest.as(token).send('POST', '/async/bulk/V1/products', []), 401);
  }
  const made = await souk.cli('integration:create', 'nothing', '--resources', '');
  expect(made.code, made.stderr).toBe(0);
  const listed = await souk.cli('integration:list');
  expect(listed.stdout).toMatch(/nothing/);
  const token = /access.token\W+(\w+)/i.exec(made.stdout)![1]!;
  await souk.cli('config:set', 'oauth/consumer/enable_integration_as_bearer', '1');
  await expect
    .poll(async () => (await souk.guest.as(token).get('/V1/store/storeConfigs')).body.parameters?.resources)
    .toBe('Magento_Backend::store');
});
