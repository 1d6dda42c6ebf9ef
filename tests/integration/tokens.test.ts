import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../../src/platform/access/integration-credentials.ts';
import { sign, type SigningOptions } from '../access/sign.ts';
import { fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

const TOKEN = '/V1/integration/admin/token';
const WRONG =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.';
const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const refusedFor = (resources: string) => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** Makes an admin user; gives the name. */
async function newUser(...more: string[]): Promise<string> {
  const name = unique('user');
  await command(
    'admin:user:create',
    '--user',
    name,
    '--email',
    `${name}@example.com`,
    '--password',
    'Secret-123',
    ...more,
  );
  return name;
}

const signIn = (username: string, password = 'Secret-123'): Promise<Answer> =>
  souk.guest.post(TOKEN, { username, password });

/** Sets the server's clock `minutes` from now; nothing: back to the present. */
async function setClock(minutes?: number): Promise<void> {
  const now = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  ok(await souk.guest.raw('PUT', '/_/clock', { now }));
}

describe('the token of an admin user', () => {
  test('is a bare JSON string of 32 letters and digits', async () => {
    const answer = await signIn('admin', souk.password);
    expect(ok(answer)).toMatch(/^[a-z0-9]{32}$/);
    expect(answer.text).toBe(JSON.stringify(answer.body));
  });

  test.each([
    ['a wrong password', { username: 'admin', password: 'nope' }],
    ['an unknown name', { username: 'nobody', password: 'nope' }],
  ])('is refused for %s', async (_, credentials) => {
    const answer = await souk.guest.post(TOKEN, credentials);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: WRONG });
  });

  test.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['an empty object', {}],
    ['empty texts', { username: '', password: '' }],
    ['nulls', { username: null, password: null }],
  ])('asks for both arguments of %s', async (_, body) => {
    const answer = await souk.guest.send('POST', TOKEN, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: 'One or more input exceptions have occurred.',
      errors: [required('username'), required('password')],
    });
  });

  test('asks for the argument that is missing', async () => {
    const answer = await souk.guest.post(TOKEN, { username: 'admin' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(required('password'));
  });

  test('takes the credentials from the query as well, and from XML', async () => {
    expect(ok(await souk.guest.send('POST', `${TOKEN}?username=admin&password=${souk.password}`))).toHaveLength(32);
    const xml = `<login><username>admin</username><password>${souk.password}</password></login>`;
    const answer = await souk.guest.send('POST', TOKEN, xml, { 'content-type': 'application/xml' });
    expect(ok(answer)).toHaveLength(32);
  });

  test('refuses what is no text, no JSON, or no POST', async () => {
    fails(await souk.guest.post(TOKEN, { username: ['a'], password: 'b' }), 400, /"array" value's type is invalid/);
    fails(await souk.guest.post(TOKEN, '{'), 400, 'Decoding error.');
    fails(await souk.guest.get(TOKEN), 404, 'Request does not match any route.');
  });

  test('has no asynchronous form: neither password nor token would be safe in the queue', async () => {
    fails(await souk.guest.post('/async/V1/integration/admin/token', { username: 'admin', password: 'x' }), 404);
  });

  test('ends after four hours, or as configured', async () => {
    const client = souk.guest.as(ok(await signIn(await newUser())));
    ok(await client.get('/V1/modules'));
    await setClock(241);
    fails(await client.get('/V1/modules'), 401);
    await souk.configure({ 'oauth/access_token_lifetime/admin': '5' });
    await until(async () => (await client.get('/V1/modules')).status === 200);
    await souk.configure({ 'oauth/access_token_lifetime/admin': '4' });
    await setClock();
  });

  test('is revoked with a change of the password', async () => {
    const name = await newUser();
    const client = souk.guest.as(ok(await signIn(name)));
    ok(await client.get('/V1/modules'));
    await command('admin:user:password', name, 'Another-123');
    await until(async () => (await client.get('/V1/modules')).status === 401);
    expect((await signIn(name)).status).toBe(401);
    ok(await signIn(name, 'Another-123'));
  });
});

describe('repeated failures', () => {
  test('lock the account for half an hour, and no other', async () => {
    const [victim, other] = [await newUser(), await newUser()];
    for (let i = 0; i < 6; i++) expect((await signIn(victim, `wrong-${i}`)).body).toEqual({ message: WRONG });
    const answer = await signIn(victim);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: WRONG });
    ok(await signIn(other));
    await setClock(31);
    ok(await signIn(victim));
    await setClock();
  });

  test('are counted across restarts', async () => {
    const name = await newUser();
    for (let i = 0; i < 6; i++) await signIn(name, 'wrong');
    await souk.restart();
    expect((await signIn(name)).status).toBe(401);
  });
});

