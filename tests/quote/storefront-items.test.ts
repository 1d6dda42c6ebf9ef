import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, unique, type Answer } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { makeConfigurable, makeProduct as makePart, makeSelect, makeVariants } from '../catalog/composites.ts';
import { makeProduct } from './shop.ts';

// Items of carts in storefronts.
let souk: Souk;
let gql: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  gql = graphqlClient(souk);
});
afterAll(() => souk?.stop());

const ITEMS =
  'items { uid quantity product { sku } ... on SimpleCartItem { customizable_options { values { value } } } }';
const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items)
  { cart { ${ITEMS} } user_errors { code message } } }`;
const UPDATE = `mutation($id: String!, $items: [CartItemUpdateInput]!) { updateCartItems(input: { cart_id: $id, cart_items: $items })
  { cart { ${ITEMS} } } }`;

async function newCart(): Promise<string> {
  return (await gql.data('mutation { createEmptyCart }')).createEmptyCart;
}

const add = async (id: string, ...items: object[]): Promise<Answer['body']> =>
  (await gql.data(ADD, { id, items: items.map((item) => ({ quantity: 1, ...item })) })).addProductsToCart;

async function errorOf(item: object): Promise<Answer['body']> {
  const { user_errors } = await add(await newCart(), item);
  expect(user_errors).toHaveLength(1);
  return user_errors[0];
}

/** A product with a text option of at most five characters; gives its SKU and the uid of the option. */
async function makeEngraved(): Promise<{ sku: string; uid: string }> {
  const sku = unique('engraved');
  const option = { product_sku: sku, title: 'Engraving', type: 'field', price: 1, price_type: 'fixed', sort_order: 1 };
  const { options } = await makePart(souk, { sku, options: [{ ...option, is_require: false, max_characters: 5 }] });
  return { sku, uid: btoa(`custom-option/${options[0].option_id}`) };
}

describe('the error of a product that is not added', () => {
  it('has the code of short stock below the least quantity, and where there are too few', async () => {
    const some = await makeProduct(souk, {}, { qty: 9, min_sale_qty: 4, use_config_min_sale_qty: 0 });
    expect(await errorOf({ sku: some })).toEqual({
      code: 'INSUFFICIENT_STOCK',
      message: 'The fewest you may purchase is 4.',
    });
    expect(await errorOf({ sku: some, quantity: 10 })).toEqual({
      code: 'INSUFFICIENT_STOCK',
      message: 'The requested qty is not available',
    });
  });

  it('says that a product is unknown where it is disabled or sold out', async () => {
    for (const changes of [{ status: 2 }, { extension_attributes: { website_ids: [1], stock_item: { qty: 0 } } }]) {
      const sku = await makeProduct(souk, changes);
      expect(await errorOf({ sku })).toEqual({
        code: 'PRODUCT_NOT_FOUND',
        message: `Could not find a product with SKU "${sku}"`,
      });
    }
  });

  it('names the stock where the chosen variant is sold out', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const [red, blue] = await makeVariants(souk, select, [{}, {}]);
    const { sku } = await makeConfigurable(souk, select, [red, blue]);
    ok(await souk.admin.put(`/V1/products/${blue.sku}/stockItems/1`, { stockItem: { qty: 0, is_in_stock: false } }));
    const selected_options = [btoa(`configurable/${select.id}/${select.values[1]}`)];
    expect(await errorOf({ sku, selected_options })).toEqual({
      code: 'INSUFFICIENT_STOCK',
      message: 'The requested qty is not available',
    });
  });

  it('says that a text is too long', async () => {
    const { sku, uid } = await makeEngraved();
    expect(await errorOf({ sku, entered_options: [{ uid, value: 'far too long' }] })).toEqual({
      code: 'UNDEFINED',
      message: 'The text is too long. Shorten the text and try again.',
    });
  });
});

describe('an item that is changed', () => {
  it('needs something to change', async () => {
    const id = await newCart();
    const { cart } = await add(id, { sku: await makeProduct(souk) });
    for (const more of [{}, { quantity: null }, { customizable_options: [] }]) {
      const answer = await gql.send(UPDATE, { id, items: [{ cart_item_uid: cart.items[0].uid, ...more }] });
      refuses(answer, 'graphql-input', 'Required parameter "quantity" for "cart_items" is missing.');
    }
  });

  it('joins an item of the same choices', async () => {
    const { sku, uid } = await makeEngraved();
    const id = await newCart();
    const text = (value: string) => [{ uid, value }];
    const added = await add(
      id,
      { sku, entered_options: text('one') },
      { sku, quantity: 2, entered_options: text('two') },
    );
    const [one] = added.cart.items;
    const change = { cart_item_uid: one.uid, quantity: 1, customizable_options: [{ uid, value_string: 'two' }] };
    const { cart } = (await gql.data(UPDATE, { id, items: [change] })).updateCartItems;
    expect(cart.items).toMatchObject([{ quantity: 3, customizable_options: [{ values: [{ value: 'two' }] }] }]);
  });

  it('joins over REST as well', async () => {
    const { sku, uid } = await makeEngraved();
    const quote_id = await newCart();
    const path = `/V1/guest-carts/${quote_id}/items`;
    const option_id = atob(uid).split('/')[1];
    const engraved = (option_value: string) => ({
      extension_attributes: { custom_options: [{ option_id, option_value }] },
    });
    const put = (text: string, qty: number) =>
      souk.guest.post(path, { cartItem: { sku, qty, quote_id, product_option: engraved(text) } });
    const one = ok(await put('one', 1));
    const two = ok(await put('two', 2));
    const changed = { cartItem: { qty: 2, quote_id, product_option: engraved('two') } };
    expect(ok(await souk.guest.put(`${path}/${one.item_id}`, changed))).toMatchObject({ item_id: two.item_id, qty: 4 });
    expect(ok(await souk.guest.get(path))).toHaveLength(1);
  });
});

describe('a cart whose product is deleted', () => {
  it('counts the items that are left, and is as virtual as they are', async () => {
    const id = await newCart();
    const virtual = await makeProduct(souk, { type_id: 'virtual' });
    const gone = await makeProduct(souk);
    await add(id, { sku: virtual, quantity: 2 }, { sku: gone, quantity: 3 });
    ok(await souk.admin.delete(`/V1/products/${gone}`));
    const counts = 'total_quantity total_summary_quantity_including_config is_virtual';
    const { cart } = await gql.data(`{ cart(cart_id: "${id}") { ${counts} } }`);
    expect(cart).toEqual({ total_quantity: 2, total_summary_quantity_including_config: 2, is_virtual: true });
    const whole = (
      await gql.data(`{ cart(cart_id: "${id}") { ${counts} items { quantity } itemsV2 { total_count } } }`)
    ).cart;
    expect(whole).toMatchObject({ total_quantity: 2, items: [{ quantity: 2 }], itemsV2: { total_count: 1 } });
    expect(ok(await souk.guest.get(`/V1/guest-carts/${id}`))).toMatchObject({ items_qty: 2, items_count: 1 });
  });
});
