import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import { startForgettingWords } from './forgotten-words.ts';
import { searchConfiguration } from './configuration.ts';
import { searchGraphql } from './graphql/products.ts';
import { searchExtension } from './index-products.ts';
import { startReindexing } from './reindex.ts';
import { createCachedResults } from './layers/cached-results.ts';
import { searchRoutes } from './routes.ts';
import { createCatalogSearch } from './service.ts';
import { migrations } from './tables.ts';
import { searchConsolePage } from './console/page.ts';
import { readEmptyTerms, readPopularTerms, readSearchRules } from './console/routes.ts';
import { createSearchCounts } from './terms/counts.ts';
import { startTermRetention, startWritingTerms } from './terms/stored.ts';

/** The full-text search of the catalogue. */
export const search = module({
  name: 'Search',
  needs: ['store', 'directory', 'eav', 'catalog', 'availability', 'listing', 'storefront', 'inventory'],
  acl: declaredAcl,
  configuration: searchConfiguration,
  routes: searchRoutes,
  graphql: searchGraphql,
  migrations,
  texts: { en, de },
  shownAs: { catalog_search: [contentTags.products], catalog_search_word: [contentTags.products] },
  services: {
    cachedResults: ({ caches }) => createCachedResults(caches),
    catalogSearch: createCatalogSearch,
    searchCounts: () => createSearchCounts(),
  },
  workers: [startForgettingWords, startReindexing, startWritingTerms, startTermRetention],
  unshown: ['catalog_search_state', 'catalog_search_term'],
  contributes: {
    productExtensions: [searchExtension],
    consoleRoutes: [readPopularTerms, readEmptyTerms, readSearchRules],
    consolePages: [searchConsolePage],
  },
});
