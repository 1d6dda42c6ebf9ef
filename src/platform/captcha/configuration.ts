import type { DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  decimalFrom,
  filledText,
  installationSetting,
  listOfTexts,
  milliseconds,
  numberFrom,
  setting,
  settingFamily,
  settings,
  text,
  webAddress,
  yesOrNo,
  type Setting,
  type SettingType,
} from '../../kernel/settings.ts';

export const pictureLimit = setting(
  'souk/captcha/pictures',
  numberFrom(0, 'pictures a minute'),
  30,
  'Pictures that a process draws for one address; 0: no limit',
  installationSetting,
);

/** Number of letters of a word. */
interface WordLength {
  readonly least: number;
  readonly most: number;
}

/** More would not fit into a picture. */
const LONGEST_WORD = 16;
const wordLength: SettingType<WordLength> = {
  read: (stored) => {
    const [, from, to = from] = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(stored) ?? [];
    const least = Math.min(Number(from), LONGEST_WORD);
    const most = Math.min(Number(to), LONGEST_WORD);
    return least >= 1 && most >= least ? { least, most } : undefined;
  },
  write: ({ least, most }) => `${least}-${most}`,
  expected: 'a number of letters such as 5 or 4-5',
};
const letters: SettingType<string> = { ...filledText, read: (stored) => stored.replace(/\s/g, '') || undefined };
/** Overrides `pictures.mode` for a form. */
export const alwaysAsksForWord = settingFamily(
  'customer/captcha/always_for/*',
  yesOrNo,
  false,
  'Whether the form asks for the word before the first failure as well',
);

/** Pictures of words that the callers of a form have to read. */
export const pictures = {
  areOn: setting('customer/captcha/enable', yesOrNo, false, 'Whether forms show the picture of a word'),
  forms: setting(
    'customer/captcha/forms',
    listOfTexts(),
    ['user_forgotpassword', 'user_login'],
    'Forms that show a picture',
  ),
  mode: setting(
    'customer/captcha/mode',
    choice({ always: 'always', afterFailures: 'after_fail' }),
    'always',
    'Whether forms always ask for the word, or after failures alone',
  ),
  failuresOfLogin: setting(
    'customer/captcha/failed_attempts_login',
    numberFrom(0),
    3,
    'Failures of a login after which forms ask for the word',
  ),
  failuresOfAddress: setting(
    'customer/captcha/failed_attempts_ip',
    numberFrom(0),
    1000,
    'Failures of a network address after which forms ask for the word',
  ),
  length: setting('customer/captcha/length', wordLength, { least: 4, most: 5 }, 'Letters of a word'),
  letters: setting(
    'customer/captcha/symbols',
    letters,
    'ABCDEFGHJKMnpqrstuvwxyz23456789',
    'Letters of which words consist',
  ),
  isCaseSensitive: setting('customer/captcha/case_sensitive', yesOrNo, false, 'Whether the case of letters counts'),
  lifetime: setting('customer/captcha/timeout', decimalFrom(0.02, 'minutes'), 7, 'How long a word is accepted'),
};

export const tokenTimeout = setting(
  'souk/recaptcha/timeout',
  milliseconds(1),
  5000,
  'Time after which a token that the provider has not confirmed is refused',
  installationSetting,
);
export const verificationUrl = setting(
  'souk/recaptcha/verify_url',
  webAddress,
  'https://www.google.com/recaptcha/api/siteverify',
  'Address at which the provider confirms the tokens of a reCAPTCHA',
);

/** A type of reCAPTCHA. */
export type RecaptchaType = 'recaptcha' | 'invisible' | 'recaptcha_v3';

