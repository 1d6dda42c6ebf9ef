import { defineErrors } from '../../kernel/errors.ts';

/** Errors of bundles. */
export const bundleErrors = defineErrors('bundle', {
  onlyBundles: [
    'input',
    'This is implemented for bundle products only.',
    'options or selections are read for a product of another type',
  ],
  notBundle: [
    'input',
    'The product with the "%1" SKU isn\'t a bundle product.',
    'a selection of a product of another type is changed',
  ],
  optionNotFound: [
    'noSuchEntity',
    "The option that was requested doesn't exist. Verify the entity and try again.",
    'a bundle has no option with this id',
  ],
  optionNotContained: [
    'input',
    'Product with specified sku: "%1" does not contain option: "%2"',
    'a selection is added to an option that the bundle does not have',
  ],
  compositeChild: [
    'input',
    "The bundle product can't contain another composite product.",
    'a selection is a composite product',
  ],
  alreadyAssigned: [
    'couldNotSave',
    'Child with specified sku: "%1" already assigned to product: "%2"',
    'a product is added twice to an option',
  ],
  linkIdMissing: [
    'input',
    'The product link needs an ID field entered. Enter and try again.',
    'a changed selection has no id',
  ],
  linkNotFound: [
    'input',
    'The product link with the "%1" ID field wasn\'t found. Verify the ID and try again.',
    'a bundle has no selection with this id',
  ],
  childNotFound: [
    'noSuchEntity',
    "The bundle product doesn't exist. Review your request and try again.",
    'the product to remove from an option does not exist',
  ],
  specifyOptions: ['input', 'Please specify product option(s).', 'no option of a bundle was chosen'],
  selectRequired: ['input', 'Please select all required options.', 'a required option of a bundle was left out'],
  invalidQuantity: [
    'input',
    'The quantity of a selection has to be a number that is not negative.',
    'the quantity of a selection is not a number, or is negative',
  ],
  invalidSelections: [
    'input',
    'The options you selected are not available.',
    'a selection does not belong to the bundle, or cannot be sold',
  ],
});

/** Reasons for rejecting the shipment of a bundle; inserted into the error texts of shipments. */
export const shipmentReasons = {
  apart: (sku: string) =>
    `Cannot create shipment as bundle product "${sku}" has shipment type "Separately". Bundle product options should be shipped instead.`,
  together: (sku: string) =>
    `Cannot create shipment as bundle product "${sku}" has shipment type "Together". Bundle product itself should be shipped instead.`,
};
