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
    'a token of a customer is asked for by somebody who may not act for customers',
  ],
  inputMissing: ['input', '"input" value should be specified', 'a token is asked for, and the customer is not named'],
});
