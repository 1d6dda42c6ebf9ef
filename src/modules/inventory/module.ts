import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { inventoryConfiguration } from './configuration.ts';
import { stockPart, stockRule } from './product-part.ts';
import { deduct, putBack, release, reserve, reserveAgain, unreserved } from './reservations.ts';
import { stockRoutes } from './routes.ts';
import { inStock, saleSettings } from './in-stock.ts';
import { salable } from './stock-items.ts';
import { migrations } from './tables.ts';
import { StockItem } from './types.ts';

/** What the inventory offers to the modules after it. */
export interface InventoryService {
  readonly salable: typeof salable;
  readonly inStock: typeof inStock;
  /** What can be sold of products: their stock less what is ordered and not yet shipped. */
  readonly unreserved: typeof unreserved;
  // In the transaction of an order, a cancellation, a shipment (or the invoice of what is not shipped), a return.
  readonly reserve: typeof reserve;
  readonly reserveAgain: typeof reserveAgain;
  readonly release: typeof release;
  readonly deduct: typeof deduct;
  readonly putBack: typeof putBack;
}

declare module '../../kernel/call.ts' {
  interface Services {
    inventory: InventoryService;
  }
}

export const catalogInventory = module({
  name: 'CatalogInventory',
  configuration: inventoryConfiguration,
  routes: stockRoutes,
  migrations,
  extends: [{ type: ProductExtension, fields: { stock_item: t.optional(StockItem) } }],
  services: () => ({ inventory: { salable, inStock, unreserved, reserve, reserveAgain, release, deduct, putBack } }),
  contributes: {
    productParts: [stockPart],
    saleRules: [stockRule],
    settingObservers: [
      async (call, path) => {
        if (saleSettings.has(path)) await call.services.catalog.salesChanged(call, 'all');
      },
    ],
    salability: [
      async (call, products) =>
        new Map([...(await salable(call, products))].map(([id, { isSalable }]) => [id, isSalable])),
    ],
  },
});
