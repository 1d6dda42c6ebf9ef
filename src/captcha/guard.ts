import { fastifyCookie } from '@fastify/cookie';
import { SESSION_COOKIE, takeAnswer } from './challenges.ts';
import { captchaErrors } from './errors.ts';
import { forgetLogins, isSuspect, recordFailure, type Suspects } from './failures.ts';
import { tokenRule, type ConfirmToken } from './recaptcha.ts';
import type { Call } from '../kernel/call.ts';
import { PlatformError } from '../kernel/errors.ts';
import type { Guard, RequestFacts, Watch } from '../kernel/guards.ts';
import { addressKey } from '../limits/address.ts';

/**
 * The guard of routes that declare a protected form. Forms with a picture (`captcha`) are on where `customer/captcha/enable` and
 * `customer/captcha/forms` say so: from the first call on, or with the mode `after_fail` (but for the
 * forms of `always_for/<form>`) once failures have made the caller suspect; the word is sent in X-Captcha, with the cookie that came with the picture. Forms with reCAPTCHA are on where
 * `recaptcha_frontend/type_for/<form>` names a type that has its keys; of several, the first that is on counts, since the
 * provider confirms a token once. Integrations pass.
 */
export function captchaGuard(confirm: ConfirmToken): Guard {
  return async ({ route }, call, request) => {
    if (call.caller.type === 'integration') return undefined;
    const watch = route.captcha ? await guardPicture(route.captcha, call, request) : undefined;
    await checkToken([route.recaptcha ?? []].flat(), call, request, confirm);
    return watch;
  };
}

interface Refusals {
  missing: () => PlatformError;
  incorrect: () => PlatformError;
}

const common: Refusals = { missing: captchaErrors.missing, incorrect: captchaErrors.incorrect };
/** What a form says in its own words. */
const words: Readonly<Record<string, Refusals>> = {
  sales_rule_coupon_request: { missing: captchaErrors.couponRequests, incorrect: captchaErrors.couponIncorrect },
};

/** The form whose success shows that a login is its owner's. */
const SIGN_IN = 'user_login';

async function guardPicture(form: string, call: Call, request: RequestFacts): Promise<Watch | undefined> {
  const { config, scope } = call;
  if (!config.flag('customer/captcha/enable', scope)) return undefined;
  const forms = (config.get('customer/captcha/forms', scope) ?? '').split(',');
  if (!forms.some((name) => name.trim() === form)) return undefined;
  if (
    config.get('customer/captcha/mode', scope) !== 'after_fail' ||
    config.flag(`customer/captcha/always_for/${form}`, scope)
  ) {
    await checkWord(form, call, request);
    return undefined;
  }
  const suspects = (inputs: Parameters<Watch['decoded']>[0]): Suspects => ({
    logins: loginsOf(inputs, call),
    address: addressKey(request.address),
  });
  return {
    decoded: async (inputs) => {
      if (await isSuspect(call, suspects(inputs))) await checkWord(form, call, request);
    },
    ended: async (input, failure) => {
      if (failure instanceof PlatformError && failure.status < 500) await recordFailure(call, suspects([input]));
      else if (failure === undefined && form === SIGN_IN) await forgetLogins(call, suspects([input]));
    },
  };
}

async function checkWord(form: string, call: Call, { headers }: RequestFacts): Promise<void> {
  const { missing, incorrect } = words[form] ?? common;
  const answer = headers['x-captcha'];
  if (typeof answer !== 'string' || answer === '') throw missing();
  const session = fastifyCookie.parse(headers.cookie ?? '')[SESSION_COOKIE];
  if (!(await takeAnswer(call, form, session, answer))) throw incorrect();
}

/** Who failures count under: the customer who calls, and the account that the arguments are about. */
function loginsOf(inputs: readonly Readonly<Record<string, unknown>>[], { caller }: Call): string[] {
  const named = inputs.flatMap(({ username, email, customer }) => [
    username,
    email,
    (customer as { email?: unknown } | null | undefined)?.email,
  ]);
  const logins = named.filter((login): login is string => typeof login === 'string' && login !== '');
  return caller.type === 'customer' ? [`#${caller.id}`, ...logins] : logins;
}

async function checkToken(
  forms: readonly string[],
  call: Call,
  { headers, address }: RequestFacts,
  confirm: ConfirmToken,
): Promise<void> {
  for (const form of forms) {
    const rule = tokenRule(form, call);
    if (!rule) continue;
    const token = headers['x-recaptcha'];
    if (typeof token === 'string' && token !== '' && (await confirm({ ...rule, token, address }))) return;
    throw captchaErrors.recaptcha();
  }
}
