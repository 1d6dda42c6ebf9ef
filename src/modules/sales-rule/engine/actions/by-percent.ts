import type { Decimal } from '../../../../kernel/money.ts';
import { atLeastZero, hundred, isAll, least, type LineDiscount, type DiscountLine } from '../terms/lines.ts';
import type { EngineRule } from '../terms/rule.ts';
import type { RuleAction } from './action.ts';

/**
 * A percentage off the price after earlier rules; capped at 100. If only some of the units are discounted, all earlier
 * discounts are deducted from the price of these. Source: the interface's "Percent of product price discount".
 */
export const byPercent: RuleAction = {
  inSteps: true,
  begin: (rule) => percentOff(rule, least(hundred, rule.discountAmount)),
};

/** Takes `percent` off units; if these are all units of the line, records it on the line. */
export function percentOff(rule: EngineRule, percent: Decimal): (line: DiscountLine, qty: Decimal) => LineDiscount {
  const share = percent.div(hundred);
  return (line, qty) => {
    const { item, whole, baseWhole, originalWhole, baseOriginalWhole } = line;
    const all = isAll(line, qty);
    const off = (ofAll: Decimal, each: Decimal, discountSoFar: Decimal): Decimal =>
      atLeastZero((all ? ofAll : each.times(qty)).minus(discountSoFar)).times(share);
    if (rule.discountQty.isZero() || rule.discountQty.gte(qty)) {
      line.percent = least(hundred, line.percent.plus(percent));
      line.percentText = line.percent.toString();
    }
    const amount = off(whole, item.price, line.amount);
    const baseAmount = line.oneCurrency ? amount : off(baseWhole, item.basePrice, line.baseAmount);
    return {
      amount,
      baseAmount,
      originalAmount: originalWhole === whole ? amount : off(originalWhole, item.originalPrice, line.amount),
      baseOriginalAmount:
        baseOriginalWhole === baseWhole ? baseAmount : off(baseOriginalWhole, item.baseOriginalPrice, line.baseAmount),
    };
  };
}
