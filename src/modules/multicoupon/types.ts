import * as t from '../../kernel/types.ts';

/** Coupon codes that are still usable. */
const codes = { coupon_codes: t.optional(t.secret(t.array(t.string), 'coupon')) };

/** The coupons of a cart. */
export const couponFieldsOfCarts = codes;

/** The applied coupons of a cart's totals, and the labels of their rules. */
export const couponFieldsOfTotals = { ...codes, coupons_labels: t.optional(t.array(t.string)) };

/** The coupons of an order, and the discount of each, in its currency. */
export const couponFieldsOfOrders = {
  coupon_codes: t.optional(t.array(t.string)),
  coupon_discounts: t.optional(t.array(t.string)),
};
