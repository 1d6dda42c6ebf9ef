import { defineErrors } from '../../kernel/errors.ts';

/** Errors of gift registries. */
export const registryErrors = defineErrors('gift-registry', {
  unknown: [
    'noSuchEntity',
    'Unknown gift registry identifier',
    'a registry does not exist, is inactive, private or of another website, or registries are disabled in the store',
  ],
  unknownType: ['input', 'The gift registry type "%1" does not exist.', 'a registry is created with an unknown type'],
  typeInvalid: [
    'input',
    'The gift registry type is invalid: %1.',
    'a type is saved with an invalid definition',
    'filled',
  ],
  typeUsed: ['state', 'Gift registries have the type "%1".', 'a type is deleted that registries have', 'filled'],
  unknownAttribute: [
    'input',
    'Gift registries of this type do not have the field "%1".',
    'an event has an unknown field',
  ],
  disabled: ['state', 'Gift registries are disabled.', 'a registry is created in a store view without registries'],
  ownerOnly: [
    'unauthorized',
    "The current customer isn't authorized.",
    'a field of a registry that only its owner may see is selected by somebody else',
  ],
  tooMany: [
    'state',
    'You have %1 gift registries, which is the limit.',
    'a customer has as many registries as souk/gift_registry/max_registries allows',
    'filled',
  ],
  tooManyItems: [
    'state',
    'A gift registry has up to %1 items.',
    'more items than souk/gift_registry/max_items',
    'filled',
  ],
  required: ['input', '"%1" is a required value.', 'a required value of a registry is missing'],
  invalid: ['input', '"%1" has an invalid value: %2.', 'a value of an event or a registrant is invalid'],
  noRegistrant: ['input', 'A gift registry needs a registrant.', 'a registry has no registrant'],
  tooManyRegistrants: [
    'input',
    'A gift registry has up to %1 registrants.',
    'more registrants than magento_giftregistry/general/max_registrant',
  ],
  registrantNotFound: [
    'noSuchEntity',
    'The gift registry has no such registrant.',
    'a registrant is changed or removed that the registry has not',
  ],
  addressTwice: [
    'input',
    'Specify either "address_data" or "address_id", not both.',
    'the shipping address of a registry is given twice',
  ],
  addressNone: [
    'input',
    'The shipping address must contain either "address_data" or "address_id".',
    'the shipping address of a registry is empty',
  ],
  noAddress: [
    'input',
    'The customer has no address "%1" for the gifts.',
    'the address of a registry is not in the address book of its owner, or it has none and the owner has no default',
  ],
  quantity: ['input', 'Please enter a quantity above 0.', 'an item is wished for no, or less than no, times'],
  notShipped: [
    'input',
    "You can't add virtual products, digital products or gift cards to gift registries.",
    'a product that is not shipped is moved from a cart to a registry',
  ],
  withOptions: [
    'input',
    'A gift registry cannot hold the options of the product "%1".',
    'a bundle, or a product with custom options, is moved from a cart to a registry',
    'filled',
  ],
  notOffered: ['noSuchEntity', 'The product is no longer available.', 'a product in a cart is not offered any more'],
  outOfStock: ['state', 'The product "%1" is out of stock.', 'a product in a cart is sold out'],
  notShareable: [
    'state',
    'Only active and public gift registries can be shared.',
    'a registry is shared that its guests could not open',
  ],
  shareMissing: [
    'input',
    'Please provide %1 for all of %2.',
    'an invitation lacks a name, address or message',
    'filled',
  ],
  shareEmail: ['input', 'The email address "%1" is invalid.', 'an invitation goes to a malformed address', 'filled'],
  tooManyInvitees: [
    'input',
    'No more than %1 emails can be sent at a time.',
    'a registry is shared with more people than magento_giftregistry/sharing_email/send_limit',
    'filled',
  ],
  tooManyInvitations: [
    'state',
    "You can't send more than %1 invitations an hour.",
    'a customer has sent as many invitations as souk/gift_registry/invitations_per_hour allows',
    'filled',
  ],
  itemNotFound: ['noSuchEntity', 'The gift registry has no item "%1".', 'an item is changed that the registry has not'],
});
