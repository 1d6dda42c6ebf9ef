import { takeDiscounts } from './discount.ts';
import { ruleCart } from './rule-cart.ts';
import { collectShipping } from './shipping.ts';
import type { TotalsCollector } from './totals.ts';

/** Once shipping has a price: the discounts that items share with shipping, and the shipping price that follows from them. */
export const collectSharedDiscount: TotalsCollector = (cart, totals) => {
  if (!totals.shippingRate || !totals.sharedDiscount) return;
  takeDiscounts(cart, totals, totals.sharedDiscount(ruleCart(cart, totals)));
  collectShipping(cart, totals);
};

/**
 * The discounts of rules on shipping (`apply_to_shipping`), from its price with tax if discounts are on prices with tax. Source:
 * recorded totals of the reference.
 */
export const collectShippingDiscount: TotalsCollector = (cart, totals) => {
  if (!totals.shippingRate) return;
  const discount = cart.rules.shipping(ruleCart(cart, totals));
  totals.shippingDiscount = { amount: discount.amount, base: discount.baseAmount };
  totals.shippingDiscounts = discount.discounts;
  totals.appliedRuleIds = [...new Set([...totals.appliedRuleIds, ...discount.appliedRuleIds])];
  totals.discountLabels = [...new Set([...totals.discountLabels, ...discount.labels.values()])];
};
