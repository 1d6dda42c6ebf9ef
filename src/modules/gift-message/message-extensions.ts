import type { Call } from '../../kernel/call.ts';
import type { CartExtensions, CartItemExtensions } from '../quote/document-extensions.ts';
import type { StoredCart } from '../quote/service.ts';

/** Fields of `extension_attributes` by name, as in JSON. */
type ExtensionFields = Readonly<Record<string, unknown>>;

/** A module's extension of the gift messages of carts and items. */
export interface GiftMessageExtension {
  /** Fields of the message of a cart or an item; none: no fields. */
  show(of: CartExtensions & CartItemExtensions): ExtensionFields;
  /** Saves the fields of a cart's message; returns the updated cart. Missing and null fields stay unchanged. */
  saveCart(call: Call, cart: StoredCart, input: ExtensionFields): Promise<StoredCart>;
  /** As `saveCart`, for an existing item. */
  saveItem(call: Call, cart: StoredCart, itemId: number, input: ExtensionFields): Promise<StoredCart>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    giftMessageExtensions: GiftMessageExtension;
  }
}

/** The extension fields of a message; undefined without any. */
export function shownWith(call: Call, of: CartExtensions & CartItemExtensions): ExtensionFields | undefined {
  const views = call.contributions.giftMessageExtensions.flatMap((extension) => Object.entries(extension.show(of)));
  const fields = Object.fromEntries(views);
  return Object.keys(fields).length > 0 ? fields : undefined;
}
