import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalsAdditionalDataExtension } from '../quote/types.ts';
import { OrderItemExtensionAttributes } from '../sales/types/order-item.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { giftMessageConfiguration } from './configuration.ts';
import { cartMessages, orderMessages } from './extensions.ts';
import { takeMessages } from './messages.ts';
import { messageRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { Message } from './types.ts';

const message = { gift_message: t.optional(Message) };

export const giftMessage = module({
  name: 'GiftMessage',
  configuration: giftMessageConfiguration,
  routes: messageRoutes,
  migrations,
  extends: [
    { type: TotalsAdditionalDataExtension, fields: { gift_messages: t.optional(t.array(Message)) } },
    { type: OrderExtensionAttributes, fields: message },
    { type: OrderItemExtensionAttributes, fields: message },
  ],
  contributes: {
    totalsDataTakers: [takeMessages],
    cartExtensions: [cartMessages],
    orderExtensions: [orderMessages],
  },
});
