import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { catalogAssortment } from './assortment.ts';
import { assignmentRoutes } from './assignment-routes.ts';
import { isGroupOfCatalog, publicGroup } from './catalogs.ts';
import { sharedCatalogConfiguration } from './configuration.ts';
import { sharedCatalogConsoleRoutes } from './console/routes.ts';
import { demoCatalogs } from './demo.ts';
import { installPublicCatalog } from './install.ts';
import { storeMovedCatalog } from './moved.ts';
import { sharedCatalogRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Selections of products with prices of their own, for companies. */
export const sharedCatalog = module({
  name: 'SharedCatalog',
  edition: 'commercial',
  needs: ['store', 'customer', 'catalog', 'company'],
  acl: declaredAcl,
  configuration: sharedCatalogConfiguration,
  routes: [...sharedCatalogRoutes, ...assignmentRoutes],
  migrations,
  install: installPublicCatalog,
  shownAs: {
    shared_catalog: [contentTags.products, contentTags.categories],
    shared_catalog_product: [contentTags.products, contentTags.categories],
    shared_catalog_category: [contentTags.products, contentTags.categories],
  },
  contributes: {
    consoleRoutes: sharedCatalogConsoleRoutes,
    assortments: [catalogAssortment],
    customerGroupUses: [isGroupOfCatalog],
    newCompanyGroups: [publicGroup],
    movedSharedCatalogs: [storeMovedCatalog],
    demoParts: [demoCatalogs],
  },
});
