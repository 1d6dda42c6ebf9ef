import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';
import { Website } from '../store/types.ts';

/** A segment of customers. */
export const CustomerSegment = t.object('customer-segment-storefront-compatibility-data-customer-segment-interface', {
  id: t.optional(t.integer),
  uid: t.optional(t.string),
  name: t.optional(t.string),
  description: t.optional(t.string),
  is_active: t.optional(t.integer),
  apply_to: t.optional(t.integer),
  number_of_customers: t.optional(t.integer),
  associated_websites: t.array(Website),
});

/** A page of segments. */
export const CustomerSegmentSearchResults = searchResults(
  'customer-segment-storefront-compatibility-data-customer-segment-search-results-interface',
  CustomerSegment,
);
