import { defineErrors } from '../../kernel/errors.ts';

/** Errors of tokens that customers get without a password. */
export const exchangeErrors = defineErrors('storefront-compatibility', {
  codeRefused: [
    'authentication',
    'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
    'a one-time code is wrong, has been used or has expired, or the customer no longer allows assistance',
  ],
  notPermitted: [
    'unauthorized',
    "The current user isn't authorized.",
    'a caller without permission to act for customers requests the token of a customer',
  ],
  inputMissing: ['input', '"input" value should be specified', 'a request for a token does not name the customer'],
});
