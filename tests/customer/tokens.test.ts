import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configured, newCustomer, PASSWORD, signIn } from '../support/customers.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const TOKEN = '/V1/integration/customer/token';
const WRONG =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.';
const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const token = (username: string, password = PASSWORD): Promise<Answer> =>
  souk.guest.post(TOKEN, { username, password });

/** Sets the server's clock `minutes` from now; nothing: back to the present. */
async function setClock(minutes?: number): Promise<void> {
  const now = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  ok(await souk.guest.raw('PUT', '/_/clock', { now }));
}

describe('the token of a customer', () => {
  test('is a bare JSON string of 32 letters and digits, by POST and by PUT', async () => {
    const { id, email } = await newCustomer(souk);
    for (const method of ['POST', 'PUT']) {
      const answer = await souk.guest.send(method, TOKEN, { username: email.toUpperCase(), password: PASSWORD });
      expect(ok(answer)).toMatch(/^[a-z0-9]{32}$/);
      expect(answer.text).toBe(JSON.stringify(answer.body));
      expect(ok(await souk.guest.as(answer.body).get('/V1/customers/me')).id).toBe(id);
    }
  });

  test.each([
    ['no body', undefined],
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

  test('is refused alike for a wrong password, an unknown address and what is no address', async () => {
    const { email } = await newCustomer(souk);
    for (const username of [email, 'nobody@example.com', 'x'.repeat(65_536), '" or 1=1 --']) {
      const answer = await token(username, 'nope');
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: WRONG });
    }
  });

  test('is refused under a name that failed too often, whether it exists or not', async () => {
    await configured(souk, { 'oauth/authentication_lock/max_failures_count': '2' }, async () => {
      const { email } = await newCustomer(souk);
      for (let i = 0; i < 2; i++) fails(await token(email, 'nope'), 401, WRONG);
      fails(await token(email), 401, WRONG);
      await setClock(31);
      ok(await token(email));
      await setClock();
    });
  });

  test('has no asynchronous form', async () => {
    fails(await souk.guest.post('/async/V1/integration/customer/token', { username: 'a', password: 'b' }), 404);
  });

  test('ends after an hour, or as configured', async () => {
    const me = await signIn(souk, (await newCustomer(souk)).email);
    await setClock(59);
    ok(await me.get('/V1/customers/me'));
    await setClock(61);
    fails(await me.get('/V1/customers/me'), 401);
    await configured(souk, { 'oauth/access_token_lifetime/customer': '2' }, async () => {
      ok(await me.get('/V1/customers/me'));
    });
    await setClock();
  });

  test('is revoked by its owner, with all others', async () => {
    const { email } = await newCustomer(souk);
    const [one, other] = [await signIn(souk, email), await signIn(souk, email)];
    expect(ok(await one.post('/V1/integration/customer/revoke-customer-token'))).toBe(true);
    for (const client of [one, other]) fails(await client.get('/V1/customers/me'), 401);
    const answer = fails(await souk.admin.post('/V1/integration/customer/revoke-customer-token'), 400);
    expect(answer.parameters).toEqual({ fieldName: 'customerId' });
  });

  test('is revoked by command', async () => {
    const { email } = await newCustomer(souk);
    const me = await signIn(souk, email);
    ok(await me.get('/V1/customers/me'));
    expect(await souk.cli('customer:token:revoke', email)).toMatchObject({ code: 0 });
    await expect.poll(async () => (await me.get('/V1/customers/me')).status).toBe(401);
    expect((await souk.cli('customer:token:revoke', 'nobody@example.com')).stderr).toMatch(/no customer has/);
  });
});
