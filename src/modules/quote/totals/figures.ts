import { cents } from './cents.ts';
import type { CartTotals } from './totals.ts';

/** What a cart came to when it was last written. Lists are filtered and sorted by it; what is answered is worked out anew. */
export interface CartFigures {
  readonly subtotal: number;
  readonly base_subtotal: number;
  readonly subtotal_with_discount: number;
  readonly base_subtotal_with_discount: number;
  readonly grand_total: number;
  readonly base_grand_total: number;
  /** Ids of the sales rules that were applied, as a list with commas; null: none. */
  readonly applied_rule_ids: string | null;
}

/** Of a cart with nothing in it. */
export const noFigures: CartFigures = plainFigures(0);

/** Of a cart that comes to what its items cost. */
export function plainFigures(sum: number): CartFigures {
  return {
    subtotal: sum,
    base_subtotal: sum,
    subtotal_with_discount: sum,
    base_subtotal_with_discount: sum,
    grand_total: sum,
    base_grand_total: sum,
    applied_rule_ids: null,
  };
}

/** Of a cart whose totals were worked out. */
export function figuresOf(totals: CartTotals): CartFigures {
  const { subtotal, itemDiscount, shippingDiscount, grandTotal, appliedRuleIds } = totals;
  return {
    subtotal: cents(subtotal.amount),
    base_subtotal: cents(subtotal.base),
    subtotal_with_discount: cents(subtotal.amount.minus(itemDiscount.amount).minus(shippingDiscount.amount)),
    base_subtotal_with_discount: cents(subtotal.base.minus(itemDiscount.base).minus(shippingDiscount.base)),
    grand_total: cents(grandTotal.amount),
    base_grand_total: cents(grandTotal.base),
    applied_rule_ids: appliedRuleIds.length > 0 ? appliedRuleIds.join(',') : null,
  };
}
