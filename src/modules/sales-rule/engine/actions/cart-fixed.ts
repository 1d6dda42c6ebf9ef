import { round, type Decimal } from '../../../../kernel/money.ts';
import type { EngineCart } from '../cart.ts';
import { atLeastZero, isAll, isMore, least, limitedQty, noDiscount, zero, type Line } from '../lines.ts';
import { Carry, trifle } from '../rounding.ts';
import type { EngineRule } from '../rule.ts';
import type { Action } from './action.ts';

/**
 * An amount off the whole cart, given in the base currency. Source: the interface's "Fixed amount discount for whole cart",
 * recorded totals of the reference (15 off 30 and 20 are 9 and 6): each item bears the part that it has in the value of the items,
 * less what earlier rules took off, and the parts add up to the amount. When the rule applies to shipping as well, shipping
 * bears its part (see `shipping.ts`).
 */
export const cartFixed: Action = {
  inSteps: false,
  begin(rule, cart, targets) {
    const worths = new Map(targets.map((line) => [line, worth(rule, line)]));
    const whole = [...worths.values()].reduce((total, one) => total.plus(one), shippingPart(rule, cart));
    // More digits than cents can tell cost time only; what they leave out is less than the trifle.
    const share = isMore(whole) ? rule.discountAmount.div(whole).toSignificantDigits(20) : zero;
    const carry = new Carry(trifle);
    return (line, qty) => {
      if (share.isZero()) return noDiscount;
      const { item } = line;
      const part = carry.round('items', worths.get(line)!.times(share));
      const baseAmount = round(least(part, isAll(line, qty) ? line.baseWhole : item.basePrice.times(qty)));
      const displayed = line.oneCurrency ? baseAmount : baseAmount.times(cart.rate);
      return {
        amount: line.oneCurrency ? baseAmount : round(least(item.price.times(qty), displayed)),
        baseAmount,
        originalAmount: least(item.originalPrice.times(qty), displayed),
        baseOriginalAmount: round(item.baseOriginalPrice),
      };
    };
  },
};

/** What an item counts for, in the base currency. */
function worth(rule: EngineRule, { item, baseWhole, baseAmount }: Line): Decimal {
  const value = rule.discountQty.isZero() ? baseWhole : item.basePrice.times(limitedQty(rule, item));
  // When shipping takes part, the reference reckons with full prices.
  return rule.appliesToShipping ? value : atLeastZero(value.minus(baseAmount));
}

function shippingPart(rule: EngineRule, { shipping }: EngineCart): Decimal {
  return rule.appliesToShipping && shipping ? shipping.baseAmount : zero;
}
