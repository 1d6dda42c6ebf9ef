import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { newCustomer, signIn } from './customers.ts';
import { graphqlClient } from './graphql.ts';
import type { Souk } from './souk.ts';

/** What is asked of the item in the cart, and of that in the order. */
interface Asked {
  readonly cart: string;
  readonly order: string;
}

const home = `{ firstname: "Ada", lastname: "Example", street: ["1 Main St"], city: "Los Angeles", region_id: 12, postcode: "90001",
  country_code: "US", telephone: "1", save_in_address_book: false }`;

/** A new customer buys something through GraphQL; the item as the cart shows it, and as the order does. */
export async function buy(
  souk: Souk,
  item: object,
  asked: Asked,
): Promise<Record<'inCart' | 'inOrder', Answer['body']>> {
  const gql = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
  const { id } = (await gql.data('{ customerCart { id } }')).customerCart;
  const added = await gql.data(
    `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) { user_errors { code message } cart { is_virtual items { __typename ${asked.cart} } } } }`,
    { id, items: [{ quantity: 1, ...item }] },
  );
  const { user_errors, cart } = added.addProductsToCart;
  expect(user_errors).toEqual([]);
  const change = (name: string, input: string): Promise<unknown> =>
    gql.data(`mutation($id: String!) { ${name}(input: { cart_id: $id, ${input} }) { cart { id } } }`, { id });
  await change('setBillingAddressOnCart', `billing_address: { address: ${home} }`);
  if (!cart.is_virtual) {
    await change('setShippingAddressesOnCart', `shipping_addresses: [{ address: ${home} }]`);
    await change(
      'setShippingMethodsOnCart',
      'shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }]',
    );
  }
  await change('setPaymentMethodOnCart', 'payment_method: { code: "checkmo" }');
  const PLACE = 'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { errors { code } orderV2 { number } } }';
  expect((await gql.data(PLACE, { id })).placeOrder.errors).toEqual([]);
  const { customer } = await gql.data(`{ customer { orders { items { items { __typename ${asked.order} } } } } }`);
  return { inCart: cart.items[0], inOrder: customer.orders.items[0].items[0] };
}
