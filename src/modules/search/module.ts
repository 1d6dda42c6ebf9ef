import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { startForgettingWords } from './forgotten-words.ts';
import { searchConfiguration } from './configuration.ts';
import { searchGraphql } from './graphql/products.ts';
import { searchExtension } from './index-products.ts';
import { startReindexing } from './reindex.ts';
import { createCachedResults } from './layers/cached-results.ts';
import { searchRoutes } from './routes.ts';
import { createCatalogSearch } from './service.ts';
import { migrations } from './tables.ts';

/** The full-text search of the catalogue. */
export const search = module({
  name: 'Search',
  needs: ['store', 'directory', 'eav', 'catalog', 'availability', 'listing', 'storefront', 'inventory'],
  acl: declaredAcl,
  configuration: searchConfiguration,
  routes: searchRoutes,
  graphql: searchGraphql,
  migrations,
  services: {
    cachedResults: ({ caches }) => createCachedResults(caches),
    catalogSearch: createCatalogSearch,
  },
  workers: [startForgettingWords, startReindexing],
  unshown: ['catalog_search_state'],
  contributes: { productExtensions: [searchExtension] },
});
