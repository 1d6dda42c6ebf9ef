/** The fields of a choice that buyers of a gift card enter as texts. */
type TextField =
  | 'giftcard_sender_name'
  | 'giftcard_sender_email'
  | 'giftcard_recipient_name'
  | 'giftcard_recipient_email'
  | 'giftcard_message';

/** A field of a choice. */
export type ChoiceField = TextField | 'giftcard_amount' | 'custom_giftcard_amount';

/** The key of a field in uids; an offered amount has its value behind that. Storefronts know these keys. */
export const choiceKey = (field: ChoiceField): string => `giftcard/${field}`;
