import { defineErrors } from '../../kernel/errors.ts';

/** Errors of table rates. */
export const offlineShippingErrors = defineErrors('offline-shipping', {
  tableFormat: ['input', 'Please correct Table Rates File Format.', 'a file of shipping prices has other columns'],
  tableCondition: [
    'input',
    'The condition "%1" of table rates does not exist.',
    'shipping prices go by something else',
  ],
});
