import { decimal, type Decimal } from '../../../kernel/money.ts';
import { addPairs, subtractPairs, type Collector } from './totals.ts';

/** What is to be paid: items and shipping, less discounts, with tax. Nobody is paid for buying. */
export const collectGrandTotal: Collector = (_, totals) => {
  const untaxed = addPairs(totals.subtotal, totals.shipping);
  const reduced = subtractPairs(subtractPairs(untaxed, totals.itemDiscount), totals.shippingDiscount);
  const compensation = addPairs(totals.compensation, totals.shippingCompensation);
  const all = addPairs(addPairs(reduced, totals.tax), compensation);
  totals.grandTotal = { amount: atLeastNothing(all.amount), base: atLeastNothing(all.base) };
};

function atLeastNothing(amount: Decimal): Decimal {
  return amount.gt(0) ? amount : decimal(0);
}
