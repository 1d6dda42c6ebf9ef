import type { Call } from '../../kernel/call.ts';
import type { CartExtensions, CartItemExtensions } from '../quote/document-extensions.ts';
import type { StoredCart } from '../quote/service.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
type ExtensionFields = Readonly<Record<string, unknown>>;

/** What a module takes and shows with the gift messages of carts and of their items. */
export interface GiftMessageExtension {
  /** What is shown with the message of a cart or an item; none: no fields. */
  show(of: CartExtensions & CartItemExtensions): ExtensionFields;
  /** Takes what was sent with the message of a cart; gives the cart as it is then, written. An absent or null field is to stay. */
  saveCart(call: Call, cart: StoredCart, sent: ExtensionFields): Promise<StoredCart>;
  /** As `saveCart`, of an item that is there. */
  saveItem(call: Call, cart: StoredCart, itemId: number, sent: ExtensionFields): Promise<StoredCart>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    giftMessageExtensions: GiftMessageExtension;
  }
}

/** What modules show with a message; undefined for nothing. */
export function shownWith(call: Call, of: CartExtensions & CartItemExtensions): ExtensionFields | undefined {
  const shown = call.contributions.giftMessageExtensions.map((extension) => extension.show(of));
  const fields = Object.assign({}, ...shown) as ExtensionFields;
  return Object.keys(fields).length > 0 ? fields : undefined;
}
