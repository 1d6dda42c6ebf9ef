import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Souk } from '../support/souk.ts';
import { newOwner } from './shop.ts';

/** A customer of a storefront with an address book. */
export interface Customer {
  readonly account: Json;
  readonly gql: GraphQLClient;
}

export async function newCaller(souk: Souk): Promise<Customer> {
  const account = await newOwner(souk);
  return { account, gql: graphqlClient(souk, (await signIn(souk, account.email)).token) };
}

/** All fields of a registry that its owner sees. */
export const OWN = `{ uid created_at event_name message owner_name privacy_settings status type { uid label }
  dynamic_attributes { code group label value } shipping_address { firstname street city postcode country_code region { region } }
  registrants { uid firstname lastname email dynamic_attributes { code label value } }
  items { __typename uid created_at note quantity quantity_fulfilled product { sku } } }`;

/** The fields of a registry that everybody sees. */
export const PUBLIC = `{ uid event_name message owner_name type { label } dynamic_attributes { code value }
  registrants { firstname lastname dynamic_attributes { code value } } items { uid quantity quantity_fulfilled product { sku } } }`;

/** A name of a registrant that no other test uses. */
export const registrant = (over: object = {}) => ({
  firstname: 'Julie',
  lastname: 'Rao',
  email: 'julie@example.com',
  dynamic_attributes: [{ code: 'role', value: 'Bride' }],
  ...over,
});

const wedding = [
  { code: 'number_of_guests', value: '101' },
  { code: 'event_date', value: '2031-05-01' },
  { code: 'event_country', value: 'US' },
  { code: 'event_location', value: 'Ann Arbor, MI' },
];

/** The input of a public wedding registry. */
export const registryInput = (over: object = {}) => ({
  gift_registry_type_uid: 'Mw==',
  event_name: 'A wedding',
  message: 'Help us celebrate.',
  privacy_settings: 'PUBLIC',
  status: 'ACTIVE',
  registrants: [registrant()],
  dynamic_attributes: wedding,
  ...over,
});

/** As `registryInput`, with one attribute changed. */
export const withAttribute = (code: string, value: string) =>
  registryInput({ dynamic_attributes: wedding.map((one) => (one.code === code ? { code, value } : one)) });

export const CREATE = `mutation($r: CreateGiftRegistryInput!) { createGiftRegistry(giftRegistry: $r) { gift_registry ${OWN} } }`;

export async function createRegistry({ gql }: Pick<Customer, 'gql'>, over: object = {}): Promise<Json> {
  return (await gql.data(CREATE, { r: registryInput(over) })).createGiftRegistry.gift_registry;
}

/** The caller's cart with products; its id. */
export async function fill(gql: GraphQLClient, ...items: readonly object[]): Promise<string> {
  const { customerCart } = await gql.data('{ customerCart { id } }');
  const { addProductsToCart } = await gql.data(
    'mutation($c: String!, $i: [CartItemInput!]!) { addProductsToCart(cartId: $c, cartItems: $i) { user_errors { message } } }',
    { c: customerCart.id, i: items },
  );
  if (addProductsToCart.user_errors.length > 0) throw new Error(JSON.stringify(addProductsToCart));
  return customerCart.id;
}

const MOVE = `mutation($c: ID!, $u: ID!) { moveCartItemsToGiftRegistry(cartUid: $c, giftRegistryUid: $u) {
  __typename status user_errors { code message gift_registry_uid product_uid } gift_registry ${OWN} } }`;

export const sendMove = (gql: GraphQLClient, c: string, u: string) => gql.send(MOVE, { c, u });

export async function move(gql: GraphQLClient, c: string, u: string): Promise<Json> {
  return (await gql.data(MOVE, { c, u })).moveCartItemsToGiftRegistry;
}

export async function read(gql: GraphQLClient, uid: string, fields = PUBLIC): Promise<Json> {
  return (await gql.data(`query($u: ID!) { giftRegistry(giftRegistryUid: $u) ${fields} }`, { u: uid })).giftRegistry;
}
