import { round, type Decimal } from '../../../../kernel/money.ts';
import { valueAt } from '../../../../kernel/lookup.ts';
import type { EngineCart } from '../terms/cart.ts';
import { atLeastZero, isAll, isMore, least, limitedQty, noDiscount, zero, type DiscountLine } from '../terms/lines.ts';
import { trifle } from '../terms/rounding.ts';
import type { EngineRule } from '../terms/rule.ts';
import type { RuleAction } from './action.ts';

/**
 * An amount off the whole cart, in the base currency. Each item takes its share of it, by the values of the items after the
 * discounts of earlier rules; the shares add up to the amount. If the rule applies to shipping too, shipping takes its share (see
 * `shipping.ts`). Source: the interface's "Fixed amount discount for whole cart", recorded totals of the reference (15 off 30 and
 * 20 are 9 and 6).
 */
export const cartFixed: RuleAction = {
  inSteps: false,
  isShared: true,
  begin(rule, cart, targets) {
    const worths = new Map(targets.map((line) => [line, worth(rule, line)]));
    const whole = [...worths.values()].reduce((total, one) => total.plus(one), shippingWorth(rule, cart));
    // The sum of the shares so far is rounded once: a share is the difference to the sum before it.
    let [reached, borne] = [whole.times(trifle), zero];
    return (line, qty) => {
      if (!isMore(whole)) return noDiscount;
      const { item } = line;
      reached = reached.plus(valueAt(worths, line).times(rule.discountAmount));
      const share = atLeastZero(reached.divRounded(whole, 2).minus(borne));
      borne = borne.plus(share);
      const baseAmount = round(least(share, isAll(line, qty) ? line.baseWhole : item.basePrice.times(qty)));
      const displayed = line.oneCurrency ? baseAmount : baseAmount.times(cart.currencyRate);
      return {
        amount: line.oneCurrency ? baseAmount : round(least(item.price.times(qty), displayed)),
        baseAmount,
        originalAmount: least(item.originalPrice.times(qty), displayed),
        baseOriginalAmount: round(item.baseOriginalPrice),
      };
    };
  },
};

/** The value of an item that its share is computed from, in the base currency. */
function worth(rule: EngineRule, { item, baseWhole, baseAmount }: DiscountLine): Decimal {
  const value = rule.discountQty.isZero() ? baseWhole : item.basePrice.times(limitedQty(rule, item));
  // If shipping takes a share too, the reference computes with full prices.
  return rule.appliesToShipping ? value : atLeastZero(value.minus(baseAmount));
}

function shippingWorth(rule: EngineRule, { shipping }: EngineCart): Decimal {
  return rule.appliesToShipping && shipping ? shipping.baseAmount : zero;
}
