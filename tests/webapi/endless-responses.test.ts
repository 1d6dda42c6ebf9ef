import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { address, newCustomer, PASSWORD, person } from '../support/customers.ts';
import { startEndlessServer, type EndlessServer } from '../support/endless-server.ts';
import { guestCart, makeProduct, PAYMENT, ship } from '../quote/shop.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

/** Most bytes that are taken of a response: the limit of 1 MiB, and buffers of the network. */
const MOST_BYTES = 12 * 2 ** 20;
/** Longer than the test may take: only the limit of bytes ends a response. */
const NEVER = '600000';

let souk: Souk;
let server: EndlessServer;
beforeAll(async () => {
  server = await startEndlessServer();
  souk = await startSouk();
});
afterAll(async () => {
  await souk?.stop();
  await server?.close();
});
beforeEach(() => {
  server.closed.length = 0;
});

/** Expects that the platform closed every response, each after a limited number of bytes. */
async function expectClosed(): Promise<void> {
  await expect.poll(() => server.closed.length).toBeGreaterThan(0);
  expect(Math.max(...server.closed)).toBeLessThan(MOST_BYTES);
}

describe('an endless response', () => {
  test('of a provider of reCAPTCHA refuses the token', async () => {
    await souk.configure({
      'souk/recaptcha/verify_url': server.url,
      'souk/recaptcha/timeout': NEVER,
      'recaptcha_frontend/type_invisible/public_key': 'public',
      'recaptcha_frontend/type_invisible/private_key': 'private',
      'recaptcha_frontend/type_for/customer_create': 'invisible',
    });
    const account = { customer: person(), password: PASSWORD };
    const answer = await souk.guest.post('/V1/customers', account, { 'x-recaptcha': 'token' });
    expect(answer.status, answer.text).toBe(400);
    await souk.configure({ 'recaptcha_frontend/type_for/customer_create': '' });
    await expectClosed();
  });

  test('of a service of VAT numbers leaves the number unknown', async () => {
    await souk.configure({
      'customer/create_account/auto_group_assign': '1',
      'general/store_information/country_id': 'DE',
      'souk/vat/service_url': `${server.url}/{country}/{number}`,
      'souk/vat/timeout': NEVER,
    });
    const home = { country_id: 'DE', region: undefined, vat_id: '123456789', default_billing: true };
    expect(await newCustomer(souk, { addresses: [address(home)] })).toMatchObject({ firstname: 'Ada' });
    await souk.configure({ 'souk/vat/service_url': '' });
    await expectClosed();
  });

  test('of a service of maps is no answer', async () => {
    await souk.configure({
      'cataloginventory/source_selection_distance_based/provider': 'google',
      'cataloginventory/source_selection_distance_based_google/api_key': 'key',
      'souk/source_selection/google_url': server.url,
      'souk/source_selection/google_timeout': NEVER,
    });
    const answer = await souk.admin.get(
      '/V1/inventory/get-latlng-from-address?address[country]=US&address[postcode]=1&address[street]=a&address[region]=b&address[city]=c',
    );
    expect(answer.status, answer.text).toBe(504);
    await expectClosed();
  });

  test('of a payment gateway leaves the payment open', async () => {
    await souk.configure({
      'payment/gateway/active': '1',
      'payment/gateway/gateway_url': server.url,
      'payment/gateway/secret_key': 'secret',
      'payment/gateway/timeout': '3',
    });
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    await ship(souk.guest, path);
    const paymentMethod = { method: 'gateway', additional_data: { token: 'tok_good' } };
    const answer = await souk.guest.post(`${path}/payment-information`, { ...PAYMENT, paymentMethod });
    expect(answer.status, answer.text).toBe(400);
    await expectClosed();
  });

  test('of an identity service opens nothing', async () => {
    await souk.configure({
      'souk/identity/issuer': server.url,
      'souk/identity/audience': 'souk',
      'souk/identity/role_claim': 'roles',
      'souk/identity/roles': JSON.stringify({ boss: 'Administrators' }),
      'souk/identity/timeout': NEVER,
    });
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + 300;
    const claims = { iss: server.url, aud: 'souk', sub: 'ada', exp, roles: ['boss'] };
    const token = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part(claims)}.${'A'.repeat(342)}`;
    expect([401, 503]).toContain((await souk.guest.as(token).get('/V1/modules')).status);
    ok(await souk.admin.get('/V1/modules'));
    await expectClosed();
  });
});
