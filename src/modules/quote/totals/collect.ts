import { decimal } from '../../../kernel/money.ts';
import { collectDiscount } from './discount.ts';
import { collectGrandTotal } from './grand-total.ts';
import { collectShipping } from './shipping.ts';
import { collectSharedDiscount, collectShippingDiscount } from './shipping-discount.ts';
import { collectSubtotal } from './subtotal.ts';
import { collectTax } from './tax.ts';
import { collectTaxSubtotal } from './tax-subtotal.ts';
import { zeroPair, type CartTotals, type Collector, type PriceableCart, type TotalsCart } from './totals.ts';

/** The parts of the totals, in the order in which one builds on the other. Source: documented order of the interface's totals. */
const collectors: readonly Collector[] = [
  collectSubtotal,
  collectTaxSubtotal,
  collectDiscount,
  collectShipping,
  collectSharedDiscount,
  collectShippingDiscount,
  collectTax,
  collectGrandTotal,
];

/** What a cart comes to. Pure: everything that it depends on is in `cart`. */
export function collectTotals(cart: TotalsCart): CartTotals {
  const totals = noTotals();
  for (const collect of collectors) collect(cart, totals);
  return totals;
}

/** What the items of a cart cost before discounts; see `ItemTotals`. */
export function collectPrices(cart: PriceableCart): CartTotals['items'] {
  const totals = noTotals();
  collectSubtotal(cart, totals);
  collectTaxSubtotal(cart, totals);
  return totals.items;
}

function noTotals(): CartTotals {
  return {
    items: new Map(),
    subtotal: zeroPair,
    subtotalInclTax: zeroPair,
    itemDiscount: zeroPair,
    isDiscountShared: false,
    discountLabels: [],
    appliedRuleIds: [],
    shipping: zeroPair,
    shippingInclTax: zeroPair,
    shippingTax: zeroPair,
    shippingTaxes: [],
    shippingDiscount: zeroPair,
    shippingCompensation: zeroPair,
    tax: zeroPair,
    compensation: zeroPair,
    grandTotal: zeroPair,
    weight: decimal(0),
    rates: [],
    rate: undefined,
  };
}
