import { module } from '../../kernel/module.ts';
import { exportStockRoutes } from './routes.ts';

/** Exports the stock of all products. */
export const exportStock = module({
  name: 'InventoryExportStock',
  needs: ['store', 'catalog', 'availability', 'listing', 'inventory', 'multiSource'],
  routes: exportStockRoutes,
});
