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
    const off = (each: Decimal, price: Decimal, taken: Decimal, qty: Decimal): Decimal =>
      atLeastZero(least(price.times(qty).minus(taken), each.times(qty)));
    return ({ item, amount: taken, baseAmount: baseTaken, oneCurrency }, qty) => {
      const amount = off(displayed, item.price, taken, qty);
      const baseAmount = oneCurrency ? amount : off(rule.discountAmount, item.basePrice, baseTaken, qty);
      return { amount, baseAmount, originalAmount: zero, baseOriginalAmount: zero };
    };
  },
};
