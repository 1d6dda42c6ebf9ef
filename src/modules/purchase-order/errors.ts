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
  empty: ['state', 'The cart %1 is empty.', 'a purchase order is placed for an empty cart'],
  wrongState: [
    'state',
    'The purchase order is in the state %1, which does not allow that.',
    'the state of a purchase order does not allow the action',
  ],
  changed: [
    'state',
    'The items or prices of the purchase order %1 have changed since it was placed.',
    'the subtotal of the cart is not the one that was approved',
  ],
});
