import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, until, type Answer } from '../support/client.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { countStatements } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import { ADDRESS, makeProduct, PAYMENT } from './shop.ts';

// The cart of a storefront is in the store view and the currency of the last request. One dollar is half a euro.
type Headers = Record<string, string>;
const EUR = { 'Content-Currency': 'EUR' };
const MONEY = '{ value currency }';
const CART = `id prices { subtotal_excluding_tax ${MONEY} grand_total ${MONEY} }
  items { quantity prices { price ${MONEY} row_total ${MONEY} } }
  shipping_addresses { available_shipping_methods { amount ${MONEY} } selected_shipping_method { amount ${MONEY} } }`;
const READ = `query($id: String!) { cart(cart_id: $id) { ${CART} } }`;
const ADD = `mutation($id: String!, $sku: String!, $quantity: Float!) { addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: $quantity }])
  { cart { ${CART} } user_errors { message } } }`;
const CONTACT = `firstname: "Ada", lastname: "Byron", street: ["1 Engine Lane"], city: "Mobile", region_id: 1, postcode: "36601",
  country_code: "US", telephone: "1"`;
const ESTIMATE = 'address: { country_code: US, postcode: "36601", region: { region_id: 1 } }';
const usd = (value: number) => ({ value, currency: 'USD' });
const eur = (value: number) => ({ value, currency: 'EUR' });

let souk: Souk;
let sku: string;
const guest = (): GraphQLClient => graphqlClient(souk);

beforeAll(async () => {
  souk = await startSouk();
  await souk.cli('currency:rate:set', 'USD', 'EUR', '0.5');
  await souk.cli('store:view:create', 'de', 'German', '--group', 'main_website_store', '--currency', 'EUR');
  await souk.cli('website:create', 'other', 'Other');
  await souk.cli('store:group:create', 'other_store', 'Other', '--website', 'other', '--root-category', '2');
  await souk.cli('store:view:create', 'elsewhere', 'Elsewhere', '--group', 'other_store');
  await souk.configure({ 'currency/options/allow': 'USD,EUR' });
  await until(async () => (await souk.admin.store('elsewhere').get('/V1/store/websites')).status === 200);
  sku = await makeProduct(souk, { price: 6 });
});
afterAll(() => souk?.stop());

/** A guest's cart with two units of the product of 6 dollars. */
async function newCart(headers?: Headers): Promise<string> {
  const { createEmptyCart: id } = await guest().data('mutation { createEmptyCart }', {}, headers);
  await guest().data(ADD, { id, sku, quantity: 2 }, headers);
  return id;
}

const read = async (id: string, headers?: Headers): Promise<Answer['body']> =>
  (await guest().data(READ, { id }, headers)).cart;

