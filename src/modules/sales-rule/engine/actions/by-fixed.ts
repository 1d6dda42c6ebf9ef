import type { Decimal } from '../../../../kernel/money.ts';
import { atLeastZero, least, zero } from '../terms/lines.ts';
import type { RuleAction } from './action.ts';

/**
 * An amount off each unit, in the base currency; at most the price after earlier rules. Source: the interface's "Fixed
 * amount discount".
 */
export const byFixed: RuleAction = {
  inSteps: true,
  begin(rule, { currencyRate }) {
    const displayed = rule.discountAmount.times(currencyRate);
    const off = (each: Decimal, price: Decimal, discountSoFar: Decimal, qty: Decimal): Decimal =>
      atLeastZero(least(price.times(qty).minus(discountSoFar), each.times(qty)));
    return ({ item, amount: discountSoFar, baseAmount: baseDiscountSoFar, oneCurrency }, qty) => {
      const amount = off(displayed, item.price, discountSoFar, qty);
      const baseAmount = oneCurrency ? amount : off(rule.discountAmount, item.basePrice, baseDiscountSoFar, qty);
      return { amount, baseAmount, originalAmount: zero, baseOriginalAmount: zero };
    };
  },
};
