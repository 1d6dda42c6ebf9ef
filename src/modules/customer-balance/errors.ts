import { defineErrors } from '../../kernel/errors.ts';

/** Errors of store credit. */
export const balanceErrors = defineErrors('customer-balance', {
  notEnough: [
    'state',
    'You do not have enough store credit to complete this order.',
    'other orders have used the store credit of the cart in the meantime',
  ],
  tooMuch: [
    'state',
    "You can't use more store credit than the order amount.",
    'a credit memo refunds more to store credit than its total',
  ],
  noAccount: [
    'state',
    'There is no customer account whose store credit could take the refund.',
    'a credit memo refunds to store credit for the order of a guest or of a deleted customer',
  ],
  disabled: ['input', 'Store credit is not enabled.', 'a storefront pays with store credit while it is disabled'],
  noCustomer: [
    'unauthorized',
    'Please specify a valid customer.',
    'a storefront pays the cart of a guest with store credit, or no more',
  ],
  belowZero: ['input', 'The store credit of %1 is less than the deduction.', 'a deduction exceeds the balance'],
  otherWebsite: [
    'input',
    'The customer belongs to another website, and accounts are not shared.',
    'a balance is changed on a website without an account of the customer',
  ],
  amount: [
    'input',
    '"%1" is not an amount. Use a number such as 12.50 or -5.',
    'a command changes a balance by an invalid amount',
    'filled',
  ],
  zero: ['input', 'The amount of a change cannot be 0.', 'a command changes a balance by 0'],
});
