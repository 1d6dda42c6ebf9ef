import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { codeFormats } from '../../kernel/random-codes.ts';
import {
  choice,
  installationSetting,
  numberFrom,
  setting,
  settings,
  shopSetting,
  text,
} from '../../kernel/settings.ts';

const pooledSetting = { ...shopSetting, ...installationSetting };

/** The codes of new gift cards. */
export const cardCodes = {
  format: setting(
    'giftcard/giftcardaccount_general/code_format',
    choice(codeFormats),
    'alphanum',
    'Characters of the codes of gift cards: letters and digits, or one of both',
    installationSetting,
  ),
  length: setting(
    'giftcard/giftcardaccount_general/code_length',
    numberFrom(6, 'characters'),
    12,
    'Length of codes without prefix, suffix and hyphens',
    installationSetting,
  ),
  prefix: setting('giftcard/giftcardaccount_general/code_prefix', text, '', 'Text before each code', pooledSetting),
  suffix: setting('giftcard/giftcardaccount_general/code_suffix', text, '', 'Text after each code', pooledSetting),
  hyphenAtEvery: setting(
    'giftcard/giftcardaccount_general/code_split',
    numberFrom(0, 'characters'),
    0,
    'Characters of a code between two hyphens; 0: no hyphens',
    pooledSetting,
  ),
};

/** The pool of unused codes. */
export const codePool = {
  size: setting(
    'giftcard/giftcardaccount_general/pool_size',
    numberFrom(1, 'codes'),
    1000,
    'New codes that are put into the pool at once',
    pooledSetting,
  ),
  threshold: setting(
    'giftcard/giftcardaccount_general/pool_threshold',
    numberFrom(0, 'codes'),
    100,
    'Unused codes below which the pool gets new ones',
    pooledSetting,
  ),
};

export const giftCardAccountConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'giftcard/giftcardaccount_email/identity': 'general',
    'giftcard/giftcardaccount_email/template': 'giftcard_giftcardaccount_email_template',
  }),
  'customer/captcha/shown_to_logged_in_user/gift_code_request': '1',
  ...settings([...Object.values(cardCodes), ...Object.values(codePool)]),
};
