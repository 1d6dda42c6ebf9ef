import { defineErrors } from '../../kernel/errors.ts';

/** Errors of carts with several coupons. */
export const multicouponErrors = defineErrors('multicoupon', {
  tooMany: [
    'input',
    'Maximum allowed number of applied coupons was exceeded.',
    'a cart would have more coupons than sales/multicoupon/maximum_number_of_coupons_per_order',
  ],
  refused: [
    'input',
    'The following coupon codes could not be applied: %1.',
    'coupons do not exist, have expired, are used up, do not apply to the cart, or belong to the rule of another coupon',
    'filled',
  ],
  emptyCart: [
    'noSuchEntity',
    'Cart does not contain products.',
    'a storefront changes the coupons of a cart without items',
  ],
  noCodes: [
    'input',
    'Required parameter "coupon_codes" is missing',
    'a storefront changes the coupons of a cart without a code',
  ],
  notInCart: [
    'couldNotDelete',
    "The coupon code couldn't be deleted. Verify the coupon code and try again.",
    'a coupon is removed from a cart that does not have it',
  ],
});
