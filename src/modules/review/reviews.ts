import { sql, type SelectQueryBuilder } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { reviewErrors } from './errors.ts';
import { reviewStatus, type StoredReview } from './tables.ts';

/** Number of a product's visible reviews in a store view, and the mean of their votes, 0 to 100. */
export interface ReviewSummary {
  readonly count: number;
  readonly rating: number;
}

/** A vote of a review, with the name of its rating. */
export interface Vote {
  readonly name: string;
  readonly value: number;
}

const summaries = prepared((db, p: Params<{ ids: readonly number[]; storeId: number }>) =>
  db.selectFrom('review_summary').selectAll().where(inIds('product_id', p.ids)).where('store_id', '=', p.storeId),
);
const votes = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('review_vote as v')
    .innerJoin('rating as r', 'r.rating_id', 'v.rating_id')
    .select(['v.review_id', 'v.value', 'r.name'])
    .where(inIds('v.review_id', p.ids))
    .orderBy('r.position')
    .orderBy('r.rating_id'),
);

/** The review summaries of products in a store view, by product; one query. */
export async function summariesOf(
  call: Call,
  productIds: readonly number[],
  storeId: number,
): Promise<ReadonlyMap<number, ReviewSummary>> {
  const rows = await summaries(call.db, { ids: productIds, storeId });
  return new Map(rows.map((row) => [row.product_id, { count: row.review_count, rating: row.rating_summary }]));
}

/** The votes of reviews by review; one query. */
export async function votesOf(call: Call, reviewIds: readonly number[]): Promise<ReadonlyMap<number, Vote[]>> {
  return Map.groupBy(await votes(call.db, { ids: reviewIds }), (row) => row.review_id);
}

/** A page of a list, both numbers from 1. */
export interface Page {
  readonly page: number;
  readonly size: number;
}

/** The visible reviews of products in a store view, a page of each, the newest first; by product, in one query. */
export async function reviewsOfProducts(
  call: Call,
  productIds: readonly number[],
  storeId: number,
  { page, size }: Page,
): Promise<ReadonlyMap<number, StoredReview[]>> {
  const visibleReviews = call.db
    .selectFrom('review as r')
    .innerJoin('review_store as s', 's.review_id', 'r.review_id')
    .selectAll('r')
    .select(
      sql<number>`row_number() over (partition by r.product_id order by r.created_at desc, r.review_id desc)`.as(
        'place',
      ),
    )
    .where(inIds('r.product_id', productIds))
    .where('s.store_id', '=', storeId)
    .where('r.status', '=', reviewStatus.approved);
  const rows = await call.db
    .selectFrom(visibleReviews.as('shown'))
    .selectAll()
    .where('place', '>', (page - 1) * size)
    .where('place', '<=', page * size)
    .orderBy('place')
    .execute();
  return Map.groupBy(rows, (row) => row.product_id);
}

/** A page of reviews, and how many there are on all pages. */
interface ReviewPage {
  readonly reviews: readonly StoredReview[];
  readonly total: number;
}

/** A page of a customer's reviews, approved or not, the newest first, and their total number. */
export async function reviewsOfCustomer(call: Call, customerId: number, { page, size }: Page): Promise<ReviewPage> {
  return pageOf(call.db.selectFrom('review').where('customer_id', '=', customerId), page, size);
}

/** A page of the reviews with a status, the newest first, and their total number; `status` undefined: of all. */
export async function reviewsByStatus(
  call: Call,
  status: number | undefined,
  { page, size }: Page,
): Promise<ReviewPage> {
  const all = call.db.selectFrom('review');
  return pageOf(status === undefined ? all : all.where('status', '=', status), page, size);
}

