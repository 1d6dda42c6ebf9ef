import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newCardProduct, open } from './shop.ts';
import { amountUid, enteredOptions, ITEMS, people, peopleFields } from './storefront.ts';

const WISHES = `items_v2 { items { __typename id quantity product { __typename } ... on GiftCardWishlistItem { gift_card_options {
      amount { value currency } custom_giftcard_amount { value currency } message sender_name sender_email recipient_name recipient_email } } } }`;
const WISH = `mutation($items: [WishlistItemInput!]!) { addProductsToWishlist(wishlistId: "0", wishlistItems: $items) {
      user_errors { message } wishlist { id ${WISHES} } } }`;
const CHANGE = `mutation($id: ID!, $items: [WishlistItemUpdateInput!]!) { updateProductsInWishlist(wishlistId: $id, wishlistItems: $items) {
      user_errors { message } wishlist { ${WISHES} } } }`;
const TO_CART = `mutation($id: ID!) { addWishlistItemsToCart(wishlistId: $id) { status
      add_wishlist_items_to_cart_user_errors { code message } wishlist { ${WISHES} } } }`;
const nothing = {
  amount: null,
  custom_giftcard_amount: null,
  message: null,
  sender_name: null,
  sender_email: null,
  recipient_name: null,
  recipient_email: null,
};

describe.each(engines)('gift cards in wish lists, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  it('keep the choices, and need not be complete until they are added to the cart', async () => {
    const { token } = await here.callerOf('customer', (await newCustomer(here)).id);
    const customer = graphqlClient(here, token);
    const card = await newCardProduct(here, [25, 50], open);
    const wish = (selected_options: string[], fields: Record<string, string>) => ({
      sku: card.sku,
      quantity: 1,
      selected_options,
      entered_options: enteredOptions(fields),
    });
    const items = [
      wish([amountUid('50.0000')], { ...people, giftcard_message: 'Hello' }),
      wish([], { ...people, custom_giftcard_amount: '15' }),
      wish([amountUid('much')], {}),
    ];
    const { user_errors, wishlist } = (await customer.data(WISH, { items })).addProductsToWishlist;
    expect(user_errors).toEqual([]);
    const kinds = { __typename: 'GiftCardWishlistItem', quantity: 1, product: { __typename: 'GiftCardProduct' } };
    const row = (gift_card_options: object) => ({ ...kinds, id: expect.any(String), gift_card_options });
    const usd = (value: number) => ({ value, currency: 'USD' });
    expect(wishlist.items_v2.items).toEqual([
      row({ ...nothing, amount: usd(50), message: 'Hello', ...peopleFields }),
      row({ ...nothing, custom_giftcard_amount: usd(15), ...peopleFields }),
      row(nothing),
    ]);
    const moved = (await customer.data(TO_CART, { id: wishlist.id })).addWishlistItemsToCart;
    expect(moved.status).toBe(false);
    expect(moved.add_wishlist_items_to_cart_user_errors).toEqual([
      { code: 'UNDEFINED', message: 'Please specify all the required information.' },
    ]);
    const [left, ...others] = moved.wishlist.items_v2.items;
    expect(others).toEqual([]);
    const filled = {
      wishlist_item_id: left.id,
      selected_options: [amountUid('25.0000')],
      entered_options: enteredOptions(people),
    };
    const changed = await customer.data(CHANGE, { id: wishlist.id, items: [filled] });
    expect(changed.updateProductsInWishlist.wishlist.items_v2.items).toEqual([
      row({ ...nothing, amount: usd(25), ...peopleFields }),
    ]);
    expect((await customer.data(TO_CART, { id: wishlist.id })).addWishlistItemsToCart).toMatchObject({
      status: true,
      wishlist: { items_v2: { items: [] } },
    });
    const { customerCart } = await customer.data(`{ customerCart { ${ITEMS} } }`);
    expect(customerCart.items.map((item: Json) => [item.amount.value, item.message])).toEqual([
      [50, 'Hello'],
      [15, null],
      [25, null],
    ]);
  });
});
