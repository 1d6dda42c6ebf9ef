import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { PASSWORD, giveSecret, newAdministrator, requestSetup, signIn, signInByCode } from './administrators.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'twofactorauth/general/enable': '1', 'twofactorauth/u2fkey/domain': 'shop.example' });
});
afterAll(() => souk.stop());

const codes = (list: { code: string }[]): string[] => list.map(({ code }) => code);
const listed = async (path: string): Promise<string[]> => codes(ok(await souk.admin.get(`/V1/tfa/${path}`)));

describe('providers', () => {
  test('are listed in the form of the interface', async () => {
    const all = ok(await souk.admin.get('/V1/tfa/installed-providers'));
    expect(codes(all)).toEqual(['google', 'duo_security', 'authy', 'u2fkey']);
    expect(all[0]).toEqual({
      enabled: true,
      engine: { enabled: true },
      code: 'google',
      name: 'Google Authenticator',
      icon: 'Magento_TwoFactorAuth::images/providers/google.png',
      reset_allowed: true,
      configure_action: 'tfa/google/configure',
      auth_action: 'tfa/google/auth',
      extra_actions: ['tfa/google/authpost', 'tfa/google/configurepost', 'tfa/google/qr'],
    });
    expect(all.map((one: { enabled: boolean }) => one.enabled)).toEqual([true, false, false, true]);
  });

  test('are those of the setting, else the chosen ones, else all available ones', async () => {
    const { id } = await newAdministrator(souk);
    expect(await listed('forced-providers')).toEqual([]);
    expect(await listed(`user-providers/${id}`)).toEqual(['google', 'u2fkey']);
    const chosen = await souk.admin.put(`/V1/tfa/user-providers/${id}`, { providersCodes: 'u2fkey, u2fkey' });
    expect(ok(chosen)).toBe(true);
    expect(await listed(`user-providers/${id}`)).toEqual(['u2fkey']);
    await souk.configure({ 'twofactorauth/general/force_providers': 'google,authy' });
    expect(await listed('forced-providers')).toEqual(['google']);
    expect(await listed(`user-providers/${id}`)).toEqual(['google']);
    await souk.configure({ 'twofactorauth/general/force_providers': null });
    ok(await souk.admin.put(`/V1/tfa/user-providers/${id}`, { providersCodes: '' }));
    expect(await listed(`user-providers/${id}`)).toEqual(['google', 'u2fkey']);
  });

  test('to activate are those that are not set up', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const ofToken = async (path: string) => codes(ok(await souk.guest.get(`/V1/tfa/${path}?tfaToken=${token}`)));
    expect(await listed(`providers-to-activate/${admin.id}`)).toEqual(['google', 'u2fkey']);
    expect(await ofToken('tfat-providers-to-activate')).toEqual(['google', 'u2fkey']);
    await giveSecret(souk, admin);
    expect(await listed(`providers-to-activate/${admin.id}`)).toEqual(['u2fkey']);
    expect(await ofToken('tfat-providers-to-activate')).toEqual(['u2fkey']);
    expect(await ofToken('tfat-user-providers')).toEqual(['google', 'u2fkey']);
    fails(
      await souk.guest.get('/V1/tfa/tfat-user-providers?tfaToken=x'),
      401,
      'Invalid two-factor authorization token',
    );
  });

  test('that an administrator may not use do not sign in', async () => {
    const admin = await newAdministrator(souk);
    await giveSecret(souk, admin);
    ok(await souk.admin.put(`/V1/tfa/user-providers/${admin.id}`, { providersCodes: 'u2fkey' }));
    fails(await signInByCode(souk, admin, '123456'), 401, 'Provider is not allowed.');
    await souk.configure({ 'twofactorauth/general/force_providers': 'authy' });
    fails(await signIn(souk, admin), 401, 'Please ask an administrator with sufficient access to configure 2FA first');
    await souk.configure({ 'twofactorauth/general/force_providers': null });
  });
});

describe('the preferred provider', () => {
  test('is empty until it is chosen', async () => {
    const { id } = await newAdministrator(souk);
    const path = `/V1/tfa/default-provider-code/${id}`;
    expect(ok(await souk.admin.get(path))).toBe('');
    expect(ok(await souk.admin.put(path, { providerCode: 'google' }))).toBe(true);
    expect(ok(await souk.admin.get(path))).toBe('google');
  });
});

describe('wrong input', () => {
  test('changes nothing', async () => {
    const { id } = await newAdministrator(souk);
    const put = (path: string, body: object) => souk.admin.put(`/V1/tfa/${path}/${id}`, body);
    fails(await put('user-providers', { providersCodes: 'google,sms' }), 404, 'Unknown provider sms');
    fails(await put('user-providers', { providersCodes: 'google,authy' }), 400, /"Authy" is not available/);
    fails(await put('default-provider-code', { providerCode: 'sms' }), 404, 'Unknown provider sms');
    fails(await put('default-provider-code', { providerCode: 'duo_security' }), 400, /"Duo Security" is not available/);
    expect(await listed(`user-providers/${id}`)).toEqual(['google', 'u2fkey']);
    expect(ok(await souk.admin.get(`/V1/tfa/default-provider-code/${id}`))).toBe('');
  });

  test.each(['999999', '99999999999', '-1'])('of the administrator %s is not found', async (id) => {
    for (const path of ['user-providers', 'providers-to-activate', 'default-provider-code']) {
      fails(await souk.admin.get(`/V1/tfa/${path}/${id}`), 404, `No such entity with userId = ${id}`);
    }
    fails(await souk.admin.put(`/V1/tfa/user-providers/${id}`, { providersCodes: 'google' }), 404);
    fails(await souk.admin.put(`/V1/tfa/default-provider-code/${id}`, { providerCode: 'google' }), 404);
  });
});

describe('D356: Duo Security and Authy', () => {
  const credentials = { username: 'admin', password: PASSWORD };
  test.each([
    ['duo_security/configure', { tfaToken: 'x' }],
    ['duo_security/activate', { tfaToken: 'x' }],
    ['duo_security/authenticate', { ...credentials, passcode: '1' }],
    ['authy/configure', { tfaToken: 'x', deviceData: { country: 'US', phone_number: '5550100', method: 'sms' } }],
    ['authy/activate', { tfaToken: 'x', otp: '1' }],
    ['authy/authenticate', { ...credentials, otp: '1' }],
    ['authy/authenticate-onetouch', credentials],
    ['authy/send-token/sms', credentials],
  ])('%s is refused', async (path, body) => {
    const answer = await souk.guest.post(`/V1/tfa/provider/${path}`, body);
    fails(answer, 400, /is not available: it needs a service of its vendor\. Use google or u2fkey\./);
  });
});
