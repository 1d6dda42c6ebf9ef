import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift registries. */
export const registryErrors = defineErrors('gift-registry', {
  unknown: [
    'noSuchEntity',
    'Unknown gift registry identifier',
    'a registry does not exist, is not active, private, or of another website, or there are no registries in the store',
  ],
  unknownType: ['input', 'There is no type of gift registries "%1".', 'a registry is made with an unknown type'],
  unknownAttribute: [
    'input',
    'Gift registries of this type do not ask for "%1".',
    'something else is told of an event',
  ],
  required: ['input', '"%1" is a required value.', 'an owner leaves out what a registry needs'],
  invalid: ['input', '"%1" has an invalid value: %2.', 'what is told of an event or a registrant does not fit'],
  noRegistrant: ['input', 'A gift registry needs a registrant.', 'a registry is made for nobody'],
  tooManyRegistrants: [
    'input',
    'A gift registry has up to %1 registrants.',
    'more registrants than magento_giftregistry/general/max_registrant',
  ],
  noAddress: [
    'input',
    'The customer has no address "%1" for the gifts.',
    'a registry is made with an address that is not in the book of its owner, or without one where no default is kept',
  ],
  quantity: ['input', 'Please enter a quantity above 0.', 'an item is wished for no, or less than no, times'],
  itemNotFound: ['noSuchEntity', 'The gift registry has no item "%1".', 'an item is changed that the registry has not'],
});
