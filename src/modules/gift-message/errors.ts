import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift messages. */
export const giftMessageErrors = defineErrors('gift-message', {
  unavailable: [
    'couldNotSave',
    "The gift message isn't available.",
    'gift messages are off for carts, or for an item and its product',
  ],
  emptyCart: [
    'input',
    "Gift messages can't be used for an empty cart. Add an item and try again.",
    'a gift message for a cart without items',
  ],
  virtual: ['state', "Gift messages can't be used for virtual products.", 'a gift message is for a virtual product'],
  itemNotFound: [
    'noSuchEntity',
    'No item with the provided ID was found in the Cart. Verify the ID and try again.',
    'the message of an item is read that the cart has not',
  ],
  noSuchItem: [
    'noSuchEntity',
    'No product with the "%1" itemId exists in the Cart. Verify your information and try again.',
    'a message is written for an item that the cart has not',
  ],
});
