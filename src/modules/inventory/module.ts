import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { stockPart } from './product-part.ts';
import { stockRoutes } from './routes.ts';
import { salable } from './stock-items.ts';
import { migrations } from './tables.ts';
import { StockItem } from './types.ts';

/** What the inventory offers to the modules after it. */
export interface InventoryService {
  readonly salable: typeof salable;
}

declare module '../../kernel/call.ts' {
  interface Services {
    inventory: InventoryService;
  }
}

export const catalogInventory = module({
  name: 'CatalogInventory',
  routes: stockRoutes,
  migrations,
  extends: [{ type: ProductExtension, fields: { stock_item: t.optional(StockItem) } }],
  services: () => ({ inventory: { salable } }),
  contributes: { productParts: [stockPart] },
});
