import * as t from '../../kernel/types.ts';

/** A segment of customers in the console; its conditions are a tree. */
export const ConsoleSegment = t.object('console-customer-segment', {
  segment_id: t.optional(t.integer),
  name: t.string,
  description: t.optional(t.string),
  is_active: t.optional(t.boolean),
  /** See `appliesTo`. */
  apply_to: t.optional(t.integer),
  website_ids: t.array(t.integer),
  conditions: t.optional(t.mixed),
  /** Of responses alone. */
  number_of_customers: t.optional(t.integer),
});

const SegmentCustomer = t.object('console-customer-segment-customer', {
  id: t.integer,
  email: t.string,
  firstname: t.string,
  lastname: t.string,
});

/** A page of the customers in a segment. */
export const SegmentCustomers = t.object('console-customer-segment-customers', {
  items: t.array(SegmentCustomer),
  total_count: t.integer,
});

/** A segment in a request of the console. */
export type SegmentInput = t.In<typeof ConsoleSegment>;
/** A segment in a response of the console. */
export type SegmentOutput = t.Out<typeof ConsoleSegment>;
