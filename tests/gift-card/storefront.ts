/** The fields of the items of a cart. */
export const ITEMS = `items { __typename uid quantity prices { price { value } } product { __typename } ... on GiftCardCartItem { amount { value currency }
  message sender_name sender_email recipient_name recipient_email customizable_options { label } } }`;

/** The uid of a field of a gift card, as storefronts know it. */
export const uid = (field: string): string => btoa(`giftcard/${field}`);
/** The uid of an offered amount with four decimals. */
export const amountUid = (value: string): string => uid(`giftcard_amount/${value}`);
/** Entered options of an input, by field. */
export const enteredOptions = (fields: Record<string, string>) =>
  Object.entries(fields).map(([field, value]) => ({ uid: uid(field), value }));
/** Sender and recipient of a card, by field. */
export const people = {
  giftcard_sender_name: 'Ada',
  giftcard_sender_email: 'ada@example.com',
  giftcard_recipient_name: 'Grace',
  giftcard_recipient_email: 'grace@example.com',
};
/** The same in responses. */
export const peopleFields = {
  sender_name: 'Ada',
  sender_email: 'ada@example.com',
  recipient_name: 'Grace',
  recipient_email: 'grace@example.com',
};
