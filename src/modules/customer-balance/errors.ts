import { defineErrors } from '../../kernel/errors.ts';

/** Errors of store credit. */
export const balanceErrors = defineErrors('customer-balance', {
  notEnough: [
    'state',
    'You do not have enough store credit to complete this order.',
    'other orders have taken the store credit that a cart was to be paid with',
  ],
  tooMuch: [
    'state',
    "You can't use more store credit than the order amount.",
    'a credit memo is to give back more as store credit than it comes to',
  ],
  noAccount: [
    'state',
    'There is no customer account whose store credit could take the refund.',
    'a credit memo is to give back store credit for the order of a guest, or of a customer who was deleted',
  ],
  disabled: ['input', 'Store credit is not enabled.', 'a storefront pays with store credit where there is none'],
  noCustomer: [
    'unauthorized',
    'Please specify a valid customer.',
    'a storefront pays the cart of a guest with store credit, or no more',
  ],
  belowZero: [
    'input',
    'The store credit of %1 is less than what is to be taken.',
    'more is to be taken from a balance than there is',
  ],
  otherWebsite: [
    'input',
    'The customer belongs to another website, and accounts are not shared.',
    'a balance is to be changed on a website that the customer has no account on',
  ],
});
