import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import { importRowFile } from '../../platform/row-import/row-kind.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { bulkRoutes } from './bulk/routes.ts';
import { sourceCommands } from './commands.ts';
import { demoStock } from './demo.ts';
import { install } from './install.ts';
import { linkRoutes } from './links/routes.ts';
import { sourceItemsOfProducts } from './product-extension.ts';
import { salabilityRoutes } from './salability/routes.ts';
import { createMultiSourceService } from './service.ts';
import { exportStock } from './source-items/export.ts';
import { stockRows } from './source-items/item-rows.ts';
import { sourceItemRoutes } from './source-items/routes.ts';
import { sourceRoutes } from './sources/routes.ts';
import { multiSourceStocks } from './stock-keeping.ts';
import { stockRoutes } from './stocks/routes.ts';
import { migrations } from './tables.ts';

/** Sources, stocks that combine them, and their items. */
export const multiSourceInventory = module({
  name: 'Inventory',
  needs: ['store', 'catalog', 'availability', 'inventory'],
  acl: declaredAcl,
  routes: [...sourceRoutes, ...stockRoutes, ...linkRoutes, ...sourceItemRoutes, ...salabilityRoutes, ...bulkRoutes],
  migrations,
  shownAs: { inventory_source_item: [contentTags.products], inventory_stock_index: [contentTags.products] },
  install,
  commandGroup: 'stock',
  commands: sourceCommands,
  services: { multiSource: ({ caches }) => createMultiSourceService(caches) },
  contributes: {
    otherStocks: [multiSourceStocks],
    productExtensions: [sourceItemsOfProducts],
    demoParts: [demoStock],
    fileImports: [
      {
        kind: 'stock',
        extension: 'csv',
        run: (call, file, settings) => importRowFile(call, file, settings, stockRows),
      },
    ],
    fileExports: [{ kind: 'stock', filters: ['source'], rows: exportStock }],
  },
});
