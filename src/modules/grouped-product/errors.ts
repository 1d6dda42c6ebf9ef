import { defineErrors } from '../../kernel/errors.ts';

/** Errors of grouped products. */
export const groupedErrors = defineErrors('grouped-product', {
  specifyQuantity: ['input', 'Please specify the quantity of product(s).', 'no product of a group is wanted'],
});
