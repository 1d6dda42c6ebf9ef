import { changeableBy, count, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** The setting of how many coupons a cart may have, as the interface names it. */
export const mostCoupons = 'sales/multicoupon/maximum_number_of_coupons_per_order';

/** Settings of carts with several coupons. */
export const multicouponConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [mostCoupons]: { shipped: '1', takes: count(1) },
});
