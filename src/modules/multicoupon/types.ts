import * as t from '../../kernel/types.ts';

/** Coupons that can still be used. */
const codes = { coupon_codes: t.optional(t.secret(t.array(t.string), 'coupon')) };

/** The coupons of a cart. */
export const couponFieldsOfCarts = codes;

/** The coupons that a cart's totals count, and what their rules are called. */
export const couponFieldsOfTotals = { ...codes, coupons_labels: t.optional(t.array(t.string)) };

/** The coupons of an order, and what each has taken off, in its currency. */
export const couponFieldsOfOrders = {
  coupon_codes: t.optional(t.array(t.string)),
  coupon_discounts: t.optional(t.array(t.string)),
};