describe('the cart of a storefront', () => {
  it('is in the currency of the request, and back in the next one', async () => {
    const id = await newCart();
    const inEuros = await read(id, EUR);
    expect(inEuros.items[0].prices).toEqual({ price: eur(3), row_total: eur(6) });
    expect(inEuros.prices.grand_total).toEqual(eur(6));
    const inDollars = await read(id);
    expect(inDollars.items[0].prices).toEqual({ price: usd(6), row_total: usd(12) });
    expect(inDollars.prices.grand_total).toEqual(usd(12));
  });

  it('moves with every change, and starts in the currency of the request that makes it', async () => {
    const client = guest();
    const made = await client.data(`mutation { createGuestCart { cart { ${CART} } } }`, {}, EUR);
    expect(made.createGuestCart.cart.prices.grand_total).toEqual(eur(0));
    const id = made.createGuestCart.cart.id;
    const added = (await client.data(ADD, { id, sku, quantity: 2 }, EUR)).addProductsToCart.cart;
    expect(added.prices.grand_total).toEqual(eur(6));
    const more = (await client.data(ADD, { id, sku, quantity: 1 })).addProductsToCart.cart;
    expect(more.prices.grand_total).toEqual(usd(18));
  });

  it('is computed from base prices: nothing is lost between currencies', async () => {
    const odd = await makeProduct(souk, { price: 0.33 });
    const { createEmptyCart: id } = await guest().data('mutation { createEmptyCart }');
    await guest().data(ADD, { id, sku: odd, quantity: 1 });
    expect((await read(id, EUR)).prices.grand_total).toEqual(eur(0.17));
    expect((await read(id)).prices.grand_total).toEqual(usd(0.33));
  });

  it('D320: is the same over REST, which does not move it', async () => {
    const id = await newCart(EUR);
    const path = `/V1/guest-carts/${id}`;
    expect(ok(await souk.guest.get(`${path}/totals`))).toMatchObject({
      quote_currency_code: 'EUR',
      base_currency_code: 'USD',
      grand_total: 6,
      base_grand_total: 12,
    });
    ok(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: id } }));
    expect(ok(await souk.guest.get(path)).currency).toMatchObject({
      quote_currency_code: 'EUR',
      base_to_quote_rate: 0.5,
    });
    expect(ok(await souk.guest.get(`${path}/totals`)).grand_total).toBe(9);
    const filter = (field: string, value: string | number) =>
      `searchCriteria[filterGroups][0][filters][0][field]=${field}&searchCriteria[filterGroups][0][filters][0][value]=${value}`;
    const found = async (field: string, value: string | number): Promise<number[]> =>
      ok(await souk.admin.get(`/V1/carts/search?${filter(field, value)}`)).items.map((one: Answer['body']) => one.id);
    const cartId = ok(await souk.guest.get(path)).id;
    expect(await found('quote_currency_code', 'EUR')).toContain(cartId);
    expect(await found('base_to_quote_rate', 0.5)).toContain(cartId);
    expect(await found('quote_currency_code', 'USD')).not.toContain(cartId);
  });

  it('shows the currency of its view once its own is not allowed any more', async () => {
    const id = await newCart(EUR);
    await souk.configure({ 'currency/options/allow': 'USD' });
    expect(ok(await souk.guest.get(`/V1/guest-carts/${id}/totals`)).quote_currency_code).toBe('USD');
    expect((await read(id)).prices.grand_total).toEqual(usd(12));
    await souk.configure({ 'currency/options/allow': 'USD,EUR' });
    expect(ok(await souk.guest.get(`/V1/guest-carts/${id}/totals`)).quote_currency_code).toBe('USD');
  });

  it('goes to another view of its website, with its currency; a view of another website is refused', async () => {
    const id = await newCart();
    expect((await read(id, { Store: 'de' })).prices.grand_total).toEqual(eur(6));
    const view = ok(await souk.admin.get('/V1/store/storeViews')).find((one: Answer['body']) => one.code === 'de');
    const list = '/V1/carts/search?searchCriteria[filterGroups][0][filters][0][field]=store_id';
    const inView = ok(await souk.admin.get(`${list}&searchCriteria[filterGroups][0][filters][0][value]=${view.id}`));
    expect(inView.items).toMatchObject([{ store_id: view.id, currency: { quote_currency_code: 'EUR' } }]);
    expect((await read(id, { Store: 'de', 'Content-Currency': 'USD' })).prices.grand_total).toEqual(usd(12));
    const answer = await guest().send(READ, { id }, { Store: 'elsewhere' });
    refuses(answer, 'graphql-input', `Wrong store code specified for cart "${id}"`);
    expect((await read(id)).prices.grand_total).toEqual(usd(12));
  });

  it('has shipping methods and estimates in the currency of the request', async () => {
    const id = await newCart();
    const estimate = await guest().data(
      `mutation { methods: estimateShippingMethods(input: { cart_id: "${id}", ${ESTIMATE} }) { amount ${MONEY} }
        totals: estimateTotals(input: { cart_id: "${id}", ${ESTIMATE}, shipping_method: { carrier_code: "flatrate", method_code: "flatrate" } })
        { cart { prices { grand_total ${MONEY} } } } }`,
      {},
      EUR,
    );
    // Five dollars a unit.
    expect(estimate.methods).toEqual([{ amount: eur(5) }]);
    expect(estimate.totals.cart.prices.grand_total).toEqual(eur(11));
  });

  it('of a customer moves as well, and takes the cart that is merged into it', async () => {
    const { email } = await newCustomer(souk);
    const own = graphqlClient(souk, (await signIn(souk, email)).token);
    const mine = (await own.data('{ customerCart { id } }')).customerCart.id;
    await own.data(ADD, { id: mine, sku, quantity: 1 });
    expect((await own.data(`{ customerCart { ${CART} } }`, {}, EUR)).customerCart.prices.grand_total).toEqual(eur(3));
    const source = await newCart();
    const merged = await own.data(
      `mutation { mergeCarts(source_cart_id: "${source}", destination_cart_id: "${mine}") { ${CART} } }`,
      {},
      EUR,
    );
    expect(merged.mergeCarts.prices.grand_total).toEqual(eur(9));
    const guestCart = await newCart();
    const assigned = `mutation { assignCustomerToGuestCart(cart_id: "${guestCart}") { ${CART} } }`;
    expect((await own.data(assigned, {}, EUR)).assignCustomerToGuestCart.prices.grand_total).toEqual(eur(15));
  });

  it('is ordered in the currency of the request that orders it', async () => {
    const id = await newCart();
    const set = await guest().data(
      `mutation {
        setGuestEmailOnCart(input: { cart_id: "${id}", email: "ada@example.com" }) { cart { id } }
        setShippingAddressesOnCart(input: { cart_id: "${id}", shipping_addresses: [{ address: { ${CONTACT} } }] }) { cart { id } }
        setBillingAddressOnCart(input: { cart_id: "${id}", billing_address: { same_as_shipping: true } }) { cart { id } }
        setShippingMethodsOnCart(input: { cart_id: "${id}", shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) { cart { ${CART} } }
        setPaymentMethodOnCart(input: { cart_id: "${id}", payment_method: { code: "checkmo" } }) { cart { id } }
      }`,
    );
    const inDollars = set.setShippingMethodsOnCart.cart.shipping_addresses[0].selected_shipping_method;
    expect(inDollars.amount).toEqual(usd(10));
    const { placeOrder } = await guest().data(
      `mutation { placeOrder(input: { cart_id: "${id}" }) { orderV2 { number total { grand_total ${MONEY} } } errors { message } } }`,
      {},
      EUR,
    );
    expect(placeOrder.errors).toEqual([]);
    expect(placeOrder.orderV2.total.grand_total).toEqual(eur(11));
    const criteria = `searchCriteria[filterGroups][0][filters][0][field]=increment_id&searchCriteria[filterGroups][0][filters][0][value]=${placeOrder.orderV2.number}`;
    expect(ok(await souk.admin.get(`/V1/orders?${criteria}`)).items).toMatchObject([
      {
        order_currency_code: 'EUR',
        base_currency_code: 'USD',
        base_to_order_rate: 0.5,
        grand_total: 11,
        base_grand_total: 22,
        shipping_amount: 5,
        base_shipping_amount: 10,
        items: [{ price: 3, base_price: 6, row_total: 6, base_row_total: 12 }],
      },
    ]);
  });

  it('keeps its currency when the order is placed over REST', async () => {
    const id = await newCart(EUR);
    const shipping = { shipping_address: ADDRESS, billing_address: ADDRESS };
    const addressInformation = { ...shipping, shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    ok(await souk.guest.post(`/V1/guest-carts/${id}/shipping-information`, { addressInformation }));
    const order = ok(await souk.guest.post(`/V1/guest-carts/${id}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${order}`))).toMatchObject({
      order_currency_code: 'EUR',
      grand_total: 11,
    });
  });

  it('moves once when many read it at the same time', async () => {
    const id = await newCart();
    const all = await Promise.all([EUR, {}, EUR, {}, EUR].map((headers) => read(id, headers)));
    expect(all.map((cart) => cart.prices.grand_total.currency)).toEqual(['EUR', 'USD', 'EUR', 'USD', 'EUR']);
  });
});

