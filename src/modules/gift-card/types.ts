import * as t from '../../kernel/types.ts';

/** The product type of gift cards. */
export const GIFT_CARD = 'giftcard';

/** Delivery types of gift cards, by the interface's number: email, parcel, both. */
export const cardKinds = { virtual: 0, physical: 1, combined: 2 } as const;

/** A selectable amount of a gift card; website 0: all websites. */
export const GiftCardAmount = t.object('gift-card-data-giftcard-amount-interface', {
  attribute_id: t.integer,
  website_id: t.integer,
  value: t.number,
  website_value: t.number,
  extension_attributes: t.optional(t.extension('gift-card-data-giftcard-amount-extension-interface', {})),
});

/** The buyer's choices for a gift card, with the codes of the created cards. */
export const GiftCardChoice = t.object('gift-card-data-gift-card-option-interface', {
  giftcard_amount: t.string,
  custom_giftcard_amount: t.optional(t.number),
  giftcard_sender_name: t.string,
  giftcard_recipient_name: t.string,
  giftcard_sender_email: t.string,
  giftcard_recipient_email: t.string,
  giftcard_message: t.optional(t.string),
  extension_attributes: t.optional(
    t.extension('gift-card-data-gift-card-option-extension-interface', {
      giftcard_created_codes: t.optional(t.secret(t.array(t.string), 'money')),
    }),
  ),
});
