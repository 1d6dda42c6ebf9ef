import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';

/** Takes what a module adds to the input by which storefronts change an item of a cart; gives the changed cart. */
export type CartItemUpdate = (
  call: Call,
  cart: StoredCart,
  itemId: number,
  sent: Readonly<Record<string, unknown>>,
) => Promise<StoredCart>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    cartItemUpdates: CartItemUpdate;
  }
}
