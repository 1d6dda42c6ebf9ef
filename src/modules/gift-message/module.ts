import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalsAdditionalDataExtension } from '../quote/types.ts';
import { giftMessageConfiguration } from './configuration.ts';
import { findMessages, takeMessages } from './messages.ts';
import { messageRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { Message } from './types.ts';

/** What gift messages offer to the modules after them. */
export interface GiftMessagesService {
  /** Messages by id, as on the wire, in one query. */
  readonly find: typeof findMessages;
}

declare module '../../kernel/call.ts' {
  interface Services {
    giftMessages: GiftMessagesService;
  }
}

export const giftMessage = module({
  name: 'GiftMessage',
  configuration: giftMessageConfiguration,
  routes: messageRoutes,
  migrations,
  extends: [{ type: TotalsAdditionalDataExtension, fields: { gift_messages: t.optional(t.array(Message)) } }],
  services: () => ({ giftMessages: { find: findMessages } }),
  contributes: { totalsDataTakers: [takeMessages] },
});
