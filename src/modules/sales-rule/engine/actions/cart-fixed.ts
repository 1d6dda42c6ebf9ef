import { round, type Decimal } from '../../../../kernel/money.ts';
import type { EngineCart } from '../terms/cart.ts';
import { atLeastZero, isAll, isMore, least, limitedQty, noDiscount, zero, type DiscountLine } from '../terms/lines.ts';
import { trifle } from '../terms/rounding.ts';
import type { EngineRule } from '../terms/rule.ts';
import type { RuleAction } from './action.ts';

/**
 * An amount off the whole cart, given in the base currency. Source: the interface's "Fixed amount discount for whole cart",
 * recorded totals of the reference (15 off 30 and 20 are 9 and 6): each item bears the share that it has in the value of the items,
 * less what earlier rules took off, and the shares add up to the amount. When the rule applies to shipping as well, shipping
 * bears its share (see `shipping.ts`).
 */
export const cartFixed: RuleAction = {
  inSteps: false,
  isShared: true,
  begin(rule, cart, targets) {
    const worths = new Map(targets.map((line) => [line, worth(rule, line)]));
    const whole = [...worths.values()].reduce((total, one) => total.plus(one), shippingWorth(rule, cart));
    // The items so far bear their share of the amount, rounded once: what each bears is that less what those before it bear.
    let [reached, borne] = [whole.times(trifle), zero];
    return (line, qty) => {
      if (!isMore(whole)) return noDiscount;
      const { item } = line;
      reached = reached.plus(worths.get(line)!.times(rule.discountAmount));
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

/** What an item counts for, in the base currency. */
function worth(rule: EngineRule, { item, baseWhole, baseAmount }: DiscountLine): Decimal {
  const value = rule.discountQty.isZero() ? baseWhole : item.basePrice.times(limitedQty(rule, item));
  // Where the amount is shared with shipping, the reference reckons with full prices.
  return rule.appliesToShipping ? value : atLeastZero(value.minus(baseAmount));
}

function shippingWorth(rule: EngineRule, { shipping }: EngineCart): Decimal {
  return rule.appliesToShipping && shipping ? shipping.baseAmount : zero;
}
