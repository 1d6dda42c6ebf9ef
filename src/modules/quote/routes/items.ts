import type { Call } from '../../../kernel/call.ts';
import { PlatformError, platformErrors } from '../../../kernel/errors.ts';
import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { StoredCart } from '../cart/cart.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { cartRoutes } from '../extensions.ts';
import { addItem, removeItem, updateItem } from '../change/items.ts';
import { readProductAhead } from '../items/products.ts';
import { showItems } from '../show/items.ts';
import { CartItem, type CartItemInput, type CartItemOutput } from '../types.ts';

const manage = acl('Magento_Cart::manage');
const services = { service: 'quoteCartItemRepositoryV1', guestService: 'quoteGuestCartItemRepositoryV1' } as const;

/** The cart of an item: that of the path, or in a bulk operation that of the item. Throws for a missing id. */
async function cartOf(call: Call, input: CartItemInput, isGuest: boolean): Promise<StoredCart> {
  if (isGuest) return maskedCartOf(call, input);
  if (!input.quote_id) throw platformErrors.required({ fieldName: 'quoteId' });
  return getActiveCart(call, Number(input.quote_id));
}

/** As `cartOf`, by the mask that guests know. An unknown mask counts as none. */
async function maskedCartOf(call: Call, { quote_id }: CartItemInput): Promise<StoredCart> {
  try {
    return await getActiveMaskedCart(call, quote_id ?? '');
  } catch (error) {
    const isUnknown = error instanceof PlatformError && Reflect.get(error.parameters ?? {}, 'fieldValue') === null;
    throw isUnknown ? platformErrors.required({ fieldName: 'quoteId' }) : error;
  }
}

/** Changes the item with the id of the request, or adds one without an id. */
function changeItem(call: Call, cart: StoredCart, input: CartItemInput): Promise<CartItemOutput> {
  return input.item_id ? updateItem(call, cart, input.item_id, input) : addItem(call, cart, input);
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

const named = { ...services, cartField: 'cartItem.quote_id', takesFiles: true, input: { cartItem: CartItem } } as const;

const postItem = cartRoutes({
  ...named,
  method: 'POST',
  path: '/V1/carts/:quoteId/items',
  operation: 'save',
  summary: (cart) => `Put a product into ${cart}.`,
  access: manage,
  names: ['cartItem.sku'],
  output: CartItem,
  async handle({ cartItem }, call, { isGuest }) {
    const cart = cartOf(call, cartItem, isGuest);
    readProductAhead(call, cartItem.sku ?? '');
    return addItem(call, await cart, cartItem);
  },
});

const putItem = cartRoutes({
  ...named,
  method: 'PUT',
  path: '/V1/carts/:cartId/items/:itemId',
  operation: 'save',
  summary: (cart) => `Change an item of ${cart}.`,
  access: manage,
  names: ['cartItem.item_id', 'cartItem.sku'],
  overrides: { itemId: t.string },
  output: CartItem,
  handle: async ({ cartItem }, call, { isGuest }) => changeItem(call, await cartOf(call, cartItem, isGuest), cartItem),
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
export const itemRoutes = [...getItems, ...postItem, ...putItem, ...deleteItem];
