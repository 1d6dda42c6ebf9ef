import { defineErrors } from '../../kernel/errors.ts';
import { hasRequisitionLists, mostRequisitionLists, sharing } from './configuration.ts';

/** Errors of requisition lists. */
export const requisitionListErrors = defineErrors('requisition-list', {
  disabled: ['input', 'Requisition List feature is not available.', `\`${hasRequisitionLists.path}\` is off`],
  notFound: [
    'noSuchEntity',
    "We couldn't find the requested requisition list.",
    'a requisition list does not exist, or belongs to another customer',
  ],
  tooMany: [
    'state',
    'Could not save Requisition List. Maximum number of requisition lists was exceeded.',
    `a customer has as many lists as \`${mostRequisitionLists.path}\` allows`,
  ],
  nameMissing: ['input', 'Specify the name of the requisition list.', 'a list is created or renamed without a name'],
  nameLength: [
    'input',
    'The name of a requisition list may have %1 characters at most.',
    'the name of a list is too long',
    'filled',
  ],
  noItem: [
    'noSuchEntity',
    'Could not find a requisition list item with ID "%1"',
    'the list has no item with this id',
    'filled',
  ],
  quantity: [
    'input',
    'The quantity of an item has to be above 0, and %1 at most.',
    'the quantity of an item is 0 or less, or too large',
    'filled',
  ],
  noItems: [
    'input',
    'Specify the items of the requisition list.',
    'items are added, copied or moved and none is named',
  ],
  sameList: ['input', 'Choose another requisition list.', 'items are copied or moved to the list that they are in'],
  options: [
    'input',
    'Specify the choices of the product "%1" in product_option.',
    'an item of a REST request has `options` that the item does not have already',
    'filled',
  ],
  unavailable: ['input', 'The SKU was not found in the catalog.', 'a product of a list is no longer sold'],
  outOfStock: ['input', 'The SKU is out of stock.', 'a product of a list is out of stock'],
  noSharing: [
    'input',
    'Sharing of requisition lists is not available.',
    `a list is shared while \`${sharing.isOn.path}\` is off, or by a customer without an approved company`,
  ],
  noShare: [
    'noSuchEntity',
    'The shared requisition list is not available.',
    'a token of a shared list does not exist, is too old, or is of another company',
  ],
  tooManyRecipients: [
    'input',
    'A requisition list can be shared with %1 recipients at most.',
    `a list is shared with more customers than \`${sharing.recipients.path}\` allows`,
    'filled',
  ],
  noColleague: [
    'input',
    'The customer with the ID "%1" is not a user of your company.',
    'a list is shared with a customer who is no active user of the company',
    'filled',
  ],
  noRecipients: ['input', 'Specify the recipients.', 'a list is shared by email with nobody'],
  tooManyMails: [
    'state',
    'You have sent %1 emails in the last hour. Try again later.',
    `a customer shares lists with more recipients than \`${sharing.ofHour.path}\` allows`,
    'filled',
  ],
});
