import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadSegments, type Segment } from './segments.ts';

/** The service of segments, as `call.services.customerSegment`. */
interface CustomerSegmentService {
  /** Every segment, in order of ids. */
  readonly segments: SharedCache<readonly Segment[]>;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    customerSegment: CustomerSegmentService;
  }
}

/** Creates the module's service. */
export function createSegmentService(caches: SharedCaches): CustomerSegmentService {
  return { segments: caches.define('customer-segments', loadSegments) };
}
