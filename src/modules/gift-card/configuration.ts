import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  days,
  numberFrom,
  setting,
  settings,
  shopSetting,
  yesOrNo,
  type Setting,
} from '../../kernel/settings.ts';

/** Terms of gift cards, by the product attributes that override them. */
interface CardTerms {
  readonly is_redeemable: boolean;
  /** In days. */
  readonly lifetime: number;
  readonly allow_message: boolean;
}

/** Default terms of gift cards. */
export const cardTerms: { readonly [Term in keyof CardTerms]: Setting<CardTerms[Term]> } = {
  is_redeemable: setting(
    'giftcard/general/is_redeemable',
    yesOrNo,
    true,
    'Whether customers may turn gift cards into store credit',
    shopSetting,
  ),
  lifetime: setting(
    'giftcard/general/lifetime',
    days(0),
    0,
    'How long a gift card is valid; 0: it does not expire',
    shopSetting,
  ),
  allow_message: setting(
    'giftcard/general/allow_message',
    yesOrNo,
    true,
    'Whether buyers may add a message to gift cards',
    shopSetting,
  ),
};
export const messageLength = setting(
  'giftcard/general/message_max_length',
  numberFrom(1, 'characters'),
  255,
  'Longest message of a gift card',
  shopSetting,
);
export const orderItemStatus = setting(
  'giftcard/general/order_item_status',
  choice({ ordered: '1', invoiced: '9' }),
  'invoiced',
  'Status of an order item that activates its gift cards',
);

export const giftCardConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'giftcard/email/identity': 'general',
    'giftcard/email/template': 'giftcard_email_template',
  }),
  ...settings([...Object.values(cardTerms), messageLength, orderItemStatus]),
};
