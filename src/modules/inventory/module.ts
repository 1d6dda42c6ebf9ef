import { contentTags } from '../../kernel/content-tags.ts';
import { demoStockDisplay } from './demo.ts';
import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import { stockEntity } from './changes.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { inventoryConfiguration } from './configuration.ts';
import { inventoryGraphql } from './graphql.ts';
import { stockExtension, stockRule } from './product-extension.ts';
import { stockRoutes } from './routes.ts';
import { saleSettings } from './in-stock.ts';
import { inventoryService } from './service.ts';
import { migrations } from './tables.ts';
import { StockItem } from './types.ts';
import { loadStockItems, salableProducts } from './stock-items.ts';

/** The stock of products. */
export const catalogInventory = module({
  name: 'CatalogInventory',
  needs: ['store', 'catalog', 'availability'],
  acl: declaredAcl,
  configuration: inventoryConfiguration,
  routes: stockRoutes,
  graphql: inventoryGraphql,
  migrations,
  shownAs: { cataloginventory_stock_item: [contentTags.products] },
  unshown: ['cataloginventory_reservation'],
  extends: [{ type: ProductExtensionAttributes, fields: { stock_item: t.optional(StockItem) } }],
  services: { inventory: () => inventoryService },
  contributes: {
    demoBases: [demoStockDisplay],
    changedEntities: [{ ...stockEntity, load: loadStockItems }],
    productExtensions: [stockExtension],
    saleRules: [stockRule],
    settingObservers: [
      async (call, path) => {
        if (saleSettings.has(path)) await call.services.availability.salesChanged(call, 'all');
      },
    ],
    salability: [
      async (call, products) => {
        const ids = products.map(({ id }) => id);
        const sold = await salableProducts(call, ids);
        return new Map(ids.map((id) => [id, sold.has(id)]));
      },
    ],
  },
});
