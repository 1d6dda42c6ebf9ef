import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';
import { storedSetting } from '../support/stored.ts';

const refused = { message: 'ReCaptcha validation failed, please try again' };

/** A provider of reCAPTCHA: says `answer` to everything it is asked, and remembers that. */
interface Provider {
  readonly url: string;
  answer: (asked: URLSearchParams) => { status?: number; body: string; after?: Promise<unknown> };
  readonly asked: URLSearchParams[];
  close(): Promise<void>;
}

const good = (body: object): string => JSON.stringify({ success: true, ...body });

async function startProvider(): Promise<Provider> {
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      const question = new URLSearchParams(text);
      provider.asked.push(question);
      const { status = 200, body, after } = provider.answer(question);
      void (after ?? Promise.resolve()).then(() => response.writeHead(status).end(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    answer: usual,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** Confirms the token `good` for the right secret, as the real one does. */
function usual(asked: URLSearchParams): { body: string } {
  const isGood = asked.get('response') === 'good' && asked.get('secret') === 'private';
  return { body: isGood ? good({}) : JSON.stringify({ success: false, 'error-codes': ['invalid-input-response'] }) };
}

let provider: Provider;
let souk: Souk;
let integration: Client;
let customer: Client;
beforeAll(async () => {
  provider = await startProvider();
  souk = await startSouk();
  const { stdout } = await souk.cli('integration:create', unique('i'), '--resources', 'all');
  integration = souk.guest.as(/access_token: (\S+)/.exec(stdout)![1]);
  customer = await signIn(souk, (await newCustomer(souk)).email);
  await souk.configure({
    'souk/recaptcha/verify_url': provider.url,
    'recaptcha_frontend/type_invisible/public_key': 'public',
    'recaptcha_frontend/type_invisible/private_key': 'private',
  });
});
afterAll(async () => {
  await souk.stop();
  await provider.close();
});
afterEach(() => {
  provider.answer = usual;
  provider.asked.length = 0;
});

const newPerson = (): object => ({ customer: person(), password: PASSWORD });
const create = (headers: Record<string, string> = {}, client = souk.guest): Promise<Answer> =>
  client.post('/V1/customers', newPerson(), headers);
const solved = { 'x-recaptcha': 'good' };

const forms: readonly [string, string, string, object][] = [
  ['customer_login', 'POST', '/V1/integration/customer/token', { username: 'a@example.com', password: 'x' }],
  ['customer_login', 'PUT', '/V1/integration/customer/token', { username: 'a@example.com', password: 'x' }],
  ['customer_forgot_password', 'PUT', '/V1/customers/me/password', { currentPassword: 'x', newPassword: 'Other-123' }],
  ['customer_forgot_password', 'PUT', '/V1/customers/password', { email: 'a@example.com', template: 'email_reset' }],
  [
    'customer_forgot_password',
    'POST',
    '/V1/customers/resetPassword',
    { email: 'a@b.c', resetToken: 'x', newPassword: 'y' },
  ],
  ['customer_create', 'POST', '/V1/customers', newPerson()],
  ['customer_edit', 'PUT', '/V1/customers/me', { customer: person() }],
  ['customer_edit', 'PUT', '/V1/customers/me/password', { currentPassword: 'x', newPassword: 'Other-123' }],
  ['coupon_code', 'PUT', '/V1/guest-carts/nope/coupons/TEN', {}],
  ['coupon_code', 'PUT', '/V1/carts/mine/coupons/TEN', {}],
  ['coupon_code', 'PUT', '/V1/carts/1/coupons/TEN', {}],
  ['place_order', 'POST', '/V1/guest-carts/nope/payment-information', {}],
  ['place_order', 'POST', '/V1/guest-carts/nope/set-payment-information', {}],
  ['place_order', 'POST', '/V1/carts/mine/payment-information', {}],
  ['place_order', 'POST', '/V1/carts/mine/set-payment-information', {}],
];
const names = [...new Set(forms.map(([form]) => form))];
const typeOf = (type: string, only = names): Record<string, string> =>
  Object.fromEntries(only.map((form) => [`recaptcha_frontend/type_for/${form}`, type]));

describe('every form', () => {
  test.each(names)('%s is guarded by itself, whoever calls but an integration', async (name) => {
    await souk.configure({ ...typeOf(''), ...typeOf('invisible', [name]) });
    for (const [form, method, path, body] of forms) {
      const client = path.startsWith('/V1/carts/1/') ? souk.admin : /\/(me|mine)/.test(path) ? customer : souk.guest;
      // A password is changed under either of two forms.
      const isOn = form === name || forms.some(([other, , where]) => other === name && where === path);
      for (const caller of [client, souk.admin]) {
        for (const headers of [{}, { 'x-recaptcha': '' }, { 'x-recaptcha': 'bad' }] as Record<string, string>[]) {
          const answer = await caller.send(method, path, body, headers);
          if (isOn) expect(fails(answer, 400), `D21: ${method} ${path}`).toEqual(refused);
          else expect(answer.body).not.toEqual(refused);
        }
        if (isOn) expect((await caller.send(method, path, body, solved)).body).not.toEqual(refused);
      }
      expect((await integration.send(method, path, body)).body).not.toEqual(refused);
    }
  });

  test('D21: also where the reference leaves it open', async () => {
    await souk.configure(typeOf('invisible'));
    expect(fails(await customer.put('/V1/customers/me', { customer: person() }), 400)).toEqual(refused);
    expect(fails(await souk.guest.post('/V1/guest-carts/x/set-payment-information', {}), 400)).toEqual(refused);
    expect(fails(await souk.guest.put('/V1/integration/customer/token', {}), 400)).toEqual(refused);
  });
});

describe('a form that GraphQL alone has', () => {
  const person = { name: 'Ada', email: 'ada@example.com' };
  const friend = { product_id: 1, recipients: [person], sender: { ...person, message: 'Look' } };
  const review = { nickname: 'Ada', sku: 'none', summary: 'Good', text: 'Good', ratings: [] };
  const mutations: readonly [string, string, unknown][] = [
    ['contact', 'mutation($v: ContactUsInput!) { contactUs(input: $v) { status } }', { ...person, comment: 'Hello' }],
    ['newsletter', 'mutation($v: String!) { subscribeEmailToNewsletter(email: $v) { status } }', 'ada@example.com'],
    [
      'product_review',
      'mutation($v: CreateProductReviewInput!) { createProductReview(input: $v) { review { text } } }',
      review,
    ],
    ['sendfriend', 'mutation($v: SendEmailToFriendInput) { sendEmailToFriend(input: $v) { sender { name } } }', friend],
  ];
  const RESEND = 'mutation { resendConfirmationEmail(email: "ada@example.com") }';
  const forms = mutations.map(([form]) => form);
  const graphql = () => graphqlClient(souk);
  const isRefused = ({ body }: Answer): boolean => body.errors?.[0]?.message === refused.message;

  test('resend_confirmation_email is guarded as well', async () => {
    const form = 'resend_confirmation_email';
    expect(isRefused(await graphql().send(RESEND))).toBe(false);
    await souk.configure(typeOf('invisible', [form]));
    expect(isRefused(await graphql().send(RESEND))).toBe(true);
    expect(isRefused(await graphql().send(RESEND, {}, solved))).toBe(false);
    await souk.configure(typeOf('', [form]));
  });

  test.each(mutations)('%s is guarded by itself, and told of to storefronts', async (name, document, v) => {
    await souk.configure({
      ...typeOf('', [...names, ...forms]),
      ...typeOf('recaptcha_v3', [name]),
      'recaptcha_frontend/type_recaptcha_v3/public_key': 'public',
      'recaptcha_frontend/type_recaptcha_v3/private_key': 'private',
    });
    provider.answer = () => ({ body: good({ score: 0.9 }) });
    const told = await graphql().data('{ recaptchaV3Config { is_enabled website_key forms } }');
    expect(told).toEqual({
      recaptchaV3Config: { is_enabled: true, website_key: 'public', forms: [name.toUpperCase()] },
    });
    for (const [form, other, variable] of mutations) {
      expect(isRefused(await graphql().send(other, { v: variable })), `${form} under ${name}`).toBe(form === name);
    }
    expect(provider.asked).toHaveLength(0);
    expect(isRefused(await graphql().send(document, { v }, solved))).toBe(false);
    expect(provider.asked).toHaveLength(1);
    provider.answer = () => ({ body: good({ score: 0.1 }) });
    expect(isRefused(await graphql().send(document, { v }, solved))).toBe(true);
  });
  test('storefronts read the type, the key and the looks of the reCAPTCHA of a form', async () => {
    const config = (formType: string) =>
      graphql().data(
        `query ($formType: ReCaptchaFormEnum!) { recaptchaFormConfig(formType: $formType) { is_enabled configurations {
          re_captcha_type website_key badge_position theme language_code minimum_score
          validation_failure_message technical_failure_message } } }`,
        { formType },
      );
    const off = { recaptchaFormConfig: { is_enabled: false, configurations: null } };
    await souk.configure({ ...typeOf('', [...names, ...forms]), ...typeOf('invisible', ['contact', 'newsletter']) });
    expect(await config('CUSTOMER_LOGIN')).toEqual(off);
    await souk.configure({
      'recaptcha_frontend/type_invisible/position': 'bottomright',
      'recaptcha_frontend/type_invisible/lang': 'de',
      'recaptcha_frontend/failure_messages/validation_failure_message': 'Please try again.',
    });
    expect(await config('CONTACT')).toEqual({
      recaptchaFormConfig: {
        is_enabled: true,
        configurations: {
          re_captcha_type: 'INVISIBLE',
          website_key: 'public',
          badge_position: 'bottomright',
          theme: 'light',
          language_code: 'de',
          minimum_score: null,
          validation_failure_message: 'Please try again.',
          technical_failure_message: 'Something went wrong with reCAPTCHA. Please contact the store owner.',
        },
      },
    });
    await souk.configure(typeOf('recaptcha_v3', ['resend_confirmation_email']));
    const { recaptchaFormConfig } = await config('RESEND_CONFIRMATION_EMAIL');
    expect(recaptchaFormConfig.configurations).toMatchObject({
      re_captcha_type: 'RECAPTCHA_V3',
      website_key: 'public',
      minimum_score: 0.5,
    });
    await souk.configure(typeOf('', [...names, ...forms]));
  });
  afterAll(() => souk.configure(typeOf('', forms)));
});

describe('a token', () => {
  beforeAll(() => souk.configure({ ...typeOf(''), ...typeOf('invisible', ['customer_create']) }));

  test('is shown to the provider with the secret and the address of the client', async () => {
    ok(await create(solved));
    expect(Object.fromEntries(provider.asked[0]!)).toEqual({
      secret: 'private',
      response: 'good',
      remoteip: '127.0.0.1',
    });
  });

  test('is asked about once for a route with two forms', async () => {
    await souk.configure(typeOf('invisible', ['customer_edit', 'customer_forgot_password']));
    await customer.put('/V1/customers/me/password', { currentPassword: 'x', newPassword: 'Other-123' }, solved);
    expect(provider.asked).toHaveLength(1);
    await souk.configure(typeOf('', ['customer_edit', 'customer_forgot_password']));
  });

  test('is asked for at acceptance of asynchronous and bulk calls', async () => {
    expect(fails(await souk.guest.post('/async/V1/customers', newPerson()), 400)).toEqual(refused);
    expect(fails(await souk.guest.post('/async/bulk/V1/customers', [newPerson()]), 400)).toEqual(refused);
    expect((await souk.guest.post('/async/bulk/V1/customers', [newPerson()], solved)).status).toBe(202);
  });

  test('that is refused leaves nothing done', async () => {
    const one = person();
    fails(await souk.guest.post('/V1/customers', { customer: one }, { 'x-recaptcha': 'bad' }), 400);
    expect(ok(await souk.guest.post('/V1/customers/isEmailAvailable', { customerEmail: one.email }))).toBe(true);
  });

  test('has to have the least score, where the type has one', async () => {
    await souk.configure({
      ...typeOf('recaptcha_v3', ['customer_create']),
      'recaptcha_frontend/type_recaptcha_v3/public_key': 'public',
      'recaptcha_frontend/type_recaptcha_v3/private_key': 'third',
    });
    const withScore = async (score: object): Promise<number> => {
      provider.answer = (asked) => ({ body: asked.get('secret') === 'third' ? good(score) : '{}' });
      return (await create(solved)).status;
    };
    for (const score of [{}, { score: 0.4 }, { score: '0.9' }]) expect(await withScore(score)).toBe(400);
    expect(await withScore({ score: 0.5 })).toBe(200);
    await souk.configure({ 'recaptcha_frontend/type_recaptcha_v3/score_threshold': '0.8' });
    expect(await withScore({ score: 0.7 })).toBe(400);
    expect(await withScore({ score: 0.8 })).toBe(200);
  });

  test('of a checkbox has no score', async () => {
    await souk.configure({
      ...typeOf('recaptcha', ['customer_create']),
      'recaptcha_frontend/type_recaptcha/public_key': 'public',
      'recaptcha_frontend/type_recaptcha/private_key': 'private',
    });
    expect(fails(await create(), 400)).toEqual(refused);
    ok(await create(solved));
  });

  test('has keys that nobody reads again', async () => {
    const path = 'recaptcha_frontend/type_recaptcha/private_key';
    const { stdout } = await souk.cli('config:set', path, 'private');
    expect(stdout).toBe(`${path} is now "******"\n`);
    expect((await souk.cli('config:show', path)).stdout).toBe(`${path} = ******\n`);
    expect(await storedSetting(souk, path)).toMatch(/^sealed:[\w+/=]{40,}$/);
    ok(await create(solved));
  });

  test('is not asked for while the type has no keys', async () => {
    await souk.configure({ 'recaptcha_frontend/type_recaptcha/private_key': '' });
    ok(await create());
    await souk.configure(typeOf('invisible', ['customer_create']));
  });
});

describe('D22: a provider', () => {
  beforeAll(() => souk.configure({ ...typeOf('invisible', ['customer_create']), 'souk/recaptcha/timeout': '20000' }));

  test.each<[string, { status?: number; body: string }]>([
    ['that fails', { status: 500, body: good({}) }],
    ['that sends elsewhere', { status: 302, body: good({}) }],
    ['that answers no JSON', { body: '<html>' }],
    ['that answers null', { body: 'null' }],
    ['that answers a text for true', { body: '{"success":"true"}' }],
  ])('%s refuses the call', async (_, answer) => {
    provider.answer = () => answer;
    expect(fails(await create(solved), 400)).toEqual(refused);
  });

  test('that does not answer in time refuses the call, and holds up no other', async () => {
    provider.asked.length = 0;
    let answerNow = (): void => {};
    const later = new Promise<void>((resolve) => (answerNow = resolve));
    provider.answer = () => ({ body: good({}), after: later });
    const slow = create(solved);
    await expect.poll(() => provider.asked.length).toBe(1);
    // A transaction that waited here would keep every other write of the database from happening.
    ok(await create({}, integration));
    answerNow();
    ok(await slow);
    await souk.configure({ 'souk/recaptcha/timeout': '300' });
    provider.answer = () => ({ body: good({}), after: new Promise(() => {}) });
    expect(fails(await create(solved), 400)).toEqual(refused);
    await souk.configure({ 'souk/recaptcha/timeout': '20000' });
  });

  test('that is not there refuses the call', async () => {
    await souk.configure({ 'souk/recaptcha/verify_url': 'http://127.0.0.1:9/siteverify' });
    expect(fails(await create(solved), 400)).toEqual(refused);
    await souk.configure({ 'souk/recaptcha/verify_url': provider.url });
    ok(await create(solved));
  });
});
