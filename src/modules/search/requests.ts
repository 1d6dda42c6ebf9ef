import type { Attribute } from '../eav/service.ts';
import type { CountedAttributes } from './aggregations.ts';

/** How a request searches. */
export interface SearchRequest {
  /** Whether `search_term` is looked for everywhere. */
  readonly hasTerm: boolean;
  /** Whether filters on texts look for their words. */
  readonly byWords: boolean;
  readonly counted: CountedAttributes;
}

/** The requests of the interface by name. */
export const searchRequests: Readonly<Record<string, SearchRequest>> = {
  quick_search_container: {
    hasTerm: true,
    byWords: false,
    counted: (attribute: Attribute) => attribute.isFilterableInSearch,
  },
  advanced_search_container: { hasTerm: false, byWords: true, counted: undefined },
  catalog_view_container: {
    hasTerm: false,
    byWords: false,
    counted: (attribute: Attribute) => attribute.isFilterable !== 0,
  },
};
