import { decimal, round } from '../../../kernel/money.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { CartDiscounts } from '../rules.ts';
import { ruleCart } from './rule-cart.ts';
import { allLines, zeroPair, type CartTotals, type TotalsCart, type TotalsCollector } from './totals.ts';

/**
 * The discounts of cart price rules on items, and their free shipping; the engine of the rules computes them. Source: documented
 * cart price rules, recorded totals of the reference.
 */
export const collectDiscount: TotalsCollector = (cart, totals) => {
  takeDiscounts(cart, totals, cart.rules.items(ruleCart(cart, totals)));
};

/** Writes the discounts of the engine into the totals of a cart. */
export function takeDiscounts(cart: TotalsCart, totals: CartTotals, discounts: CartDiscounts): void {
  for (const line of allLines(cart.lines)) {
    const item = valueAt(totals.items, line.id);
    const discount = discounts.items.get(line.id);
    item.discount = discount ? { amount: round(discount.amount), base: round(discount.baseAmount) } : zeroPair;
    item.discountPercent = discount?.percent ?? decimal(0);
    item.appliedRuleIds = discount?.appliedRuleIds ?? (line.grantedBy === undefined ? [] : [line.grantedBy]);
    item.discounts = discount?.discounts ?? [];
  }
  totals.itemDiscount = { amount: round(discounts.amount), base: round(discounts.baseAmount) };
  totals.sharedDiscount = discounts.withShipping;
  totals.discountLabels = [...discounts.labels.values()];
  totals.appliedRuleIds = discounts.appliedRuleIds;
}
