import { expect, test } from 'vitest';
import type { Caller, CallerType } from '../../src/kernel/call.ts';
import { captchaGuard } from '../../src/webapi/captcha.ts';
import type { Guard } from '../../src/webapi/parts.ts';

interface Attempt {
  config: Record<string, string>;
  captcha?: string;
  recaptcha?: string;
  caller: CallerType;
  headers?: Record<string, string>;
}

/** What the guard says: `passes`, or the message it refuses with. */
async function outcome({ config, captcha, recaptcha, caller, headers = {} }: Attempt): Promise<string> {
  const guard: Guard = captchaGuard(
    async (secret, token, minimum) => secret === 'key' && token === 'good' && minimum < 1,
  );
  const registered = { route: { captcha, recaptcha } } as unknown as Parameters<Guard>[0];
  const call = {
    caller: { type: caller, id: 1, resources: new Set() } satisfies Caller,
    scope: { code: undefined, storeId: 1, websiteId: 1 },
    config: {
      get: (path: string) => config[path],
      flag: (path: string) => config[path] === '1',
      number: (path: string, fallback: number) => Number(config[path] ?? fallback),
    },
  } as unknown as Parameters<Guard>[1];
  try {
    await guard(registered, call, { method: 'POST', url: '/', headers });
    return 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

const always = (form: string) => ({
  'customer/captcha/enable': '1',
  'customer/captcha/mode': 'always',
  'customer/captcha/forms': `user_login,${form}`,
});
const coupon = 'sales_rule_coupon_request';
const payment = 'payment_processing_request';
const tooMany = "The coupon code couldn't be applied: Too many coupon code requests, please try again later.";

test.each<[string, string, CallerType, string | undefined, string]>([
  ['coupons without a word', coupon, 'guest', undefined, tooMany],
  ['coupons of an administrator', coupon, 'admin', undefined, tooMany],
  ['coupons with a wrong word', coupon, 'guest', 'x', "The coupon code couldn't be applied: Incorrect CAPTCHA"],
  ['coupons of an integration', coupon, 'integration', undefined, 'passes'],
  ['payment without a word', payment, 'customer', undefined, 'Please provide CAPTCHA code and try again'],
  ['payment with a wrong word', payment, 'guest', 'x', 'Incorrect CAPTCHA'],
  ['payment of an administrator', payment, 'admin', undefined, 'passes'],
  ['a form that only storefronts show', 'user_login', 'guest', undefined, 'passes'],
])('picture: %s', async (_, captcha, caller, word, expected) => {
  const headers: Record<string, string> = word === undefined ? {} : { 'x-captcha': word };
  expect(await outcome({ config: always(captcha), captcha, caller, headers })).toBe(expected);
});

test('pictures guard only what configuration names', async () => {
  const attempt = { captcha: coupon, caller: 'guest' as const };
  expect(await outcome({ ...attempt, config: {} })).toBe('passes');
  expect(await outcome({ ...attempt, config: { ...always(coupon), 'customer/captcha/enable': '0' } })).toBe('passes');
  expect(await outcome({ ...attempt, config: { ...always(coupon), 'customer/captcha/mode': 'after_fail' } })).toBe(
    'passes',
  );
  expect(await outcome({ ...attempt, config: always(payment) })).toBe('passes');
});

const keys = {
  'recaptcha_frontend/type_for/customer_create': 'invisible',
  'recaptcha_frontend/type_invisible/public_key': 'public',
  'recaptcha_frontend/type_invisible/private_key': 'key',
};
const refused = 'ReCaptcha validation failed, please try again';

test.each<[string, Record<string, string>, CallerType, string | undefined, string]>([
  ['no token', keys, 'guest', undefined, refused],
  ['an empty token', keys, 'guest', '', refused],
  ['a token that is not confirmed', keys, 'customer', 'bad', refused],
  ['a confirmed token', keys, 'guest', 'good', 'passes'],
  ['an administrator', keys, 'admin', undefined, refused],
  ['an integration', keys, 'integration', undefined, 'passes'],
  ['no keys', { ...keys, 'recaptcha_frontend/type_invisible/private_key': '' }, 'guest', undefined, 'passes'],
  ['a score too low', { ...keys, 'recaptcha_frontend/type_invisible/score_threshold': '1' }, 'guest', 'good', refused],
  ['another form', {}, 'guest', undefined, 'passes'],
])('reCAPTCHA: %s', async (_, config, caller, token, expected) => {
  const headers: Record<string, string> = token === undefined ? {} : { 'x-recaptcha': token };
  expect(await outcome({ config, recaptcha: 'customer_create', caller, headers })).toBe(expected);
});
