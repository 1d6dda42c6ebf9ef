import type { Decimal } from '../../../kernel/money.ts';
import { atLeastZero, least, zero, type Line } from './lines.ts';
import { Carry, trifle } from './rounding.ts';

/**
 * Hands a discount of a parent on to the children that carry its price, each by its part of the row total. Source: recorded
 * totals of the reference (8 off a bundle of 10, 30 and 40 are 1, 3 and 4). The parts add up to the whole, and no child gets more
 * than is left of its price.
 */
export function distribute(parent: Line, amount: Decimal, baseAmount: Decimal): void {
  const { children } = parent;
  const total = children.reduce((sum, { item }) => sum.plus(item.baseRowTotal), zero);
  if (total.isZero()) return;
  const carry = new Carry(trifle);
  let [left, baseLeft] = [amount, baseAmount];
  for (const child of children) {
    const ratio = child.item.baseRowTotal.div(total);
    const part = atMost(carry.round('amount', amount.times(ratio)), left, child.whole.minus(child.amount));
    const basePart = child.oneCurrency
      ? part
      : atMost(carry.round('base', baseAmount.times(ratio)), baseLeft, child.baseWhole.minus(child.baseAmount));
    child.amount = child.amount.plus(part);
    child.baseAmount = child.baseAmount.plus(basePart);
    left = left.minus(part);
    baseLeft = baseLeft.minus(basePart);
  }
}

function atMost(part: Decimal, left: Decimal, price: Decimal): Decimal {
  return atLeastZero(least(part, least(left, price)));
}
