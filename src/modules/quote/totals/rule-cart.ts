import { decimal } from '../../../kernel/money.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { RuleCart, RuleItem } from '../rules.ts';
import { lineWeight } from './subtotal.ts';
import type { CartTotals, TotalsCart, TotalsLine } from './totals.ts';

/**
 * The cart as input of rules. Discounts are computed from prices with tax if `tax/calculation/discount_tax` says so,
 * otherwise from prices without. Granted items are omitted.
 */
export function ruleCart(cart: TotalsCart, totals: CartTotals): RuleCart {
  const { items, totalQty, weight } = pricedItems(cart, totals);
  const baseSubtotal = totals.subtotal.base.toNumber();
  const added = Object.entries(cart.addedFacts).map(([name, fact]) => [name, fact(baseSubtotal)]);
  return {
    items,
    address: {
      ...cart.address,
      ...Object.fromEntries(added),
      base_subtotal: baseSubtotal,
      base_subtotal_with_discount: totals.subtotal.base.minus(totals.itemDiscount.base).toNumber(),
      base_subtotal_total_incl_tax: totals.subtotalInclTax.base.toNumber(),
      total_qty: totalQty,
      weight,
    },
    currencyRate: cart.currencyRate,
    shipping: totals.shippingRate && shippingPrice(cart, totals),
  };
}

function shippingPrice(cart: TotalsCart, { shipping, shippingInclTax }: CartTotals): RuleCart['shipping'] {
  const price = cart.tax.discountsIncludeTax ? shippingInclTax : shipping;
  return {
    amount: price.amount,
    baseAmount: price.base,
    withoutTax: { amount: shipping.amount, baseAmount: shipping.base },
  };
}

interface PricedItems {
  readonly items: readonly RuleItem[];
  readonly totalQty: number;
  readonly weight: number;
}

/** Cached item data for rules. Prices do not change with discounts, and several steps need them. */
const known = new WeakMap<CartTotals, PricedItems>();

function pricedItems(cart: TotalsCart, totals: CartTotals): PricedItems {
  let priced = known.get(totals);
  if (!priced) {
    const lines = cart.lines.filter(({ grantedBy }) => grantedBy === undefined);
    priced = {
      items: lines.map((line) => ruleItem(cart, totals, line)),
      totalQty: lines.reduce((sum, line) => sum.plus(line.qty), decimal(0)).toNumber(),
      weight: lines.reduce((sum, line) => sum.plus(lineWeight(line)), decimal(0)).toNumber(),
    };
    known.set(totals, priced);
  }
  return priced;
}

function ruleItem(cart: TotalsCart, totals: CartTotals, line: TotalsLine): RuleItem {
  const item = valueAt(totals.items, line.id);
  const price = cart.tax.discountsIncludeTax ? item.priceInclTax : item.price;
  return {
    id: line.id,
    productType: line.productType,
    qty: line.qty,
    totalQty: line.totalQty,
    price: price.amount,
    basePrice: price.base,
    originalPrice: line.baseOriginalPrice.times(cart.currencyRate),
    baseOriginalPrice: line.baseOriginalPrice,
    rowTotal: item.rowTotal.amount,
    baseRowTotal: item.rowTotal.base,
    rowTotalInclTax: item.rowTotalInclTax.amount,
    baseRowTotalInclTax: item.rowTotalInclTax.base,
    attributes: line.attributes,
    children: line.children.map((child) => ruleItem(cart, totals, child)),
    childrenCalculated: line.childrenCalculated,
    noDiscount: false,
    shipsSeparately: line.shipsSeparately,
  };
}
