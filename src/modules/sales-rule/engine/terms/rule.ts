import type { Decimal } from '../../../../kernel/money.ts';
import type { CartTest, ItemTest } from './cart.ts';

/** A cart price rule, ready to be applied. */
export interface EngineRule {
  readonly id: number;
  /** `by_percent`, `by_fixed`, …; see `actions/list.ts`. */
  readonly simpleAction: string | null;
  /** Percentage, amount in the base currency, or units, depending on the action. */
  readonly discountAmount: Decimal;
  /** Maximum number of discounted units of an item; 0: unlimited. */
  readonly discountQty: Decimal;
  /** Number of units per step; 0: no steps. */
  readonly discountStep: Decimal;
  readonly appliesToShipping: boolean;
  /** Whether no further rule applies to the items that this one applied to. */
  readonly stopsRules: boolean;
  /** The part of a cart that gets free shipping. */
  readonly freeShipping: 'nothing' | 'items' | 'cart';
  /** The coupon that was entered for it; null for a rule without coupons. */
  readonly coupon: string | null;
  /** Label in the store view of the cart; empty for none. */
  readonly label: string;
  readonly description: string;
  /** Whether the rule applies to a cart at all. */
  readonly cartTest: CartTest;
  /** Whether it applies to an item. */
  readonly itemTest: ItemTest;
}
