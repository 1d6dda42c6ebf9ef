import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the quantities that are low. */
export const lowQuantityErrors = defineErrors('low-quantity-notification', {
  wrongInput: ['input', 'Wrong input data', 'no source has the code or no product the SKU, or one of them is blank'],
  empty: ['input', 'Input data is empty', 'a list without elements is sent'],
});
