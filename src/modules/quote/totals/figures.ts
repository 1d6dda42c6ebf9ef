import type { CartFigures } from '../tables.ts';
import { cents } from './cents.ts';
import type { CartTotals } from './totals.ts';

/** The figures of a cart, from its totals. */
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
