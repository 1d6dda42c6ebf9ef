import * as t from '../../kernel/types.ts';

/** A few words that come with an order, or with one thing in it. */
export const GiftMessage = t.object('gift-message-data-message-interface', {
  gift_message_id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  sender: t.string,
  recipient: t.string,
  message: t.string,
  extension_attributes: t.optional(
    t.extension('gift-message-data-message-extension-interface', {
      entity_id: t.optional(t.string),
      entity_type: t.optional(t.string),
    }),
  ),
});
export type SentGiftMessage = t.In<typeof GiftMessage>;
export type ShownGiftMessage = t.Out<typeof GiftMessage>;
