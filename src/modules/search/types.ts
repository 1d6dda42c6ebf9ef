import * as t from '../../kernel/types.ts';
import { FilterGroup, SortOrder } from '../../storage/criteria/criteria.ts';

/** The filters of a search; the request name selects place and kind. */
export const SearchRequestCriteria = t.object('framework-search-search-criteria-interface', {
  request_name: t.string,
  filter_groups: t.array(FilterGroup),
  sort_orders: t.optional(t.array(SortOrder)),
  page_size: t.optional(t.integer),
  current_page: t.optional(t.integer),
});

/** A product that was found, with its relevance. */
const Document = t.object('framework-search-document-interface', {
  id: t.integer,
  custom_attributes: t.optional(t.array(t.AttributeValue)),
});

/** A value with the number of products that have it: `metrics` are the value again and the number. */
const AggregationValue = t.object('framework-search-aggregation-value-interface', {
  value: t.string,
  metrics: t.array(t.mixed),
});

const Bucket = t.object('framework-search-bucket-interface', {
  name: t.string,
  values: t.array(AggregationValue),
});

/** A search result, with the counts by attribute. */
export const SearchResult = t.object('framework-search-search-result-interface', {
  items: t.array(Document),
  aggregations: t.object('framework-search-aggregation-interface', {
    buckets: t.array(Bucket),
    bucket_names: t.array(t.string),
  }),
  search_criteria: SearchRequestCriteria,
  total_count: t.integer,
});
/** The counts of one attribute's values in a response. */
export type BucketOutput = t.Out<typeof Bucket>;
