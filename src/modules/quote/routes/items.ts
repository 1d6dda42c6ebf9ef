import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { PlatformError, platformErrors } from '../../../kernel/errors.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { Cart } from '../cart/cart.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { cartRoutes } from '../extensions.ts';
import { addItem, removeItem, updateItem } from '../items/change.ts';
import { showItems } from '../items/show.ts';
import { CartItem, type CartItemInput, type CartItemOutput } from '../types.ts';

const manage = acl('Magento_Cart::manage');
const services = { service: 'quoteCartItemRepositoryV1', guestService: 'quoteGuestCartItemRepositoryV1' };

/** The cart of an item: that of the path; in a bulk, the one that the item names. Throws when none is named. */
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

const getItems = cartRoutes({
  ...services,
  method: 'GET',
  path: '/V1/carts/:cartId/items',
  operation: 'getList',
  summary: (cart) => `List the items of ${cart}.`,
  access: manage,
  input: {},
  output: t.array(CartItem),
  async handle(_, call, reached) {
    const cart = await reached.read(call);
    return await showItems(call, cart, { quoteId: String(reached.isGuest ? reached.id : cart.id), withOptions: true });
  },
});

export const addCartItem = route({
  method: 'POST',
  path: '/V1/carts/:quoteId/items',
  service: 'quoteCartItemRepositoryV1',
  operation: 'save',
  summary: 'Put a product into a cart.',
  access: manage,
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.sku'] }),
  input: { cartItem: CartItem },
  overrides: { quoteId: t.string },
  fromPath: { 'cartItem.quote_id': 'quoteId' },
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
  takesFiles: true,
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.sku'] }),
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
  takesFiles: true,
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.sku'] }),
  input: { cartItem: CartItem },
  overrides: { cartId: t.string },
  fromPath: { 'cartItem.quote_id': 'cartId' },
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
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.item_id', 'cartItem.sku'] }),
  input: { cartItem: CartItem },
  overrides: { cartId: t.string, itemId: t.string },
  fromPath: { 'cartItem.quote_id': 'cartId' },
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
  takesFiles: true,
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.item_id', 'cartItem.sku'] }),
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
  takesFiles: true,
  entity: entity('cart', 'cartItem.quote_id', { names: ['cartItem.item_id', 'cartItem.sku'] }),
  input: { cartItem: CartItem },
  overrides: { cartId: t.string, itemId: t.string },
  fromPath: { 'cartItem.quote_id': 'cartId' },
  output: CartItem,
  handle: async ({ cartItem }, call) => changeItem(call, await maskedCartOf(call, cartItem), cartItem),
});

const deleteItem = cartRoutes({
  ...services,
  method: 'DELETE',
  path: '/V1/carts/:cartId/items/:itemId',
  operation: 'deleteById',
  summary: (cart) => `Take an item out of ${cart}.`,
  access: manage,
  input: { itemId: t.integer },
  output: t.boolean,
  async handle({ itemId }, call, reached) {
    const cart = await reached.read(call);
    await removeItem(call, cart, itemId, reached.isGuest ? String(cart.id) : cart.id);
    return true;
  },
});

/** Routes of the items of carts. */
export const itemRoutes = [
  ...getItems,
  addCartItem,
  addOwnItem,
  addGuestItem,
  updateCartItem,
  updateOwnItem,
  updateGuestItem,
  ...deleteItem,
];
