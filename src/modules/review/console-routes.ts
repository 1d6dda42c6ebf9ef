import { anyText } from '../../kernel/any-text.ts';
import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { pageSizeOf } from '../../kernel/page-size.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { ConsoleReviews, type ShownReview } from './console-types.ts';
import { deleteReview, judgeReview, reviewsByStatus, votesOf } from './reviews.ts';
import { reviewStatus, type StoredReview } from './tables.ts';

const reviews = { service: 'consoleReviewV1', access: acl('Magento_Review::reviews_all') } as const;
const names = new Map<number, string>(Object.entries(reviewStatus).map(([name, number]) => [number, name]));

/** The number of a status by its name. Throws 400 for an unknown name. */
function statusNamed(name: string): number {
  const found = [...names].find(([, one]) => one === name);
  if (!found) throw platformErrors.invalidValue({ fieldName: 'status', value: name });
  return found[0];
}

/** Reviews with the names of their products and their votes. */
async function showReviews(call: Call, stored: readonly StoredReview[]): Promise<ShownReview[]> {
  const products = await call.services.catalog.productsById(
    call,
    stored.map((review) => review.product_id),
    0,
  );
  const votes = await votesOf(
    call,
    stored.map((review) => review.review_id),
  );
  return stored.map(
    ({ review_id, product_id, customer_id, store_id, status, nickname, summary, detail, created_at }) => {
      const product = products.get(product_id);
      return {
        review_id,
        status: names.get(status) ?? String(status),
        sku: product?.sku ?? '',
        product_name: anyText(product?.values.name ?? ''),
        customer_id,
        store: call.services.store.view(store_id)?.name ?? String(store_id),
        nickname,
        summary,
        detail,
        votes: votes.get(review_id) ?? [],
        created_at,
      };
    },
  );
}

const readReviews = route({
  method: 'GET',
  path: '/_/console/reviews',
  ...reviews,
  operation: 'getList',
  summary: 'Lists reviews for moderation, newest first.',
  input: { status: t.optional(t.string), page: t.optional(t.integer), limit: t.optional(t.integer) },
  output: ConsoleReviews,
  handle: async ({ status, page, limit }, call) => {
    const found = await reviewsByStatus(call, status ? statusNamed(status) : undefined, {
      page: Math.max(page ?? 1, 1),
      size: pageSizeOf(limit, 20, 200),
    });
    return { items: await showReviews(call, found.reviews), total_count: found.total };
  },
});

const changeReview = route({
  method: 'PUT',
  path: '/_/console/reviews/:reviewId',
  ...reviews,
  operation: 'save',
  summary: 'Approves or rejects a review, or has it wait again.',
  entity: entity('review', 'reviewId'),
  input: { reviewId: t.integer, status: t.string },
  output: t.boolean,
  handle: async ({ reviewId, status }, call) => {
    await judgeReview(call, reviewId, statusNamed(status));
    return true;
  },
});

const removeReview = route({
  method: 'DELETE',
  path: '/_/console/reviews/:reviewId',
  ...reviews,
  operation: 'delete',
  summary: 'Deletes a review.',
  entity: entity('review', 'reviewId'),
  input: { reviewId: t.integer },
  output: t.boolean,
  handle: async ({ reviewId }, call) => {
    await deleteReview(call, reviewId);
    return true;
  },
});

/** Console routes that moderate reviews, which the interface does not have. */
export const reviewConsoleRoutes = [readReviews, changeReview, removeReview] as const;
