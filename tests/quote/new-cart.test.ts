import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const ADD = `mutation($items: [CartItemInput!]!) { addProductsToNewCart(cartItems: $items) {
  cart { id total_quantity itemsV2 { items { product { sku } quantity } } } user_errors { code message } } }`;
const END = 'mutation($id: String!) { setCartAsInactive(cartId: $id) { success error } }';
const OWN = '{ customerCart { id total_quantity } }';
const READ = 'query($id: String!) { cart(cart_id: $id) { id total_quantity } }';
const address = `{ firstname: "Ada", lastname: "Example", street: ["1 Main St"], city: "Los Angeles", region_id: 12,
  postcode: "90001", country_code: "US", telephone: "1", save_in_address_book: false }`;

/** Prepares a cart and orders it; the number of the order. */
async function order(gql: GraphQLClient, id: string): Promise<string> {
  const cart = 'cart_id: $id';
  const steps = [
    `setShippingAddressesOnCart(input: { ${cart}, shipping_addresses: [{ address: ${address} }] })`,
    `setBillingAddressOnCart(input: { ${cart}, billing_address: { address: ${address} } })`,
    `setShippingMethodsOnCart(input: { ${cart}, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] })`,
    `setPaymentMethodOnCart(input: { ${cart}, payment_method: { code: "checkmo" } })`,
  ];
  for (const step of steps) await gql.data(`mutation($id: String!) { ${step} { cart { id } } }`, { id });
  const placed = await gql.data(
    `mutation($id: String!) { placeOrder(input: { ${cart} }) { orderV2 { number } errors { message } } }`,
    { id },
  );
  return placed.placeOrder.orderV2.number;
}

describe.each(engines)('carts of one purchase on %s', (engine) => {
  let here: Here;
  let sku: string;
  beforeAll(async () => {
    here = await startHere(engine);
    ({ sku } = await newProduct(here));
  });
  afterAll(() => here.stop());

  const add = async (gql: GraphQLClient, ...items: readonly Json[]): Promise<Json> =>
    (await gql.data(ADD, { items })).addProductsToNewCart;

  it('are made beside the own cart of a customer, and ordered without it', async () => {
    const buyer = await newBuyer(here);
    const gql = graphqlClient(here, buyer.me.token);
    const before = (await gql.data(OWN)).customerCart;
    const { cart, user_errors: errors } = await add(gql, { sku, quantity: 3 });
    expect([cart.total_quantity, cart.itemsV2.items, errors]).toEqual([3, [{ product: { sku }, quantity: 3 }], null]);
    expect(cart.id).not.toBe(before.id);
    expect((await gql.data(OWN)).customerCart).toEqual(before);
    expect((await gql.data(READ, { id: cart.id })).cart).toEqual({ id: cart.id, total_quantity: 3 });
    expect(await order(gql, cart.id)).toMatch(/^\d{9}$/);
    expect((await gql.data(OWN)).customerCart).toEqual(before);
    refuses(await gql.send(READ, { id: cart.id }), 'graphql-no-such-entity', "The cart isn't active.");
  });

  it('are made for guests, who order them', async () => {
    const guest = graphqlClient(here);
    const { cart } = await add(guest, { sku, quantity: 1 });
    const email =
      'mutation($id: String!) { setGuestEmailOnCart(input: { cart_id: $id, email: "a@example.com" }) { cart { id } } }';
    await guest.data(email, { id: cart.id });
    expect(await order(guest, cart.id)).toMatch(/^\d{9}$/);
  });

  it('are not made where a product fails, whatever else is bought', async () => {
    const buyer = await newBuyer(here);
    const gql = graphqlClient(here, buyer.me.token);
    const count = async (): Promise<number> =>
      ok(await here.admin.get('/V1/carts/search?searchCriteria[pageSize]=1')).total_count;
    const before = await count();
    expect(await add(gql, { sku, quantity: 1 }, { sku: 'none', quantity: 1 })).toEqual({
      cart: null,
      user_errors: [{ code: 'PRODUCT_NOT_FOUND', message: 'Could not find a product with SKU "none"' }],
    });
    refuses(await gql.send(ADD, { items: [] }), 'graphql-input', 'Required parameter "cart_items" is missing.');
    expect(await count()).toBe(before);
  });

  it('are ended by their buyer alone, and the own cart of a customer too', async () => {
    const [buyer, other] = [await newBuyer(here), await newBuyer(here)];
    const gql = graphqlClient(here, buyer.me.token);
    const { id } = (await add(gql, { sku, quantity: 1 })).cart;
    const end = async (by: GraphQLClient): Promise<Json> => (await by.data(END, { id })).setCartAsInactive;
    for (const stranger of [graphqlClient(here, other.me.token), graphqlClient(here)]) {
      expect(await end(stranger)).toEqual({
        success: false,
        error: `Error when setting the cart ${id} as inactive - The current user cannot perform operations on cart "${id}"`,
      });
    }
    expect((await gql.data(READ, { id })).cart.total_quantity).toBe(1);
    expect(await end(gql)).toEqual({ success: true, error: null });
    expect(await end(gql)).toMatchObject({ success: false });
    const own = (await gql.data(OWN)).customerCart.id;
    expect((await gql.data(END, { id: own })).setCartAsInactive.success).toBe(true);
    expect((await gql.data(OWN)).customerCart.total_quantity).toBe(0);
  });
});
