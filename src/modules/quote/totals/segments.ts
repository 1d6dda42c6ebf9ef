import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import { taxDisplay } from '../../tax/configuration.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { isVirtualCart } from '../items/tree.ts';
import type { TotalSegmentOutput } from '../totals-types.ts';
import type { EvaluatedCart } from './evaluate.ts';
import { cents, negative } from './cents.ts';
import type { LineTax, CartTotals } from './totals.ts';

/** A line of the totals with its place. */
type PlacedSegment = readonly [place: number, segment: TotalSegmentOutput];

/**
 * The lines of the totals, sorted by place. The settings `sales/totals_sort` have no effect: in the reference, they
 * sort the pages of its storefront, but responses are in the order of computation.
 */
export function segmentsOf(call: Call, evaluated: EvaluatedCart): TotalSegmentOutput[] {
  return [...ownSegments(call, evaluated), ...addedSegments(evaluated)]
    .sort(([one], [other]) => one - other)
    .map(([, segment]) => segment);
}

function ownSegments(call: Call, { totals, cart, discountDescription }: EvaluatedCart): PlacedSegment[] {
  const scope = { storeId: call.scope.storeId };
  const includesTax = (display: typeof taxDisplay.cart.subtotal): boolean =>
    call.config.of(display, scope) === 'withTax';
  const discount = totals.itemDiscount.amount.plus(totals.shippingDiscount.amount);
  const subtotal = includesTax(taxDisplay.cart.subtotal) ? totals.subtotalInclTax : totals.subtotal;
  const segments: PlacedSegment[] = [[10, { code: 'subtotal', title: 'Subtotal', value: cents(subtotal.amount) }]];
  if (!discount.isZero()) {
    const title = discountDescription === '' ? 'Discount' : `Discount (${discountDescription})`;
    segments.push([20, { code: 'discount', title, value: negative(discount) }]);
  }
  if (!isVirtualCart(call, cart.items)) {
    const shipping = includesTax(taxDisplay.cart.shipping) ? totals.shippingInclTax : totals.shipping;
    segments.push([30, { code: 'shipping', title: shippingTitle(totals), value: cents(shipping.amount) }]);
  }
  const tax = {
    code: 'tax',
    title: 'Tax',
    value: cents(totals.tax.amount),
    ...(call.config.of(taxDisplay.cart.grandTotal, scope) ? { area: 'taxes' } : {}),
    extension_attributes: { tax_grandtotal_details: taxDetails(totals) },
  };
  const grandTotal = {
    code: 'grand_total',
    title: 'Grand Total',
    value: cents(totals.grandTotal.amount),
    area: 'footer',
  };
  return [...segments, [40, tax], [100, grandTotal]];
}

/** The lines of the totals that modules add. */
function addedSegments({ added, totals, input }: EvaluatedCart): PlacedSegment[] {
  return added.flatMap(({ code, sortOrder, show }): PlacedSegment[] => {
    const line = show?.(totals, input);
    return line ? [[sortOrder, { ...line, code, value: cents(valueAt(totals.added, code).amount) }]] : [];
  });
}

function shippingTitle({ shippingRate }: CartTotals): string {
  return shippingRate ? `Shipping & Handling (${shippingDescription(shippingRate)})` : 'Shipping & Handling';
}

/** `Carrier - Method` */
export function shippingDescription({ carrierTitle, methodTitle }: NonNullable<CartTotals['shippingRate']>): string {
  return [carrierTitle, methodTitle].filter((title) => title).join(' - ');
}

/**
 * The taxes of all items and of shipping, each with its sum and the percentage of its first line. A tax whose first
 * lines are zero has the place and percentage of its first line with an amount. Source: recorded orders of the
 * reference.
 */
export function taxSums(totals: CartTotals): { tax: LineTax['tax']; amount: Decimal; base: Decimal }[] {
  const sums = new Map<string, { tax: LineTax['tax']; amount: Decimal; base: Decimal }>();
  const taxes = [...totals.items.values()].flatMap((item) => item.taxes).concat(totals.shippingTaxes);
  for (const { tax, amount } of taxes) {
    const sum = sums.get(tax.id);
    if (!sum && amount.amount.isZero()) continue;
    sums.set(tax.id, {
      tax: sum?.tax ?? tax,
      amount: sum ? sum.amount.plus(amount.amount) : amount.amount,
      base: sum ? sum.base.plus(amount.base) : amount.base,
    });
  }
  return [...sums.values()];
}

function taxDetails(totals: CartTotals) {
  return taxSums(totals)
    .filter(({ amount }) => !amount.isZero())
    .map(({ tax, amount }, i) => ({
      amount: cents(amount),
      rates: tax.rates.map((rate) => ({ percent: String(rate.percent), title: rate.title })),
      group_id: i + 1,
    }));
}