describe('old prices of products', () => {
  it('are in the currency of the request', async () => {
    const attributes = [{ attribute_code: 'special_price', value: '5' }];
    const tier_prices = [{ customer_group_id: 32000, qty: 2, value: 4 }];
    const dear = await makeProduct(souk, { price: 8, custom_attributes: attributes, tier_prices });
    const query = `{ products(filter: { sku: { eq: "${dear}" } }) { items { special_price tier_prices { qty value } } } }`;
    const items = async (headers?: Headers) => (await guest().data(query, {}, headers)).products.items;
    expect(await items()).toEqual([{ special_price: 5, tier_prices: [{ qty: 2, value: 4 }] }]);
    expect(await items(EUR)).toEqual([{ special_price: 2.5, tier_prices: [{ qty: 2, value: 2 }] }]);
    expect(await items({ Store: 'de' })).toEqual([{ special_price: 2.5, tier_prices: [{ qty: 2, value: 2 }] }]);
  });
});

describe.each(engines)('reading a cart in its place, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here?.stop());

  it('writes nothing, in any currency', async () => {
    await here.configure({ 'currency/options/allow': 'USD,EUR' });
    const thing = await makeProduct(here);
    const client = graphqlClient(here);
    const { createEmptyCart: id } = await client.data('mutation { createEmptyCart }');
    await client.data(ADD, { id, sku: thing, quantity: 1 });
    const counted = countStatements();
    try {
      const writes = (list: readonly string[]): string[] => list.filter((one) => !one.startsWith('select'));
      expect(writes(await counted.settled(() => client.data(READ, { id })))).toEqual([]);
      counted.reset();
      await client.data(READ, { id }, EUR);
      expect(writes(counted.statements)).not.toEqual([]);
      expect(writes(await counted.settled(() => client.data(READ, { id }, EUR)))).toEqual([]);
    } finally {
      counted.stop();
    }
  });
});
