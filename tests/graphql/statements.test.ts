import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, unique, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';

const PRICE = '{ regular_price { value } final_price { value } discount { amount_off } }';
const ITEM = `uid sku name stock_status url_key url_rewrites { url } small_image { url } media_gallery { url } categories { name url_path }
  price_range { minimum_price ${PRICE} maximum_price ${PRICE} } price_tiers { quantity } related_products { sku price_range { minimum_price ${PRICE} } }`;
const CATEGORY = `query($uid: String, $n: Int) { products(filter: { category_uid: { eq: $uid } }, pageSize: $n) {
  total_count aggregations { attribute_code options { label count } } items { ${ITEM} } } }`;
const CART = `query($id: String!) { cart(cart_id: $id) { prices { grand_total { value } } items {
  uid quantity prices { row_total { value } } errors { code } product { ${ITEM} } ... on SimpleCartItem { customizable_options { label } } } } }`;
const ORDERS = `query($n: Int) { customer { orders(pageSize: $n) { total_count items {
  number status total { grand_total { value } taxes { title } } invoices { number items { product_sku } } shipments { number tracking { number } }
  shipping_address { city } payment_methods { name } items { product_sku quantity_ordered product { ${ITEM} } } } } } }`;

const stock_item = { qty: 100, is_in_stock: true };
const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region_id: 12,
  postcode: '90001',
  country_id: 'US',
  telephone: '1',
};

describe.each(engines)('statements on %s', (engine) => {
  let here: Here;
  let count: StatementCount;
  let customer: Client;
  let gql: GraphQLClient;
  /** An admin's, for whom pages are made anew. */
  let anew: GraphQLClient;
  let category: number;

  beforeAll(async () => {
    here = await startHere(engine);
    const made = ok(
      await here.admin.post('/V1/categories', { category: { name: 'All', is_active: true, parent_id: 2 } }),
    );
    category = made.id;
    for (let i = 0; i < 12; i++) await makeProduct(i);
    customer = await here.callerOf('customer', (await newCustomer(here)).id);
    gql = graphqlClient(here, customer.token);
    anew = graphqlClient(here, here.admin.token);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  async function makeProduct(i: number): Promise<void> {
    const category_links = [{ category_id: String(category), position: i }];
    const product = { sku: `s-${i}`, name: `Thing ${i}`, attribute_set_id: 4, type_id: 'simple', price: 5 + i };
    const related = {
      sku: `s-${i}`,
      link_type: 'related',
      linked_product_sku: 's-0',
      linked_product_type: 'simple',
      position: 1,
    };
    ok(
      await here.admin.post('/V1/products', {
        product: {
          ...product,
          product_links: i > 0 ? [related] : [],
          tier_prices: [{ customer_group_id: 32000, qty: 5, value: 4 }],
          extension_attributes: { stock_item, category_links },
        },
      }),
    );
  }

  const statementsOf = async (query: string, variables: object, client = gql): Promise<number> =>
    (await count.settled(() => client.data(query, variables))).length;

  it('do not grow with the products of a page', async () => {
    const uid = btoa(String(category));
    // The first page also reloads caches that the products have changed.
    await statementsOf(CATEGORY, { uid, n: 3 }, anew);
    const few = await statementsOf(CATEGORY, { uid, n: 2 }, anew);
    expect(few).toBeGreaterThan(2);
    expect(await statementsOf(CATEGORY, { uid, n: 12 }, anew)).toBe(few);
  });

  // PostgreSQL plans by what it knows of the rows, which are few here.
  it.runIf(engine === 'sqlite')('go from the products of a result to what is counted of them', async () => {
    const search =
      'query($s: String) { products(search: $s) { total_count aggregations { attribute_code } items { sku } } }';
    for (const request of [
      () => anew.data(CATEGORY, { uid: btoa(String(category)), n: 5 }),
      // The result of a text that was searched before is cached.
      () => anew.data(search, { s: `thing ${unique()}` }),
    ]) {
      await count.settled(request);
      const counting = count.statements.filter((text) => /configurable_link|catalog_product_index i/.test(text));
      expect(counting).not.toEqual([]);
      for (const text of counting) {
        const explain = sql<{ detail: string }>`${sql.raw(`explain query plan ${text.replaceAll('?', 'null')}`)}`;
        const { rows } = await explain.execute(here.souk.systemCall().db);
        const plan = rows.map(({ detail }) => detail).join('\n');
        expect(plan, text).not.toMatch(/SCAN [ir]\b|SEARCH i USING COVERING INDEX catalog_product_index_number_value/);
      }
    }
  });

  it('do not grow with the items of a cart', async () => {
    const { createEmptyCart: id } = await gql.data('mutation { createEmptyCart }');
    const add = async (from: number, to: number): Promise<number> => {
      const items = Array.from({ length: to - from }, (_, i) => ({ sku: `s-${from + i}`, quantity: 1 }));
      const ADD =
        'mutation($id: String!, $i: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $i) { user_errors { code } } }';
      expect((await gql.data(ADD, { id, i: items })).addProductsToCart.user_errors).toEqual([]);
      return statementsOf(CART, { id });
    };
    const few = await add(0, 2);
    expect(await add(2, 12)).toBe(few);
  });

  it('do not grow with the orders of a list', async () => {
    const order = async (): Promise<void> => {
      const id = ok(await customer.post('/V1/carts/mine', {}));
      for (const sku of ['s-1', 's-2']) {
        ok(await customer.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id: id } }));
      }
      const to = { shipping_address: address, billing_address: address };
      const by = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
      ok(await customer.post('/V1/carts/mine/shipping-information', { addressInformation: { ...to, ...by } }));
      const orderId = ok(
        await customer.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }),
      );
      ok(await here.admin.post(`/V1/order/${orderId}/invoice`, { capture: true }));
      ok(await here.admin.post(`/V1/order/${orderId}/ship`, {}));
    };
    await order();
    await order();
    const few = await statementsOf(ORDERS, { n: 2 });
    for (let i = 0; i < 4; i++) await order();
    expect(await statementsOf(ORDERS, { n: 6 })).toBe(few);
  });
});
