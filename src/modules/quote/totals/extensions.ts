import type { Call } from '../../../kernel/call.ts';
import type { Cart } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import type { OrderExtensions } from '../document-extensions.ts';
import type { CartTotals, Pair, TotalsCart } from './totals.ts';

export type { CartTotals, Pair, TotalsCart } from './totals.ts';

/** Totals that each cart has, in the order in which one builds on the other. */
export type OwnTotal = 'subtotal' | 'discount' | 'shipping' | 'tax' | 'grand_total';

/** A line of the totals as they are shown. */
export interface TotalLine {
  readonly title: string;
  readonly area?: string;
  readonly extension_attributes?: ExtensionFields;
}

/** A total of one cart, with what it depends on. Functions are told what the cart comes to. */
export interface LoadedTotal {
  /**
   * What the total adds to what is to be paid, below zero for what it takes off, reckoned from the totals before it. After
   * `grand_total` it changes that at once.
   */
  collect(cart: TotalsCart, totals: CartTotals): Pair;
  /** How it is shown among the totals; its value is what it adds. Undefined: not at all. */
  show?(totals: CartTotals): TotalLine | undefined;
  /** Extension attributes of the totals as they are answered. */
  fields?(totals: CartTotals): ExtensionFields;
  /** What goes into the order. */
  draft?(totals: CartTotals): OrderExtensions;
}

/** A module's total of carts, such as what a store credit pays or a bag costs. */
export interface CartTotal {
  readonly code: string;
  /** The total that it is worked out behind: of each cart, or one of a module by its code. */
  readonly after: OwnTotal | (string & {});
  /** Place of its line among those shown: 10 subtotal, 20 discount, 30 shipping, 40 tax, 100 grand total. */
  readonly sortOrder: number;
  /** What it is in a cart, from the cart or in one query; undefined for carts that have none of it, without a query. */
  load(call: Call, cart: Cart): Promise<LoadedTotal | undefined> | LoadedTotal | undefined;
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    cartTotals: CartTotal;
  }
}
