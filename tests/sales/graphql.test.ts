import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../quote/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { typed, type ShopClient } from '../support/shop-client.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { guestOrder } from './shop.ts';

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
  user_errors { code } cart { total_quantity total_summary_quantity_including_config } } }`;
const TO = `{ firstname: "Ada", lastname: "Example", street: ["1 Main St"], city: "Los Angeles", region_id: 12, postcode: "90001",
  country_code: "US", telephone: "1", save_in_address_book: false }`;
const CHECKOUT = `mutation($id: String!) {
  a: setShippingAddressesOnCart(input: { cart_id: $id, shipping_addresses: [{ address: ${TO} }] }) { cart { id } }
  b: setBillingAddressOnCart(input: { cart_id: $id, billing_address: { same_as_shipping: true } }) { cart { id } }
  c: setShippingMethodsOnCart(input: { cart_id: $id, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) { cart { id } }
  d: setPaymentMethodOnCart(input: { cart_id: $id, payment_method: { code: "checkmo" } }) { cart { id } }
  placeOrder(input: { cart_id: $id }) { errors { code } orderV2 { number } } }`;

const customer = async (): Promise<GraphQLClient> =>
  graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
const cartOf = async (caller: GraphQLClient): Promise<string> =>
  (await caller.data('{ customerCart { id } }')).customerCart.id;

/** Orders pieces of products as a customer; gives the number of the order. */
async function order(caller: GraphQLClient, ...items: readonly { sku: string; quantity: number }[]): Promise<string> {
  const id = await cartOf(caller);
  expect((await caller.data(ADD, { id, items })).addProductsToCart.user_errors).toEqual([]);
  const { placeOrder } = await caller.data(CHECKOUT, { id });
  expect(placeOrder.errors).toEqual([]);
  return placeOrder.orderV2.number;
}

describe('an order of a customer', () => {
  const READ = `{ customer { orders { items { id number state status is_virtual available_actions order_date order_status_change_date } } } }`;

  it('tells its state, when it changed, and what may be done with it', async () => {
    await souk.configure({ 'sales/cancellation/enabled': '1' });
    const caller = await customer();
    const number = await order(caller, { sku: await makeProduct(souk), quantity: 1 });
    const read = async () => (await caller.data(READ)).customer.orders.items[0];
    const placed = await read();
    expect(placed).toMatchObject({ number, state: 'new', status: 'Pending', is_virtual: false });
    expect(placed.available_actions.toSorted()).toEqual(['CANCEL', 'REORDER']);
    expect(placed.order_status_change_date).toBe(placed.order_date);
    const orderId = Number(atob(placed.id));
    await shop.invoiceOrder.execute({ orderId });
    await shop.orders.addComment({
      id: orderId,
      statusHistory: {
        comment: 'Paid',
        status: 'processing',
        is_customer_notified: 0,
        is_visible_on_front: 0,
        parent_id: orderId,
      },
    });
    const paid = await read();
    expect(paid).toMatchObject({ state: 'processing', status: 'Processing' });
    const histories = (await shop.orders.get({ id: orderId })).status_histories!;
    expect(histories.map(({ created_at }) => created_at)).toContain(paid.order_status_change_date);
    await shop.shipOrder.execute({ orderId });
    const sent = await read();
    expect(sent.state).toBe('complete');
    expect(sent.available_actions).not.toContain('CANCEL');
    await souk.configure({ 'sales/cancellation/enabled': null });
  });

  it('is virtual where nothing is sent', async () => {
    const caller = await customer();
    const id = await cartOf(caller);
    const items = [{ sku: await makeProduct(souk, { type_id: 'virtual' }), quantity: 1 }];
    await caller.data(ADD, { id, items });
    const { placeOrder } = await caller.data(
      `mutation($id: String!) { b: setBillingAddressOnCart(input: { cart_id: $id, billing_address: { address: ${TO} } }) { cart { id } }
        d: setPaymentMethodOnCart(input: { cart_id: $id, payment_method: { code: "checkmo" } }) { cart { id } }
        placeOrder(input: { cart_id: $id }) { errors { code } orderV2 { is_virtual } } }`,
      { id },
    );
    expect(placeOrder).toEqual({ errors: [], orderV2: { is_virtual: true } });
  });

  it('D306: that cannot be placed is an error of the response, unless the client selects its errors', async () => {
    const caller = await customer();
    const id = await cartOf(caller);
    const place = (selected: string) =>
      caller.send(`mutation($id: String!) { placeOrder(input: { cart_id: $id }) { ${selected} } }`, { id });
    expect((await place('order { order_number } errors { code message }')).body).toEqual({
      data: {
        placeOrder: {
          order: null,
          errors: [{ code: 'UNABLE_TO_PLACE_ORDER', message: expect.not.stringMatching(/^Unable to place order: /) }],
        },
      },
    });
    const answer = await place('order { order_number }');
    refuses(answer, 'graphql-input', /^Unable to place order: /);
    expect(answer.body.data).toEqual({ placeOrder: null });
    const unknown = { id: 'x'.repeat(32) };
    const query = 'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { order { order_number } } }';
    refuses(await caller.send(query, unknown), 'graphql-no-such-entity', /Could not find a cart/);
  });

  it('is ordered again, but for what is gone', async () => {
    const REORDER = `mutation($number: String!) { reorderItems(orderNumber: $number) {
      cart { items { quantity product { sku } } } userInputErrors { code path } } }`;
    const caller = await customer();
    const [kept, gone] = [await makeProduct(souk), await makeProduct(souk)];
    const number = await order(caller, { sku: kept, quantity: 2 }, { sku: gone, quantity: 1 });
    await shop.products.delete({ sku: gone });
    const { reorderItems } = await caller.data(REORDER, { number });
    expect(reorderItems).toEqual({
      cart: { items: [{ quantity: 2, product: { sku: kept } }] },
      userInputErrors: [{ code: 'PRODUCT_NOT_FOUND', path: ['orderNumber'] }],
    });
    for (const other of [number, 'none']) {
      const refused = `Order number "${other}" doesn't belong to the current customer`;
      refuses(await (await customer()).send(REORDER, { number: other }), 'graphql-input', refused);
    }
  });
});

