import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { allowsGuestCheckout } from '../configuration.ts';
import { quoteErrors } from '../errors.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { isForGuests, itemType, loadTree } from '../items/tree.ts';

/**
 * Throws where guests may not check out: by the setting of the store view, or because of a product type that needs
 * an account. `nodes`: the items, if the caller has loaded them.
 */
export async function checkGuestCheckout(
  outer: Call,
  cart: StoredCart,
  nodes?: readonly CartItemNode[],
): Promise<void> {
  if (cart.customer_id !== null) return;
  if (!allowsGuests(outer, cart)) throw quoteErrors.guestCheckoutOff();
  if (!cart.items.some((item) => itemType(outer, item.product_type).isForGuests)) return;
  const call = inStore(outer, cart.store_id);
  const known = nodes ?? (await loadTree(call, cart));
  if (!known.every((node) => isForGuests(call, node))) throw quoteErrors.guestCheckoutOff();
}

/** Whether guests may check out in the store view of a cart; its products may still require an account. */
export function allowsGuests(call: Call, { store_id: storeId }: Pick<StoredCart, 'store_id'>): boolean {
  return call.config.of(allowsGuestCheckout, { storeId });
}
