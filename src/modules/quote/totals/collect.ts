import { decimal } from '../../../kernel/money.ts';
import { collectCoupons } from './coupons.ts';
import { collectDiscount } from './discount.ts';
import type { AddedTotal } from './added.ts';
import { ownTotals, type OwnTotal } from './extensions.ts';
import { atLeastNothing, collectGrandTotal } from './grand-total.ts';
import { collectShipping } from './shipping.ts';
import { collectSharedDiscount, collectShippingDiscount } from './shipping-discount.ts';
import { collectSubtotal } from './subtotal.ts';
import { collectTax } from './tax.ts';
import { collectTaxSubtotal } from './tax-subtotal.ts';
import {
  addPairs,
  zeroPair,
  type CartTotals,
  type TotalsCollector,
  type PriceableCart,
  type TotalsCart,
} from './totals.ts';

/**
 * The steps that compute the totals of every cart; each builds on those before it, and a total may take several. Source:
 * documented order of the interface's totals.
 */
const ownSteps: readonly (readonly [OwnTotal, TotalsCollector])[] = [
  ['subtotal', collectSubtotal],
  ['subtotal', collectTaxSubtotal],
  ['discount', collectDiscount],
  ['shipping', collectShipping],
  ['shipping', collectSharedDiscount],
  ['shipping', collectShippingDiscount],
  ['shipping', collectCoupons],
  ['tax', collectTax],
  ['grand_total', collectGrandTotal],
];

/** Computes the totals of a cart, with those of modules. Pure: depends only on `cart` and `added`. */
export function collectTotals(cart: TotalsCart, added: readonly AddedTotal[] = []): CartTotals {
  const totals = noTotals();
  for (const collect of stepsWith(added)) collect(cart, totals);
  return totals;
}

/** The steps with those of modules; each follows the last step of its predecessor. */
function stepsWith(added: readonly AddedTotal[]): readonly TotalsCollector[] {
  return ownTotals.flatMap((own) => {
    const collectors = ownSteps.filter(([name]) => name === own).map(([, collect]) => collect);
    const following = added.filter(({ behind }) => behind === own);
    return collectors.concat(following.map(own === 'grand_total' ? changingGrandTotal : collectAdded));
  });
}

function collectAdded(total: AddedTotal): TotalsCollector {
  return (cart, totals) => void totals.added.set(total.code, total.collect(cart, totals));
}

function changingGrandTotal(total: AddedTotal): TotalsCollector {
  return (cart, totals) => {
    const sum = total.collect(cart, totals);
    totals.added.set(total.code, sum);
    totals.grandTotal = atLeastNothing(addPairs(totals.grandTotal, sum));
  };
}

/** The prices of a cart's items before discounts; see `ItemTotals`. */
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
    sharedDiscount: undefined,
    discountLabels: [],
    appliedRuleIds: [],
    coupons: [],
    shipping: zeroPair,
    shippingInclTax: zeroPair,
    shippingTax: zeroPair,
    shippingTaxes: [],
    shippingDiscount: zeroPair,
    shippingDiscounts: [],
    shippingCompensation: zeroPair,
    tax: zeroPair,
    compensation: zeroPair,
    added: new Map(),
    grandTotal: zeroPair,
    weight: decimal(0),
    shippingRates: [],
    shippingRate: undefined,
  };
}
