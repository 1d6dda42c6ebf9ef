import { changeableBy, count, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { alphabetOf } from '../../kernel/random-codes.ts';

export const giftCardAccountConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'giftcard/giftcardaccount_email/identity': 'general',
    'giftcard/giftcardaccount_email/template': 'giftcard_giftcardaccount_email_template',
    'giftcard/giftcardaccount_general/code_prefix': null,
    'giftcard/giftcardaccount_general/code_split': { shipped: '0', takes: count(0) },
    'giftcard/giftcardaccount_general/code_suffix': null,
    'giftcard/giftcardaccount_general/pool_size': { shipped: '1000', takes: count(1) },
    'giftcard/giftcardaccount_general/pool_threshold': { shipped: '100', takes: count(0) },
  }),
  'customer/captcha/shown_to_logged_in_user/gift_code_request': '1',
  'giftcard/giftcardaccount_general/code_format': {
    shipped: 'alphanum',
    takes: { accepts: (value) => alphabetOf(value) !== undefined, expected: 'alphanum, alpha or num' },
  },
  'giftcard/giftcardaccount_general/code_length': { shipped: '12', takes: count(6) },
};
