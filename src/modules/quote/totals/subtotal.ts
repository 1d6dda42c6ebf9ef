import { decimal, round, type Decimal } from '../../../kernel/money.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import {
  sumPairs,
  zeroPair,
  type TotalsCollector,
  type ItemTotals,
  type AmountPair,
  type PriceableCart,
  type TotalsLine,
} from './totals.ts';

/**
 * Prices and row totals of items, and the subtotal. A price is converted and rounded to cents before it is multiplied. An item
 * whose components carry the price is their sum. Source: recorded totals of the reference.
 */
export const collectSubtotal: TotalsCollector<PriceableCart> = (cart, totals) => {
  for (const line of cart.lines) {
    for (const child of line.children) {
      totals.items.set(
        child.id,
        newItem(line.childrenCalculated ? child.basePrice : decimal(0), child.totalQty, cart.currencyRate),
      );
    }
    const own = newItem(line.basePrice, line.totalQty, cart.currencyRate);
    if (line.childrenCalculated)
      own.rowTotal = sumPairs(line.children.map((child) => valueAt(totals.items, child.id).rowTotal));
    totals.items.set(line.id, own);
    totals.weight = totals.weight.plus(lineWeight(line));
  }
  totals.subtotal = sumPairs(cart.lines.map((line) => valueAt(totals.items, line.id).rowTotal));
};

function newItem(basePrice: Decimal, qty: Decimal, rate: Decimal): ItemTotals {
  const price = convert(basePrice, rate);
  const base = round(round(basePrice).times(qty));
  const amount = rate.eq(1) ? base : round(round(price.amount).times(qty));
  const rowTotal: AmountPair = { amount, base };
  return {
    price,
    rowTotal,
    priceInclTax: price,
    rowTotalInclTax: rowTotal,
    tax: zeroPair,
    taxPercent: decimal(0),
    discount: zeroPair,
    discountPercent: decimal(0),
    compensation: zeroPair,
    appliedRuleIds: [],
    discounts: [],
    taxes: [],
    isShippedFree: false,
  };
}

function convert(base: Decimal, rate: Decimal): AmountPair {
  return { amount: rate.eq(1) ? base : base.times(rate), base };
}

/** Weight of all units of a line; zero for a virtual one. */
export function lineWeight(line: TotalsLine): Decimal {
  return line.isVirtual ? decimal(0) : line.weight.times(line.totalQty);
}
