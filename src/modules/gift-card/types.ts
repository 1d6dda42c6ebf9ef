import * as t from '../../kernel/types.ts';

/** Type of products whose buyers make somebody a gift of an amount. */
export const GIFT_CARD = 'giftcard';

/** What is sent of a gift card, by the interface's number: a mail, a parcel, both. */
export const cardKinds = { virtual: 0, physical: 1, combined: 2 } as const;

/** An amount that a gift card is sold for; website 0: everywhere. */
export const GiftCardAmount = t.object('gift-card-data-giftcard-amount-interface', {
  attribute_id: t.integer,
  website_id: t.integer,
  value: t.number,
  website_value: t.number,
  extension_attributes: t.optional(t.extension('gift-card-data-giftcard-amount-extension-interface', {})),
});

/** What the buyer of a gift card has chosen and entered, with the codes of the cards that were made of it. */
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