describe('the Authorization header', () => {
  test('takes the scheme in any case', async () => {
    ok(await souk.guest.get('/V1/modules', { authorization: `bearer ${souk.admin.token}` }));
  });

  test.each(['Bearer garbage', 'Bearer', 'Basic YTpi', 'Bearer  two-blanks'])(
    '%s is a guest',
    async (authorization) => {
      const answer = await souk.guest.get('/V1/products?searchCriteria[pageSize]=1', { authorization });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(refusedFor('Magento_Catalog::products'));
      ok(await souk.guest.get('/V1/directory/currency', { authorization }));
    },
  );
});

describe('permissions', () => {
  test('of a role are exactly those it lists; what is missing is named', async () => {
    const client = souk.guest.as(ok(await signIn(await newUser('--resources', 'Magento_Catalog::products'))));
    ok(await client.get('/V1/products?searchCriteria[pageSize]=1'));
    for (const [path, resources] of [
      ['/V1/store/storeViews', 'Magento_Backend::store'],
      ['/V1/modules', 'Magento_Backend::admin'],
    ] as const) {
      const answer = await client.get(path);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(refusedFor(resources));
    }
  });

  test('refuse before anything else about a request is looked at', async () => {
    expect((await souk.guest.post('/V1/products', '{')).body).toEqual(refusedFor('Magento_Catalog::products'));
    expect((await souk.guest.post('/async/V1/products', {})).body).toEqual(refusedFor('Magento_Catalog::products'));
  });

  test("to read the catalogue are everybody's where the configuration says so", async () => {
    const path = '/V1/store/storeViews';
    fails(await souk.guest.get(path), 401);
    await souk.configure({ 'webapi/webapisecurity/allow_insecure': '1' });
    await until(async () => (await souk.guest.get(path)).status === 200);
    fails(await souk.guest.get('/V1/modules'), 401);
    fails(await souk.guest.post('/V1/products', {}), 401);
    await souk.configure({ 'webapi/webapisecurity/allow_insecure': '0' });
    await until(async () => (await souk.guest.get(path)).status === 401);
  });
});

