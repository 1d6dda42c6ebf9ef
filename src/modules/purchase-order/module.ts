import { module } from '../../kernel/module.ts';
import { purchaseOrderConfiguration } from './configuration.ts';
import { followPurchaseOrders, purchaseOrderOfCarts } from './orders.ts';
import { purchaseOrderRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Purchase orders of companies, which become orders. */
export const purchaseOrder = module({
  name: 'PurchaseOrder',
  edition: 'commercial',
  needs: ['quote', 'company'],
  configuration: purchaseOrderConfiguration,
  routes: purchaseOrderRoutes,
  migrations,
  unshown: ['purchase_order'],
  contributes: { cartExtensions: [purchaseOrderOfCarts], orderFollowers: [followPurchaseOrders] },
});
