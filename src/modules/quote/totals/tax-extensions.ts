import type { Decimal } from '../../../kernel/money.ts';
import { pairOf, taxLines } from './tax-lines.ts';
import { zeroPair, type AmountPair, type TotalsCart } from './totals.ts';

/** Something besides the items that is sold with a cart: the price of one, without tax, and how many. */
interface SoldBesides {
  readonly price: AmountPair;
  readonly qty: Decimal;
}

/**
 * The tax of goods sold besides the items of a cart, each by itself, calculated and rounded as the tax of items.
 * `taxClassId`: the class that the total has requested.
 */
export function taxOf(cart: TotalsCart, taxClassId: number, sold: readonly SoldBesides[]): AmountPair[] {
  const lines = sold.map(({ price, qty }) => ({
    unitPrice: price,
    qty,
    discount: zeroPair,
    includesTax: false,
    taxClassId,
  }));
  return taxLines(cart, lines).map((line) => pairOf(line, 'rowTax'));
}
