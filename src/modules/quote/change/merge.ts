import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import { ownItems, type StoredCart, type StoredCartItem } from '../cart/cart.ts';
import { ItemIds } from '../cart/item-ids.ts';
import { inStore } from '../cart/scope.ts';
import { isOffered } from '../items/extensions/item-product.ts';
import { loadTree } from '../items/tree.ts';
import { checkQuantity } from '../items/quantity.ts';
import { mergeItems } from './assign.ts';
import { changeCart } from './cart.ts';
import { piecesOf } from './adding.ts';
import { saveCart } from './save.ts';

/**
 * Puts the items of a cart into another, and closes it. Items that cannot be bought any more, or not in that quantity, stay as the
 * other cart has them. Within a transaction.
 */
export async function mergeInto(outer: Call, source: StoredCart, destination: StoredCart): Promise<StoredCart> {
  const call = inStore(outer, destination.store_id);
  await saveCart(call, source, { is_active: false });
  const newIds = new ItemIds(call, destination);
  const nodes = await loadTree(call, source);
  let items: readonly StoredCartItem[] = destination.items;
  for (const item of ownItems(source.items)) {
    const node = nodes.find((one) => one.item === item);
    if (!node) continue;
    const own = source.items.filter((one) => one === item || one.parent_item_id === item.item_id);
    const merged = await mergeItems(newIds, items, own);
    const parts = node.components.length > 0 ? node.components : [node];
    if (parts.every(({ product, item: { product_id } }) => fits(product, merged, product_id))) items = merged;
  }

  function fits(product: (typeof nodes)[number]['product'], all: readonly StoredCartItem[], id: number): boolean {
    try {
      checkQuantity(product.stock, piecesOf(all, id));
      return isOffered(product, destination.website_id);
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  }
  return changeCart(call, destination, { items, ...newIds.change });
}
