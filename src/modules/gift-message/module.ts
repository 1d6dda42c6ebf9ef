import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalsAdditionalDataExtension } from '../quote/types.ts';
import { OrderItemExtensionAttributes } from '../sales/types/order-item.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { giftMessageConfiguration } from './configuration.ts';
import { cartGiftMessages, orderGiftMessages } from './extensions.ts';
import { takeGiftMessages } from './gift-messages.ts';
import { giftMessageRoutes } from './routes.ts';
import { giftMessageService } from './service.ts';
import { migrations } from './tables.ts';
import { GiftMessage } from './types.ts';
import { giftMessageGraphql, updateGiftMessage } from './graphql.ts';

const message = { gift_message: t.optional(GiftMessage) };

export const giftMessage = module({
  name: 'GiftMessage',
  needs: ['catalog', 'quote'],
  configuration: giftMessageConfiguration,
  routes: giftMessageRoutes,
  graphql: giftMessageGraphql,
  migrations,
  unshown: ['gift_message'],
  services: { giftMessage: () => giftMessageService },
  extends: [
    { type: TotalsAdditionalDataExtension, fields: { gift_messages: t.optional(t.array(GiftMessage)) } },
    { type: OrderExtensionAttributes, fields: message },
    { type: OrderItemExtensionAttributes, fields: message },
  ],
  contributes: {
    totalsDataTakers: [takeGiftMessages],
    cartExtensions: [cartGiftMessages],
    cartItemUpdates: [updateGiftMessage],
    orderExtensions: [orderGiftMessages],
  },
});
