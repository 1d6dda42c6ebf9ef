import { address } from './checkout.ts';
import { call, type Bench } from './support.ts';

const PRICE = '{ regular_price { value currency } final_price { value currency } discount { amount_off percent_off } }';
/** A product page, by the product's `key`. */
export const PRODUCT_PAGE = `query($key: String) { products(filter: { url_key: { eq: $key } }) { items {
  uid sku name url_key type_id stock_status meta_title meta_description description { html } short_description { html }
  price_range { minimum_price ${PRICE} maximum_price ${PRICE} } price_tiers { quantity final_price { value } }
  media_gallery { url label position } small_image { url } categories { uid name url_path } } } }`;
/** The first page of a category with its aggregations, by the category's `uid`. */
export const CATEGORY_PAGE = `query($uid: String) { products(filter: { category_uid: { eq: $uid } }, pageSize: 20) {
  total_count page_info { current_page total_pages } aggregations { attribute_code label count options { label value count } }
  items { uid sku name url_key stock_status small_image { url } price_range { minimum_price ${PRICE} } } } }`;
/** Adds `items` to the cart `id`. */
export const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
  cart { id total_quantity items { uid quantity product { sku name } prices { row_total { value } } } prices { grand_total { value } } }
  user_errors { code message } } }`;

const SERVICE_PRICE = '{ final { amount { value currency } } regular { amount { value currency } } }';
/** The list below the search field while somebody types, from the catalogue service. */
export const TYPED_SEARCH = `query($phrase: String!) { productSearch(phrase: $phrase, page_size: 4, filter: [
  { attribute: "visibility", in: ["Search", "Catalog, Search"] }]) { total_count suggestions
  items { highlights { attribute value matched_words } productView { __typename sku name urlKey inStock images { url label roles }
    ... on SimpleProductView { price ${SERVICE_PRICE} } ... on ComplexProductView { priceRange { minimum ${SERVICE_PRICE} maximum ${SERVICE_PRICE} } } } } } }`;

/** Sends a document to the catalogue service; its data. Throws for one that has errors. */
export async function askService<T>({ base }: Bench, query: string, variables: object, token?: string): Promise<T> {
  return dataOf<T>(await call(base, 'POST', '/cs-graphql', token, { query, variables }));
}

/** Sends a document, as a guest unless there is a token; its data. Throws for one that has errors. */
export async function ask<T>({ base }: Bench, query: string, variables: object, token?: string): Promise<T> {
  return dataOf<T>(await call(base, 'POST', '/graphql', token, { query, variables }));
}

/** As `ask`, by GET, as storefronts ask for what caches in front of the server may keep. */
export async function read<T>({ base }: Bench, query: string, variables: object, token?: string): Promise<T> {
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  return dataOf<T>(await call(base, 'GET', `/graphql?${parameters}`, token));
}

function dataOf<T>(answer: unknown): T {
  const { data, errors } = answer as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Makes a guest's cart; its id. */
export async function newCart(bench: Bench): Promise<string> {
  return (await ask<{ createEmptyCart: string }>(bench, 'mutation { createEmptyCart }', {})).createEmptyCart;
}

/** Places the order of a guest's cart, with addresses, shipping and an offline payment. Throws if there is no order. */
export async function placeCart(bench: Bench, id: string): Promise<void> {
  const { country_id: country_code, email, region_id, ...others } = address;
  const steps = `mutation($id: String!, $email: String!, $address: CartAddressInput!) {
    setGuestEmailOnCart(input: { cart_id: $id, email: $email }) { cart { email } }
    setShippingAddressesOnCart(input: { cart_id: $id, shipping_addresses: [{ address: $address }] }) {
      cart { shipping_addresses { available_shipping_methods { carrier_code method_code amount { value } } } } }
    setBillingAddressOnCart(input: { cart_id: $id, billing_address: { same_as_shipping: true } }) { cart { id } } }`;
  await ask(bench, steps, { id, email, address: { ...others, country_code, region_id } });
  const methods = `mutation($id: String!) {
    setShippingMethodsOnCart(input: { cart_id: $id, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) {
      cart { prices { grand_total { value } } } }
    setPaymentMethodOnCart(input: { cart_id: $id, payment_method: { code: "checkmo" } }) { cart { id } } }`;
  await ask(bench, methods, { id });
  const place =
    'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { orderV2 { number } errors { message } } }';
  const { placeOrder } = await ask<{ placeOrder: { orderV2: unknown } }>(bench, place, { id });
  if (!placeOrder.orderV2) throw new Error('no order was placed');
}
