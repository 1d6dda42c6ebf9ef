import { decimal, round } from '../../../kernel/money.ts';
import { ruleCart } from './rule-cart.ts';
import { allLines, zeroPair, type TotalsCollector } from './totals.ts';

/**
 * The discounts of cart price rules on items, and their free shipping; the engine of the rules computes them. Source: documented
 * cart price rules, recorded totals of the reference.
 */
export const collectDiscount: TotalsCollector = (cart, totals) => {
  const seen = ruleCart(cart, totals);
  const discounts = cart.rules.items(seen);
  for (const line of allLines(cart.lines)) {
    const item = totals.items.get(line.id)!;
    const discount = discounts.items.get(line.id);
    item.discount = discount ? { amount: round(discount.amount), base: round(discount.baseAmount) } : zeroPair;
    item.discountPercent = discount?.percent ?? decimal(0);
    item.appliedRuleIds = discount?.appliedRuleIds ?? (line.grantedBy === undefined ? [] : [line.grantedBy]);
    item.discounts = discount?.discounts ?? [];
  }
  totals.itemDiscount = { amount: round(discounts.amount), base: round(discounts.baseAmount) };
  totals.isDiscountShared = discounts.isSharedWithShipping;
  totals.discountLabels = [...discounts.labels.values()];
  totals.appliedRuleIds = discounts.appliedRuleIds;
};
