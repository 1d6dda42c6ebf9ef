import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the checkout. */
export const checkoutErrors = defineErrors('checkout', {
  backPressure: [
    'tooManyRequests',
    'Too Many Requests',
    'a customer, or guests from one address, order more often than sales/backpressure allows',
  ],
  otherMethod: [
    'input',
    'The requested Payment Method is not available.',
    'the routes of a payment provider receive another payment method',
  ],
});
