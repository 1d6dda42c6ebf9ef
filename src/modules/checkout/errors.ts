import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the checkout. */
export const checkoutErrors = defineErrors('checkout', {
  backPressure: [
    'tooManyRequests',
    'Too Many Requests',
    'a customer, or guests from one address, order more often than sales/backpressure allows',
  ],
});
