import { giftMessageView, setCartGiftMessage } from './graphql.ts';

declare module '../../kernel/merged-types.ts' {
  interface Services {
    giftMessage: {
      /** Writes the message of a GraphQL input to a cart; an empty one removes it. Throws if messages are not allowed. */
      readonly setOnCart: typeof setCartGiftMessage;
      /** The message with an id in GraphQL; null without an id. */
      readonly view: typeof giftMessageView;
    };
  }
}

/** Functions of gift messages for other modules. */
export const giftMessageService = { setOnCart: setCartGiftMessage, view: giftMessageView };
