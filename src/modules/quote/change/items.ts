import type { Call } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { firstOf } from '../../../kernel/lists.ts';
import type { StoredCart, StoredCartItem } from '../cart/cart.ts';
import { withSentExtensions } from '../cart/extending.ts';
import type { GrantedPieces } from '../cart/extensions.ts';
import { ItemIds } from '../cart/item-ids.ts';
import { inStore } from '../cart/scope.ts';
import { quoteErrors } from '../errors.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { loadProducts } from '../items/products.ts';
import { itemType } from '../items/tree.ts';
import type { ChosenOptions } from '../option-types.ts';
import { showOneItem, type ItemView } from '../show/items.ts';
import type { CartItemInput, CartItemOutput } from '../types.ts';
import { checkItems, isSameItem, itemsWith, prepareItems, readQty, rowsOf } from './adding.ts';
import { changeCart, changeItems } from './cart.ts';

/**
 * Adds a product to a cart, or to the quantity of the same item; returns the item. Throws when the product, the choices
 * or the quantity do not allow it.
 */
export async function addItem(outer: Call, cart: StoredCart, input: CartItemInput): Promise<CartItemOutput> {
  const call = inStore(outer, cart.store_id);
  const { changes, ids, nodes } = await itemsWith(call, cart, input);
  const { cart: changed, evaluated } = await changeItems(call, cart, changes, nodes);
  return showOneItem(call, changed, requireNode(cart, nodes, firstOf(ids)), viewOf(cart), evaluated);
}

/** A granted product with the buyer's choices. */
interface ChosenGrant extends GrantedPieces {
  readonly ruleId: number;
  readonly options: ChosenOptions;
}

/**
 * Adds a granted product to a cart. Throws as `addItem`. The caller has checked that the rule grants it and has not
 * done so yet.
 */
export async function grantItem(outer: Call, cart: StoredCart, grant: ChosenGrant): Promise<StoredCart> {
  const call = inStore(outer, cart.store_id);
  const { ruleId, options, ...itemFields } = grant;
  const chosen = { ...itemFields, product_option: { extension_attributes: options } };
  const { changes } = await itemsWith(call, cart, chosen, ruleId);
  const declined_grants = (cart.declined_grants ?? []).filter((id) => id !== ruleId);
  return changeCart(call, cart, { ...changes, declined_grants });
}

/**
 * Changes the quantity of an item, and its choices if the request has them. Throws 404 for an item of another cart or
 * of a deleted product, and for a granted item.
 */
export async function updateItem(
  outer: Call,
  cart: StoredCart,
  itemId: number,
  input: CartItemInput,
): Promise<CartItemOutput> {
  const call = inStore(outer, cart.store_id);
  const qty = readQty(input.qty);
  const item = requireItem(cart, itemId, String(cart.id));
  const isChosenAnew = Boolean(input.product_option?.extension_attributes);
  if (item.granted_by !== undefined && (isChosenAnew || qty !== item.qty)) throw quoteErrors.granted();
  const newIds = new ItemIds(call, cart);
  let items = cart.items.map((one) => (one === item ? { ...one, qty } : one));
  let remainingId = itemId;
  if (isChosenAnew && !itemType(call, item.product_type).keepsChoices) {
    items = await chosenAnew(call, items, { ...item, qty }, input, newIds);
    ({ items, remainingId } = withoutTwin(call, items, itemId));
  }
  items = await withSentExtensions(call, items, [remainingId], input.extension_attributes);
  const nodes = await checkItems(call, items, new Map(), new Set([remainingId]));
  const node = requireNode(cart, nodes, remainingId);
  const { cart: changed, evaluated } = await changeItems(call, cart, { items, ...newIds.change }, nodes);
  return showOneItem(call, changed, node, viewOf(cart), evaluated);
}

function viewOf(cart: StoredCart): ItemView {
  return { quoteId: String(cart.id), withOptions: true, withDiscounts: true };
}

/**
 * Removes an item and its components from a cart. The rule of a granted item grants no replacement automatically.
 * Throws 404 for an item of another cart.
 */
export async function removeItem(call: Call, cart: StoredCart, itemId: number, cartId: number | string): Promise<void> {
  const item = requireItem(cart, itemId, cartId);
  const items = cart.items.filter((one) => one !== item && one.parent_item_id !== itemId);
  const { declined_grants = [] } = cart;
  const declined = item.granted_by === undefined ? {} : { declined_grants: [...declined_grants, item.granted_by] };
  await changeItems(inStore(call, cart.store_id), cart, { items, ...declined }, []);
}

/** The item with its product. Throws 404 when the product was deleted: such an item is in no list of the cart's items. */
function requireNode(cart: StoredCart, nodes: readonly CartItemNode[], itemId: number): CartItemNode {
  const node = nodes.find(({ item }) => item.item_id === itemId);
  if (!node) throw quoteErrors.itemNotFound([String(cart.id), itemId]);
  return node;
}

function requireItem(cart: StoredCart, itemId: number, cartId: number | string): StoredCartItem {
  const item = cart.items.find((one) => one.item_id === itemId && one.parent_item_id === null);
  if (!item) throw quoteErrors.itemNotFound([cartId, itemId]);
  return item;
}

/** Merges an item into another of the same product with the same choices; returns the id of the remaining one. */
function withoutTwin(
  call: Call,
  items: StoredCartItem[],
  itemId: number,
): { items: StoredCartItem[]; remainingId: number } {
  const item = invariant(
    items.find((one) => one.item_id === itemId),
    'the cart has the changed item',
  );
  const twin = items.find((one) => one !== item && isSameItem(call, one, item));
  if (!twin) return { items, remainingId: itemId };
  const others = items.filter((one) => one !== item && one.parent_item_id !== itemId);
  const joined = { ...twin, qty: twin.qty + item.qty };
  return { items: others.map((one) => (one === twin ? joined : one)), remainingId: twin.item_id };
}

/** An item after its choices were changed; its components are new ones. */
async function chosenAnew(
  call: Call,
  items: StoredCartItem[],
  item: StoredCartItem,
  input: CartItemInput,
  newIds: ItemIds,
): Promise<StoredCartItem[]> {
  const product = (await loadProducts(call, [item.product_id])).get(item.product_id);
  if (!product) throw quoteErrors.productNotFound();
  const prepared = firstOf(await prepareItems(call, product, input, item.qty));
  const componentIds = await newIds.take(prepared.components.length);
  const [own, ...components] = rowsOf(prepared, [item.item_id, ...componentIds]);
  return items.flatMap((one) => {
    if (one.item_id === item.item_id) return [{ ...one, ...own, qty: item.qty }, ...components];
    return one.parent_item_id === item.item_id ? [] : [one];
  });
}
