import { defineErrors } from '../../kernel/errors.ts';

/** Errors of stock. */
export const inventoryErrors = defineErrors('inventory', {
  productNotFound: ['noSuchEntity', 'The Product with the "%1" SKU doesn\'t exist.', 'no product has this SKU'],
  otherStock: [
    'input',
    'Invalid stock id: %1. Only default stock with id %2 allowed',
    'a stock item names another stock than 1',
  ],
  notShipped: [
    'couldNotSave',
    'Could not save a shipment, see error log for details',
    'a shipment exceeds the quantity of its source, or its source is unknown',
  ],
  notEnough: ['input', 'Not enough items for sale', 'more is ordered than can be sold'],
});
