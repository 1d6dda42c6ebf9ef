import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** Types of shared catalogs, by the numbers of the interface. */
export const catalogTypes = { custom: 0, public: 1 } as const;

/** A selection of products with prices of its own, for the companies of one customer group. Times are UTC. */
export const SharedCatalog = t.object('shared-catalog-data-shared-catalog-interface', {
  id: t.optional(t.integer),
  name: t.string,
  description: t.string,
  customer_group_id: t.integer,
  type: t.integer,
  created_at: t.string,
  created_by: t.integer,
  store_id: t.integer,
  tax_class_id: t.integer,
});
/** The input of a shared catalog. */
export type SentSharedCatalog = t.In<typeof SharedCatalog>;

/** A page of shared catalogs. */
export const SharedCatalogSearchResults = searchResults('shared-catalog-data-search-results-interface', SharedCatalog);
