import type { Call } from '../../../kernel/call.ts';
import type { SearchField } from '../../../search/fields.ts';
import type {
  CartItemExtensions,
  CartExtensions,
  OrderExtensions,
  OrderItemExtensions,
} from '../document-extensions.ts';
import type { StoredCart, StoredCartItem } from './cart.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** What a module shows of carts and of their items, each by its id. */
export interface CartFields {
  readonly carts?: ReadonlyMap<number, ExtensionFields>;
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/**
 * A module's extension of carts and of their items. What it keeps lies in their documents (`CartExtensions`), or in tables of the
 * module's own.
 */
export interface CartExtension {
  /** The extension attributes that `load` makes, so that it is asked where one of them is wanted. Default: where any is. */
  readonly fields?: readonly string[];
  /** What is shown of many carts, in one query. */
  load?(call: Call, carts: readonly StoredCart[]): Promise<CartFields>;
  /** Takes what was sent with a cart; gives what the cart keeps of it. An absent or null field is to stay as it is. */
  save?(call: Call, cart: StoredCart, sent: ExtensionFields): Promise<CartExtensions>;
  /** As `save`, of an item that was sent. */
  saveItem?(call: Call, item: StoredCartItem, sent: ExtensionFields): Promise<CartItemExtensions>;
  /** What goes into the order that a cart becomes. */
  draft?(cart: StoredCart): OrderExtensions;
  /** What goes into the item of the order that an item becomes. */
  draftItem?(item: StoredCartItem): OrderItemExtensions;
  /** Fields that lists of carts can be searched by; `quote` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    cartExtensions: CartExtension;
  }
}
