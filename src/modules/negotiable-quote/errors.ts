import { defineErrors } from '../../kernel/errors.ts';

/** Errors of negotiable quotes. */
export const negotiationErrors = defineErrors('negotiable-quote', {
  notFound: [
    'noSuchEntity',
    'Requested quote is not found. Row ID: quoteId = %1.',
    'there is no negotiation of the cart that is named',
  ],
  noCompany: [
    'state',
    'A price is negotiated for carts of customers who buy for an approved company.',
    'a price is to be negotiated for the cart of somebody else',
  ],
  empty: ['state', 'The cart %1 has nothing in it.', 'a price is to be negotiated for an empty cart'],
  wrongState: [
    'state',
    'The quote is in the state %1, which does not allow that.',
    'a negotiation is not in a state that allows what is asked',
  ],
  noPrice: ['state', 'Name a price first.', 'a quote without a price is to be submitted to the customer'],
  invalidValue: [
    'input',
    'Invalid value of "%value" provided for the %fieldName field.',
    'a price, its type or its last day is none',
  ],
  underWay: [
    'state',
    'The price of this cart is being negotiated. Wait for the answer, or for the quote to be declined.',
    'a cart is to be ordered while its price is negotiated',
  ],
  gone: [
    'state',
    'The negotiated price does not hold any more.',
    'a cart is to be ordered at a price that was declined or ordered meanwhile',
  ],
});
