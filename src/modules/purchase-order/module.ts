import { module } from '../../kernel/module.ts';
import { purchaseOrderConfiguration } from './configuration.ts';
import { purchaseOrderConsoleRoutes } from './console/routes.ts';
import { followPurchaseOrders, purchaseOrderOfCarts } from './orders.ts';
import { purchaseOrderRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Purchase orders of companies, which become orders. */
export const purchaseOrder = module({
  name: 'PurchaseOrder',
  edition: 'commercial',
  needs: ['customer', 'quote', 'company'],
  configuration: purchaseOrderConfiguration,
  routes: purchaseOrderRoutes,
  migrations,
  unshown: ['purchase_order'],
  contributes: {
    consoleRoutes: purchaseOrderConsoleRoutes,
    cartExtensions: [purchaseOrderOfCarts],
    orderFollowers: [followPurchaseOrders],
  },
});
