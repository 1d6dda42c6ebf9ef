import { module } from '../../kernel/module.ts';
import { exportStockRoutes } from './routes.ts';

/** Gives out what stocks have of all products. */
export const exportStock = module({
  name: 'InventoryExportStock',
  needs: ['store', 'catalog', 'availability', 'listing', 'inventory', 'multiSource'],
  routes: exportStockRoutes,
});
