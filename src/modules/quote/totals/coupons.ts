import { Decimal } from '../../../kernel/money.ts';
import {
  addPairs,
  zeroPair,
  type AmountPair,
  type CartTotals,
  type ItemTotals,
  type TotalsCollector,
} from './totals.ts';

/** Collects the coupons that apply to the cart, with the discount of each rule on items and shipping. */
export const collectCoupons: TotalsCollector = ({ coupons }, totals) => {
  totals.coupons = coupons
    .filter(({ ruleId }) => totals.appliedRuleIds.includes(ruleId))
    .map(({ code, ruleId, label }) => ({ code, ruleId, label, discount: discountBy(ruleId, totals) }));
};

function discountBy(ruleId: number, { items, shippingDiscounts }: CartTotals): AmountPair {
  const ofShipping = shippingDiscounts.find((one) => one.ruleId === ruleId);
  const start = ofShipping ? { amount: ofShipping.amount, base: ofShipping.baseAmount } : zeroPair;
  return [...items.values()].reduce((sum, item) => addPairs(sum, discountOn(item, ruleId)), start);
}

/** The discount of a rule on an item. The last rule takes less when all rules together exceed the price. */
function discountOn({ discount, discounts }: ItemTotals, ruleId: number): AmountPair {
  let { amount, base } = discount;
  for (const one of discounts) {
    const part = { amount: Decimal.min(one.amount, amount), base: Decimal.min(one.baseAmount, base) };
    if (one.ruleId === ruleId) return part;
    [amount, base] = [amount.minus(part.amount), base.minus(part.base)];
  }
  return zeroPair;
}
