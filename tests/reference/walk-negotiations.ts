import { company } from '../company/company.ts';
import { fillCart } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import type { Client } from '../support/client.ts';
import { address as bookAddress, newCustomer, signIn } from '../support/customers.ts';
import type { Catalog } from './walk-catalog.ts';
import { address, everything, type Walk } from './walk.ts';

/** Quotes of a company: from the request to the refusal, and from a draft to the order. */
export async function walkNegotiations(walk: Walk, { simple }: Catalog, coupon: string): Promise<void> {
  const { good, admin, souk } = walk;
  const { id: leader, email } = await newCustomer(souk, { addresses: [bookAddress()] });
  await good(admin, 'POST /V1/company', { company: company(leader, { status: 1, customer_group_id: 1 }) });
  const me = await signIn(souk, email);
  const quoteId = await fillCart(me, simple.sku);
  const files = [{ name: 'list.txt', type: 'text/plain', base64_encoded_data: 'TGlzdA==' }];
  await good(admin, 'POST /V1/negotiableQuote/request', { quoteId, quoteName: 'Spring', comment: 'Please', files });
  const cart: Json = await good(admin, `GET /V1/carts/${quoteId}`);
  const negotiable_quote = {
    ...cart.extension_attributes.negotiable_quote,
    negotiated_price_type: 1,
    negotiated_price_value: 5,
  };
  await good(admin, `PUT /V1/negotiableQuote/${quoteId}`, {
    quote: { id: quoteId, customer: cart.customer, store_id: 1, extension_attributes: { negotiable_quote } },
  });
  await good(admin, `PUT /V1/negotiableQuote/${quoteId}/shippingMethod`, { shippingMethod: 'flatrate_flatrate' });
  await good(admin, 'POST /V1/negotiableQuote/pricesUpdated', { quoteIds: [quoteId] });
  await walkNotes(walk, cart.items[0].item_id);
  await good(admin, 'POST /V1/negotiableQuote/submitToCustomer', { quoteId });
  const comments = await good(admin, `GET /V1/negotiableQuote/${quoteId}/comments`);
  const id: number = comments[0].attachments[0].attachment_id;
  await good(admin, `GET /V1/negotiableQuote/attachmentContent?attachmentIds[]=${id}`);
  await walkCheckout(walk, me, quoteId, coupon);
  await good(admin, 'POST /V1/negotiableQuote/draft', { customerId: leader });
  const copy = await good(admin, `POST /V1/negotiableQuote/${quoteId}/duplicate`, {});
  await good(admin, 'POST /V1/negotiableQuote/submitToCustomer', { quoteId: copy });
  await good(admin, 'POST /V1/negotiableQuote/decline', { quoteId: copy, reason: 'No' });
}

async function walkNotes({ good, admin }: Walk, itemId: number): Promise<void> {
  const itemNote = { negotiable_quote_item_id: itemId, creator_type: 2, creator_id: 1, note: 'In blue' };
  const id = await good(admin, 'POST /V1/negotiable-cart-item-note', { itemNote });
  await good(admin, `GET /V1/negotiable-cart-item-note/${id}`);
  await good(admin, `GET /V1/negotiable-cart-item-note/search?${everything('note_id')}`);
  await good(admin, `DELETE /V1/negotiable-cart-item-note/${id}`);
}

async function walkCheckout({ good, admin }: Walk, me: Client, quoteId: number, coupon: string): Promise<void> {
  const path = `/V1/negotiable-carts/${quoteId}`;
  const { code } = await good(admin, 'POST /V1/giftcardaccounts', { giftcardAccount: { balance: 1 } });
  await good(me, `PUT ${path}/coupons/${coupon}`);
  await good(me, `DELETE ${path}/coupons`);
  await good(me, `POST ${path}/giftCards`, { giftCardAccountData: { gift_cards: [code] } });
  await good(me, `DELETE ${path}/giftCards/${code}`);
  const { id: addressId } = await good(me, 'GET /V1/customers/me').then(({ addresses }) => addresses[0]);
  await good(me, `POST ${path}/estimate-shipping-methods-by-address-id`, { addressId });
  await good(me, `POST ${path}/estimate-shipping-methods`, { address: address() });
  await good(me, `POST ${path}/shipping-information`, {
    addressInformation: {
      shipping_address: address(),
      shipping_carrier_code: 'flatrate',
      shipping_method_code: 'flatrate',
    },
  });
  await good(me, `POST ${path}/billing-address`, { address: address() });
  await good(me, `GET ${path}/billing-address`);
  await good(me, `GET ${path}/totals`);
  await good(me, `GET ${path}/payment-information`);
  await good(me, `POST ${path}/set-payment-information`, { paymentMethod: { method: 'checkmo' } });
  await good(me, `POST ${path}/payment-information`, { paymentMethod: { method: 'checkmo' } });
}
