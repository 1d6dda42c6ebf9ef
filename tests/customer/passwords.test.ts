import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configured, newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const TOKEN = '/V1/integration/customer/token';
const WRONG =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.';
const NEW = 'Another-456';
const MISMATCH = 'The password token is mismatched. Reset and try again.';

const token = (username: string, password: string): Promise<Answer> => souk.guest.post(TOKEN, { username, password });
const askForReset = (email: string, template = 'email_reset'): Promise<Answer> =>
  souk.guest.put('/V1/customers/password', { email, template, websiteId: 1 });
const reset = (email: string, resetToken: string, newPassword = NEW): Promise<Answer> =>
  souk.guest.post('/V1/customers/resetPassword', { email, resetToken, newPassword });

/** The token in the link of the last mail to an address. */
async function tokenMailedTo(email: string): Promise<string> {
  const mail = await mailTo(souk, email, ({ text }) => text.includes('token='));
  return /token=(\w+)/.exec(mail.text)![1]!;
}

/** Sets the server's clock `minutes` from now; nothing: back to the present. */
async function setClock(minutes?: number): Promise<void> {
  const now = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  ok(await souk.guest.raw('PUT', '/_/clock', { now }));
}

describe('a password', () => {
  test.each([
    ['short', 'Ab1!', 'The password needs at least 8 characters. Create a new password and try again.'],
    [
      'of too few kinds of characters',
      'alllowercase',
      'Minimum of different classes of characters in password is 3. Classes of characters: Lower Case, Upper Case, Digits, Special Characters.',
    ],
    [
      'with a space at its end',
      'Password1! ',
      "The password can't begin or end with a space. Verify the password and try again.",
    ],
    ['of more than 256 characters', 'Aa1'.repeat(100), 'Please enter a password with at most 256 characters.'],
  ])('is refused when it is %s', async (_, password, message) => {
    fails(await souk.guest.post('/V1/customers', { customer: person(), password }), 400, message);
  });

  test('is not the e-mail address', async () => {
    const email = 'Same.1@example.com';
    const answer = await souk.guest.post('/V1/customers', { customer: person({ email }), password: email });
    fails(answer, 400, "The password can't be the same as the email address. Create a new password and try again.");
  });

  test('is checked by the rules of the configuration', async () => {
    const rules = {
      'customer/password/minimum_password_length': '12',
      'customer/password/required_character_classes_number': '4',
    };
    await configured(souk, rules, async () => {
      const refuse = async (password: string): Promise<unknown> =>
        fails(await souk.guest.post('/V1/customers', { customer: person(), password }), 400).parameters;
      expect(await refuse('Password1!')).toEqual(['12']);
      expect(await refuse('Password12345')).toEqual(['4']);
      ok(await souk.guest.post('/V1/customers', { customer: person(), password: 'Password123!x' }));
    });
  });
});

describe('changing a password', () => {
  test('D15: takes the current one, ends other sessions and is told by mail', async () => {
    const { email } = await newCustomer(souk);
    const [me, elsewhere] = [await signIn(souk, email), await signIn(souk, email)];
    const change = (currentPassword: string, newPassword: string): Promise<Answer> =>
      me.put('/V1/customers/me/password', { currentPassword, newPassword });
    fails(
      await change('wrong', NEW),
      401,
      "The password doesn't match this account. Verify the password and try again.",
    );
    fails(await change(PASSWORD, 'short'), 400, /needs at least 8/);
    ok(await elsewhere.get('/V1/customers/me'));
    expect(ok(await change(PASSWORD, NEW))).toBe(true);
    ok(await me.get('/V1/customers/me'));
    fails(await elsewhere.get('/V1/customers/me'), 401);
    fails(await token(email, PASSWORD), 401, WRONG);
    ok(await token(email, NEW));
    expect((await mailTo(souk, email, ({ subject }) => /changed/.test(subject))).text).toMatch(/just been changed/);
  });

  test('is for customers only', async () => {
    const answer = await souk.admin.put('/V1/customers/me/password', { currentPassword: 'a', newPassword: 'b' });
    expect(fails(answer, 400).parameters).toEqual({ fieldName: 'customerId' });
  });
});

