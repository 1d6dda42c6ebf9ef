import { module } from '../../kernel/module.ts';
import { AnyRecord } from '../../storage/criteria/criteria.ts';
import { exportStockRoutes } from './routes.ts';
import { salableQuantityFields } from './types.ts';

/** Exports the stock of all products. */
export const exportStock = module({
  name: 'InventoryExportStock',
  needs: ['store', 'catalog', 'availability', 'listing', 'inventory', 'multiSource'],
  routes: exportStockRoutes,
  extends: [{ type: AnyRecord, fields: salableQuantityFields }],
});
