import { fastifyCookie } from '@fastify/cookie';
import { SESSION_COOKIE, takeAnswer } from './challenges.ts';
import { alwaysAsksForWord, pictures } from './configuration.ts';
import { captchaErrors } from './errors.ts';
import { forgetLogins, hasFailedTooOften, recordCaptchaFailure, type FailureKeys } from './failures.ts';
import { tokenRule, type ConfirmToken } from './recaptcha.ts';
import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import { isRecord } from '../../kernel/fields.ts';
import type { Guard, RequestFacts, CallObserver } from '../../kernel/guards.ts';
import { addressKey } from '../limits/address.ts';

/**
 * The guard of routes and GraphQL fields that declare a protected form. Integrations always pass.
 *
 * A form with a picture (`captcha`) is protected when `pictures.areOn` and `pictures.forms` names it. The mode `afterFailures`
 * asks for the word only after failed calls by the same login or address; `alwaysAsksForWord` overrides that mode. The client sends the word in X-Captcha, with the cookie that came with the picture.
 *
 * A form with reCAPTCHA is protected when `recaptchaOfForm` names a type that has its keys. When a route
 * declares several forms, only the first protected one is checked, because the provider confirms a token once.
 */
export function captchaGuard(confirm: ConfirmToken): Guard {
  return async ({ captcha, recaptcha }, call, request, settle) => {
    if (call.caller.type === 'integration') return undefined;
    const watch = captcha ? await guardPicture(captcha, call, request, settle) : undefined;
    const confirmCurrent: ConfirmToken = async (token) => {
      await settle();
      return await confirm(token);
    };
    await checkToken([recaptcha ?? []].flat(), call, request, confirmCurrent);
    return watch;
  };
}

interface Refusals {
  missing: () => PlatformError;
  incorrect: () => PlatformError;
}

const common: Refusals = { missing: captchaErrors.missing, incorrect: captchaErrors.incorrect };
/** Errors of forms that have messages of their own. */
const words: Readonly<Record<string, Refusals>> = {
  sales_rule_coupon_request: { missing: captchaErrors.couponRequests, incorrect: captchaErrors.couponIncorrect },
};

/** The sign-in form. A success there clears the failures counted under the login. */
const SIGN_IN = 'user_login';

async function guardPicture(
  form: string,
  call: Call,
  request: RequestFacts,
  settle: () => Promise<void>,
): Promise<CallObserver | undefined> {
  const { config, scope } = call;
  if (!config.of(pictures.areOn, scope) || !config.of(pictures.forms, scope).includes(form)) return undefined;
  // A word can be used once, and failures are counted.
  await settle();
  if (config.of(pictures.mode, scope) === 'always' || config.of(alwaysAsksForWord.of(form), scope)) {
    await checkWord(form, call, request);
    return undefined;
  }
  const suspects = (inputs: Parameters<CallObserver['decoded']>[0]): FailureKeys => ({
    logins: loginsOf(inputs, call),
    address: addressKey(request.address),
  });
  return {
    decoded: async (inputs) => {
      if (await hasFailedTooOften(call, suspects(inputs))) await checkWord(form, call, request);
    },
    ended: async (input, failure) => {
      if (isClientError(failure)) await recordCaptchaFailure(call, suspects([input]));
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

/** The logins that a failure is counted under: the calling customer, and the account named in the arguments. */
function loginsOf(inputs: readonly Readonly<Record<string, unknown>>[], { caller }: Call): string[] {
  const named = inputs.flatMap(({ username, email, customer }) => [
    username,
    email,
    isRecord(customer) ? customer.email : undefined,
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
