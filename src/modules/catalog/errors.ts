import { defineErrors } from '../../kernel/errors.ts';

/** Errors of the catalogue. */
export const catalogErrors = defineErrors('catalog', {
  productNotFound: [
    'noSuchEntity',
    "The product that was requested doesn't exist. Verify the product and try again.",
    'no product has this SKU or id',
  ],
  skuEmpty: ['input', 'The "%1" attribute value is empty. Set the attribute and try again.', 'a product has no SKU'],
  skuLength: ['input', 'SKU length should be 64 characters maximum.', 'the SKU of a product is longer'],
  numberNegative: ['input', 'Please enter a number 0 or greater in this field.', 'a price or weight is below 0'],
  invalidProductData: [
    'couldNotSave',
    'Invalid product data: %1',
    'the attribute set of a product is missing, unknown or of another entity',
  ],
  productNotSaved: [
    'couldNotSave',
    'The product was unable to be saved. Please try again.',
    'a product or a tier price has an unknown website or group, its type is too long, or an amount has more than 14 digits',
  ],
  designNotAllowed: [
    'unauthorized',
    "Not allowed to edit the product's design attributes",
    'a caller without permission to edit the design of products changes one of its attributes',
  ],
  typeChangeLoses: [
    'input',
    'The product "%1" can\'t become "%2", because it would lose its data as "%3". Remove that data first and try again.',
    'the type of a configurable, bundle, grouped or downloadable product with options, parts or links is changed',
  ],
  typeChangeOfComponent: [
    'input',
    'The product "%1" can\'t become "%2", because it is part of another product.',
    'the type of a variant, selection or associated product is changed to a composite type',
  ],
  urlKeyExists: [
    'alreadyExists',
    'URL key for specified store already exists.',
    'another visible product has this URL key in a store view of the same website',
  ],
  tierPriceDuplicate: [
    'input',
    'We found a duplicate website, tier price, customer group and quantity.',
    'two tier prices of a product are for the same website, group and quantity',
  ],
  tierPriceValue: [
    'input',
    'Group price must be a number greater than 0.',
    'a tier price has neither a price nor a percentage, or a negative one',
  ],
  tierPricePercentage: [
    'input',
    'Percentage value must be a number between 0 and 100.',
    'the percentage of a tier price is out of range',
  ],
  storeNotFound: [
    'input',
    "The store that was requested wasn't found. Verify the store and try again.",
    'a product is read for a store view that does not exist',
  ],
  noCategory: [
    'noSuchEntity',
    "Category doesn't exist",
    'a storefront reads a category that is not visible in the store view',
  ],
  shortMatch: [
    'input',
    'Invalid match filter. Minimum length is %1.',
    'categories are looked for by a word that is too short',
    'filled',
  ],
  websiteMissing: [
    'input',
    'There are not websites for assign to product',
    'a product is assigned to a website without a code',
  ],
  websiteNotAssigned: [
    'couldNotSave',
    'Could not assign product "%1" to websites "%2"',
    'a product is assigned to an unknown website',
  ],
});
