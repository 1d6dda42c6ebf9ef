import type { Call } from '../../../kernel/call.ts';
import { PlatformError, platformErrors } from '../../../kernel/errors.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { Cart } from '../cart/cart.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { addItem, removeItem, updateItem } from '../items/change.ts';
import { showItems } from '../items/show.ts';
import { CartItem, type CartItemInput, type CartItemOutput } from '../types.ts';

const manage = acl('Magento_Cart::manage');

/** The cart that an item names; the path only says which. Throws when none is named. */
function cartOf(call: Call, { quote_id }: CartItemInput): Promise<Cart> {
  if (!quote_id) throw platformErrors.required({ fieldName: 'quoteId' });
  return getActiveCart(call, Number(quote_id));
}

/** As `cartOf`, by the mask that guests know; one that does not exist names none. */
async function maskedCartOf(call: Call, { quote_id }: CartItemInput): Promise<Cart> {
  try {
    return await getActiveMaskedCart(call, quote_id ?? '');
  } catch (error) {
    const isUnknown =
      error instanceof PlatformError && (error.parameters as { fieldValue?: unknown })?.fieldValue === null;
    throw isUnknown ? platformErrors.required({ fieldName: 'quoteId' }) : error;
  }
}

/** Changes the item that is named, or adds one where none is. */
function changeItem(call: Call, cart: Cart, sent: CartItemInput): Promise<CartItemOutput> {
  return sent.item_id ? updateItem(call, cart, sent.item_id, sent) : addItem(call, cart, sent);
}

export const getCartItems = route({
  method: 'GET',
  path: '/V1/carts/:cartId/items',
  service: 'quoteCartItemRepositoryV1',
  operation: 'getList',
  summary: 'List the items of a cart.',
  access: manage,
  input: { cartId: t.integer },
  output: t.array(CartItem),
  handle: async ({ cartId }, call) => {
    const cart = await getActiveCart(call, cartId);
    return showItems(call, cart, { quoteId: String(cart.id), withOptions: true });
  },
});

export const getOwnItems = route({
  method: 'GET',
  path: '/V1/carts/mine/items',
  service: 'quoteCartItemRepositoryV1',
  operation: 'getList',
  summary: "List the items of the caller's own cart.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.array(CartItem),
  handle: async ({ cartId }, call) => {
    const cart = await getActiveCart(call, cartId);
    return showItems(call, cart, { quoteId: String(cart.id), withOptions: true });
  },
});

export const getGuestItems = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/items',
  service: 'quoteGuestCartItemRepositoryV1',
  operation: 'getList',
  summary: "List the items of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.array(CartItem),
  handle: async ({ cartId }, call) => {
    const cart = await getActiveMaskedCart(call, cartId);
    return showItems(call, cart, { quoteId: cartId, withOptions: true });
  },
});

export const addCartItem = route({
  method: 'POST',
  path: '/V1/carts/:quoteId/items',
  service: 'quoteCartItemRepositoryV1',
  operation: 'save',
  summary: 'Put a product into a cart.',
  access: manage,
  input: { cartItem: CartItem },
  overrides: { quoteId: t.string },
  output: CartItem,
  handle: async ({ cartItem }, call) => addItem(call, await cartOf(call, cartItem), cartItem),
});

export const addOwnItem = route({
  method: 'POST',
  path: '/V1/carts/mine/items',
  service: 'quoteCartItemRepositoryV1',
  operation: 'save',
  summary: "Put a product into the caller's own cart.",
  access: self,
  input: { cartItem: CartItem },
  forced: { 'cartItem.quote_id': 'cart_id' },
  output: CartItem,
  handle: async ({ cartItem }, call) => addItem(call, await cartOf(call, cartItem), cartItem),
});

export const addGuestItem = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/items',
  service: 'quoteGuestCartItemRepositoryV1',
  operation: 'save',
  summary: "Put a product into a guest's cart.",
  access: anonymous,
  input: { cartItem: CartItem },
  overrides: { cartId: t.string },
  output: CartItem,
  handle: async ({ cartItem }, call) => addItem(call, await maskedCartOf(call, cartItem), cartItem),
});

export const updateCartItem = route({
  method: 'PUT',
  path: '/V1/carts/:cartId/items/:itemId',
  service: 'quoteCartItemRepositoryV1',
  operation: 'save',
  summary: 'Change an item of a cart.',
  access: manage,
  input: { cartItem: CartItem },
  overrides: { cartId: t.string, itemId: t.string },
  output: CartItem,
  handle: async ({ cartItem }, call) => changeItem(call, await cartOf(call, cartItem), cartItem),
});

export const updateOwnItem = route({
  method: 'PUT',
  path: '/V1/carts/mine/items/:itemId',
  service: 'quoteCartItemRepositoryV1',
  operation: 'save',
  summary: "Change an item of the caller's own cart.",
  access: self,
  input: { cartItem: CartItem },
  overrides: { itemId: t.string },
  forced: { 'cartItem.quote_id': 'cart_id' },
  output: CartItem,
  handle: async ({ cartItem }, call) => changeItem(call, await cartOf(call, cartItem), cartItem),
});

export const updateGuestItem = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId/items/:itemId',
  service: 'quoteGuestCartItemRepositoryV1',
  operation: 'save',
  summary: "Change an item of a guest's cart.",
  access: anonymous,
  input: { cartItem: CartItem },
  overrides: { cartId: t.string, itemId: t.string },
  output: CartItem,
  handle: async ({ cartItem }, call) => changeItem(call, await maskedCartOf(call, cartItem), cartItem),
});

export const deleteCartItem = route({
  method: 'DELETE',
  path: '/V1/carts/:cartId/items/:itemId',
  service: 'quoteCartItemRepositoryV1',
  operation: 'deleteById',
  summary: 'Take an item out of a cart.',
  access: manage,
  input: { cartId: t.integer, itemId: t.integer },
  output: t.boolean,
  handle: async ({ cartId, itemId }, call) => {
    const cart = await getActiveCart(call, cartId);
    await removeItem(call, cart, itemId, cart.id);
    return true;
  },
});

export const deleteOwnItem = route({
  method: 'DELETE',
  path: '/V1/carts/mine/items/:itemId',
  service: 'quoteCartItemRepositoryV1',
  operation: 'deleteById',
  summary: "Take an item out of the caller's own cart.",
  access: self,
  input: { cartId: t.integer, itemId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.boolean,
  handle: async ({ cartId, itemId }, call) => {
    const cart = await getActiveCart(call, cartId);
    await removeItem(call, cart, itemId, cart.id);
    return true;
  },
});

export const deleteGuestItem = route({
  method: 'DELETE',
  path: '/V1/guest-carts/:cartId/items/:itemId',
  service: 'quoteGuestCartItemRepositoryV1',
  operation: 'deleteById',
  summary: "Take an item out of a guest's cart.",
  access: anonymous,
  input: { cartId: t.string, itemId: t.integer },
  output: t.boolean,
  handle: async ({ cartId, itemId }, call) => {
    const cart = await getActiveMaskedCart(call, cartId);
    await removeItem(call, cart, itemId, String(cart.id));
    return true;
  },
});

/** Routes of the items of carts. */
export const itemRoutes = [
  getCartItems,
  getOwnItems,
  getGuestItems,
  addCartItem,
  addOwnItem,
  addGuestItem,
  updateCartItem,
  updateOwnItem,
  updateGuestItem,
  deleteCartItem,
  deleteOwnItem,
  deleteGuestItem,
];
