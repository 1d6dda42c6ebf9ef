import { elementAt } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { lineTaxes, pairOf, taxLines } from './tax-lines.ts';
import { sumParents } from './tax-subtotal.ts';
import { addPairs, pricedLines, sumPairs, type TotalsCollector, type TotalsCart, type CartTotals } from './totals.ts';

/**
 * The tax of items and of shipping, after discounts or before, and its compensation, the tax that a discount on prices with tax
 * leaves in them. Shipping comes behind the items, so that it takes the remainders of their rounding. Source: documented tax
 * settings, recorded totals of the reference.
 */
export const collectTax: TotalsCollector = (cart, totals) => {
  const lines = pricedLines(cart.lines);
  const taxed = taxLines(cart, [
    ...lines.map((line) => {
      const item = valueAt(totals.items, line.id);
      return {
        unitPrice: cart.tax.pricesIncludeTax ? listPrice(cart, line.basePrice) : item.price,
        qty: line.totalQty,
        discount: item.discount,
        includesTax: cart.tax.pricesIncludeTax,
        taxClassId: line.taxClassId,
      };
    }),
    ...shippingLine(cart, totals),
  ]);
  lines.forEach((line, i) => {
    const item = valueAt(totals.items, line.id);
    const one = elementAt(taxed, i);
    item.tax = pairOf(one, 'rowTax');
    item.compensation = pairOf(one, 'compensation');
    item.taxPercent = one.base.percent;
    item.taxes = lineTaxes(one, line.taxClassId, cart.tax);
  });
  sumParents(cart, totals);
  const shipping = taxed[lines.length];
  if (shipping) {
    totals.shippingTax = pairOf(shipping, 'rowTax');
    totals.shippingTaxes = lineTaxes(shipping, cart.tax.shippingTaxClassId, cart.tax);
    totals.shippingCompensation = pairOf(shipping, 'compensation');
  }
  totals.tax = addPairs(sumPairs(lines.map((line) => valueAt(totals.items, line.id).tax)), totals.shippingTax);
  totals.compensation = sumPairs(lines.map((line) => valueAt(totals.items, line.id).compensation));
};

/** A configured price in both currencies, with the tax that it includes. */
function listPrice({ currencyRate }: TotalsCart, basePrice: CartTotals['weight']) {
  return { amount: basePrice.times(currencyRate), base: basePrice };
}

/**
 * Shipping as a taxed line. A virtual cart has one too, with a price of 0: its order shows the tax. Source: recorded orders of
 * the reference.
 */
function shippingLine(cart: TotalsCart, totals: CartTotals) {
  if (!totals.shippingRate && !cart.isVirtual) return [];
  const { shippingIncludesTax, shippingTaxClassId } = cart.tax;
  const unitPrice =
    shippingIncludesTax && totals.shippingRate ? listPrice(cart, totals.shippingRate.price) : totals.shipping;
  const qty = totals.weight.minus(totals.weight).plus(1);
  return [
    {
      unitPrice,
      qty,
      discount: totals.shippingDiscount,
      includesTax: shippingIncludesTax,
      taxClassId: shippingTaxClassId,
    },
  ];
}
