import { decimal, type Decimal } from '../../../kernel/money.ts';
import { addPairs, subtractPairs, sumPairs, type TotalsCollector, type AmountPair } from './totals.ts';

/** The grand total: items and shipping, less discounts, with tax and totals of modules; at least zero. */
export const collectGrandTotal: TotalsCollector = (_, totals) => {
  const untaxed = addPairs(totals.subtotal, totals.shipping);
  const reduced = subtractPairs(subtractPairs(untaxed, totals.itemDiscount), totals.shippingDiscount);
  const compensation = addPairs(totals.compensation, totals.shippingCompensation);
  const all = addPairs(addPairs(reduced, totals.tax), compensation);
  totals.grandTotal = atLeastNothing(addPairs(all, sumPairs(totals.added.values())));
};

/** An amount, or zero where it is negative, in each currency. */
export function atLeastNothing({ amount, base }: AmountPair): AmountPair {
  const positive = (value: Decimal): Decimal => (value.gt(0) ? value : decimal(0));
  return { amount: positive(amount), base: positive(base) };
}
