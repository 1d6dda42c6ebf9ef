import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import type { OrderExtensions } from '../document-extensions.ts';
import type { PlacedOrder } from '../order-draft-types.ts';
import type { CartTotals, AmountPair, TotalsCart } from './totals.ts';

export type { CartTotals, AmountPair } from './totals.ts';

/** Totals that each cart has, in the order in which one builds on the other. */
export const ownTotals = ['subtotal', 'discount', 'shipping', 'tax', 'grand_total'] as const;
export type OwnTotal = (typeof ownTotals)[number];

/** A line of the totals as they are shown. */
interface TotalLine {
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
  collect(cart: TotalsCart, totals: CartTotals): AmountPair;
  /** How it is shown among the totals; its value is what it adds. Undefined: not at all. */
  show?(totals: CartTotals): TotalLine | undefined;
  /** Extension attributes of the totals as they are answered. */
  fields?(totals: CartTotals): ExtensionFields;
  /** What goes into the order. */
  draft?(totals: CartTotals): OrderExtensions;
  /**
   * Takes what the total is made of, such as the balance of a gift card, in the transaction of the order and before any money
   * moves. Many orders may want the same at once: it writes by a statement that is guarded by what is there, and throws where that
   * is not enough; there is no order then. What it has taken `OrderTotal` of sales gives back.
   */
  onPlace?(call: Call, totals: CartTotals): Promise<void>;
  /** Told of the order that was made, in the same transaction: for books that name it. */
  onOrdered?(call: Call, totals: CartTotals, order: PlacedOrder): Promise<void>;
}

/** A module's total of carts, such as what a store credit pays or a bag costs. */
export interface CartTotal {
  readonly code: string;
  /** The total that it is worked out behind: of each cart, or one of a module by its code. There is no start without that. */
  readonly after: OwnTotal | (string & {});
  /**
   * Place of its line among those shown: 10 subtotal, 20 discount, 30 shipping, 40 tax, 100 grand total. The settings
   * `sales/totals_sort` order the pages of a storefront alone, in the reference too.
   */
  readonly sortOrder: number;
  /** What it is in a cart, from the cart or in one query; undefined for carts that have none of it, without a query. */
  load(call: Call, cart: StoredCart): Promise<LoadedTotal | undefined> | LoadedTotal | undefined;
}

/** What a module shows of the totals of a cart besides those that it adds. */
export interface CartTotalsFields {
  /** Extension attributes of the totals. */
  readonly totals?: ExtensionFields;
  /** Extension attributes of the items in the totals, by id of the item. */
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A module's extension of the totals of carts and of the items in them. */
export interface CartTotalsExtension {
  /** What is shown, in one query for all items of the cart. */
  load(call: Call, cart: StoredCart, totals: CartTotals): Promise<CartTotalsFields> | CartTotalsFields;
}

/**
 * Takes the extension attributes that were sent with a call that collects totals: of where a cart is shipped, of what it would come
 * to at an address, and of how it is shipped and paid. Gives the cart as it is then, written.
 */
type TotalsDataTaker = (call: Call, cart: StoredCart, fields: ExtensionFields) => Promise<StoredCart>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    cartTotals: CartTotal;
    cartTotalsExtensions: CartTotalsExtension;
    totalsDataTakers: TotalsDataTaker;
  }
}
