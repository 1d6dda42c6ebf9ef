import { writeCartGiftMessage } from './gift-messages.ts';

declare module '../../kernel/call.ts' {
  interface Services {
    giftMessage: {
      /** Writes the message of a cart; an empty one removes it. Throws where there may be none. */
      readonly writeToCart: typeof writeCartGiftMessage;
    };
  }
}

/** What the module offers to others. */
export const giftMessageService = { writeToCart: writeCartGiftMessage };
