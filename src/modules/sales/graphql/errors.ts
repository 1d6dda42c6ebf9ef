import { defineErrors } from '../../../kernel/errors.ts';

/**
 * Order errors with messages of their own in GraphQL; source: recorded responses and documentation of the interface.
 */
export const graphqlSalesErrors = defineErrors('sales/graphql', {
  notLocated: [
    'noSuchEntity',
    "We couldn't locate an order with the information provided.",
    'a guest reads an order that does not exist or has another e-mail address, last name or postcode',
  ],
  guestKeyMissing: [
    'input',
    'Field "lastname" of required type "String!" was not provided.',
    'a guest reads an order without the last name or the postcode of the billing address',
  ],
  loginNeeded: ['unauthorized', 'Please login to view the order.', 'a guest reads the order of a customer'],
  page: ['input', '%1 value must be greater than 0.', 'a page of orders is below 1', 'filled'],
  notTime: [
    'input',
    'order_date: "%1" is not a date or a time.',
    'orders are filtered by a date that is none',
    'filled',
  ],
  notAmount: ['input', 'grand_total: "%1" is not a number.', 'orders are filtered by an amount that is none', 'filled'],
  noOrder: [
    'input',
    'Order number "%1" doesn\'t belong to the current customer',
    'a customer reorders an order that does not exist or belongs to another customer',
    'filled',
  ],
});
