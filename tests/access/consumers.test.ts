import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticate } from '../../src/platform/access/authenticate.ts';
import { isAllowed, refusal } from '../../src/platform/access/check.ts';
import type { RequestHead } from '../../src/platform/access/signed-requests.ts';
import {
  changeIntegration,
  createIntegration,
  revokeIntegration,
  type Credentials,
} from '../../src/platform/access/integration-credentials.ts';
import type { Caller } from '../../src/kernel/call.ts';
import { acl } from '../../src/kernel/route.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { openProcess, pass, type TestProcess } from './platform.ts';
import { sign, type SigningOptions } from './sign.ts';

const host = 'shop.example.com:8080';
const path = '/rest/V1/products?searchCriteria[pageSize]=1&fields=items[sku],total_count';

describe.each(engines)('requests signed by OAuth 1.0a on %s', (kind) => {
  let database: TestDatabase;
  let souk: TestProcess;
  let credentials: Credentials;
  let counter = 0;
  beforeAll(async () => {
    database = await createDatabase(kind);
    souk = await openProcess(database);
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    souk.values.clear();
    credentials = await createIntegration(souk.systemCall(), { name: `Program ${++counter}`, resources: 'all' });
  });

  const request = (url: string, authorization: string, more: Partial<RequestHead> = {}): RequestHead => ({
    method: 'GET',
    url,
    headers: { host, authorization },
    ...more,
  });
  const send = (options: SigningOptions = {}, more: Partial<RequestHead> = {}): Promise<Caller> =>
    authenticate(souk, request(path, sign(credentials, `http://${host}${path}`, options), more));
  /** What a route with a permission answers. */
  const answer = (caller: Caller): unknown => {
    const access = acl('Magento_Catalog::products');
    if (isAllowed(caller, access)) return 'allowed';
    const { status, message, parameters } = refusal(access, caller);
    return { status, message, ...(parameters && { parameters }) };
  };

  test('pass with the permissions of the integration', async () => {
    expect(await send()).toMatchObject({ type: 'integration', resources: 'all' });
    await changeIntegration(souk.systemCall(), `Program ${counter}`, { resources: ['Magento_Sales::sales'] });
    expect((await send()).resources).toEqual(new Set(['Magento_Sales::sales']));
  });

  test('pass with brackets raw and encoded, duplicates, blanks and accents in the query', async () => {
    for (const query of [
      'searchCriteria%5BpageSize%5D=1',
      'searchCriteria[filterGroups][0][filters][0][value]=%25a%20b%25&a=2&a=1&a=10',
      'q=Caf%C3%A9+noir&empty=&searchCriteria=',
      'ids[]=3&ids[]=1',
    ]) {
      const url = `/rest/all/V1/products/a%2Fb?${query}`;
      expect(answer(await authenticate(souk, request(url, sign(credentials, `http://${host}${url}`))))).toBe('allowed');
    }
  });

  test('sign the body of a form, and no other body', async () => {
    const url = '/rest/V1/products';
    const header = sign(credentials, `http://${host}${url}`, { method: 'POST', form: 'a=1&b=x+y' });
    const tampered = request(url, header, { method: 'POST', form: 'a=2&b=x+y' });
    expect(answer(await authenticate(souk, tampered))).toMatchObject({ status: 401 });
    const sent = request(url, header, { method: 'POST', form: 'b=x+y&a=1' });
    expect(answer(await authenticate(souk, sent))).toBe('allowed');
  });

  test.each([
    ['another query', { url: path.replace('=1', '=2') }],
    ['a further parameter', { url: `${path}&x` }],
    ['another path', { url: path.replace('V1', 'all/V1') }],
    ['another method', { method: 'DELETE' }],
    ['another host', { headers: { host: 'evil.example.com' } }],
  ])('with %s are refused', async (_, change) => {
    const signed = request(path, sign(credentials, `http://${host}${path}`));
    const changed = { ...signed, ...change, headers: { ...signed.headers, ...(change as RequestHead).headers } };
    expect(answer(await authenticate(souk, changed))).toEqual({
      status: 401,
      message: 'The signature is invalid. Verify and try again.',
    });
    expect(answer(await authenticate(souk, signed))).toBe('allowed');
  });

  test.each<[string, SigningOptions, unknown]>([
    [
      'a wrong signature',
      { signature: 'AAAA' },
      { status: 401, message: 'The signature is invalid. Verify and try again.' },
    ],
    [
      'an unknown method',
      { change: { oauth_signature_method: 'PLAINTEXT' } },
      { status: 400, message: 'Signature method %1 is not supported', parameters: ['PLAINTEXT'] },
    ],
    [
      'a method named like a property of every object',
      { change: { oauth_signature_method: 'constructor' } },
      { status: 400, message: 'Signature method %1 is not supported', parameters: ['constructor'] },
    ],
    [
      'an unknown consumer',
      { change: { oauth_consumer_key: 'x'.repeat(32) } },
      { status: 401, message: 'A consumer having the specified key does not exist' },
    ],
    [
      'a short consumer key',
      { change: { oauth_consumer_key: 'x' } },
      { status: 401, message: 'Consumer key is not the correct length' },
    ],
    [
      'an unknown token',
      { change: { oauth_token: 'x'.repeat(32) } },
      { status: 401, message: 'Specified token does not exist' },
    ],
    [
      'a short token',
      { change: { oauth_token: 'x' } },
      { status: 400, message: 'The token length is invalid. Check the length and try again.' },
    ],
    [
      'another version',
      { change: { oauth_version: '2.0' } },
      { status: 400, message: `The "%1" Oauth version isn't supported.`, parameters: ['2.0'] },
    ],
    [
      'a time that is none',
      { change: { oauth_timestamp: '-1' } },
      { status: 401, message: 'An error occurred validating the nonce' },
    ],
    [
      'several parameters missing',
      { change: { oauth_timestamp: undefined, oauth_nonce: '' } },
      { status: 400, message: 'One or more input exceptions have occurred.' },
    ],
  ])('with %s are refused', async (_, options, expected) => {
    expect(answer(await send(options))).toEqual(expected);
  });

  test.each(['oauth_timestamp', 'oauth_nonce', 'oauth_token', 'oauth_consumer_key', 'oauth_signature_method'])(
    'without %s are refused',
    async (fieldName) => {
      expect(answer(await send({ change: { [fieldName]: undefined } }))).toEqual({
        status: 400,
        message: '"%fieldName" is required. Enter and try again.',
        parameters: { fieldName },
      });
    },
  );

  test('without a version pass', async () => {
    expect(answer(await send({ change: { oauth_version: undefined } }))).toBe('allowed');
  });

  test('by HMAC-SHA1 pass where the configuration allows it', async () => {
    expect(answer(await send({ signatureMethod: 'HMAC-SHA1' }))).toEqual({
      status: 400,
      message: 'Signature method %1 is not supported: the configuration oauth/consumer/allow_hmac_sha1 has to be 1',
      parameters: ['HMAC-SHA1'],
    });
    souk.values.set('oauth/consumer/allow_hmac_sha1', '1');
    expect(answer(await send({ signatureMethod: 'HMAC-SHA1' }))).toBe('allowed');
  });

  test('are refused when they are too old or from the future; two hours are not too old', async () => {
    const now = Math.floor(Date.now() / 1000);
    const invalid = { status: 401, message: 'An error occurred validating the nonce' };
    expect(answer(await send({ timestamp: now - 7200 }))).toBe('allowed');
    expect(answer(await send({ timestamp: now - 3 * 3600 }))).toEqual(invalid);
    expect(answer(await send({ timestamp: now + 300 }))).toBe('allowed');
    expect(answer(await send({ timestamp: now + 7200 }))).toEqual(invalid);
    souk.values.set('oauth/cleanup/expiration_period', '10');
    expect(answer(await send({ timestamp: now - 7200 }))).toEqual(invalid);
  });

  test('pass once, in any process', async () => {
    const other = await openProcess(database);
    const signed = request(path, sign(credentials, `http://${host}${path}`, { nonce: 'once' }));
    expect(answer(await authenticate(souk, signed))).toBe('allowed');
    const used = {
      status: 401,
      message: 'The nonce is already being used by the consumer with ID %1',
      parameters: [expect.stringMatching(/^\d+$/)],
    };
    expect(answer(await authenticate(souk, signed))).toEqual(used);
    expect(answer(await authenticate(other, signed))).toEqual(used);
  });

  test('pass once of many at the same time', async () => {
    const signed = request(path, sign(credentials, `http://${host}${path}`));
    const callers = await Promise.all(Array.from({ length: 8 }, () => authenticate(souk, signed)));
    expect(callers.filter((caller) => caller.type === 'integration')).toHaveLength(1);
  });

  test('D10: use up no nonce when the signature is wrong', async () => {
    expect(answer(await send({ nonce: 'spare', signature: 'AAAA' }))).toMatchObject({ status: 401 });
    expect(answer(await send({ nonce: 'spare' }))).toBe('allowed');
  });

  test('leave nonces behind only as long as their time stamps would be accepted', async () => {
    await send();
    const later = await openProcess(database);
    pass(later, { minutes: 200 });
    const timestamp = Math.floor(later.clock.now().getTime() / 1000);
    await authenticate(later, request(path, sign(credentials, `http://${host}${path}`, { timestamp })));
    const nonces = await souk.systemCall().db.selectFrom('oauth_nonce').select('timestamp').execute();
    expect(nonces).toEqual([{ timestamp }]);
  });

  test('with the token of another integration are refused', async () => {
    const other = await createIntegration(souk.systemCall(), { name: `Other ${counter}`, resources: 'all' });
    expect(answer(await send({ change: { oauth_token: other.access_token } }))).toEqual({
      status: 401,
      message: 'Token is not associated with the specified consumer',
    });
  });

  test('of an inactive integration count for nothing, of a revoked one are refused', async () => {
    await changeIntegration(souk.systemCall(), `Program ${counter}`, { active: false });
    expect(answer(await send())).toMatchObject({ parameters: { resources: 'Magento_Catalog::products' } });
    await changeIntegration(souk.systemCall(), `Program ${counter}`, { active: true });
    await revokeIntegration(souk.systemCall(), `Program ${counter}`);
    expect(answer(await send())).toEqual({ status: 401, message: 'Specified token does not exist' });
  });

  test('may be signed for the public address where one is set, and for https where the proxy says so', async () => {
    const behind = await openProcess(database, { baseUrl: 'https://public.example.com/shop' });
    const to = async (process: TestProcess, address: string, headers = {}): Promise<unknown> => {
      const header = sign(credentials, `${address}${path}`);
      const sent = request(path, header, { headers: { host, authorization: header, ...headers } });
      return answer(await authenticate(process, sent));
    };
    expect(await to(behind, 'https://public.example.com/shop')).toBe('allowed');
    expect(await to(behind, `http://${host}`)).toBe('allowed');
    expect(await to(behind, `https://${host}`, { 'x-forwarded-proto': 'https' })).toBe('allowed');
    expect(await to(behind, `https://${host}`)).toMatchObject({ status: 401 });
    expect(await to(souk, `https://${host}`, { 'x-forwarded-proto': 'https' })).toMatchObject({ status: 401 });
  });

  test('cannot be verified under another key', async () => {
    const stranger = await openProcess(database, { secretKey: 'another key' });
    const signed = request(path, sign(credentials, `http://${host}${path}`));
    await expect(authenticate(stranger, signed)).rejects.toThrow('SOUK_SECRET_KEY');
  });
});
