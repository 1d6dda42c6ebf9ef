import { storeConfigFields } from '../store/extensions.ts';
import { giftMessages } from './configuration.ts';

/** Whether storefronts offer gift messages. */
export const giftMessageSettings = storeConfigFields({
  allow_items: ['String', giftMessages.onItems],
  allow_order: ['String', giftMessages.onOrders],
});
