import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const PAGE = `query($sku: String!) { storeConfig { store_name } products(filter: { sku: { eq: $sku } }) { total_count
  items { name stock_status review_count price_range { minimum_price { final_price { value currency } } } } } }`;

describe.each(engines)('answers to guests and customers on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  let count: StatementCount;
  beforeAll(async () => {
    here = await startHere(engine);
    gql = graphqlClient(here);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  /** How many statements a query takes once it has been asked. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => (await count.settled(work)).length;
  const itemOf = async (sku: string) => (await gql.data(PAGE, { sku })).products.items[0];

  it('are cached: the same question costs one look at the version', async () => {
    const { sku } = await newProduct(here);
    expect(await statementsOf(() => itemOf(sku))).toBe(1);
    expect(await statementsOf(() => gql.send(PAGE, { sku }, { store: 'default' }))).toBe(1);
  });

  it('outlive carts and orders, and end with what everybody is shown', async () => {
    const { sku } = await newProduct(here, { extension_attributes: { stock_item: { qty: 2, is_in_stock: true } } });
    expect(await itemOf(sku)).toMatchObject({ stock_status: 'IN_STOCK' });
    await orderOf(here, [{ sku, qty: 1 }]);
    expect(await statementsOf(() => itemOf(sku))).toBe(1);
    ok(await here.admin.put(`/V1/products/${sku}`, { product: { price: 17, name: 'Renamed' } }));
    expect(await itemOf(sku)).toMatchObject({
      name: 'Renamed',
      price_range: { minimum_price: { final_price: { value: 17 } } },
    });
    await here.configure({ 'general/store_information/name': 'Another shop', 'catalog/review/active': '1' });
    expect((await gql.data(PAGE, { sku })).storeConfig.store_name).toBeDefined();
    await orderOf(here, [{ sku, qty: 1 }]);
    expect((await gql.data(PAGE, { sku })).products.total_count).toBe(0);
    ok(await here.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 9, is_in_stock: true } }));
    expect(await itemOf(sku)).toMatchObject({ stock_status: 'IN_STOCK' });
    ok(await here.admin.delete(`/V1/products/${sku}`));
    expect((await gql.data(PAGE, { sku })).products.total_count).toBe(0);
  });

  it('are cached apart by variables, store view and currency; errors are not cached', async () => {
    const [one, other] = [await newProduct(here), await newProduct(here)];
    expect((await itemOf(one.sku)).name).not.toBe((await itemOf(other.sku)).name);
    const failing = '{ products { total_count } }';
    expect(await statementsOf(() => gql.send(failing))).toBeGreaterThanOrEqual(1);
    const { body } = await gql.send(failing);
    expect(body.errors).toHaveLength(1);
  });

  it('are cached for customers of a group, apart from those of others', async () => {
    const { sku } = await newProduct(here, { price: 20 });
    const tier = (group: number, price: number) =>
      here.admin.post(`/V1/products/${sku}/group-prices/${group}/tiers/1/price/${price}`, {});
    ok(await tier(1, 15));
    const customers = [await newCustomer(here), await newCustomer(here)];
    const [one, other] = await Promise.all(
      customers.map(async ({ id }) => graphqlClient(here, (await here.callerOf('customer', id)).token)),
    );
    const priceFor = async (client: GraphQLClient): Promise<number> =>
      (await client.data(PAGE, { sku })).products.items[0].price_range.minimum_price.final_price.value;
    expect([await priceFor(gql), await priceFor(one!), await priceFor(other!)]).toEqual([20, 15, 15]);
    // The group of the customer, and the version.
    expect(await statementsOf(() => priceFor(one!))).toBe(2);
    const { id, ...rest } = ok(await here.admin.get(`/V1/customers/${customers[0]!.id}`));
    ok(await here.admin.put(`/V1/customers/${id}`, { customer: { ...rest, id, group_id: 2 } }));
    expect([await priceFor(gql), await priceFor(one!), await priceFor(other!)]).toEqual([20, 20, 15]);
    ok(await tier(2, 12));
    expect([await priceFor(gql), await priceFor(one!), await priceFor(other!)]).toEqual([20, 12, 15]);
  });

  it('are made anew for what is a customer’s own', async () => {
    const { sku } = await newProduct(here);
    const customers = [await newCustomer(here), await newCustomer(here)];
    const own = `query($sku: String!) { customer { firstname email } products(filter: { sku: { eq: $sku } }) { total_count } }`;
    for (const { id, email } of customers) {
      const client = graphqlClient(here, (await here.callerOf('customer', id)).token);
      expect((await client.data(own, { sku })).customer.email).toBe(email);
    }
    const { body } = await gql.send(own, { sku });
    expect(body.errors).toHaveLength(1);
  });

  it('are made anew for admins, for carts, and for what changes by the moment', async () => {
    const { sku } = await newProduct(here);
    const admin = graphqlClient(here, here.admin.token);
    expect(await statementsOf(() => admin.data(PAGE, { sku }))).toBeGreaterThan(2);
    const live = 'query($sku: String!) { products(filter: { sku: { eq: $sku } }) { items { only_x_left_in_stock } } }';
    expect(await statementsOf(() => gql.data(live, { sku }))).toBeGreaterThan(1);
    const { createGuestCart } = await gql.data('mutation { createGuestCart { cart { id } } }');
    const { id } = createGuestCart.cart;
    const cart = 'query($id: String!) { storeConfig { store_name } cart(cart_id: $id) { total_quantity } }';
    expect((await gql.data(cart, { id })).cart.total_quantity).toBe(0);
    ok(await here.guest.post(`/V1/guest-carts/${id}/items`, { cartItem: { sku, qty: 3, quote_id: id } }));
    expect((await gql.data(cart, { id })).cart.total_quantity).toBe(3);
  });

  it('keep choices for customers too, as long as they are true and apart by what they were counted of', async () => {
    const marked = await newProduct(here, { price: 31 });
    const customer = graphqlClient(here, (await here.callerOf('customer', (await newCustomer(here)).id)).token);
    const layers = `query($f: ProductAttributeFilterInput) { products(filter: $f) { total_count
      aggregations { attribute_code options { value count } } } }`;
    const priced = { sku: { eq: marked.sku } };
    const choicesOf = async (f: object) => {
      const { aggregations } = (await customer.data(layers, { f })).products;
      return aggregations.find((one: { attribute_code: string }) => one.attribute_code === 'price')?.options;
    };
    const first = await choicesOf(priced);
    expect(first).toEqual([{ value: '30_40', count: 1 }]);
    const made = await statementsOf(() => choicesOf(priced));
    expect(count.statements.filter((text) => text.includes('price_step'))).toEqual([]);
    expect(made).toBeGreaterThan(1);
    expect(await choicesOf({ sku: { eq: 'none-such' } })).toBeUndefined();
    ok(await here.admin.put(`/V1/products/${marked.sku}`, { product: { price: 77 } }));
    expect(await choicesOf(priced)).toEqual([{ value: '70_80', count: 1 }]);
    ok(await here.admin.put(`/V1/products/${marked.sku}`, { product: { status: 2 } }));
    expect(await choicesOf(priced)).toBeUndefined();
  });
});
