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
  wrongState: [
    'state',
    'The quote is in the state %1, which does not allow that.',
    'the state of a negotiation does not allow the action',
  ],
  noPrice: ['state', 'Enter a price first.', 'a quote without a price is submitted to the customer'],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a price, its type or its last day is malformed',
  ],
  underWay: [
    'state',
    'The price of this cart is being negotiated. Wait for the answer, or for the quote to be declined.',
    'a cart is ordered during the negotiation of its price',
  ],
  gone: [
    'state',
    'The negotiated price is no longer valid.',
    'a cart is ordered at a price that was declined or ordered in the meantime',
  ],
});
