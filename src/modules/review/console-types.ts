import * as t from '../../kernel/types.ts';

const ConsoleReviewVote = t.object('console-review-vote', {
  name: t.string,
  /** 1 to 5. */
  value: t.integer,
});

const ConsoleReview = t.object('console-review', {
  review_id: t.integer,
  /** `pending`, `approved` or `rejected`. */
  status: t.string,
  sku: t.string,
  product_name: t.string,
  /** Null for a guest. */
  customer_id: t.optional(t.integer),
  /** Name of the store view where it was written. */
  store: t.string,
  nickname: t.string,
  summary: t.string,
  detail: t.string,
  votes: t.array(ConsoleReviewVote),
  created_at: t.string,
});

/** A page of reviews in the console. */
export const ConsoleReviews = t.object('console-reviews', {
  items: t.array(ConsoleReview),
  total_count: t.integer,
});

/** A review in a response of the console. */
export type ShownReview = t.Out<typeof ConsoleReview>;
