import { defineErrors } from '../../../kernel/errors.ts';

const special = 'Row ID: SKU = %SKU, Store ID: %storeId, Price From: %priceFrom, Price To: %priceTo.';
const tier = 'Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.';

/** Errors of prices; those with a row id are about single rows of a list. */
export const priceErrors = defineErrors('catalog/prices', {
  invalidTier: [
    'input',
    'The data was invalid. Verify the data and try again.',
    'a tier price is added with a price or quantity of 0 or less',
  ],
  noTier: [
    'noSuchEntity',
    "Product hasn't group price with such data: customerGroupId = '%1', website = %2, qty = %3",
    'a deleted tier price does not exist',
  ],
  productsNotFound: [
    'noSuchEntity',
    "Requested products don't exist: %sku",
    'prices are read or deleted for products that do not exist or cannot have them',
  ],
  invalidAttribute: [
    'input',
    'Invalid attribute %fieldName = %fieldValue.',
    'a row of base prices or costs has a SKU that does not exist, or a price is missing or negative',
  ],
  costValue: [
    'input',
    'Invalid attribute Cost = %cost. Row ID: SKU = %SKU, Store ID: %storeId.',
    'a row of costs has no cost, or a negative one',
  ],
  storeNotFound: [
    'input',
    'Requested store is not found. Row ID: SKU = %SKU, Store ID: %storeId.',
    'a row of base prices or costs is for a store view that does not exist',
  ],
  specialProduct: [
    'input',
    `The product that was requested doesn't exist. Verify the product and try again. ${special}`,
    'a row of special prices has a SKU that does not exist',
  ],
  specialStore: [
    'input',
    `Requested store is not found. ${special}`,
    'a row of special prices is for a store view that does not exist',
  ],
  specialScope: [
    'input',
    `Could not change non global Price when price scope is global. ${special}`,
    'a row of special prices is for a store view while prices are the same everywhere',
  ],
  specialValue: [
    'input',
    `Invalid attribute Price = %price. ${special}`,
    'a row of special prices has no price, or a negative one',
  ],
  specialDate: [
    'input',
    `Invalid attribute %label = %date. ${special}`,
    'a date of a special price is not a valid time',
  ],
  tierProduct: ['input', `Invalid attribute SKU = %SKU. ${tier}`, 'a row of tier prices has a SKU that does not exist'],
  tierValue: [
    'input',
    `Invalid attribute Price = %price. ${tier}`,
    'a row of tier prices has no price, a negative one, or a discount of more than 100 percent',
  ],
  tierType: [
    'input',
    `Invalid attribute Price Type = %priceType. ${tier}`,
    'the type of a row of tier prices is neither fixed nor discount, or is fixed for a bundle',
  ],
  tierQuantity: [
    'input',
    `Invalid attribute Quantity = %qty. ${tier}`,
    'the quantity of a row of tier prices is below 1',
  ],
  tierWebsite: [
    'input',
    `Invalid attribute Website ID = %websiteId. ${tier}`,
    'a row of tier prices is for a website that does not exist',
  ],
  tierGroup: [
    'input',
    `No such entity with Customer Group = %customerGroup. ${tier}`,
    'a row of tier prices is for a customer group that does not exist',
  ],
  tierDuplicate: [
    'input',
    `We found a duplicate website, tier price, customer group and quantity: Customer Group = %customerGroup, Website ID = %websiteId, Quantity = %qty. ${tier}`,
    'two rows of tier prices are for the same product, website, customer group and quantity',
  ],
});
