import { storeConfigFields } from '../store/extensions.ts';

/** Whether storefronts offer gift messages. */
export const giftMessageSettings = storeConfigFields({
  allow_items: ['String', 'sales/gift_options/allow_items'],
  allow_order: ['String', 'sales/gift_options/allow_order'],
});
