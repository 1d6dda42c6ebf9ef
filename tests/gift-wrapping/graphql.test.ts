import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let wrappingId: number;
const sku = unique('gift');

beforeAll(async () => {
  souk = await startSouk();
  await newProduct(souk, { sku, name: 'Cup', price: 5 });
  await souk.configure({ 'sales/gift_options/allow_order': '1' });
  const data = { design: 'Stars', status: 1, base_price: 3, website_ids: [1], base_currency_code: 'USD' };
  ({ wrapping_id: wrappingId } = ok(await souk.admin.post('/V1/gift-wrappings', { data })));
});
afterAll(() => souk?.stop());

const gql = () => graphqlClient(souk);
const GIFT = '{ uid design price { value currency } image { url } }';
const SET =
  'mutation($input: SetGiftOptionsOnCartInput!) { setGiftOptionsOnCart(input: $input) { cart { gift_receipt_included printed_card_included gift_message { from message } gift_wrapping { design } } } }';

async function cartWithCup(): Promise<{ cart: string; item: string }> {
  const { createGuestCart } = await gql().data('mutation { createGuestCart { cart { id } } }');
  const cart = createGuestCart.cart.id;
  const { addProductsToCart } = await gql().data(
    'mutation($c: String!, $s: String!) { addProductsToCart(cartId: $c, cartItems: [{ sku: $s, quantity: 1 }]) { cart { items { uid } } } }',
    { c: cart, s: sku },
  );
  return { cart, item: addProductsToCart.cart.items[0].uid };
}

describe('gift options', () => {
  it('are offered, and chosen for a cart and for its items', async () => {
    const { cart, item } = await cartWithCup();
    const uid = btoa(String(wrappingId));
    const stars = { uid, design: 'Stars', price: { value: 3, currency: 'USD' }, image: null };
    const offered = await gql().data(
      `query($c: String!) { cart(cart_id: $c) { available_gift_wrappings ${GIFT} gift_wrapping { uid } items { ... on SimpleCartItem { available_gift_wrapping ${GIFT} } } } }`,
      { c: cart },
    );
    expect(offered.cart).toEqual({
      available_gift_wrappings: [stars],
      gift_wrapping: null,
      items: [{ available_gift_wrapping: [stars] }],
    });
    const input = {
      cart_id: cart,
      gift_message: { from: 'Ada', to: 'Grace', message: 'For you' },
      gift_receipt_included: true,
      gift_wrapping_id: uid,
      printed_card_included: false,
    };
    expect((await gql().data(SET, { input })).setGiftOptionsOnCart.cart).toEqual({
      gift_receipt_included: true,
      printed_card_included: false,
      gift_message: { from: 'Ada', message: 'For you' },
      gift_wrapping: { design: 'Stars' },
    });
    const { updateCartItems } = await gql().data(
      'mutation($c: String!, $i: ID!, $w: ID) { updateCartItems(input: { cart_id: $c, cart_items: [{ cart_item_uid: $i, gift_wrapping_id: $w }] }) { cart { items { ... on SimpleCartItem { gift_wrapping { design } } } } } }',
      { c: cart, i: item, w: uid },
    );
    expect(updateCartItems.cart.items).toEqual([{ gift_wrapping: { design: 'Stars' } }]);
  });

  it('are refused where they are not to be had, and nothing changes then', async () => {
    const { cart } = await cartWithCup();
    const input = {
      cart_id: cart,
      gift_receipt_included: true,
      printed_card_included: false,
      gift_wrapping_id: btoa('999'),
    };
    refuses(
      await gql().send(SET, { input }),
      'graphql-no-such-entity',
      'Gift Wrapping with specified ID "999" not found.',
    );
    await souk.configure({ 'sales/gift_options/allow_gift_receipt': '0' });
    const { gift_wrapping_id: _, ...others } = input;
    refuses(await gql().send(SET, { input: others }), 'graphql-input', 'Gift wrapping is not available.');
    await souk.configure({ 'sales/gift_options/allow_gift_receipt': '1' });
    const shown = await gql().data('query($c: String!) { cart(cart_id: $c) { gift_receipt_included } }', { c: cart });
    expect(shown.cart.gift_receipt_included).toBe(false);
  });
});
