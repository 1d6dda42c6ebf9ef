import { defineErrors } from '../../kernel/errors.ts';

/** Errors of purchase orders. */
export const purchaseOrderErrors = defineErrors('purchase-order', {
  notEnabled: [
    'state',
    'Purchase orders are not enabled for the customer.',
    'the website or the company of the buyer has no purchase orders',
  ],
  mayNotOrder: [
    'unauthorized',
    'You do not have permission to place purchase orders of the company.',
    "a user without the role's permission places a purchase order",
  ],
  denied: [
    'unauthorized',
    'You do not have permission for this: %1.',
    "a user without the role's permission uses purchase orders or their approval rules",
    'filled',
  ],
  onlyPurchaseOrders: [
    'unauthorized',
    'You are not authorized to access this resource.',
    'a buyer whose company has purchase orders orders without one',
  ],
  onlyByPurchaseOrder: [
    'state',
    'The company of the customer %1 buys by purchase orders only.',
    'the shop orders the cart of a buyer whose company has purchase orders',
  ],
  empty: ['state', 'The cart %1 is empty.', 'a purchase order is placed for an empty cart'],
  wrongState: [
    'state',
    'The purchase order is in the state %1, which does not allow that.',
    'the state of a purchase order does not allow the action',
  ],
  changed: [
    'state',
    'The items or prices of the purchase order %1 have changed since it was placed.',
    'the items, discounts, shipping or taxes cost another amount than the approved one, or the total is higher',
  ],
  notFound: [
    'noSuchEntity',
    'Could not find a purchase order with the UID "%1".',
    'a storefront names a purchase order that does not exist, or that the caller may not see',
    'filled',
  ],
  noApprover: [
    'state',
    'The purchase order %1 does not wait for your approval.',
    'a user decides who is no approver of the purchase order, or placed it',
    'filled',
  ],
  noCancel: [
    'state',
    'You cannot cancel the purchase order %1.',
    'a user cancels a purchase order of somebody who is no subordinate',
    'filled',
  ],
  itemGone: [
    'noSuchEntity',
    'A product of the purchase order is no longer available.',
    'an item of a purchase order, whose product was deleted, is put into a cart',
  ],
  noUids: ['input', 'Required parameter "%1" is missing.', 'a storefront names no purchase orders or rules', 'filled'],
  commentText: ['input', 'Enter a comment of %1 characters at most.', 'a comment is empty or too long', 'filled'],
  notTime: ['input', '"%1" is not a valid time.', 'purchase orders are searched by a malformed time', 'filled'],
  noRate: [
    'state',
    'There is no exchange rate from %1 to %2.',
    'an approval rule has an amount in a currency without an exchange rate',
    'filled',
  ],
  noRule: [
    'noSuchEntity',
    'Could not find an approval rule with the UID "%1".',
    'a storefront names an approval rule that does not exist, or of another company',
    'filled',
  ],
  ruleName: [
    'alreadyExists',
    'An approval rule with the name "%1" already exists.',
    'an approval rule gets the name of another one of the company',
    'filled',
  ],
  ruleValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a field of an approval rule has a value that it cannot have',
  ],
  ruleMissing: [
    'input',
    'Required parameters are missing: %1',
    'an approval rule is saved without one of its parts',
    'filled',
  ],
});
