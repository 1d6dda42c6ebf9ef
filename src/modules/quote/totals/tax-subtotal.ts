import { elementAt } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { pairOf, taxLines } from './tax-lines.ts';
import {
  pricedLines,
  sumPairs,
  zeroPair,
  type CartTotals,
  type TotalsCollector,
  type PriceableCart,
} from './totals.ts';

/**
 * Prices and row totals with and without tax, before discounts: discounts and free shipping need both. Source: recorded totals of
 * the reference.
 */
export const collectTaxSubtotal: TotalsCollector<PriceableCart> = (cart, totals) => {
  const lines = pricedLines(cart.lines);
  const taxed = taxLines(
    cart,
    lines.map((line) => ({
      unitPrice: valueAt(totals.items, line.id).price,
      qty: line.totalQty,
      discount: zeroPair,
      includesTax: cart.tax.pricesIncludeTax,
      taxClassId: line.taxClassId,
    })),
  );
  lines.forEach((line, i) => {
    const item = valueAt(totals.items, line.id);
    const one = elementAt(taxed, i);
    item.price = pairOf(one, 'price');
    item.priceInclTax = pairOf(one, 'priceInclTax');
    item.rowTotal = pairOf(one, 'rowTotal');
    item.rowTotalInclTax = pairOf(one, 'rowTotalInclTax');
  });
  sumParents(cart, totals);
};

/** Sums components up into their parent, and items into the cart. */
export function sumParents(cart: PriceableCart, totals: CartTotals): void {
  for (const line of cart.lines) {
    if (!line.childrenCalculated || line.children.length === 0) continue;
    const item = valueAt(totals.items, line.id);
    const children = line.children.map((child) => valueAt(totals.items, child.id));
    item.rowTotal = sumPairs(children.map((child) => child.rowTotal));
    item.rowTotalInclTax = sumPairs(children.map((child) => child.rowTotalInclTax));
    item.tax = sumPairs(children.map((child) => child.tax));
    item.taxPercent = undefined;
    if (line.qty.isZero()) continue;
    item.price = { amount: item.rowTotal.amount.div(line.qty), base: item.rowTotal.base.div(line.qty) };
    item.priceInclTax = {
      amount: item.rowTotalInclTax.amount.div(line.qty),
      base: item.rowTotalInclTax.base.div(line.qty),
    };
  }
  totals.subtotal = sumPairs(cart.lines.map((line) => valueAt(totals.items, line.id).rowTotal));
  totals.subtotalInclTax = sumPairs(cart.lines.map((line) => valueAt(totals.items, line.id).rowTotalInclTax));
}
