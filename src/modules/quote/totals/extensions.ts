import type { Call } from '../../../kernel/call.ts';
import type { StoredCart } from '../cart/cart.ts';
import type { ExtensionFields } from '../cart/extensions.ts';
import type { OrderExtensions, OrderItemExtensions } from '../document-extensions.ts';
import type { PlacedOrder } from '../order-draft-types.ts';
import type { CartFact } from '../rules.ts';
import type { CartTotals, AmountPair, TotalsCart } from './totals.ts';

export type { CartTotals, AmountPair, TotalsCart } from './totals.ts';

/** The totals that every cart has; each builds on those before it. */
export const ownTotals = ['subtotal', 'discount', 'shipping', 'tax', 'grand_total'] as const;
/** One of the totals that every cart has. */
export type OwnTotal = (typeof ownTotals)[number];

/** A line of the totals in a response. */
interface TotalLine {
  readonly title: string;
  readonly area?: string;
  readonly extension_attributes?: ExtensionFields;
}

/** A module's total in one cart, with all that it depends on. Its functions get the totals of the cart. */
export interface LoadedTotal {
  /**
   * The amount that the total adds to the grand total, computed from the totals before it; negative if it reduces that. Behind
   * `grand_total` it changes that at once.
   */
  collect(cart: TotalsCart, totals: CartTotals): AmountPair;
  /** Product class to request the taxes of with `taxOf`, after the total `tax`. */
  readonly taxClassId?: number;
  /** Its line among the totals; the value is its amount. Undefined: no line. */
  show?(totals: CartTotals, cart: TotalsCart): TotalLine | undefined;
  /** Extension attributes of the totals in responses. */
  fields?(totals: CartTotals, cart: TotalsCart): ExtensionFields;
  /** The fields that the order takes over. */
  draft?(totals: CartTotals, cart: TotalsCart): OrderExtensions;
  /** As `draft`, for the items of the order, by id of the cart's item. */
  draftItems?(totals: CartTotals, cart: TotalsCart): ReadonlyMap<number, OrderItemExtensions>;
  /**
   * Spends the total, such as the balance of a gift card, in the transaction of the order and before any money moves.
   * Several orders may spend the same balance at once. So it must write with a guarded statement, and throw when the
   * balance is too small: then no order is placed. `OrderTotal` of sales returns spent amounts.
   */
  onPlace?(call: Call, totals: CartTotals): Promise<void>;
  /** Called with the order, in the same transaction: for records that name it. */
  onOrdered?(call: Call, totals: CartTotals, order: PlacedOrder): Promise<void>;
}

/** A module's total of carts, such as a store credit that pays, or the price of a bag. */
export interface CartTotal {
  readonly code: string;
  /**
   * The total that it follows: one of every cart, or that of a module by its code. The server does not start if it is missing.
   */
  readonly after: OwnTotal | (string & {});
  /**
   * The place of its line: 10 subtotal, 20 discount, 30 shipping, 40 tax, 100 grand total. The settings `sales/totals_sort` only
   * sort the pages of a storefront, in the reference too.
   */
  readonly sortOrder: number;
  /** Loads the total for a cart, from the cart or in one query; undefined, without a query, for a cart that has none of it. */
  load(call: Call, cart: StoredCart): Promise<LoadedTotal | undefined> | LoadedTotal | undefined;
}

/** Fields of a module in the totals of a cart, apart from those of its own totals. */
export interface CartTotalsFields {
  /** Extension attributes of the totals. */
  readonly totals?: ExtensionFields;
  /** Extension attributes of the items in the totals, by id of the item. */
  readonly items?: ReadonlyMap<number, ExtensionFields>;
}

/** A module's extension of the totals of carts and of the items in them. */
export interface CartTotalsExtension {
  /** Loads the fields, in one query for all items of the cart. */
  load(call: Call, cart: StoredCart, totals: CartTotals): Promise<CartTotalsFields> | CartTotalsFields;
  /** The fields that the order takes over. */
  draft?(totals: CartTotals): OrderExtensions;
}

/**
 * Reads the extension attributes of a call that collects totals: shipping information, totals information, or shipping
 * and payment methods. Returns the changed cart, already written.
 */
type TotalsDataTaker = (call: Call, cart: StoredCart, fields: ExtensionFields) => Promise<StoredCart>;

/** A module's fact about carts, for the conditions of sales rules. Loaded only if a rule tests it. */
interface CartFactSource {
  readonly name: string;
  /** Loads the data of the fact. The resulting function receives the subtotal in the base currency. */
  load(call: Call, cart: StoredCart): Promise<(baseSubtotal: number) => CartFact>;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    cartFacts: CartFactSource;
    cartTotals: CartTotal;
    cartTotalsExtensions: CartTotalsExtension;
    totalsDataTakers: TotalsDataTaker;
  }
}