export const recaptchaOfForm = settingFamily<RecaptchaType | undefined>(
  'recaptcha_frontend/type_for/*',
  choice({ recaptcha: 'recaptcha', invisible: 'invisible', recaptcha_v3: 'recaptcha_v3' }),
  undefined,
  'Type of reCAPTCHA that guards the form; empty: none',
);
const publicKey = settingFamily(
  'recaptcha_frontend/type_*/public_key',
  filledText,
  undefined,
  'Key of the website for this type of reCAPTCHA',
);
const privateKey = settingFamily(
  'recaptcha_frontend/type_*/private_key',
  filledText,
  undefined,
  'Key with which the provider confirms tokens of this type',
  { sealed: true },
);
const leastScore = settingFamily(
  'recaptcha_frontend/type_*/score_threshold',
  decimalFrom(0),
  0,
  'Score that a token needs, up to 1; 0: none',
);
const badgePosition = settingFamily<string | undefined>(
  'recaptcha_frontend/type_*/position',
  text,
  undefined,
  'Place of the badge',
);
const badgeTheme = settingFamily('recaptcha_frontend/type_*/theme', text, 'light', 'Colours of the badge');
const badgeLanguage = settingFamily(
  'recaptcha_frontend/type_*/lang',
  text,
  undefined,
  'Code of the language of the badge',
);
const recaptchaType = (type: RecaptchaType, score: number, position: string | undefined) => ({
  publicKey: publicKey.of(type),
  privateKey: privateKey.of(type),
  leastScore: leastScore.of(type, score),
  position: badgePosition.of(type, position),
  theme: badgeTheme.of(type),
  language: badgeLanguage.of(type),
});
/** Keys, scores and looks by type; only tokens of version 3 have a score, and a checkbox has no badge to place. */
export const recaptchaTypes = {
  recaptcha: recaptchaType('recaptcha', 0, undefined),
  invisible: recaptchaType('invisible', 0, 'inline'),
  recaptcha_v3: recaptchaType('recaptcha_v3', 0.5, 'inline'),
};
/** Messages that storefronts show. */
export const failureMessages = {
  refused: setting(
    'recaptcha_frontend/failure_messages/validation_failure_message',
    text,
    'reCAPTCHA verification failed.',
    'Message for refused tokens',
  ),
  technical: setting(
    'recaptcha_frontend/failure_messages/technical_failure_message',
    text,
    'Something went wrong with reCAPTCHA. Please contact the store owner.',
    'Message of storefronts that cannot reach the provider',
  ),
};

/** Forms that a reCAPTCHA may guard. */
const recaptchaForms = [
  'braintree',
  'contact',
  'coupon_code',
  'customer_create',
  'customer_edit',
  'customer_forgot_password',
  'customer_invite_create',
  'customer_login',
  'newsletter',
  'paypal_payflowpro',
  'place_order',
  'product_review',
  'resend_confirmation_email',
  'sendfriend',
  'wishlist',
];

/** Configuration of captchas and reCAPTCHA, by path. */
export const captchaConfiguration: DeclaredConfiguration = {
  'admin/captcha/always_for/backend_forgotpassword': '1',
  'admin/captcha/case_sensitive': '0',
  'admin/captcha/enable': '1',
  'admin/captcha/failed_attempts_ip': '1000',
  'admin/captcha/failed_attempts_login': '3',
  'admin/captcha/font': 'linlibertine',
  'admin/captcha/forms': 'backend_forgotpassword,backend_login',
  'admin/captcha/length': '4-5',
  'admin/captcha/mode': 'after_fail',
  'admin/captcha/shown_to_logged_in_user': '',
  'admin/captcha/symbols': 'ABCDEFGHJKMnpqrstuvwxyz23456789',
  'admin/captcha/timeout': '7',
  'admin/captcha/type': 'default',
  'customer/captcha/font': 'linlibertine',
  'customer/captcha/shown_to_logged_in_user/co-payment-form': '1',
  'customer/captcha/shown_to_logged_in_user/contact_us': '1',
  'customer/captcha/shown_to_logged_in_user/payment_processing_request': '1',
  'customer/captcha/shown_to_logged_in_user/product_sendtofriend_form': '1',
  'customer/captcha/shown_to_logged_in_user/sales_rule_coupon_request': '1',
  'customer/captcha/shown_to_logged_in_user/share_wishlist_form': '1',
  'customer/captcha/shown_to_logged_in_user/user_edit': '1',
  'customer/captcha/type': 'default',
  'recaptcha_frontend/type_invisible/validation_failure_message': null,
  'recaptcha_frontend/type_recaptcha/validation_failure_message': null,
  'recaptcha_frontend/type_recaptcha_v3/validation_failure_message': null,
  ...settings([
    pictureLimit,
    ...Object.values(pictures),
    alwaysAsksForWord.of('co-payment-form', true),
    alwaysAsksForWord.of('contact_us', true),
    alwaysAsksForWord.of('user_create', true),
    alwaysAsksForWord.of('user_forgotpassword', true),
    tokenTimeout,
    verificationUrl,
    ...recaptchaForms.map((form) => recaptchaOfForm.of(form)),
    ...Object.values(recaptchaTypes).flatMap((type) => Object.values<Setting<unknown>>(type)),
    ...Object.values(failureMessages),
  ]),
};
