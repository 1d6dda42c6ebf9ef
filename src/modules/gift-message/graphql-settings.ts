import { storeConfigFields } from '../store/extensions.ts';
import { giftMessages } from './configuration.ts';

/** Settings of gift messages in GraphQL. */
export const giftMessageSettings = storeConfigFields({
  allow_items: ['String', giftMessages.onItems],
  allow_order: ['String', giftMessages.onOrders],
});
