import type { Decimal } from '../../../../kernel/money.ts';
import { noDiscount, zero } from '../terms/lines.ts';
import type { EngineRule } from '../terms/rule.ts';
import type { RuleAction } from './action.ts';

/**
 * Of every X + Y units of an item, Y are free; X is the rule's step, Y its amount. Further rules apply to an item
 * without free units, even if the rule stops them. A rule with Y above X gives no discount. Source: the interface's
 * "Buy X get Y free (discount amount is Y)", recorded totals of the reference.
 */
export const buyXGetY: RuleAction = {
  inSteps: false,
  stops: (rule, qty) => qty.gt(rule.discountStep),
  begin: (rule) => (line, qty) => {
    const { item, whole, baseWhole, originalWhole, baseOriginalWhole } = line;
    const free = freePieces(rule, qty);
    if (free.isZero()) return noDiscount;
    const amount = free.times(item.price);
    const baseAmount = line.oneCurrency ? amount : free.times(item.basePrice);
    return {
      amount,
      baseAmount,
      originalAmount: originalWhole === whole ? amount : free.times(item.originalPrice),
      baseOriginalAmount: baseOriginalWhole === baseWhole ? baseAmount : free.times(item.baseOriginalPrice),
    };
  },
};

/** The number of free units among `qty`; in the last, incomplete set, units above X are free. */
export function freePieces({ discountStep: x, discountAmount: y }: EngineRule, qty: Decimal): Decimal {
  if (x.isZero() || y.gt(x)) return zero;
  const set = x.plus(y);
  const sets = qty.divWhole(set);
  const rest = qty.minus(sets.times(set));
  const free = sets.times(y);
  return rest.gt(x) ? free.plus(rest.minus(x)) : free;
}
