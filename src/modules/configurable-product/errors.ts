import { defineErrors } from '../../kernel/errors.ts';

/** Errors of configurable products. */
export const configurableErrors = defineErrors('configurable-product', {
  onlyConfigurable: [
    'input',
    'This is implemented for the "%1" configurable product only.',
    'options are read for a product of another type',
  ],
  attributeUsed: [
    'state',
    'This attribute is used in configurable products.',
    'an attribute that distinguishes the variants of a product is deleted',
  ],
  notConfigurable: [
    'input',
    'The product with the "%1" SKU isn\'t a configurable product.',
    'a variant is added to or removed from a product of another type',
  ],
  optionMissing: [
    'noSuchEntity',
    'The "%1" entity that was requested doesn\'t exist. Verify the entity and try again.',
    'a configurable product has no option with this id',
  ],
  optionIdNotFound: ['noSuchEntity', 'Option with id "%1" not found', 'a changed option does not exist'],
  optionNotFound: [
    'noSuchEntity',
    "The option that was requested doesn't exist. Verify the entity and try again.",
    'a removed option or variant does not exist',
  ],
  attributeIdMissing: ['input', 'Option attribute ID is not specified.', 'a new option names no attribute'],
  labelMissing: ['input', 'Option label is not specified.', 'a new option has no label'],
  valuesMissing: ['input', 'Option values are not specified.', 'a new option has no values'],
  valueIndexMissing: ['input', 'Value index is not specified for an option.', 'a value of an option has no index'],
  alreadyAttached: ['state', 'The product is already attached.', 'a variant is added twice'],
  parentWithoutOptions: [
    'state',
    "The parent product doesn't have configurable product options.",
    'a variant is added to a product without options',
  ],
  childWithoutValue: [
    'state',
    'The child product doesn\'t have the "%1" attribute value. Verify the value and try again.',
    'a variant that is added has no value of an attribute of the options',
  ],
  variantWithoutValue: [
    'input',
    'Product with id "%1" does not contain required attribute "%2".',
    'a product is saved with a variant that has no value of an attribute of the options',
  ],
  sameValues: [
    'input',
    'Products "%1" and "%2" have the same set of attribute values.',
    'two variants do not differ in any attribute of the options',
  ],
  compositeChild: [
    'input',
    "The configurable product can't contain another composite product.",
    'a variant is a composite product',
  ],
  chooseOptions: [
    'input',
    'You need to choose options for your item.',
    'no variant of a configurable product has the values that were chosen',
  ],
});
