import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** When the cards of an item are made, by the number of the status that the item has to reach. */
export const ORDERED = '1';
export const INVOICED = '9';

export const giftCardConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'giftcard/email/identity': 'general',
    'giftcard/email/template': 'giftcard_email_template',
    'giftcard/general/allow_message': { shipped: '1', takes: flag },
    'giftcard/general/is_redeemable': { shipped: '1', takes: flag },
    'giftcard/general/lifetime': { shipped: '0', takes: count(0) },
    'giftcard/general/message_max_length': { shipped: '255', takes: count(1) },
  }),
  'giftcard/general/order_item_status': {
    shipped: INVOICED,
    takes: {
      accepts: (value) => value === ORDERED || value === INVOICED,
      expected: `${ORDERED} (ordered) or ${INVOICED} (invoiced)`,
    },
  },
};
