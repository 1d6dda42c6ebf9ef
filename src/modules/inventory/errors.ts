import { defineErrors } from '../../kernel/errors.ts';

/** Errors of stock. */
export const inventoryErrors = defineErrors('inventory', {
  productNotFound: ['noSuchEntity', 'The Product with the "%1" SKU doesn\'t exist.', 'no product has this SKU'],
  notEnough: ['input', 'Not enough items for sale', 'more is ordered than can be sold'],
});
