import { defineErrors } from '../../kernel/errors.ts';

/** Errors of returns. */
export const returnErrors = defineErrors('rma', {
  notFound: [
    'noSuchEntity',
    "The entity that was requested doesn't exist. Verify the entity and try again.",
    'no return, or none of the caller, has this id; or the caller has no such order',
  ],
  trackNotFound: [
    'noSuchEntity',
    'The return has no tracking number with the ID "%1".',
    'a track is of another return',
  ],
  noItems: ['input', 'Select at least one item to return.', 'a return has no items'],
  itemNotFound: ['input', 'The return has no item with the ID "%1".', 'a change names an item of another return'],
  cannotReturn: [
    'input',
    'You cannot return %1.',
    'an item is not in the order, was not shipped, or is a composite of shipped parts, or the store does not accept returns or not of the product',
  ],
  quantity: [
    'input',
    'There is an error in quantities for item %1.',
    'a quantity is not positive, exceeds that of the step before, or exceeds the shipped quantity that was not returned',
  ],
  status: ['input', 'The item status "%1" is unknown.', 'the status of an item is unknown'],
  transition: [
    'state',
    'The status of item %1 cannot change from "%2" to "%3".',
    'an item skips a step, goes back, or is done with',
  ],
  required: [
    'input',
    '"%1" is a required value.',
    'the shop creates a return of an item without reason, condition or resolution',
  ],
  choice: ['input', '"%1" has an invalid value.', 'the reason, condition or resolution of an item is not an id'],
  longReason: [
    'input',
    'The length of "Other" must be equal to or less than %1 characters.',
    'a reason in the words of a buyer is longer than that',
  ],
  attribute: ['input', 'The attribute "%1" cannot be set on a returned item.', 'a storefront sends another attribute'],
  email: ['input', 'Please enter a valid email address.', 'the e-mail address of a return is malformed'],
  notConfirmed: [
    'input',
    'The return could not be confirmed.',
    'a guest confirms a return with a wrong, used or expired key',
  ],
  closed: ['state', 'The return %1 is closed.', 'a closed return is changed'],
  comment: ['input', 'Please enter a valid comment.', 'a comment is empty'],
  carrier: ['input', 'Please specify a carrier.', 'a track lacks its carrier'],
  numberTaken: [
    'input',
    'Another order has a return with the number %1.',
    'a return of another shop has a number of this one',
  ],
  trackNumber: ['input', 'Please enter a tracking number.', 'a track lacks its number'],
});
