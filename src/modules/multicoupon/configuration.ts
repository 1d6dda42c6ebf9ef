import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { numberFrom, setting, settings } from '../../kernel/settings.ts';

export const mostCoupons = setting(
  'sales/multicoupon/maximum_number_of_coupons_per_order',
  numberFrom(1, 'coupons'),
  1,
  'Coupons that a cart may have',
  { changeableBy: [SHOP_SETTINGS] },
);

/** Settings of carts with several coupons. */
export const multicouponConfiguration = settings([mostCoupons]);
