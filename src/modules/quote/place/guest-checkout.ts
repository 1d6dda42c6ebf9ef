import type { Call } from '../../../kernel/call.ts';
import type { Cart } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { quoteErrors } from '../errors.ts';
import type { ItemNode } from '../items/item-type.ts';
import { hasSharedLinksOnly } from '../items/product-types/downloadable.ts';
import { loadTree } from '../items/tree.ts';

/**
 * Throws while guests must not check out: at all (`checkout/options/guest_checkout`), or with what is downloaded. That is for
 * accounts while `catalog/downloadable/disable_guest_checkout` says so, and unless everybody may use its links. Source:
 * documented settings, recorded carts. `nodes`: the items, where they are known.
 */
export async function checkGuestCheckout(outer: Call, cart: Cart, nodes?: readonly ItemNode[]): Promise<void> {
  if (cart.customer_id !== null) return;
  const scope = { storeId: cart.store_id };
  if (!outer.config.flag('checkout/options/guest_checkout', scope)) throw quoteErrors.guestCheckoutOff();
  if (!cart.items.some((item) => item.product_type === 'downloadable')) return;
  if (outer.config.flag('catalog/downloadable/disable_guest_checkout', scope)) throw quoteErrors.guestCheckoutOff();
  const call = inStore(outer, cart.store_id);
  const known = nodes ?? (await loadTree(call, cart));
  const isShared = (node: ItemNode): boolean => hasSharedLinksOnly(call, node) && node.parts.every(isShared);
  if (!known.every(isShared)) throw quoteErrors.guestCheckoutOff();
}
