import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { quoteErrors } from '../errors.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { isForGuests, itemType, loadTree } from '../items/tree.ts';

/** Throws where a cart is a guest's and guests may not check out. `nodes`: the items, if the caller has loaded them. */
export async function checkGuestCheckout(call: Call, cart: StoredCart, nodes?: readonly CartItemNode[]): Promise<void> {
  if (!(await allowsCheckout(call, cart, nodes))) throw quoteErrors.guestCheckoutOff();
}

/**
 * Whether the buyer of a cart may check out. Guests may not where `checkout/options/guest_checkout` is off, or where the type of a
 * product needs an account.
 */
export async function allowsCheckout(outer: Call, cart: StoredCart, nodes?: readonly CartItemNode[]): Promise<boolean> {
  if (cart.customer_id !== null) return true;
  if (!outer.config.flag('checkout/options/guest_checkout', { storeId: cart.store_id })) return false;
  if (!cart.items.some((item) => itemType(outer, item.product_type).isForGuests)) return true;
  const call = inStore(outer, cart.store_id);
  const known = nodes ?? (await loadTree(call, cart));
  return known.every((node) => isForGuests(call, node));
}
