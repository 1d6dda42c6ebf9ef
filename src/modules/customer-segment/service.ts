import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { segmentsOfCart } from './facts.ts';
import { segmentsOfCustomers } from './members.ts';
import { loadSegments, type Segment } from './segments.ts';

/** The service of segments, as `call.services.customerSegment`. */
interface CustomerSegmentService {
  /** Every segment, in order of ids. */
  readonly segments: SharedCache<readonly Segment[]>;
  /** The active segments of a cart's owner, by the cart's amounts; two queries for a customer, none for a guest. */
  readonly ofCart: typeof segmentsOfCart;
  /** The ids of the active segments that customers are in. */
  readonly ofCustomers: typeof segmentsOfCustomers;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    customerSegment: CustomerSegmentService;
  }
}

/** Creates the module's service. */
export function createSegmentService(caches: SharedCaches): CustomerSegmentService {
  return {
    segments: caches.define('customer-segments', loadSegments),
    ofCart: segmentsOfCart,
    ofCustomers: segmentsOfCustomers,
  };
}
