import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { GraphQLClient } from './graphql.ts';

const ADDRESS = `address: { firstname: "Ada", lastname: "Byron", street: ["1 Main St"], city: "Los Angeles", region_id: 12,
  postcode: "90001", country_code: "US", telephone: "1" }`;

const change = (gql: GraphQLClient, id: string, name: string, input: string): Promise<unknown> =>
  gql.data(`mutation($id: String!) { ${name}(input: { cart_id: $id, ${input} }) { cart { id } } }`, { id });

/** Sets the shipping address of a guest's cart, and the flat rate as its shipping method. */
export async function shipGuestCart(gql: GraphQLClient, id: string): Promise<void> {
  await change(gql, id, 'setShippingAddressesOnCart', `shipping_addresses: [{ ${ADDRESS} }]`);
  const method = 'shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }]';
  await change(gql, id, 'setShippingMethodsOnCart', method);
}

/** Orders a guest's cart, paid by cheque; returns the number and the selected `fields` of the order. */
export async function placeGuestOrder(gql: GraphQLClient, id: string, fields: string): Promise<Answer['body']> {
  await change(gql, id, 'setGuestEmailOnCart', 'email: "ada@example.com"');
  await change(gql, id, 'setBillingAddressOnCart', `billing_address: { ${ADDRESS} }`);
  await change(gql, id, 'setPaymentMethodOnCart', 'payment_method: { code: "checkmo" }');
  const PLACE = 'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { errors { code } orderV2 { number } } }';
  const { errors, orderV2 } = (await gql.data(PLACE, { id })).placeOrder;
  expect(errors).toEqual([]);
  return readGuestOrder(gql, orderV2.number, fields);
}

/** The number and the selected `fields` of a guest's order, as the guest reads them. */
export async function readGuestOrder(gql: GraphQLClient, number: string, fields: string): Promise<Answer['body']> {
  const ORDER = `query($input: OrderInformationInput!) { guestOrder(input: $input) { number ${fields} } }`;
  return (await gql.data(ORDER, { input: { number, email: 'ada@example.com', lastname: 'Byron' } })).guestOrder;
}
