import * as t from '../../kernel/types.ts';

const codes = { coupon_codes: t.optional(t.array(t.string)) };

/** The coupons of a cart. */
export const couponFieldsOfCarts = codes;

/** The coupons that a cart's totals count, and what their rules are called. */
export const couponFieldsOfTotals = { ...codes, coupons_labels: t.optional(t.array(t.string)) };

/** The coupons of an order, and what each has taken off, in its currency. */
export const couponFieldsOfOrders = { ...codes, coupon_discounts: t.optional(t.array(t.string)) };
