import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfigurable, makeProduct, makeSelect, makeVariants } from '../catalog/composites.ts';
import type { Answer } from '../support/client.ts';
import { configured } from '../support/customers.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { listsOf, newBuyer, newList, ON, TO_CART } from './shop.ts';

let souk: Souk;
let gql: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure(ON);
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  gql = await newBuyer(souk);
});

const CLEAR = 'mutation($cart: String!) { clearCustomerCart(cartUid: $cart) { status cart { id total_quantity } } }';
const toCart = async (list: string, items?: readonly string[]): Promise<Answer['body']> =>
  (await gql.data(TO_CART, { list, items })).addRequisitionListItemsToCart;
const stock = async (sku: string, stockItem: object): Promise<unknown> =>
  ok(await souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item: stockItem } } }));

describe('a requisition list in a cart', () => {
  it('adds its items, all or chosen ones, and is unchanged', async () => {
    const [one, two] = [await makeProduct(souk), await makeProduct(souk)];
    const list = await newList(gql, 'Office', { sku: one.sku, quantity: 2 }, { sku: two.sku });
    const [first] = list.items.items;
    expect(await toCart(list.uid, [first.uid])).toMatchObject({
      status: true,
      add_requisition_list_items_to_cart_user_errors: [],
      cart: { total_quantity: 2, itemsV2: { items: [{ quantity: 2, product: { sku: one.sku } }], total_count: 1 } },
    });
    const { cart } = await toCart(list.uid);
    expect(cart.itemsV2.items).toMatchObject([
      { quantity: 4, product: { sku: one.sku } },
      { quantity: 1, product: { sku: two.sku } },
    ]);
    expect((await listsOf(gql)).items).toMatchObject([{ items_count: 2, items: { items: [{ quantity: 2 }, {}] } }]);
  });

  it('D368: reports each item that cannot be added by its SKU, and adds the others', async () => {
    const [good, few, none, off] = await Promise.all([0, 1, 2, 3].map(() => makeProduct(souk)));
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const variants = await makeVariants(souk, select, [{}, {}]);
    const configurable = await makeConfigurable(souk, select, variants);
    const blue = { selected_options: [btoa(`configurable/${select.id}/${select.values[1]}`)] };
    const skus = [good.sku, few.sku, none.sku, off.sku];
    const list = await newList(gql, 'Office', ...skus.map((sku) => ({ sku, quantity: 5 })), {
      sku: configurable.sku,
      ...blue,
    });
    await stock(few.sku, { qty: 3, is_in_stock: true });
    await stock(none.sku, { qty: 0, is_in_stock: false });
    ok(await souk.admin.store('all').put(`/V1/products/${off.sku}`, { product: { status: 2 } }));
    ok(await souk.admin.delete(`/V1/configurable-products/${configurable.sku}/children/${variants[1].sku}`));
    const uids = list.items.items.map((item: Answer['body']) => item.uid);
    const result = await toCart(list.uid, uids);
    expect(result.status).toBe(false);
    expect(result.cart.itemsV2.items).toMatchObject([{ quantity: 5, product: { sku: good.sku } }]);
    expect(result.add_requisition_list_items_to_cart_user_errors).toEqual([
      { type: 'UNAVAILABLE_SKU', message: `${off.sku}: The SKU was not found in the catalog.` },
      { type: 'LOW_QUANTITY', message: `${few.sku}: The requested qty is not available` },
      { type: 'OUT_OF_STOCK', message: `${none.sku}: The SKU is out of stock.` },
      { type: 'OPTIONS_UPDATED', message: expect.stringMatching(new RegExp(`^${configurable.sku}: `)) },
    ]);
  });

  it('is emptied by its owner, where the website has requisition lists', async () => {
    const { sku } = await makeProduct(souk);
    const { cart } = await toCart((await newList(gql, 'Office', { sku })).uid);
    const other = await newBuyer(souk);
    refuses(await other.send(CLEAR, { cart: cart.id }), 'graphql-authorization', /cannot perform operations on cart/);
    refuses(await gql.send(CLEAR, { cart: 'nothing' }), 'graphql-no-such-entity', /Could not find a cart/);
    await configured(souk, { 'btob/website_configuration/requisition_list_active': '0' }, async () => {
      refuses(await gql.send(CLEAR, { cart: cart.id }), 'graphql-input', 'Requisition List feature is not available.');
    });
    await souk.configure(ON);
    expect((await gql.data(CLEAR, { cart: cart.id })).clearCustomerCart).toEqual({
      status: true,
      cart: { id: cart.id, total_quantity: 0 },
    });
  });
});
