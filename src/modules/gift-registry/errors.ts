import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift registries. */
export const registryErrors = defineErrors('gift-registry', {
  unknown: [
    'noSuchEntity',
    'Unknown gift registry identifier',
    'a registry does not exist, is inactive, private or of another website, or registries are disabled in the store',
  ],
  unknownType: ['input', 'The gift registry type "%1" does not exist.', 'a registry is created with an unknown type'],
  unknownAttribute: [
    'input',
    'Gift registries of this type do not have the field "%1".',
    'an event has an unknown field',
  ],
  required: ['input', '"%1" is a required value.', 'a required value of a registry is missing'],
  invalid: ['input', '"%1" has an invalid value: %2.', 'a value of an event or a registrant is invalid'],
  noRegistrant: ['input', 'A gift registry needs a registrant.', 'a registry has no registrant'],
  tooManyRegistrants: [
    'input',
    'A gift registry has up to %1 registrants.',
    'more registrants than magento_giftregistry/general/max_registrant',
  ],
  noAddress: [
    'input',
    'The customer has no address "%1" for the gifts.',
    'the address of a registry is not in the address book of its owner, or it has none and the owner has no default',
  ],
  quantity: ['input', 'Please enter a quantity above 0.', 'an item is wished for no, or less than no, times'],
  itemNotFound: ['noSuchEntity', 'The gift registry has no item "%1".', 'an item is changed that the registry has not'],
});
