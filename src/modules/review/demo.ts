import type { Call } from '../../kernel/call.ts';
import type { Demo } from '../../kernel/demo.ts';
import { elementAt } from '../../kernel/lists.ts';
import { insertRows } from '../../storage/rows.ts';
import { englishReviews, germanReviewers, germanReviews, reviewers, type DemoReview } from './demo-texts.ts';
import { allRatings, showRating } from './ratings.ts';
import { summarizeReviews } from './reviews.ts';
import { reviewStatus } from './tables.ts';

/** A review of the demo with the product and the store view that it belongs to. */
interface PlannedReview extends DemoReview {
  readonly productId: number;
  readonly storeId: number;
  readonly nickname: string;
  readonly status: number;
}

/** Reviews that await approval: one in so many. */
const PENDING = 11;

/** Creates up to eight reviews of each product that visitors see, some of which await approval, and asks for ratings. */
export async function demoReviews({ productIds, storeIds, call }: Demo): Promise<void> {
  const stores = [storeIds.english, storeIds.german];
  const products = [...productIds.values()];
  const planned = [
    products.map((id, place) => reviewsOf(id, storeIds.english, place, englishReviews, reviewers, (place * 5) % 7)),
    products.map((id, place) =>
      reviewsOf(id, storeIds.german, place, germanReviews, germanReviewers, place % 3 ? 0 : 1),
    ),
  ].flat(2);
  await call.transaction(async (inside) => {
    const ratings = await allRatings(inside);
    for (const { rating_id } of ratings) await showRating(inside, rating_id, stores);
    await insertReviews(
      inside,
      planned,
      ratings.map(({ rating_id }) => rating_id),
    );
    for (const storeId of stores) {
      await summarizeReviews(inside, storeId, [...new Set(planned.map(({ productId }) => productId))]);
    }
  });
}

/** `count` reviews of a product, from a place of the list that depends on the product's. */
function reviewsOf(
  productId: number,
  storeId: number,
  place: number,
  list: readonly DemoReview[],
  names: readonly string[],
  count: number,
): PlannedReview[] {
  return Array.from({ length: count }, (_, i) => {
    const nth = place * 3 + i * 5;
    const status = nth % PENDING === PENDING - 1 ? reviewStatus.pending : reviewStatus.approved;
    const nickname = elementAt(names, (place + i * 7) % names.length);
    return { ...elementAt(list, nth % list.length), productId, storeId, nickname, status };
  });
}

async function insertReviews(
  call: Call,
  planned: readonly PlannedReview[],
  ratingIds: readonly number[],
): Promise<void> {
  // In the past, a day apart: lists show the newest first.
  const rows = planned.map(({ productId, storeId, status, nickname, summary, detail }, i) => ({
    product_id: productId,
    customer_id: null,
    store_id: storeId,
    status,
    nickname,
    summary,
    detail,
    created_at: `2025-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')} 10:00:00`,
  }));
  const saved = await insertRows(call.db, 'review', rows, { returning: ['review_id'] });
  const reviews = planned.map((review, i) => ({ ...review, reviewId: elementAt(saved, i).review_id }));
  await insertRows(
    call.db,
    'review_store',
    reviews.map(({ reviewId, storeId }) => ({ review_id: reviewId, store_id: storeId })),
  );
  const votes = reviews.flatMap(({ reviewId, stars }) =>
    ratingIds.map((rating_id, r) => ({
      review_id: reviewId,
      rating_id,
      // The ratings of a review differ by a star now and then.
      value: Math.max(1, Math.min(5, stars + ((reviewId + r) % 4 === 3 ? -1 : 0))),
    })),
  );
  await insertRows(call.db, 'review_vote', votes);
}