describe('an integration', () => {
  let name: string;
  let credentials: Credentials;
  beforeAll(async () => {
    name = unique('integration');
    const lines = (await command('integration:create', name, '--resources', 'all')).trim().split('\n');
    credentials = Object.fromEntries(lines.map((line) => line.split(': ')));
  });

  const call = (method: string, path: string, options: SigningOptions = {}, body?: unknown): Promise<Answer> => {
    const authorization = sign(credentials, `${souk.base}/rest${path}`, { method, ...options });
    return souk.guest.send(method, path, body, { authorization });
  };
  const deep =
    '/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=none&fields=total_count';

  test('has its keys as JSON and as variables, and new ones on request', async () => {
    const other = unique('integration');
    const keys = ['consumer_key', 'consumer_secret', 'access_token', 'access_token_secret'];
    expect(Object.keys(credentials)).toEqual(keys);
    const first = JSON.parse(await command('integration:create', other, '--json')) as Credentials;
    expect(Object.keys(first)).toEqual(keys);
    const { code, stderr } = await souk.cli('integration:create', other);
    expect(code).toBe(1);
    expect(stderr).toContain(`Its keys are not shown again: for new ones, run souk integration:renew "${other}"`);
    const former = souk.guest.as(first.access_token);
    ok(await former.get('/V1/modules'));
    const lines = (await command('integration:renew', other, '--env')).trim().split('\n');
    expect((await former.get('/V1/modules')).status).toBe(401);
    const renewed = lines.map((line) => line.split('='));
    expect(renewed.map(([key]) => key)).toEqual(keys.map((key) => key.toUpperCase()));
    ok(await souk.guest.as(renewed[2]![1]).get('/V1/modules'));
    await command('integration:revoke', other);
    expect((await souk.guest.as(renewed[2]![1]).get('/V1/modules')).status).toBe(401);
  });

  test('calls with its access token as a bearer token', async () => {
    ok(await souk.guest.as(credentials.access_token).get('/V1/modules'));
  });

  test('signs reading with brackets in the query, raw and encoded', async () => {
    expect(ok(await call('GET', deep))).toEqual({ total_count: 0 });
    expect(ok(await call('GET', deep.replaceAll('[', '%5B').replaceAll(']', '%5D')))).toEqual({ total_count: 0 });
  });

  test('signs creating, updating and deleting; a JSON body is not part of the signature', async () => {
    const sku = unique('signed/sku');
    const path = `/V1/products/${encodeURIComponent(sku)}`;
    const product = { sku, name: 'Signed', price: 10, attribute_set_id: 4, type_id: 'simple' };
    expect(ok(await call('POST', '/V1/products', {}, { product })).sku).toBe(sku);
    expect(ok(await call('PUT', path, {}, { product: { price: 12 } })).price).toBe(12);
    expect(ok(await call('DELETE', path))).toBe(true);
  });

  test('is refused with a changed query, a wrong signature, an old time stamp, a nonce used before', async () => {
    const path = '/V1/products?searchCriteria[pageSize]=1';
    const authorization = sign(credentials, `${souk.base}/rest${path}`);
    const changed = await souk.guest.get(path.replace('=1', '=2'), { authorization });
    expect(changed.status).toBe(401);
    expect(changed.body).toEqual({ message: 'The signature is invalid. Verify and try again.' });
    ok(await souk.guest.get(path, { authorization }));
    const again = await souk.guest.get(path, { authorization });
    expect(again.status).toBe(401);
    expect(again.body).toMatchObject({ message: 'The nonce is already being used by the consumer with ID %1' });
    const old = await call('GET', path, { timestamp: Math.floor(Date.now() / 1000) - 86_400 });
    expect(old.status).toBe(401);
    expect(old.body).toEqual({ message: 'An error occurred validating the nonce' });
    const missing = await call('GET', path, { change: { oauth_timestamp: undefined } });
    expect(missing.status).toBe(400);
    expect(missing.body).toEqual(required('oauth_timestamp'));
  });

  test('reads open routes even with a wrong signature', async () => {
    ok(await call('GET', '/V1/directory/currency', { signature: 'AAAA' }));
  });

  test('D95: learns what to set to sign by HMAC-SHA1, and may then', async () => {
    const refused = await call('GET', '/V1/modules', { signatureMethod: 'HMAC-SHA1' });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      message: 'Signature method %1 is not supported: the configuration oauth/consumer/allow_hmac_sha1 has to be 1',
      parameters: ['HMAC-SHA1'],
    });
    await souk.configure({ 'oauth/consumer/allow_hmac_sha1': '1' });
    await until(async () => (await call('GET', '/V1/modules', { signatureMethod: 'HMAC-SHA1' })).status === 200);
  });

  test('D239: sends its access token as it is, until it has to sign', async () => {
    const bearer = souk.guest.as(credentials.access_token);
    ok(await bearer.get('/V1/modules'));
    await souk.configure({ 'oauth/consumer/enable_integration_as_bearer': '0' });
    await until(async () => (await bearer.get('/V1/modules')).status === 401);
    fails(await bearer.get('/V1/store/websites'), 401, /access Magento_Backend::store/);
    ok(await call('GET', '/V1/modules'));
    ok(await souk.admin.get('/V1/modules'));
    await souk.configure({ 'oauth/consumer/enable_integration_as_bearer': '1' });
    await until(async () => (await bearer.get('/V1/modules')).status === 200);
  });

  test('is refused everywhere once it is revoked', async () => {
    await command('integration:revoke', name);
    const bearer = souk.guest.as(credentials.access_token);
    await until(async () => (await bearer.get('/V1/modules')).status === 401);
    const signed = await call('GET', '/V1/modules');
    expect(signed.status).toBe(401);
    expect(signed.body).toEqual({ message: 'Specified token does not exist' });
  });
});

test('an installation made anew knows no earlier token', async () => {
  ok(await souk.admin.get('/V1/modules'));
  ok(await souk.guest.raw('POST', '/_/reset'));
  fails(await souk.admin.get('/V1/modules'), 401);
  ok(await signIn('admin', souk.password));
});
