import { numberFrom, setting, settings, shopSetting } from '../../kernel/settings.ts';

export const mostCoupons = setting(
  'sales/multicoupon/maximum_number_of_coupons_per_order',
  numberFrom(1, 'coupons'),
  1,
  'Coupons that a cart may have',
  shopSetting,
);

/** Settings of carts with several coupons. */
export const multicouponConfiguration = settings([mostCoupons]);
