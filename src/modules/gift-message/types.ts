import * as t from '../../kernel/types.ts';

/** What modules take and show with a gift message, and which item it is sent for. */
export const GiftMessageExtensionAttributes = t.extension('gift-message-data-message-extension-interface', {
  entity_id: t.optional(t.string),
  entity_type: t.optional(t.string),
});

/** A few words that come with an order, or with one thing in it. */
export const GiftMessage = t.object('gift-message-data-message-interface', {
  gift_message_id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  sender: t.string,
  recipient: t.string,
  message: t.string,
  extension_attributes: t.optional(GiftMessageExtensionAttributes),
});
/** A gift message as it is sent. */
export type SentGiftMessage = t.In<typeof GiftMessage>;
/** A gift message for an answer. */
export type ShownGiftMessage = t.Out<typeof GiftMessage>;
