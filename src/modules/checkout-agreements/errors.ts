import { defineErrors } from '../../kernel/errors.ts';

/** Errors of terms and conditions. */
export const agreementErrors = defineErrors('checkout-agreements', {
  notAgreed: [
    'couldNotSave',
    "The order wasn't placed. First, agree to the terms and conditions, then try placing your order again.",
    'an order does not accept all required terms',
  ],
});
