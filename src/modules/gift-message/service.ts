import { writeCartGiftMessage } from './gift-messages.ts';

declare module '../../kernel/merged-types.ts' {
  interface Services {
    giftMessage: {
      /** Writes the message of a cart; an empty one removes it. Throws if messages are not allowed. */
      readonly writeToCart: typeof writeCartGiftMessage;
    };
  }
}

/** Functions of gift messages for other modules. */
export const giftMessageService = { writeToCart: writeCartGiftMessage };
