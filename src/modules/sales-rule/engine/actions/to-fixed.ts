import type { Decimal } from '../../../../kernel/money.ts';
import { atLeastZero } from '../terms/lines.ts';
import type { RuleAction } from './action.ts';

/** Reduces the price of each unit to an amount in the base currency (`to_fixed`); a lower price stays. */
export const toFixed: RuleAction = {
  inSteps: false,
  begin(rule, { currencyRate }) {
    const displayed = rule.discountAmount.times(currencyRate);
    const over = (price: Decimal, limit: Decimal, qty: Decimal): Decimal => atLeastZero(price.minus(limit)).times(qty);
    return ({ item }, qty) => ({
      amount: over(item.price, displayed, qty),
      baseAmount: over(item.basePrice, rule.discountAmount, qty),
      originalAmount: over(item.originalPrice, displayed, qty),
      baseOriginalAmount: over(item.baseOriginalPrice, rule.discountAmount, qty),
    });
  },
};
