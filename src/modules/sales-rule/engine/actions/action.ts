import type { Decimal } from '../../../../kernel/money.ts';
import type { EngineCart } from '../terms/cart.ts';
import type { LineDiscount, DiscountLine } from '../terms/lines.ts';
import type { EngineRule } from '../terms/rule.ts';

/** What a rule takes off, before it is rounded and held against what the item costs. */
export interface RuleAction {
  /** Whether pieces count in whole steps only (`discount_step`). */
  readonly inSteps: boolean;
  /** Whether a rule that stops further rules does so for that many pieces; without it, for any number. */
  stops?(rule: EngineRule, qty: Decimal): boolean;
  /** Whether an amount is divided among the items, and shipping where the rule applies to it. */
  readonly isShared?: boolean;
  /**
   * Begins to apply a rule to the `targets` in a cart, in order. The function it gives tells the discount of `qty` pieces of a
   * target, given what earlier rules have taken off; it may set the line's percentage.
   */
  begin(
    rule: EngineRule,
    cart: EngineCart,
    targets: readonly DiscountLine[],
  ): (line: DiscountLine, qty: Decimal) => LineDiscount;
}
