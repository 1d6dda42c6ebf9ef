import { newBuyer, type Buyer } from '../customer-balance/shop.ts';
import { company } from '../company/company.ts';
import type { Json } from '../sales/shop.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Here } from '../support/here.ts';

/** A buyer with a storefront and a filled cart. */
export interface StorefrontBuyer extends Buyer {
  readonly gql: GraphQLClient;
  /** The id of the cart in the storefront, and of its quote. */
  readonly uid: string;
}

/** The fields of a quote that tests compare. */
export const QUOTE = `quote { uid name status total_quantity items { uid quantity product { sku } } prices { grand_total { value } } }`;

/** A buyer of two pieces at 10 each; who administers a company of one, unless `isUser` is false. */
export async function newStorefrontBuyer(here: Here, customerId?: number, isUser = true): Promise<StorefrontBuyer> {
  const buyer = await newBuyer(here, customerId);
  if (isUser && customerId === undefined) {
    ok(await here.admin.post('/V1/company/', { company: company(buyer.id, { status: 1 }) }));
  }
  const me = await here.callerOf('customer', buyer.id);
  const gql = graphqlClient(here, me.token);
  return { ...buyer, me, gql, uid: (await gql.data('{ customerCart { id } }')).customerCart.id };
}

const REQUEST = `mutation($uid: ID!, $name: String!, $draft: Boolean) { requestNegotiableQuote(
  input: { cart_id: $uid, quote_name: $name, comment: { comment: "Please" }, is_draft: $draft }) { ${QUOTE} } }`;

/** Sends a request for a quote of the buyer's cart. */
export const request = ({ gql, uid }: StorefrontBuyer, more: object = {}) =>
  gql.send(REQUEST, { uid, name: 'Spring', ...more });

/** A buyer with a requested quote. */
export async function newQuote(here: Here, more: object = {}): Promise<StorefrontBuyer> {
  const buyer = await newStorefrontBuyer(here);
  await asked(request(buyer, more));
  return buyer;
}

/** The data of a response without errors. */
export async function asked(response: Promise<{ readonly body: Json; readonly text: string }>): Promise<Json> {
  const { body, text } = await response;
  if (body.errors) throw new Error(text);
  return body.data;
}

/** The shop submits a quote, with a percentage off. */
export async function offer(here: Here, cartId: number, percent = 10): Promise<void> {
  const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: percent };
  ok(await here.admin.put(`/V1/negotiableQuote/${cartId}`, { quote: { extension_attributes: { negotiable_quote } } }));
  ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: cartId, comment: 'Here you are' }));
}

/** The mutations of one quote: name → arguments in the query language. */
export const mutationsOf = (uid: string, itemUid: string): Readonly<Record<string, string>> => {
  const quote = `quote_uid: "${uid}"`;
  const address = `{ firstname: "Ada", lastname: "Example", street: ["1 Main St"], city: "Los Angeles", region_id: 12,
    postcode: "90001", country_code: "US", telephone: "1", save_in_address_book: false }`;
  return {
    updateNegotiableQuoteQuantities: `{ ${quote}, items: [{ quote_item_uid: "${itemUid}", quantity: 3 }] }`,
    setLineItemNote: `{ ${quote}, quote_item_uid: "${itemUid}", note: "In blue" }`,
    renameNegotiableQuote: `{ ${quote}, quote_name: "Summer", quote_comment: "Later" }`,
    duplicateNegotiableQuote: `{ ${quote}, duplicated_quote_uid: "${uid.slice(0, 20)}copy" }`,
    setNegotiableQuoteShippingAddress: `{ ${quote}, shipping_addresses: [{ address: ${address} }] }`,
    sendNegotiableQuoteForReview: `{ ${quote}, comment: { comment: "Thanks!" } }`,
    removeNegotiableQuoteItems: `{ ${quote}, quote_item_uids: ["${itemUid}"] }`,
    setNegotiableQuoteBillingAddress: `{ ${quote}, billing_address: { address: ${address} } }`,
    setNegotiableQuoteShippingMethods: `{ ${quote}, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }`,
    setNegotiableQuotePaymentMethod: `{ ${quote}, payment_method: { code: "checkmo" } }`,
  };
};

/** Sends one of these mutations. */
export const change = (gql: GraphQLClient, name: string, uid: string, itemUid: string) =>
  gql.send(`mutation { ${name}(input: ${mutationsOf(uid, itemUid)[name]}) { ${QUOTE} } }`);

/** The uid of the first item of a quote. */
export async function firstItem({ gql, uid }: StorefrontBuyer): Promise<string> {
  return (await gql.data(`{ negotiableQuote(uid: "${uid}") { items { uid } } }`)).negotiableQuote.items[0].uid;
}

export const placing = (uid: string, selection = 'order { number } errors { code message }') =>
  `mutation { placeNegotiableQuoteOrderV2(input: { quote_uid: "${uid}" }) { ${selection} } }`;

/** A mutation of several quotes. */
export const batch = (name: 'close' | 'delete', uids: readonly string[]) => {
  const field = `${name}NegotiableQuotes`;
  const failure = `${name === 'close' ? 'Close' : 'Delete'}NegotiableQuoteOperationFailure`;
  return `mutation { ${field}(input: { quote_uids: ${JSON.stringify(uids)} }) { result_status
    negotiable_quotes { total_count }
    operation_results { __typename ... on NegotiableQuoteUidOperationSuccess { quote_uid }
      ... on ${failure} { quote_uid errors { __typename ... on ErrorInterface { message } ... on NoSuchEntityUidError { uid } } } } } }`;
};
