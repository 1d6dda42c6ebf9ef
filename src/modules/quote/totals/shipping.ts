import { firstOf } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { decimal, round, type Decimal } from '../../../kernel/money.ts';
import type { RateRequest } from '../shipping/extensions.ts';
import { ruleCart } from './rule-cart.ts';
import { pairOf, taxLines } from './tax-lines.ts';
import { zeroPair, type CartTotals, type TotalsCollector, type TotalsCart, type TotalsLine } from './totals.ts';

/**
 * The shipping methods that are offered, and the price of the chosen one, with and without tax. Items with free shipping are not
 * in the price. Source: recorded carts of the reference.
 */
export const collectShipping: TotalsCollector = (cart, totals) => {
  if (cart.isVirtual || cart.lines.length === 0 || !cart.shippingRatesFor) return;
  const free = cart.rules.free(ruleCart(cart, totals));
  totals.shippingRates = cart.shippingRatesFor(requestOf(cart, totals, free));
  totals.shippingRate = totals.shippingRates.find(
    (rate) => rate.isAvailable && `${rate.carrier}_${rate.method}` === cart.shippingMethod,
  );
  if (!totals.shippingRate) return;
  const price = round(totals.shippingRate.price);
  const taxed = firstOf(
    taxLines(cart, [
      {
        unitPrice: { amount: round(price.times(cart.currencyRate)), base: price },
        qty: decimal(1),
        discount: zeroPair,
        includesTax: cart.tax.shippingIncludesTax,
        taxClassId: cart.tax.shippingTaxClassId,
      },
    ]),
  );
  totals.shipping = pairOf(taxed, 'rowTotal');
  totals.shippingInclTax = pairOf(taxed, 'rowTotalInclTax');
};

function requestOf(
  cart: TotalsCart,
  totals: CartTotals,
  free: { cart: boolean; items: ReadonlyMap<number, Decimal | 'all'> },
): RateRequest {
  const physical = cart.lines.filter((line) => !line.isVirtual);
  // Items that are shipped separately count component by component.
  const shipped = physical.flatMap((line) => (line.shipsSeparately ? line.children : [line]));
  // Granted items ship free with the rest.
  const isFree = ({ grantedBy }: TotalsLine): boolean => free.cart || grantedBy !== undefined;
  const freeQty = (line: TotalsLine): Decimal => {
    const pieces = isFree(line) ? 'all' : free.items.get(line.id);
    return pieces === 'all' ? line.totalQty : decimal(pieces ?? 0);
  };
  for (const line of cart.lines) {
    if (isFree(line) || free.items.get(line.id) === 'all') valueAt(totals.items, line.id).isShippedFree = true;
  }
  const sum = (lines: readonly TotalsLine[], value: (line: TotalsLine) => Decimal): Decimal =>
    lines.reduce((all, line) => all.plus(value(line)), decimal(0));
  const rowOf = (line: TotalsLine): Decimal => valueAt(totals.items, line.id).rowTotal.base;
  const reducedRow = (line: TotalsLine): Decimal => {
    const discounts = [line, ...line.children].map((one) => valueAt(totals.items, one.id).discount.base);
    return discounts.reduce((left, discount) => left.minus(discount), rowOf(line));
  };
  return {
    pieces: sum(shipped, (line) => line.totalQty),
    paidPieces: sum(shipped, (line) => line.totalQty.minus(freeQty(line))),
    weight: totals.weight,
    paidWeight: sum(physical, (line) => line.weight.times(line.totalQty.minus(freeQty(line)))),
    value: sum(cart.lines, rowOf),
    physicalValue: sum(physical, rowOf),
    valueWithDiscount: sum(cart.lines, reducedRow),
    physicalValueWithDiscount: sum(physical, reducedRow),
    isFree: free.cart,
  };
}
