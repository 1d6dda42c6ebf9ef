import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as fc from '../support/properties.ts';
import { newCaptchaWord } from '../../src/platform/captcha/captcha-word.ts';
import { drawWord } from '../../src/platform/captcha/picture.ts';
import type { Scope } from '../../src/kernel/call.ts';
import { readerOf } from '../support/configuration.ts';
import { newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

// A shop whose captchas everybody can solve: four times the same letter.
const easy = {
  'souk/captcha/pictures': '0',
  'customer/captcha/enable': '1',
  'customer/captcha/mode': 'always',
  'customer/captcha/symbols': 'A',
  'customer/captcha/length': '4',
};
const missing = 'Please provide CAPTCHA code and try again';
const incorrect = 'Incorrect CAPTCHA';

let souk: Souk;
let integration: Client;
let other: Awaited<ReturnType<typeof secondProcess>>;
beforeAll(async () => {
  souk = await startSouk({
    env: {
      SOUK_CORS_ORIGINS: 'https://shop.example',
      SOUK_CORS_CREDENTIALS: '1',
      SOUK_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  const { stdout } = await souk.cli('integration:create', unique('i'), '--resources', 'all');
  integration = souk.guest.as(/access_token: (\S+)/.exec(stdout)![1]);
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

interface Picture {
  readonly status: number;
  readonly setCookie: string;
  readonly cookie: string;
  readonly png: Buffer;
}

/** Has a picture drawn. */
async function refresh(formId: string, { cookie = '', base = souk.base, method = 'POST' } = {}): Promise<Picture> {
  const url = `${base}/captcha/refresh${method === 'GET' ? `?formId=${formId}` : ''}`;
  const response = await fetch(url, {
    method,
    headers: { cookie, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify({ formId }) } : {}),
  });
  const setCookie = response.headers.get('set-cookie') ?? '';
  const { imgSrc } = (await response.json()) as { imgSrc: string };
  expect(imgSrc).toMatch(/^data:image\/png;base64,/);
  return {
    status: response.status,
    setCookie,
    cookie: setCookie.split(';')[0]!,
    png: Buffer.from(imgSrc.split(',')[1]!, 'base64'),
  };
}

const answered = ({ cookie }: Picture, word = 'AAAA'): Record<string, string> => ({ cookie, 'x-captcha': word });

/** Every form with a picture: a call of it by a guest or customer, which would do something if it were let through. */
const forms: readonly [string, string, string, unknown][] = [
  ['user_create', 'POST', '/V1/customers', { customer: person(), password: PASSWORD }],
  ['user_login', 'POST', '/V1/integration/customer/token', { username: 'a@example.com', password: PASSWORD }],
  ['user_login', 'PUT', '/V1/integration/customer/token', { username: 'a@example.com', password: PASSWORD }],
  ['user_edit', 'PUT', '/V1/customers/me/password', { currentPassword: PASSWORD, newPassword: 'Other-123' }],
  ['user_forgotpassword', 'PUT', '/V1/customers/password', { email: 'a@example.com', template: 'email_reset' }],
  ['user_forgotpassword', 'POST', '/V1/customers/resetPassword', { email: 'a@b.c', resetToken: 'x', newPassword: 'y' }],
  ['sales_rule_coupon_request', 'PUT', '/V1/guest-carts/nope/coupons/TEN', {}],
  ['sales_rule_coupon_request', 'PUT', '/V1/carts/mine/coupons/TEN', {}],
  ['sales_rule_coupon_request', 'PUT', '/V1/carts/1/coupons/TEN', {}],
  ['create_company', 'POST', '/V1/company', {}],
  ['payment_processing_request', 'POST', '/V1/guest-carts/nope/payment-information', {}],
  ['payment_processing_request', 'POST', '/V1/gateway-guest-carts/nope/payment-information', {}],
  ['payment_processing_request', 'POST', '/V1/guest-carts/nope/set-payment-information', {}],
  ['payment_processing_request', 'POST', '/V1/carts/mine/payment-information', {}],
  ['payment_processing_request', 'POST', '/V1/carts/mine/set-payment-information', {}],
];
const refusals = (form: string): [string, string] =>
  form === 'sales_rule_coupon_request'
    ? [
        "The coupon code couldn't be applied: Too many coupon code requests, please try again later.",
        "The coupon code couldn't be applied: Incorrect CAPTCHA",
      ]
    : [missing, incorrect];

test('D24: forms have no pictures in a fresh installation', async () => {
  const fresh = ['customer/captcha/enable', 'customer/captcha/forms', 'customer/captcha/mode'];
  const shown = await Promise.all(fresh.map((path) => souk.cli('config:show', path)));
  expect(shown.map(({ stdout }) => stdout.trim().split(' = ')[1])).toEqual([
    '0',
    'user_forgotpassword,user_login',
    'always',
  ]);
  const body = { email: 'nobody@example.com', template: 'email_reset' };
  ok(await souk.guest.put('/V1/customers/password', body));
});

test('D38: forms that are switched on are guarded from the first call', async () => {
  await souk.configure({ 'customer/captcha/enable': '1' });
  const body = { email: 'other@example.com', template: 'email_reset' };
  fails(await souk.guest.put('/V1/customers/password', body), 400, missing);
  fails(await souk.guest.post('/V1/integration/customer/token', { username: 'a@b.c', password: 'x' }), 400, missing);
  await souk.configure({ 'customer/captcha/enable': '0' });
});

describe('forms with a picture', () => {
  let customer: Client;
  beforeAll(async () => {
    customer = await signIn(souk, (await newCustomer(souk)).email);
    await souk.configure({ ...easy, 'customer/captcha/forms': [...new Set(forms.map(([form]) => form))].join(',') });
  });

  test.each(forms)('D20: %s: %s %s is refused without the word, whoever calls but an integration', async (...one) => {
    const [form, method, path, body] = one;
    const [without, wrong] = refusals(form);
    const own = /\/(me|mine)\//.test(path);
    for (const client of path.startsWith('/V1/carts/1/') || path === '/V1/company'
      ? [souk.admin]
      : own
        ? [customer, souk.admin]
        : [souk.guest, souk.admin]) {
      expect(fails(await client.send(method, path, body), 400)).toEqual({ message: without });
      expect(fails(await client.send(method, path, body, { 'x-captcha': 'AAAA' }), 400)).toEqual({ message: wrong });
      const shown = await refresh(form);
      expect(fails(await client.send(method, path, body, answered(shown, 'AAAB')), 400)).toEqual({ message: wrong });
    }
    const passed = await integration.send(method, path, body);
    expect([without, wrong]).not.toContain(passed.body?.message);
  });

  test.each([
    [
      'user_create',
      'createCustomerV2(input: { email: "%", firstname: "A", lastname: "B", password: "Secret-123" }) { customer { email } }',
    ],
    ['user_login', 'generateCustomerToken(email: "%", password: "Secret-123") { token }'],
    ['user_forgotpassword', 'requestPasswordResetEmail(email: "%")'],
    ['sales_rule_coupon_request', 'applyCouponToCart(input: { cart_id: "none", coupon_code: "TEN" }) { cart { id } }'],
  ])('%s: guard the mutations that do the same', async (form, mutation) => {
    const [without, wrong] = refusals(form);
    const ask = async (headers: Record<string, string> = {}): Promise<string | undefined> => {
      const document = `mutation { ${mutation.replace('%', `${unique('m')}@example.com`)} }`;
      return (await graphqlClient(souk).send(document, {}, headers)).body.errors?.[0].message;
    };
    expect([await ask(), await ask({ 'x-captcha': 'AAAA' })]).toEqual([without, wrong]);
    expect([without, wrong]).not.toContain(await ask(answered(await refresh(form))));
  });

  test('refuse the asynchronous and the bulk form at acceptance', async () => {
    const body = { customer: person(), password: PASSWORD };
    expect(fails(await souk.guest.post('/async/V1/customers', body), 400)).toEqual({ message: missing });
    expect(fails(await souk.guest.post('/async/bulk/V1/customers', [body]), 400)).toEqual({ message: missing });
    const accepted = await souk.guest.post('/async/V1/customers', body, answered(await refresh('user_create')));
    expect(accepted.status).toBe(202);
  });

  test('let the word through once, whatever its case', async () => {
    const shown = await refresh('user_create');
    const one = person();
    ok(await souk.guest.post('/V1/customers', { customer: one, password: PASSWORD }, answered(shown, 'aAaA')));
    const again = await souk.guest.post('/V1/customers', { customer: person() }, answered(shown));
    expect(fails(again, 400)).toEqual({ message: incorrect });
    const found = await integration.get(
      `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${one.email}`,
    );
    expect(ok(found).total_count).toBe(1);
  });

  test('do nothing when they refuse', async () => {
    const one = person();
    fails(await souk.guest.post('/V1/customers', { customer: one, password: PASSWORD }, { 'x-captcha': 'AAAA' }), 400);
    expect(ok(await souk.guest.post('/V1/customers/isEmailAvailable', { customerEmail: one.email }))).toBe(true);
  });

  test('a wrong answer uses the picture up', async () => {
    const shown = await refresh('user_login');
    const body = { username: 'nobody@example.com', password: 'x' };
    for (const word of ['BBBB', 'AAAA']) {
      expect(fails(await souk.guest.post('/V1/integration/customer/token', body, answered(shown, word)), 400)).toEqual({
        message: incorrect,
      });
    }
  });

  test('a word is good for its form, its session and its time', async () => {
    const body = { username: 'nobody@example.com', password: 'x' };
    const login = (headers: Record<string, string>): Promise<Answer> =>
      souk.guest.post('/V1/integration/customer/token', body, headers);
    fails(await login(answered(await refresh('user_create'))), 400, incorrect);
    await refresh('user_login');
    fails(await login({ 'x-captcha': 'AAAA', cookie: 'captcha_session=' + 'a'.repeat(32) }), 400, incorrect);
    const late = await refresh('user_login');
    ok(await souk.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 7.5 * 60_000).toISOString() }));
    fails(await login(answered(late)), 400, incorrect);
    ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
    const first = await refresh('user_login');
    await refresh('user_login', { cookie: first.cookie });
    // The second picture of the session took the place of the first; the word is the same here.
    fails(await login(answered(first)), 401);
    fails(await login(answered(first)), 400, incorrect);
  });

  test('of many who come with one answer at the same time, one gets through', async () => {
    const shown = await refresh('user_create');
    const answers = await Promise.all(
      [souk.base, other.base, souk.base, other.base, souk.base, other.base].map((base) =>
        fetch(`${base}/rest/V1/customers`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...answered(shown) },
          body: JSON.stringify({ customer: person(), password: PASSWORD }),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test('case counts where the configuration says so', async () => {
    await souk.configure({ 'customer/captcha/case_sensitive': '1' });
    const body = { username: 'nobody@example.com', password: 'x' };
    const login = async (word: string): Promise<Answer> =>
      souk.guest.post('/V1/integration/customer/token', body, answered(await refresh('user_login'), word));
    fails(await login('aaaa'), 400, incorrect);
    fails(await login('AAAA'), 401);
    await souk.configure({ 'customer/captcha/case_sensitive': '0' });
  });
});

describe('after failures', () => {
  const TOKEN = '/V1/integration/customer/token';
  beforeAll(() =>
    souk.configure({
      'customer/captcha/mode': 'after_fail',
      'customer/captcha/forms': 'user_login',
      'customer/captcha/failed_attempts_login': '2',
    }),
  );

  test('of a login the word is asked for, in every process, until it has signed in', async () => {
    await souk.configure({ 'oauth/authentication_lock/max_failures_count': '100' });
    const { email } = await newCustomer(souk);
    const login = (password: string, headers = {}, base = souk.base): Promise<Answer> =>
      new Client(base).post(TOKEN, { username: email, password }, headers);
    fails(await login('wrong'), 401);
    fails(await login('wrong'), 401);
    for (const base of [souk.base, other.base]) fails(await login(PASSWORD, {}, base), 400, missing);
    // Other logins are not concerned.
    fails(await souk.guest.post(TOKEN, { username: 'x@example.com', password: 'wrong' }), 401);
    fails(await login('wrong', answered(await refresh('user_login'))), 401);
    ok(await login(PASSWORD, answered(await refresh('user_login')), other.base));
    ok(await login(PASSWORD));
  });

  test('from an address it is asked for under every login', async () => {
    await souk.configure({ 'customer/captcha/failed_attempts_ip': '2' });
    for (const name of ['a', 'b', 'c'])
      await souk.guest.post(TOKEN, { username: `${name}@example.com`, password: 'x' });
    fails(await souk.guest.post(TOKEN, { username: 'd@example.com', password: 'x' }), 400, missing);
    await souk.configure({ 'customer/captcha/failed_attempts_ip': '1000' });
    fails(await souk.guest.post(TOKEN, { username: 'd@example.com', password: 'x' }), 401);
  });

  test('other forms are guarded always where the configuration says so', async () => {
    await souk.configure({ 'customer/captcha/forms': 'user_login,user_create' });
    const create = async (): Promise<number> =>
      (await souk.guest.post('/V1/customers', { customer: person(), password: PASSWORD })).status;
    expect(await create()).toBe(400);
    await souk.configure({ 'customer/captcha/always_for/user_create': '0' });
    expect(await create()).toBe(200);
  });

  test('half an hour later nobody remembers them', async () => {
    const login = (): Promise<Answer> => souk.guest.post(TOKEN, { username: 'late@example.com', password: 'x' });
    fails(await login(), 401);
    fails(await login(), 401);
    fails(await login(), 400, missing);
    ok(await souk.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 31 * 60_000).toISOString() }));
    fails(await login(), 401);
    ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
  });
});

describe('pictures', () => {
  test('come by GET and POST, in JSON or as a form, with a cookie that scripts cannot read', async () => {
    for (const method of ['GET', 'POST']) {
      const { setCookie, png, cookie } = await refresh('user_login', { method });
      expect(cookie).toMatch(/^captcha_session=[a-z0-9]{32}$/);
      expect(setCookie).toMatch(/; HttpOnly/i);
      expect(setCookie).toMatch(/; SameSite=Lax/i);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    }
    const form = await fetch(`${souk.base}/captcha/refresh`, {
      method: 'POST',
      body: new URLSearchParams({ formId: 'user_edit' }),
    });
    expect(form.status).toBe(200);
    const secure = await fetch(`${souk.base}/captcha/refresh?formId=user_edit`, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    // Pages of another origin may have it sent, as they may send credentials.
    expect(secure.headers.get('set-cookie')).toMatch(/; Secure; SameSite=None/i);
  });

  test('keep the session that asks again, and take no other text for one', async () => {
    const first = await refresh('user_login');
    expect((await refresh('user_edit', { cookie: first.cookie })).cookie).toBe(first.cookie);
    expect((await refresh('user_edit', { cookie: 'captcha_session=x' })).cookie).toMatch(/=[a-z0-9]{32}$/);
  });

  test.each([
    ['no form', {}, '"formId" is required. Enter and try again.'],
    ['a form that no route has', { formId: 'no_such' }, 'The "no_such" form has no CAPTCHA.'],
    ['a store that is not there', { formId: 'user_login', store: 'nope' }, /Invalid value of/],
  ])('are refused for %s', async (_, body, message) => {
    fails(await souk.guest.raw('POST', '/captcha/refresh', body), 400, message);
  });

  test('are drawn as often as the configuration says, for each address', async () => {
    await souk.configure({ 'souk/captcha/pictures': '3' });
    const ask = (): Promise<Response> => fetch(`${souk.base}/captcha/refresh?formId=user_login`);
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await souk.configure({ 'souk/captcha/pictures': '0' });
    expect((await ask()).status).toBe(200);
  });

  test('show something, and never the same', async () => {
    const [one, two] = await Promise.all([drawWord('Kq7xA'), drawWord('Kq7xA')]);
    expect(one.equals(two)).toBe(false);
    // A longer word makes a wider picture: width is the fourth number of the header.
    expect((await drawWord('KKKKKKKKKKKK')).readUInt32BE(16)).toBeGreaterThan(one.readUInt32BE(16));
  });

  test('have words of the configured length and signs', () => {
    const word = (settings: Record<string, string>): string =>
      newCaptchaWord(
        readerOf((path) => settings[path]),
        {} as Scope,
      );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 5 }), (least, more) => {
        const length = `${least}-${least + more}`;
        const made = word({ 'customer/captcha/length': length, 'customer/captcha/symbols': 'xyz' });
        return /^[xyz]+$/.test(made) && made.length >= least && made.length <= least + more;
      }),
    );
    for (const length of ['', '0', '5-4', 'many', '-3']) {
      expect(word({ 'customer/captcha/length': length })).toMatch(/^[A-Za-z2-9]{4,5}$/);
    }
    expect(word({ 'customer/captcha/length': '6', 'customer/captcha/symbols': ' ' })).toMatch(/^[A-Za-z2-9]{6}$/);
  });
});

test('forms are those that the store view names', async () => {
  await souk.configure({ 'customer/captcha/mode': 'always', 'customer/captcha/forms': 'user_create' });
  const login = (client = souk.guest): Promise<Answer> =>
    client.post('/V1/integration/customer/token', { username: 'nobody@example.com', password: 'x' });
  fails(await login(), 401);
  await souk.configure({ 'customer/captcha/forms': 'user_login' }, { scope: 'stores', scope_code: 'default' });
  await expect.poll(async () => (await login()).status).toBe(400);
  fails(await login(souk.guest.store('all')), 401);
});
