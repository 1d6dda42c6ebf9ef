import { LostAnswer, type Body } from './client.ts';
import { MARK, PASSWORD, type Shop } from './shop.ts';

const place = {
  firstname: 'Ada',
  lastname: 'Byron',
  street: ['1 Engine Lane'],
  city: 'Mobile',
  region_id: 1,
  country_id: 'US',
  postcode: '36601',
  telephone: '555-0100',
};

/** What goes into a cart: one to three products, one to three of each. */
function wishes(shop: Shop): Record<string, number> {
  const items: Record<string, number> = {};
  for (let i = 0; i <= shop.any(3); i++) items[shop.sku()] = 1 + shop.any(3);
  return items;
}

/** Runs the call that places an order, and enters it in the ledger, also when its answer is lost. */
async function placing(
  shop: Shop,
  email: string,
  items: Record<string, number>,
  place: () => Promise<unknown>,
): Promise<void> {
  shop.ledger.orders.set(email, { items, isConfirmed: false });
  // Counted at once: what the load has made is what may be in the tables.
  shop.ledger.count('orders');
  try {
    await place();
  } catch (error) {
    if (!(error instanceof LostAnswer)) shop.ledger.orders.delete(email);
    throw error;
  }
  shop.ledger.orders.set(email, { items, isConfirmed: true });
}

/** A guest buys by REST. */
export async function guestBuys(shop: Shop): Promise<void> {
  const path = await guestCart(shop);
  const items = wishes(shop);
  const call = (kind: string, at: string, body: object): Promise<{ body: Body }> =>
    shop.client.call(kind, 'POST', `${path}/${at}`, { body });
  for (const [sku, qty] of Object.entries(items)) {
    await call('cart: add', 'items', { cartItem: { sku, qty, quote_id: path.split('/').at(-1) } });
  }
  await shop.client.call('cart: totals', 'GET', `${path}/totals`);
  const email = `${MARK}guest-${shop.next()}@example.com`;
  const address = { ...place, email };
  const addressInformation = {
    shipping_address: address,
    billing_address: address,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  await call('cart: shipping', 'shipping-information', { addressInformation });
  await placing(shop, email, items, async () => {
    const paying = { email, paymentMethod: { method: 'checkmo' }, billing_address: address };
    const { body } = await call('cart: place order', 'payment-information', paying);
    shop.keepOrder(Number(body));
  });
}

async function guestCart(shop: Shop): Promise<string> {
  const { body } = await shop.client.call('cart: make', 'POST', '/rest/V1/guest-carts', { body: {} });
  shop.ledger.count('carts');
  return `/rest/V1/guest-carts/${String(body)}`;
}

/** Somebody fills a cart and goes away. */
export async function leaveCart(shop: Shop): Promise<void> {
  const path = await guestCart(shop);
  for (const [sku, qty] of Object.entries(wishes(shop))) {
    const cartItem = { sku, qty, quote_id: path.split('/').at(-1) };
    await shop.client.call('cart: add', 'POST', `${path}/items`, { body: { cartItem } });
  }
}

const home = `{ firstname: "Ada", lastname: "Byron", street: ["1 Engine Lane"], city: "Los Angeles", region_id: 12,
  postcode: "90001", country_code: "US", telephone: "1", save_in_address_book: true }`;

/** A new customer registers, buys through GraphQL, and looks at the account. */
export async function customerBuys(shop: Shop): Promise<void> {
  const { client, ledger } = shop;
  const email = `${MARK}customer-${shop.next()}@example.com`;
  const token = await register(shop, email);
  const ask = (kind: string, query: string, variables: object): Promise<Body> =>
    client.graphql(kind, query, variables, token);
  const items = wishes(shop);
  const { customerCart } = await ask('cart: make', '{ customerCart { id } }', {});
  ledger.count('carts');
  const id = customerCart!.id;
  await ask(
    'cart: add',
    `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
      user_errors { code } cart { total_quantity prices { grand_total { value } } } } }`,
    { id, items: Object.entries(items).map(([sku, quantity]) => ({ sku, quantity })) },
  );
  const change = (name: string, input: string): Promise<unknown> =>
    ask('cart: shipping', `mutation($id: String!) { ${name}(input: { cart_id: $id, ${input} }) { cart { id } } }`, {
      id,
    });
  await change('setShippingAddressesOnCart', `shipping_addresses: [{ address: ${home} }]`);
  await change('setBillingAddressOnCart', `billing_address: { address: ${home} }`);
  await change('setShippingMethodsOnCart', 'shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }]');
  await change('setPaymentMethodOnCart', 'payment_method: { code: "checkmo" }');
  await placing(shop, email, items, async () => {
    const query =
      'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { errors { code } orderV2 { number } } }';
    const { placeOrder } = await ask('cart: place order', query, { id });
    if (!placeOrder!.orderV2) throw new Error(`placeOrder: ${JSON.stringify(placeOrder)}`);
  });
  await ask('account', '{ customer { email orders { items { number status total { grand_total { value } } } } } }', {});
  await ask('account', 'mutation { revokeCustomerToken { result } }', {});
}

const CREATE = `mutation($email: String!, $password: String!) {
  createCustomerV2(input: { firstname: "Ada", lastname: "Byron", email: $email, password: $password }) { customer { email } } }`;
const SIGN_IN = `mutation($email: String!, $password: String!) {
  generateCustomerToken(email: $email, password: $password) { token } }`;

/** Makes an account and signs in; gives the token. */
async function register(shop: Shop, email: string): Promise<string> {
  const variables = { email, password: PASSWORD };
  shop.ledger.count('customers');
  await shop.client.graphql('account', CREATE, variables);
  const { generateCustomerToken } = await shop.client.graphql('sign in', SIGN_IN, variables);
  return String(generateCustomerToken!.token);
}

/** A visitor compares products and comes to nothing. */
export async function compare(shop: Shop): Promise<void> {
  const { client } = shop;
  const found = await client.graphql(
    'read: product',
    'query($s: String) { products(filter: { sku: { eq: $s } }) { items { id } } }',
    {
      s: shop.sku(),
    },
  );
  const products = [String(found.products!.items![0 as unknown as string]!.id)];
  const made = await client.graphql(
    'compare',
    'mutation($products: [ID!]) { createCompareList(input: { products: $products }) { uid item_count } }',
    { products },
  );
  await client.graphql('compare', 'query($uid: ID!) { compareList(uid: $uid) { item_count } }', {
    uid: made.createCompareList!.uid,
  });
}
