import * as t from '../../kernel/types.ts';

/** Extension fields of gift messages, and the id of the message's item. */
export const GiftMessageExtensionAttributes = t.extension('gift-message-data-message-extension-interface', {
  entity_id: t.optional(t.string),
  entity_type: t.optional(t.string),
});

/** A short message with an order or one of its items. */
export const GiftMessage = t.object('gift-message-data-message-interface', {
  gift_message_id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  sender: t.string,
  recipient: t.string,
  message: t.string,
  extension_attributes: t.optional(GiftMessageExtensionAttributes),
});
/** A gift message in a request. */
export type SentGiftMessage = t.In<typeof GiftMessage>;
/** A gift message in a response. */
export type ShownGiftMessage = t.Out<typeof GiftMessage>;
