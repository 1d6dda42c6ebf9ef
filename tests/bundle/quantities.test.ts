import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, type Fields } from '../catalog/composites.ts';
import { buy } from '../support/bought.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

// Buyers may change the quantity of a selection where the bundle lets them: by an entered option with the uid of the selection.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

interface Made {
  readonly sku: string;
  /** The uids of the selections of its only option. */
  readonly uids: readonly string[];
}

/** A dynamic bundle of two parts that cost 5 each; by default buyers may change their quantities. */
async function makeBundle(type = 'select', can_change_quantity = 1): Promise<Made> {
  const parts = [
    await makeProduct(souk, { price: 5 }, { qty: 50 }),
    await makeProduct(souk, { price: 5 }, { qty: 50 }),
  ];
  const bundle = await makeProduct(souk, {
    type_id: 'bundle',
    price: undefined,
    custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '0' })),
    extension_attributes: {
      stock_item: { is_in_stock: true },
      bundle_product_options: [
        {
          title: unique('choice'),
          required: true,
          type,
          product_links: parts.map(({ sku }) => ({
            sku,
            qty: 1,
            price: 0,
            price_type: 0,
            is_default: false,
            can_change_quantity,
          })),
        },
      ],
    },
  });
  const [option] = bundle.extension_attributes.bundle_product_options;
  return {
    sku: bundle.sku,
    uids: option.product_links.map(({ id }: { id: string }) => btoa(`bundle/${option.option_id}/${id}/1`)),
  };
}

const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
  user_errors { code message } cart { items { prices { row_total { value } } ... on BundleCartItem { bundle_options { values { quantity price } } } } } } }`;
async function add(item: Fields): Promise<Answer['body']> {
  const gql = graphqlClient(souk);
  const { createEmptyCart: id } = await gql.data('mutation { createEmptyCart }');
  const { cart, user_errors } = (await gql.data(ADD, { id, items: [{ quantity: 1, ...item }] })).addProductsToCart;
  return {
    errors: user_errors.map(({ message }: { message: string }) => message),
    rows: cart.items.map((one: Answer['body']) => [
      one.prices.row_total.value,
      ...one.bundle_options.map((option: Answer['body']) => option.values.map(({ quantity }: Fields) => quantity)),
    ]),
  };
}

describe('the quantity of a selection', () => {
  it('is what is entered, once, whether the selection is chosen as well or not', async () => {
    const { sku, uids } = await makeBundle();
    const entered_options = [{ uid: uids[0], value: '3' }];
    expect(await add({ sku, entered_options })).toEqual({ errors: [], rows: [[15, [3]]] });
    expect(await add({ sku, entered_options, selected_options: [uids[0]] })).toEqual({ errors: [], rows: [[15, [3]]] });
    expect(await add({ sku, selected_options: [uids[0]] })).toEqual({ errors: [], rows: [[5, [1]]] });
  });

  it('is its own for each selection of an option of several', async () => {
    const { sku, uids } = await makeBundle('checkbox');
    const entered_options = [
      { uid: uids[0], value: '3' },
      { uid: uids[1], value: '2' },
    ];
    expect(await add({ sku, entered_options })).toEqual({ errors: [], rows: [[25, [3, 2]]] });
    const [one] = entered_options;
    expect(await add({ sku, entered_options: [one], selected_options: uids })).toEqual({
      errors: [],
      rows: [[20, [3, 1]]],
    });
  });

  it('stays where buyers may not change it', async () => {
    const { sku, uids } = await makeBundle('select', 0);
    expect(await add({ sku, entered_options: [{ uid: uids[0], value: '3' }] })).toEqual({
      errors: [],
      rows: [[5, [1]]],
    });
  });

  it.each(['three', '-1', 'NaN'])('D281: is refused as %s', async (value) => {
    const { sku, uids } = await makeBundle();
    expect(await add({ sku, entered_options: [{ uid: uids[0], value }] })).toEqual({
      errors: ['The quantity of a selection has to be a number that is not negative.'],
      rows: [],
    });
  });

  it('is ordered, and taken from the stock', async () => {
    const { sku, uids } = await makeBundle();
    const { inOrder } = await buy(
      souk,
      { sku, quantity: 2, entered_options: [{ uid: uids[1], value: '4' }] },
      { cart: 'quantity', order: '... on BundleOrderItem { bundle_options { values { product_sku quantity } } }' },
    );
    const [{ values }] = inOrder.bundle_options;
    expect(values).toMatchObject([{ quantity: 4 }]);
    const left = ok(await souk.admin.get(`/V1/inventory/get-product-salable-quantity/${values[0].product_sku}/1`));
    expect(left).toBe(42);
  });

  it('counts on wish lists, when it is changed there, and from there in the cart', async () => {
    const { sku, uids } = await makeBundle();
    const gql = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    const WISHES =
      '{ id items_v2 { items { id ... on BundleWishlistItem { bundle_options { values { quantity } } } } } }';
    const added = await gql.data(
      `mutation($items: [WishlistItemInput!]!) { addProductsToWishlist(wishlistId: "0", wishlistItems: $items) { user_errors { message } wishlist ${WISHES} } }`,
      { items: [{ sku, quantity: 1, entered_options: [{ uid: uids[0], value: '3' }] }] },
    );
    const { wishlist, user_errors } = added.addProductsToWishlist;
    const quantities = (list: Answer['body']) => list.items_v2.items[0].bundle_options[0].values;
    expect([user_errors, quantities(wishlist)]).toEqual([[], [{ quantity: 3 }]]);
    const [{ id }] = wishlist.items_v2.items;
    const changed = await gql.data(
      `mutation($list: ID!, $items: [WishlistItemUpdateInput!]!) { updateProductsInWishlist(wishlistId: $list, wishlistItems: $items) { user_errors { message } wishlist ${WISHES} } }`,
      { list: wishlist.id, items: [{ wishlist_item_id: id, entered_options: [{ uid: uids[0], value: '2' }] }] },
    );
    expect(quantities(changed.updateProductsInWishlist.wishlist)).toEqual([{ quantity: 2 }]);
    await gql.data(
      'mutation($list: ID!, $ids: [ID!]) { addWishlistItemsToCart(wishlistId: $list, wishlistItemIds: $ids) { status } }',
      { list: wishlist.id, ids: [id] },
    );
    const { customerCart } = await gql.data('{ customerCart { items { prices { row_total { value } } } } }');
    expect(customerCart.items).toEqual([{ prices: { row_total: { value: 10 } } }]);
  });
});
