import type { IncomingHttpHeaders } from 'node:http';
import type { CallerType, ConfigurationReader, Scope } from '../kernel/call.ts';
import { defineErrors } from '../kernel/errors.ts';
import type { Guard } from './parts.ts';

/** Errors of forms that a captcha guards. */
export const captchaErrors = defineErrors('captcha', {
  recaptcha: [
    'input',
    'ReCaptcha validation failed, please try again',
    'a form is guarded by reCAPTCHA and X-ReCaptcha is absent, empty or not confirmed',
  ],
  missing: [
    'input',
    'Please provide CAPTCHA code and try again',
    'a payment is guarded by a captcha and X-Captcha is absent',
  ],
  incorrect: ['input', 'Incorrect CAPTCHA', 'X-Captcha does not have the word that was shown'],
  couponRequests: [
    'input',
    "The coupon code couldn't be applied: Too many coupon code requests, please try again later.",
    'coupons are guarded by a captcha and X-Captcha is absent',
  ],
  couponIncorrect: [
    'input',
    "The coupon code couldn't be applied: Incorrect CAPTCHA",
    'coupons are guarded by a captcha and X-Captcha does not have the word that was shown',
  ],
});

/** Asks whether the token that a client got for solving a reCAPTCHA is good. */
export type ConfirmToken = (secret: string, token: string, minimumScore: number) => Promise<boolean>;

/**
 * The guard of routes that declare a protected form. Forms with a picture (`captcha`) are on where
 * `customer/captcha/forms` names them and the mode is `always`; as pictures are shown by storefronts only, no word sent here
 * is ever right. Forms with reCAPTCHA are on where `recaptcha_frontend/type_for/<form>` names a type that has its keys.
 * Integrations pass.
 */
export function captchaGuard(confirm: ConfirmToken = confirmWithHost): Guard {
  return async ({ route }, { caller, config, scope }, { headers }) => {
    if (caller.type === 'integration') return;
    if (route.captcha) checkPicture(route.captcha, caller.type, config, scope, headers);
    for (const form of [route.recaptcha ?? []].flat()) await checkToken(form, config, scope, headers, confirm);
  };
}

/** Forms with a picture that calls can meet, with their errors and the callers that pass. */
const pictures = {
  sales_rule_coupon_request: {
    missing: captchaErrors.couponRequests,
    incorrect: captchaErrors.couponIncorrect,
    pass: [] as readonly CallerType[],
  },
  payment_processing_request: {
    missing: captchaErrors.missing,
    incorrect: captchaErrors.incorrect,
    pass: ['admin'] as readonly CallerType[],
  },
};

function checkPicture(
  form: string,
  caller: CallerType,
  config: ConfigurationReader,
  scope: Scope,
  headers: IncomingHttpHeaders,
): void {
  if (!config.flag('customer/captcha/enable', scope) || config.get('customer/captcha/mode', scope) !== 'always') return;
  if (!(config.get('customer/captcha/forms', scope) ?? '').split(',').includes(form)) return;
  const picture = Object.hasOwn(pictures, form) ? pictures[form as keyof typeof pictures] : undefined;
  if (!picture || picture.pass.includes(caller)) return;
  throw headers['x-captcha'] ? picture.incorrect() : picture.missing();
}

async function checkToken(
  form: string,
  config: ConfigurationReader,
  scope: Scope,
  headers: IncomingHttpHeaders,
  confirm: ConfirmToken,
): Promise<void> {
  const type = config.get(`recaptcha_frontend/type_for/${form}`, scope);
  if (!type) return;
  const secret = config.get(`recaptcha_frontend/type_${type}/private_key`, scope);
  if (!secret || !config.get(`recaptcha_frontend/type_${type}/public_key`, scope)) return;
  const token = headers['x-recaptcha'];
  const score = config.number(`recaptcha_frontend/type_${type}/score_threshold`, 0, scope);
  if (typeof token === 'string' && token !== '' && (await confirm(secret, token, score))) return;
  throw captchaErrors.recaptcha();
}

const HOST = 'https://www.google.com/recaptcha/api/siteverify';
const PATIENCE_MS = 5000;

/** Asks the host of reCAPTCHA; a host that does not answer confirms nothing. */
async function confirmWithHost(secret: string, token: string, minimumScore: number): Promise<boolean> {
  try {
    const body = new URLSearchParams({ secret, response: token });
    const response = await fetch(HOST, { method: 'POST', body, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { success, score = 1 } = (await response.json()) as { success?: boolean; score?: number };
    return success === true && score >= minimumScore;
  } catch {
    return false;
  }
}
