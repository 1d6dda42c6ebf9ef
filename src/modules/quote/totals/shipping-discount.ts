import { collectDiscount } from './discount.ts';
import { ruleCart } from './rule-cart.ts';
import { collectShipping } from './shipping.ts';
import type { TotalsCollector } from './totals.ts';

/** Once shipping has a price: discounts that items share with it, and then what shipping costs for them. */
export const collectSharedDiscount: TotalsCollector = (cart, totals) => {
  if (!totals.shippingRate || !totals.isDiscountShared) return;
  collectDiscount(cart, totals);
  collectShipping(cart, totals);
};

/**
 * What rules take off the shipping price (`apply_to_shipping`). Reckoned on the price with tax where discounts are. Source:
 * recorded totals of the reference.
 */
export const collectShippingDiscount: TotalsCollector = (cart, totals) => {
  if (!totals.shippingRate) return;
  const price = cart.tax.discountsIncludeTax ? totals.shippingInclTax : totals.shipping;
  const seen = { ...ruleCart(cart, totals), shipping: { amount: price.amount, baseAmount: price.base } };
  const discount = cart.rules.shipping(seen);
  totals.shippingDiscount = { amount: discount.amount, base: discount.baseAmount };
  totals.appliedRuleIds = [...new Set([...totals.appliedRuleIds, ...discount.appliedRuleIds])];
  totals.discountLabels = [...new Set([...totals.discountLabels, ...discount.labels.values()])];
};
