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
    'coupons do not exist, have expired, are used up, are good for nothing in the cart, or for the rule of another one',
    'filled',
  ],
  notInCart: [
    'couldNotDelete',
    "The coupon code couldn't be deleted. Verify the coupon code and try again.",
    'a coupon is taken off a cart that does not have it',
  ],
});
