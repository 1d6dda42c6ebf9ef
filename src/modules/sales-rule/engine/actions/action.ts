import type { Decimal } from '../../../../kernel/money.ts';
import type { EngineCart } from '../terms/cart.ts';
import type { LineDiscount, DiscountLine } from '../terms/lines.ts';
import type { EngineRule } from '../terms/rule.ts';

/** How a rule computes discounts, before they are rounded and limited by the price. */
export interface RuleAction {
  /** Whether only whole steps of units (`discount_step`) get a discount. */
  readonly inSteps: boolean;
  /** Whether a rule that stops further rules does so for this quantity; default: for any quantity. */
  stops?(rule: EngineRule, qty: Decimal): boolean;
  /** Whether one amount is divided among the items, and shipping if the rule applies to that. */
  readonly isShared?: boolean;
  /**
   * Begins to apply a rule to the `targets` of a cart, in order. Returns a function for the discount on `qty` units of
   * a target, after the discounts of earlier rules; it may set the line's percentage.
   */
  begin(
    rule: EngineRule,
    cart: EngineCart,
    targets: readonly DiscountLine[],
  ): (line: DiscountLine, qty: Decimal) => LineDiscount;
}
