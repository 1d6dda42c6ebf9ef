import { module } from '../../kernel/module.ts';
import { CartExtensionAttributes } from '../quote/types.ts';
import { TotalsExtension } from '../quote/totals-types.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { multicouponConfiguration } from './configuration.ts';
import { couponsOfCarts, couponsOfOrders, couponsOfTotals } from './fields.ts';
import { multicouponGraphql } from './graphql.ts';
import { multicouponRoutes } from './routes.ts';
import { couponFieldsOfCarts, couponFieldsOfOrders, couponFieldsOfTotals } from './types.ts';

/** Carts and orders with several coupons. */
export const multicoupon = module({
  name: 'Multicoupon',
  edition: 'commercial',
  needs: ['quote'],
  configuration: multicouponConfiguration,
  routes: multicouponRoutes,
  graphql: multicouponGraphql,
  extends: [
    { type: CartExtensionAttributes, fields: couponFieldsOfCarts },
    { type: TotalsExtension, fields: couponFieldsOfTotals },
    { type: OrderExtensionAttributes, fields: couponFieldsOfOrders },
  ],
  contributes: {
    cartExtensions: [couponsOfCarts],
    cartTotalsExtensions: [couponsOfTotals],
    orderExtensions: [couponsOfOrders],
  },
});
