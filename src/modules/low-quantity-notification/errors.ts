import { defineErrors } from '../../kernel/errors.ts';

/** Errors of low-quantity limits. */
export const lowQuantityErrors = defineErrors('low-quantity-notification', {
  wrongInput: ['input', 'Wrong input data', 'the source or the product is unknown, or its code or SKU is blank'],
  empty: ['input', 'Input data is empty', 'a list is empty'],
});
