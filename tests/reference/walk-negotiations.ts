import { company } from '../company/company.ts';
import { fillCart } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import type { Catalog } from './walk-catalog.ts';
import type { Walk } from './walk.ts';

/** A price of a company's cart, from the request to the refusal. */
export async function walkNegotiations({ good, admin, souk }: Walk, { simple }: Catalog): Promise<void> {
  const { id: leader, email } = await newCustomer(souk);
  await good(admin, 'POST /V1/company', { company: company(leader, { status: 1 }) });
  const me = await signIn(souk, email);
  const quoteId = await fillCart(me, simple.sku);
  await good(admin, 'POST /V1/negotiableQuote/request', { quoteId, quoteName: 'Spring', comment: 'Please' });
  const cart: Json = await good(admin, `GET /V1/carts/${quoteId}`);
  const negotiable_quote = {
    ...cart.extension_attributes.negotiable_quote,
    negotiated_price_type: 1,
    negotiated_price_value: 5,
  };
  await good(admin, `PUT /V1/negotiableQuote/${quoteId}`, {
    quote: { id: quoteId, customer: cart.customer, store_id: 1, extension_attributes: { negotiable_quote } },
  });
  await good(admin, 'POST /V1/negotiableQuote/submitToCustomer', { quoteId });
  await good(me, 'GET /V1/carts/mine/totals');
  await good(admin, `GET /V1/negotiableQuote/${quoteId}/comments`);
  await good(admin, 'POST /V1/negotiableQuote/decline', { quoteId, reason: 'No' });
}
