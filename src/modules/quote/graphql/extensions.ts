import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';

/** Reads a module's fields in the input that updates a cart item; returns the changed cart. */
export type CartItemUpdate = (
  call: Call,
  cart: StoredCart,
  itemId: number,
  input: Readonly<Record<string, unknown>>,
) => Promise<StoredCart>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    cartItemUpdates: CartItemUpdate;
  }
}
