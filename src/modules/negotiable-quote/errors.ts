import { defineErrors } from '../../kernel/errors.ts';

/** Errors of negotiable quotes. */
export const negotiationErrors = defineErrors('negotiable-quote', {
  notFound: ['noSuchEntity', 'Requested quote is not found. Row ID: quoteId = %1.', 'the cart has no negotiation'],
  noCompany: [
    'state',
    'Prices can be negotiated only for carts of customers of an approved company.',
    'a price is negotiated for the cart of another customer',
  ],
  empty: ['state', 'The cart %1 is empty.', 'a price is negotiated for an empty cart'],
  belowMinimum: ['state', '%1', 'a buyer requests a quote for less than quote/general/minimum_amount', 'filled'],
  wrongState: [
    'state',
    'The quote is in the state %1, which does not allow that.',
    'the state of a negotiation does not allow the action',
  ],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a price, its type or its last day is malformed',
  ],
  limits: [
    'input',
    'The minimum quantity cannot be greater than the maximum quantity.',
    'the quantities of an item of a quote are limited to none',
  ],
  tooFew: [
    'input',
    'The minimum quantity of the item is %1.',
    'an item of a quote has a smaller quantity than its template allows',
  ],
  tooMany: [
    'input',
    'The maximum quantity of the item is %1.',
    'an item of a quote has a greater quantity than its template allows',
  ],
  mayNotOrder: [
    'unauthorized',
    'You do not have permission to order quotes of the company.',
    "a user without the role's permission orders a quote",
  ],
  notOffered: [
    'state',
    'The shipping method %1 is not available for the quote.',
    'a shipping method is chosen that is not offered for the address of the quote',
  ],
  fileContent: ['input', 'The file %1 is not encoded in base64.', 'the content of an attachment is malformed'],
  fileFormat: [
    'input',
    'The file %1 is of a type that is not allowed.',
    'an attachment has another ending than the setting lists',
  ],
  fileSize: ['input', 'The file %1 is larger than %2 bytes.', 'an attachment is larger than the setting allows'],
  tooManyFiles: ['input', 'A comment can have at most %1 files.', 'a comment has too many attachments'],
  noteText: ['input', 'Enter a note.', 'a note on an item is empty'],
  noSuchItem: ['input', 'The item %1 belongs to no quote.', 'a note is written on an item that is in no quote'],
  gone: [
    'state',
    'The negotiated price is no longer valid.',
    'a cart is ordered at a price that was declined or ordered in the meantime',
  ],
  off: ['unauthorized', 'The Negotiable Quote module is not enabled.', 'quotes are off in the website of a storefront'],
  mayNotView: [
    'unauthorized',
    'The current customer does not have permission to view negotiable quotes.',
    'a storefront reads quotes for a user whose roles do not allow it',
  ],
  mayNotManage: [
    'unauthorized',
    'The current customer does not have permission to manage negotiable quotes.',
    'a storefront changes quotes for a user whose roles do not allow it',
  ],
  mayNotCheckOut: [
    'unauthorized',
    'The current customer does not have permission to checkout negotiable quotes.',
    'a storefront prepares the order of a quote for a user whose roles do not allow it',
  ],
  unknown: [
    'noSuchEntity',
    'Could not find a quote with the specified UID.',
    'a storefront names a quote that does not exist, or that the caller may not see',
  ],
  noEdit: [
    'state',
    'The quotes with the following UIDs have a status that does not allow them to be edited or submitted: %1',
    'a buyer changes a quote that the shop works on, or that is over',
    'filled',
  ],
  noClose: [
    'state',
    'The quotes with the following UIDs have a status that does not allow them to be closed: %1',
    'a buyer closes a draft, or a quote that is over',
    'filled',
  ],
  noDelete: [
    'state',
    'The quotes with the following UIDs have a status that does not allow them to be deleted: %1',
    'a buyer deletes a quote that the shop works on, or that was ordered',
    'filled',
  ],
  locked: [
    'state',
    'The quote %quoteId is currently locked, and you cannot place an order from it at the moment.',
    'a buyer prepares the order of a quote whose prices do not hold',
  ],
  exists: [
    'alreadyExists',
    'Negotiable quote already exists for the specified UID.',
    'a price is requested for a cart that has a negotiation, or a copy gets the id of another quote',
  ],
  emptyCart: [
    'input',
    'Cannot create a negotiable quote for an empty cart.',
    'a storefront requests a price for an empty cart',
  ],
  noItems: [
    'noSuchEntity',
    'The following item IDs were not found on the specified quote: %1',
    'a buyer changes items that are not in the quote',
    'filled',
  ],
  missing: ['input', 'Required parameter "%1" is missing.', 'a storefront leaves out a value of a quote', 'filled'],
  uidFormat: [
    'input',
    'The UID of a quote has 1 to 64 letters, digits, "-" and "_".',
    'a copy of a quote gets an id in another format',
  ],
});