describe('a lock', () => {
  test('follows wrong passwords and ends by itself, or is lifted', async () => {
    await configured(souk, { 'customer/password/lockout_failures': '2' }, async () => {
      const { email } = await newCustomer(souk);
      for (let i = 0; i < 2; i++) fails(await token(email, 'nope'), 401, WRONG);
      fails(await token(email, PASSWORD), 401, WRONG);
      await setClock(11);
      ok(await token(email, PASSWORD));
      await setClock();
      for (let i = 0; i < 2; i++) fails(await token(email, 'nope'), 401, WRONG);
      fails(await token(email, PASSWORD), 401, WRONG);
      expect((await souk.cli('customer:unlock', email)).code).toBe(0);
      ok(await token(email, PASSWORD));
    });
  });

  test('also follows wrong current passwords, and says so', async () => {
    await configured(souk, { 'customer/password/lockout_failures': '2' }, async () => {
      const { email } = await newCustomer(souk);
      const me = await signIn(souk, email);
      const change = (currentPassword: string): Promise<Answer> =>
        me.put('/V1/customers/me/password', { currentPassword, newPassword: NEW });
      for (let i = 0; i < 2; i++) fails(await change('nope'), 401, /doesn't match this account/);
      fails(await change('nope'), 401, 'The account is locked.');
      fails(await token(email, PASSWORD), 401, WRONG);
      ok(await change(PASSWORD));
      ok(await token(email, NEW));
    });
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once, and every session ends', async () => {
    const { id, email } = await newCustomer(souk);
    const me = await signIn(souk, email);
    expect(ok(await askForReset(email))).toBe(true);
    const secret = await tokenMailedTo(email);
    const check = (given: string): Promise<Answer> =>
      souk.guest.get(`/V1/customers/${id}/password/resetLinkToken/${given}`);
    expect(ok(await check(secret))).toBe(true);
    fails(await check('nope'), 400, MISMATCH);
    fails(await souk.guest.get(`/V1/customers/99999999/password/resetLinkToken/${secret}`), 404);
    fails(await souk.guest.get(`/V1/customers/0/password/resetLinkToken/${secret}`), 400, /customerId/);
    fails(await reset(email, 'nope'), 400, MISMATCH);
    fails(await reset(email, secret, 'short'), 400, /needs at least 8/);
    expect(ok(await reset(email, secret))).toBe(true);
    fails(await reset(email, secret), 400, MISMATCH);
    fails(await check(secret), 400, MISMATCH);
    fails(await me.get('/V1/customers/me'), 401);
    ok(await token(email, NEW));
  });

  test('is replaced once, however many try the link at the same time', async () => {
    const { email } = await newCustomer(souk);
    ok(await askForReset(email));
    const secret = await tokenMailedTo(email);
    const passwords = ['First-1234', 'Second-1234', 'Third-1234', 'Fourth-1234'];
    const answers = await Promise.all(passwords.map((password) => reset(email, secret, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    ok(await token(email, winner));
  });

  test('is found by its token alone where no address is sent', async () => {
    const { email } = await newCustomer(souk);
    ok(await askForReset(email));
    const secret = await tokenMailedTo(email);
    fails(await reset('', 'nope'), 400, MISMATCH);
    ok(await reset('', secret));
    ok(await token(email, NEW));
  });

  test('is not replaced by an old link, or after the address was changed', async () => {
    const { id, email } = await newCustomer(souk);
    ok(await askForReset(email));
    const secret = await tokenMailedTo(email);
    await setClock(121);
    fails(await reset(email, secret), 400, 'The password token is expired. Reset and try again.');
    await setClock();
    const moved = `moved.${email}`;
    ok(await souk.admin.put(`/V1/customers/${id}`, { customer: { email: moved } }));
    fails(await reset(moved, secret), 400, MISMATCH);
    // Both addresses are told.
    for (const to of [email, moved])
      await mailTo(souk, `<${to}>`, ({ subject }) => /email address .* changed/.test(subject));
  });

  test('D39: is asked for of an account that nobody has as of one that is there', async () => {
    const { email } = await newCustomer(souk);
    const known = await askForReset(email);
    const unknown = await askForReset(`no-${email}`);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    ok(known);
    await tokenMailedTo(email);
  });

  test('is asked for with a known template', async () => {
    const { email } = await newCustomer(souk);
    expect(fails(await askForReset(email, 'nope'), 400)).toEqual({
      message:
        'Invalid value of "%value" provided for the %fieldName field. Possible values: %template1 or %template2.',
      parameters: { value: 'nope', fieldName: 'template', template1: 'email_reminder', template2: 'email_reset' },
    });
    fails(await askForReset('nobody@example.com', 'nope'), 400, /nope/);
    // Often, too: such requests do not count.
    for (let i = 0; i < 3; i++) fails(await askForReset(email, 'nope'), 400, /Possible values/);
    ok(await askForReset(email));
    fails(await askForReset(email, 'nope'), 400, /Possible values/);
    expect(fails(await souk.guest.put('/V1/customers/password', {}), 400).errors).toHaveLength(2);
  });

  test('is not asked for again and again', async () => {
    const { email } = await newCustomer(souk);
    const TOO_MANY =
      'We received too many requests for password resets. Please wait and try again later or contact hello@example.com.';
    ok(await askForReset(email));
    fails(await askForReset(email), 400, TOO_MANY);
    for (let i = 1; i < 5; i++) {
      await setClock(i * 11);
      ok(await askForReset(email, 'email_reminder'));
    }
    await setClock(55);
    fails(await askForReset(email), 400, TOO_MANY);
    await setClock();
  });
});

describe('an account made without a password', () => {
  test('gets one by the link of the welcome mail', async () => {
    const { email } = ok(await souk.admin.post('/V1/customers', { customer: person() }));
    fails(await token(email, ''), 400);
    fails(await token(email, PASSWORD), 401, WRONG);
    ok(await reset(email, await tokenMailedTo(email)));
    ok(await token(email, NEW));
  });

  test('takes a digest that was brought along from another platform, and replaces it', async () => {
    const { id, email } = ok(await souk.admin.post('/V1/customers', { customer: person() }));
    const salt = 'Xk9wPq2LmZ7vRt4n';
    const passwordHash = `${createHash('sha256')
      .update(salt + PASSWORD)
      .digest('hex')}:${salt}:1`;
    ok(await souk.admin.put(`/V1/customers/${id}`, { customer: { id }, passwordHash }));
    fails(await token(email, 'wrong'), 401, WRONG);
    ok(await token(email, PASSWORD));
    ok(await token(email, PASSWORD));
  });

  test('does not take a digest from the customer', async () => {
    const made = await newCustomer(souk);
    const me = await signIn(souk, made.email);
    ok(await me.put('/V1/customers/me', { customer: made, passwordHash: 'x' }));
    ok(await token(made.email, PASSWORD));
  });
});
