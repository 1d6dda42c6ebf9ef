import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import {
  PASSWORD,
  command,
  giveSecret,
  newAdministrator,
  requestSetup,
  setClock,
  signIn,
  type Administrator,
} from './administrators.ts';
import { SecurityKeyDevice } from './authenticator.ts';

const WRONG = 'Invalid security key.';
const here = { origin: 'https://admin.shop.example', domain: 'shop.example' };

let souk: Souk;
let now = Date.now();
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'twofactorauth/general/enable': '1', 'twofactorauth/u2fkey/domain': 'shop.example' });
});
afterAll(() => souk.stop());

const post = (path: string, body: object): Promise<Answer> => souk.guest.post(`/V1/tfa/provider/u2fkey/${path}`, body);
const configure = async (tfaToken: string): Promise<string> =>
  ok(await post('configure', { tfaToken })).credential_request_options_json;
const activate = (tfaToken: string, publicKeyCredentialJson: string) =>
  post('activate', { tfaToken, publicKeyCredentialJson });
const challenge = async ({ username }: Administrator): Promise<string> =>
  ok(await post('authentication-challenge', { username, password: PASSWORD })).credential_request_options_json;
const verify = ({ username }: Administrator, publicKeyCredentialJson: string, password = PASSWORD) =>
  post('verify', { username, password, publicKeyCredentialJson });

/** An administrator with a registered key. */
async function withKey(): Promise<{ admin: Administrator; key: SecurityKeyDevice }> {
  const admin = await newAdministrator(souk);
  const token = await requestSetup(souk, admin);
  const key = new SecurityKeyDevice();
  expect(ok(await activate(token, key.register(await configure(token), here)))).toEqual([]);
  return { admin, key };
}

describe('a security key', () => {
  test('D362: is registered and signs in by the JSON forms of WebAuthn', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const options = JSON.parse(await configure(token)).publicKey;
    expect(options.rp).toEqual({ id: 'shop.example', name: 'Souk' });
    expect(options.user.name).toBe(admin.username);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const key = new SecurityKeyDevice();
    ok(await activate(token, key.register(JSON.stringify({ publicKey: options }), here)));

    const answer = await signIn(souk, admin);
    expect([answer.status, answer.body.parameters]).toEqual([401, { active_providers: ['u2fkey'] }]);
    const request = await challenge(admin);
    expect(JSON.parse(request).publicKey.allowCredentials).toHaveLength(1);
    const access = ok(await verify(admin, key.sign(request, here)));
    ok(await souk.guest.as(access).get('/V1/modules'));
  });

  test('signs each challenge once', async () => {
    const { admin, key } = await withKey();
    const signature = key.sign(await challenge(admin), here);
    const answers = await Promise.all([1, 2, 3].map(() => verify(admin, signature)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    fails(await verify(admin, signature), 401, WRONG);
  });

  test('cannot answer the challenge of another administrator, nor an old one', async () => {
    const [one, two] = [await withKey(), await withKey()];
    const [mine, other] = [await challenge(one.admin), await challenge(two.admin)];
    fails(await verify(one.admin, one.key.sign(other, here)), 401, WRONG);
    fails(await verify(one.admin, one.key.sign(mine, here)), 401, WRONG);
    fails(await verify(two.admin, one.key.sign(other, here)), 401, WRONG);
    const late = await challenge(two.admin);
    await setClock(souk, (now += 3_600_000));
    fails(await verify(two.admin, two.key.sign(late, here)), 401, WRONG);
    ok(await verify(two.admin, two.key.sign(await challenge(two.admin), here)));
  });

  test.each([
    ['another domain', { origin: 'https://evil.example', domain: 'shop.example' }],
    ['a domain that ends alike', { origin: 'https://evilshop.example', domain: 'shop.example' }],
    ['a page without encryption', { origin: 'http://shop.example', domain: 'shop.example' }],
    ['a key of another domain', { origin: 'https://shop.example', domain: 'evil.example' }],
  ])('is refused for %s', async (_, from) => {
    const { admin, key } = await withKey();
    fails(await verify(admin, key.sign(await challenge(admin), from)), 401, WRONG);
  });

  test('is refused when its counter goes back: it was copied', async () => {
    const { admin, key } = await withKey();
    key.counter = 10;
    ok(await verify(admin, key.sign(await challenge(admin), here)));
    key.counter = 5;
    fails(await verify(admin, key.sign(await challenge(admin), here)), 401, WRONG);
  });

  test.each([
    '',
    'x',
    '[]',
    '{}',
    'null',
    '{"response":{"clientDataJSON":5}}',
    '{"response":{"clientDataJSON":"e30"}}',
  ])('is refused for the response %j', async (json) => {
    const { admin } = await withKey();
    await challenge(admin);
    fails(await verify(admin, json), 401, WRONG);
  });

  test('asks for the password first, and locks after failures', async () => {
    const { admin, key } = await withKey();
    const request = await challenge(admin);
    fails(await verify(admin, key.sign(request, here), 'wrong'), 401, /sign-in was incorrect/);
    fails(await post('authentication-challenge', { username: admin.username, password: 'wrong' }), 401, /incorrect/);
    for (let i = 0; i < 5; i++) fails(await verify(admin, '{}'), 401, WRONG);
    fails(await verify(admin, key.sign(await challenge(admin), here)), 401, /failed too often/);
  });

  test('is registered once', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const options = await configure(token);
    fails(
      await activate(token, new SecurityKeyDevice().register(options, { ...here, domain: 'evil.example' })),
      401,
      WRONG,
    );
    fails(await activate(token, new SecurityKeyDevice().register(options, here)), 401, WRONG);
    ok(await activate(token, new SecurityKeyDevice().register(await configure(token), here)));
    fails(await post('configure', { tfaToken: token }), 401, 'Provider is already configured.');
    await command(souk, 'admin:user:two-factor:reset', admin.username);
    fails(await post('configure', { tfaToken: token }), 401, 'Invalid two-factor authorization token');
  });
});

test('either factor signs in where both are set up', async () => {
  const { admin, key } = await withKey();
  await giveSecret(souk, admin);
  const answer = await signIn(souk, admin);
  expect(answer.body.parameters).toEqual({ active_providers: ['google', 'u2fkey'] });
  ok(await verify(admin, key.sign(await challenge(admin), here)));
});

test('without a domain there are no security keys', async () => {
  const admin = await newAdministrator(souk);
  const token = await requestSetup(souk, admin);
  await souk.configure({ 'twofactorauth/u2fkey/domain': null });
  fails(await post('configure', { tfaToken: token }), 401, 'Provider is not allowed.');
  const { username } = admin;
  fails(await post('authentication-challenge', { username, password: PASSWORD }), 401, 'Provider is not allowed.');
  await souk.configure({ 'twofactorauth/u2fkey/domain': 'shop.example' });
});
