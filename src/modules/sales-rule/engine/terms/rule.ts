import type { Decimal } from '../../../../kernel/money.ts';
import type { CartTest, ItemTest } from './cart.ts';

/** A cart price rule, ready to be applied. */
export interface EngineRule {
  readonly id: number;
  /** `by_percent`, `by_fixed`, …; see `actions/list.ts`. */
  readonly simpleAction: string | null;
  /** Percent, an amount in the base currency, or pieces: as the action has it. */
  readonly discountAmount: Decimal;
  /** Most pieces of an item that are discounted; 0: all of them. */
  readonly discountQty: Decimal;
  /** Pieces that only count together; 0: each counts. */
  readonly discountStep: Decimal;
  readonly appliesToShipping: boolean;
  /** Whether no further rule is applied to what this one was applied to. */
  readonly stopsRules: boolean;
  /** What is shipped for nothing. */
  readonly freeShipping: 'nothing' | 'items' | 'cart';
  /** The coupon that was entered for it; null for a rule without coupons. */
  readonly coupon: string | null;
  /** Label in the store view of the cart; empty for none. */
  readonly label: string;
  readonly description: string;
  /** Whether the rule is good for a cart at all. */
  readonly cartTest: CartTest;
  /** Whether it is good for an item. */
  readonly itemTest: ItemTest;
}
