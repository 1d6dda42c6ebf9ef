import { defineErrors } from '../../kernel/errors.ts';

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
    'a form is guarded by a captcha and X-Captcha is absent',
  ],
  incorrect: [
    'input',
    'Incorrect CAPTCHA',
    'X-Captcha does not have the word that was shown last for this form, to this session',
  ],
  couponRequests: [
    'input',
    "The coupon code couldn't be applied: Too many coupon code requests, please try again later.",
    'coupons are guarded by a captcha and X-Captcha is absent',
  ],
  couponIncorrect: [
    'input',
    "The coupon code couldn't be applied: Incorrect CAPTCHA",
    'coupons are guarded by a captcha and X-Captcha does not have the word that was shown last, to this session',
  ],
  unknownForm: ['input', 'The "%1" form has no CAPTCHA.', 'a captcha is requested for an unknown form'],
});
