import { defineErrors } from '../../kernel/errors.ts';

/** Errors of compare lists. */
export const compareListErrors = defineErrors('compare-list', {
  noList: [
    'input',
    'The specified compare list ID value "%1" is invalid',
    'a compare list does not exist, or belongs to another customer',
    'filled',
  ],
  noProduct: [
    'noSuchEntity',
    'The product with the "%1" ID doesn\'t exist.',
    'a compared product is not available',
    'filled',
  ],
});