async function pageOf(
  found: SelectQueryBuilder<Tables, 'review', object>,
  page: number,
  size: number,
): Promise<ReviewPage> {
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const reviews = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('review_id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { reviews, total: Number(total) };
}

/** A new review; `votes`: rating id → 1 to 5. */
interface NewReview {
  readonly productId: number;
  readonly customerId: number | null;
  readonly nickname: string;
  readonly summary: string;
  readonly detail: string;
  readonly votes: ReadonlyMap<number, number>;
}

/** Stores a review that awaits approval; within a transaction. Throws for empty texts. */
export async function writeReview(call: Call, review: NewReview): Promise<StoredReview> {
  const { productId: product_id, customerId: customer_id, nickname, summary, detail } = review;
  if (nickname.trim() === '') throw reviewErrors.nickname();
  if (summary.trim() === '') throw reviewErrors.summary();
  if (detail.trim() === '') throw reviewErrors.text();
  const { storeId: store_id } = call.scope;
  const created_at = formatTime(call.clock.now());
  const texts = { nickname, summary, detail };
  const savedReview = await call.db
    .insertInto('review')
    .values({ product_id, customer_id, store_id, status: reviewStatus.pending, ...texts, created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { review_id } = savedReview;
  await call.db.insertInto('review_store').values({ review_id, store_id }).execute();
  const rows = [...review.votes].map(([rating_id, value]) => ({ review_id, rating_id, value }));
  if (rows.length > 0) await call.db.insertInto('review_vote').values(rows).execute();
  return savedReview;
}

/** Approves a review for these store views, or rejects it; within a transaction. Throws when not found. */
export async function judgeReview(
  call: Call,
  reviewId: number,
  status: number,
  storeIds?: readonly number[],
): Promise<void> {
  const review = await call.db
    .updateTable('review')
    .set({ status })
    .where('review_id', '=', reviewId)
    .returning('product_id')
    .executeTakeFirst();
  if (!review) throw reviewErrors.noReview([reviewId]);
  const before = await storesOf(call, reviewId);
  if (storeIds) {
    await call.db.deleteFrom('review_store').where('review_id', '=', reviewId).execute();
    const rows = storeIds.map((store_id) => ({ review_id: reviewId, store_id }));
    await call.db.insertInto('review_store').values(rows).execute();
  }
  await summarize(call, review.product_id, [...before, ...(storeIds ?? [])]);
}

/** Deletes a review; within a transaction. Throws when not found. */
export async function deleteReview(call: Call, reviewId: number): Promise<void> {
  const before = await storesOf(call, reviewId);
  const review = await call.db
    .deleteFrom('review')
    .where('review_id', '=', reviewId)
    .returning('product_id')
    .executeTakeFirst();
  if (!review) throw reviewErrors.noReview([reviewId]);
  await summarize(call, review.product_id, before);
}

async function storesOf(call: Call, reviewId: number): Promise<number[]> {
  const rows = await call.db.selectFrom('review_store').select('store_id').where('review_id', '=', reviewId).execute();
  return rows.map((row) => row.store_id);
}

/** Recomputes the review summaries of a product. */
async function summarize(call: Call, product_id: number, storeIds: readonly number[]): Promise<void> {
  for (const store_id of new Set(storeIds)) {
    // Writing the row first locks it for concurrent changes: each summary includes the change before it.
    await call.db
      .insertInto('review_summary')
      .values({ product_id, store_id, review_count: 0, rating_summary: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['product_id', 'store_id'])
          .doUpdateSet((eb) => ({ review_count: eb.ref('excluded.review_count') })),
      )
      .execute();
    const { count, rating } = await call.db
      .selectFrom('review as r')
      .innerJoin('review_store as s', 's.review_id', 'r.review_id')
      .leftJoin('review_vote as v', 'v.review_id', 'r.review_id')
      .select([
        sql<number>`count(distinct r.review_id)`.as('count'),
        sql<number | null>`avg(v.value * 20.0)`.as('rating'),
      ])
      .where('r.product_id', '=', product_id)
      .where('s.store_id', '=', store_id)
      .where('r.status', '=', reviewStatus.approved)
      .executeTakeFirstOrThrow();
    await call.db
      .updateTable('review_summary')
      .set({ review_count: Number(count), rating_summary: Math.round(Number(rating ?? 0)) })
      .where('product_id', '=', product_id)
      .where('store_id', '=', store_id)
      .execute();
  }
}

/** Computes the review summaries of products that have none yet in a store view; within a transaction. */
export async function summarizeReviews(call: Call, storeId: number, productIds: readonly number[]): Promise<void> {
  const found = await call.db
    .selectFrom('review as r')
    .innerJoin('review_store as s', 's.review_id', 'r.review_id')
    .leftJoin('review_vote as v', 'v.review_id', 'r.review_id')
    .select('r.product_id')
    .select([
      sql<number>`count(distinct r.review_id)`.as('count'),
      sql<number | null>`avg(v.value * 20.0)`.as('rating'),
    ])
    .where(inIds('r.product_id', productIds))
    .where('s.store_id', '=', storeId)
    .where('r.status', '=', reviewStatus.approved)
    .groupBy('r.product_id')
    .execute();
  const rows = found.map(({ product_id, count, rating }) => ({
    product_id,
    store_id: storeId,
    review_count: Number(count),
    rating_summary: Math.round(Number(rating ?? 0)),
  }));
  await insertRows(call.db, 'review_summary', rows);
}

/** Reviews for moderation, the oldest first; `status` undefined: all. */
export async function listReviews(call: Call, status: number | undefined, limit: number): Promise<StoredReview[]> {
  let query = call.db.selectFrom('review').selectAll().orderBy('review_id').limit(limit);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.execute();
}
