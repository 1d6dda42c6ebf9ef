import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift cards. */
export const giftCardErrors = defineErrors('gift-card-account', {
  noCode: ['couldNotSave', 'Requiring a composite gift card account.', 'a card is added to a cart without its code'],
  emptyCart: ['couldNotSave', 'The "%1" Cart doesn\'t contain products.', 'a card is added to a cart without items'],
  emptyCartOnDelete: [
    'couldNotDelete',
    'The "%1" Cart doesn\'t contain products.',
    'a card is removed from a cart without items',
  ],
  notAdded: [
    'couldNotSave',
    "The gift card code couldn't be added. Verify your information and try again.",
    'a card does not exist, is locked, expired, empty, of another website or already in the cart, or the cart has no amount left to pay',
  ],
  notRemoved: [
    'couldNotDelete',
    "The gift card couldn't be deleted from the quote.",
    'a card is removed from a cart that does not have it',
  ],
  unknownCode: [
    'noSuchEntity',
    'The gift card code is either incorrect or expired. Verify and try again.',
    'the balance of a card is read that does not exist, is locked, expired or of another website',
  ],
  notFound: [
    'noSuchEntity',
    'Gift card not found',
    'a card is redeemed that does not exist, is locked, expired, empty or of another website',
  ],
  notRedeemable: ['input', 'This gift card cannot be redeemed.', 'a card is redeemed that is for payments only'],
  notNow: ['input', 'Gift cards cannot be redeemed now.', 'a card is redeemed in a store without store credit'],
  balanceGone: [
    'state',
    'The gift card account "%1" does not have enough left to pay for the order. Review your order and try again.',
    'another order has used the balance of the card in the meantime',
  ],
  notSendable: [
    'state',
    'The gift card account "%1" is locked, expired or empty.',
    'an emailed card is not valid for payment',
  ],
  codeTaken: [
    'alreadyExists',
    'A gift card account with the "%1" code already exists.',
    'a new account has the code of an existing one',
  ],
  codeChange: [
    'input',
    "The code of a gift card account can't be changed.",
    'an account is changed, with another code',
  ],
  pastExpiry: ['input', 'Expiration date cannot be in the past.', 'an account would be expired from the start'],
  poolFull: [
    'couldNotSave',
    'We were unable to create the new code pool. Please check the code settings and try again.',
    'nearly all codes in the configured format are used',
  ],
});
