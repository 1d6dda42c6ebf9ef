import { decimal } from '../../../kernel/money.ts';
import { collectDiscount } from './discount.ts';
import type { AddedTotal } from './added.ts';
import type { OwnTotal } from './extensions.ts';
import { atLeastNothing, collectGrandTotal } from './grand-total.ts';
import { collectShipping } from './shipping.ts';
import { collectSharedDiscount, collectShippingDiscount } from './shipping-discount.ts';
import { collectSubtotal } from './subtotal.ts';
import { collectTax } from './tax.ts';
import { collectTaxSubtotal } from './tax-subtotal.ts';
import { addPairs, zeroPair, type CartTotals, type Collector, type PriceableCart, type TotalsCart } from './totals.ts';

/** A step of working the totals out, under the name of the total that is done with it. */
type Step = readonly [total: string, collect: Collector];

/** The totals of each cart, in the order in which one builds on the other. Source: documented order of the interface's totals. */
const ownSteps: readonly (readonly [OwnTotal, Collector])[] = [
  ['subtotal', collectSubtotal],
  ['subtotal', collectTaxSubtotal],
  ['discount', collectDiscount],
  ['shipping', collectShipping],
  ['shipping', collectSharedDiscount],
  ['shipping', collectShippingDiscount],
  ['tax', collectTax],
  ['grand_total', collectGrandTotal],
];

/** What a cart comes to, with the totals that modules add. Pure: everything that it depends on is in `cart` and `added`. */
export function collectTotals(cart: TotalsCart, added: readonly AddedTotal[] = []): CartTotals {
  const totals = noTotals();
  for (const [, collect] of stepsWith(added)) collect(cart, totals);
  return totals;
}

/** The steps with those of modules, each behind the total that it names and what others have put there. */
function stepsWith(added: readonly AddedTotal[]): readonly Step[] {
  const steps: Step[] = [...ownSteps];
  // Names of the totals that stand behind each one.
  const behind = new Map<string, string[]>();
  for (const total of added) {
    const known = behind.get(total.after) ?? [total.after];
    const last = steps.findLastIndex(([name]) => known.includes(name));
    // What it builds on is none of this cart's: it stands where that would.
    const place = last < 0 ? steps.length : last + 1;
    const isLate = place > steps.findIndex(([name]) => name === 'grand_total');
    steps.splice(place, 0, [total.code, isLate ? changingGrandTotal(total) : collectAdded(total)]);
    behind.set(total.after, [...known, total.code]);
  }
  return steps;
}

function collectAdded(total: AddedTotal): Collector {
  return (cart, totals) => void totals.added.set(total.code, total.collect(cart, totals));
}

function changingGrandTotal(total: AddedTotal): Collector {
  return (cart, totals) => {
    const sum = total.collect(cart, totals);
    totals.added.set(total.code, sum);
    totals.grandTotal = atLeastNothing(addPairs(totals.grandTotal, sum));
  };
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
    added: new Map(),
    grandTotal: zeroPair,
    weight: decimal(0),
    rates: [],
    rate: undefined,
  };
}
