import { defineErrors } from '../../kernel/errors.ts';

/** Errors of payments that are settled by hand. */
export const offlinePaymentErrors = defineErrors('offline-payments', {
  poNumber: ['input', 'Purchase order number is a required field.', 'a purchase order is paid without its number'],
});
