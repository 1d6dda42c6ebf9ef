import { filterableAttributes, isChoice, labelIn, sortableAttributes } from './layers/attributes.ts';
import type { CachedResults } from './layers/cached-results.ts';
import { findLayered } from './layers/find.ts';
import { suggestSearches } from './corrections/suggestions.ts';
import type { SearchCounts } from './terms/counts.ts';

export type { Layer, LayerChoice } from './layers/aggregations.ts';
export type { LayeredProducts } from './layers/find.ts';
export type { AskedWord } from './text/asked.ts';
export type { LayeredRequest, LayerFilter } from './layers/request.ts';

/** Search and filters of the catalogue for storefronts: `call.services.catalogSearch`. */
interface CatalogSearchService {
  /** Finds a page of the visible products. */
  readonly find: typeof findLayered;
  /** The attributes that products are filtered by, and sorted by. */
  readonly filterable: typeof filterableAttributes;
  readonly sortable: typeof sortableAttributes;
  /** Whether the values of an attribute are choices. */
  readonly isChoice: typeof isChoice;
  /** The label of an attribute in the call's store view. */
  readonly labelOf: typeof labelIn;
  /** Other texts for a search with misspelt words. */
  readonly suggestions: typeof suggestSearches;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    cachedResults: CachedResults;
    searchCounts: SearchCounts;
    catalogSearch: CatalogSearchService;
  }
}

/** Creates `call.services.catalogSearch`. */
export const createCatalogSearch = (): CatalogSearchService => ({
  find: findLayered,
  filterable: filterableAttributes,
  sortable: sortableAttributes,
  isChoice,
  labelOf: labelIn,
  suggestions: suggestSearches,
});