it('an order of a guest is found by number, e-mail address and name, or by its token, and by nothing less', async () => {
  const { order: placed } = await guestOrder(souk);
  const guest = graphqlClient(souk);
  const BY = 'query($input: OrderInformationInput!) { guestOrder(input: $input) { number token email } }';
  const input = { number: placed.increment_id, email: 'Ada@example.com', lastname: placed.billing_address.lastname };
  const found = (await guest.data(BY, { input })).guestOrder;
  expect(found).toMatchObject({ number: placed.increment_id, email: 'ada@example.com' });
  const BY_TOKEN = 'query($token: String!) { guestOrderByToken(input: { token: $token }) { number } }';
  expect((await guest.data(BY_TOKEN, { token: found.token })).guestOrderByToken.number).toBe(placed.increment_id);
  const unknown = "We couldn't locate an order with the information provided.";
  for (const wrong of [{ email: 'eve@example.com' }, { lastname: 'Eve' }, { number: '999999999' }]) {
    refuses(await guest.send(BY, { input: { ...input, ...wrong } }), 'graphql-no-such-entity', unknown);
  }
  const other = (await guestOrder(souk)).order;
  const forged = btoa(atob(found.token).replace(placed.increment_id, other.increment_id));
  expect((await guest.send(BY_TOKEN, { token: forged })).body.data?.guestOrderByToken ?? null).toBeNull();
});

it('the cart of a guest comes to that of the customer, once', async () => {
  const [own, common] = [await makeProduct(souk), await makeProduct(souk)];
  const guest = graphqlClient(souk);
  const { createEmptyCart: source } = await guest.data('mutation { createEmptyCart }');
  const items = [{ sku: common, quantity: 2 }];
  expect((await guest.data(ADD, { id: source, items })).addProductsToCart.cart).toEqual({
    total_quantity: 2,
    total_summary_quantity_including_config: 2,
  });
  const caller = await customer();
  await caller.data(ADD, {
    id: await cartOf(caller),
    items: [
      { sku: own, quantity: 1 },
      { sku: common, quantity: 3 },
    ],
  });
  const MERGE = `mutation($source: String!) { mergeCarts(source_cart_id: $source) { total_quantity
    total_summary_quantity_including_config items { quantity product { sku } } } }`;
  await souk.configure({ 'checkout/cart_link/use_qty': '0' });
  const { mergeCarts } = await caller.data(MERGE, { source });
  await souk.configure({ 'checkout/cart_link/use_qty': null });
  expect(mergeCarts).toMatchObject({ total_quantity: 6, total_summary_quantity_including_config: 2 });
  expect(mergeCarts.items).toEqual([
    { quantity: 1, product: { sku: own } },
    { quantity: 5, product: { sku: common } },
  ]);
  refuses(await caller.send(MERGE, { source }), 'graphql-no-such-entity', "The cart isn't active.");
  // The customer's own cart as the source, without a destination.
  const itself = { source: await cartOf(caller) };
  refuses(await caller.send(MERGE, itself), 'graphql-input', 'The source and the destination cart are the same.');
});
