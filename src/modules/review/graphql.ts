import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  ofPackage,
  sharedQueries,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { firstOf } from '../../kernel/lists.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { allowsGuests, hasReviews } from './configuration.ts';
import { reviewErrors } from './errors.ts';
import { ratingsOf, valueIdOf, voteValues } from './ratings.ts';
import {
  reviewsOfCustomer,
  reviewsOfProducts,
  summariesOf,
  votesOf,
  writeReview,
  type Page,
  type ReviewSummary,
  type Vote,
} from './reviews.ts';
import type { StoredReview } from './tables.ts';

const values = valueTypes({
  CreateProductReviewOutput: { review: 'ProductReview!' },
  ProductReviewRating: { name: 'String!', value: 'String!' },
  ProductReviewRatingMetadata: { id: 'String!', name: 'String!', values: '[ProductReviewRatingValueMetadata]!' },
  ProductReviewRatingValueMetadata: { value: 'String!', value_id: 'String!' },
  ProductReviewRatingsMetadata: { items: '[ProductReviewRatingMetadata]!' },
  ProductReviews: { items: '[ProductReview]!', page_info: 'SearchResultPageInfo!' },
});
const inputs = inputTypes({
  CreateProductReviewInput: {
    nickname: 'String!',
    ratings: '[ProductReviewRatingInput]!',
    sku: 'String!',
    summary: 'String!',
    text: 'String!',
  },
  ProductReviewRatingInput: { id: 'String!', value_id: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    ProductReview: StoredReview;
  }
}

const votes = loader<number, readonly Vote[]>(async (ids, call) => {
  const found = await votesOf(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});
const products = loader<number, GraphQLTypes['ProductInterface'] | null>(async (ids, call) => {
  const found = await call.services.storefront.products(call, ids);
  return ids.map((id) => found.get(id) ?? null);
});
const summaries = loader<number, ReviewSummary>(async (ids, call) => {
  const found = await summariesOf(call, ids, call.scope.storeId);
  return ids.map((id) => found.get(id) ?? { count: 0, rating: 0 });
});

const reviewType = objectType('ProductReview', (t) => ({
  average_rating: t.field('Float!', async ({ review_id: id }, _, call) => {
    const all = await votes(call, id);
    return all.length === 0 ? 0 : all.reduce((sum, { value }) => sum + value * 20, 0) / all.length;
  }),
  created_at: 'String!',
  nickname: 'String!',
  product: t.field('ProductInterface!', async ({ product_id: id }, _, call) => {
    const product = await products(call, id);
    if (!product) throw reviewErrors.noProduct([id]);
    return product;
  }),
  ratings_breakdown: t.field('[ProductReviewRating]!', async ({ review_id: id }, _, call) =>
    (await votes(call, id)).map(({ name, value }) => ({ name, value: String(value) })),
  ),
  summary: 'String!',
  text: t.field('String!', ({ detail }) => detail),
}));

/** The requested page. Throws for one below 1. */
function pageOf({ pageSize, currentPage }: { pageSize: number | null; currentPage: number | null }): Page {
  const [page, size] = [currentPage ?? 1, pageSize ?? 20];
  if (page < 1) throw reviewErrors.page(['currentPage']);
  if (size < 1) throw reviewErrors.page(['pageSize']);
  return { page, size };
}

function reviewPage(
  reviews: readonly StoredReview[],
  total: number,
  { page, size }: Page,
): GraphQLTypes['ProductReviews'] {
  const page_info = { current_page: page, page_size: size, total_pages: Math.ceil(total / size) };
  return { items: reviews, page_info };
}

const isActive = ({ config, scope: { storeId } }: Call): boolean => config.of(hasReviews, { storeId });

/** A page of the reviews of each product; empty ones where the store view has no reviews. */
async function ofEach(call: Call, ids: readonly number[], page: Page): Promise<GraphQLTypes['ProductReviews'][]> {
  if (!isActive(call)) return ids.map(() => reviewPage([], 0, page));
  const found = await reviewsOfProducts(call, ids, call.scope.storeId, page);
  const counts = await summariesOf(call, ids, call.scope.storeId);
  return ids.map((id) => reviewPage(found.get(id) ?? [], counts.get(id)?.count ?? 0, page));
}

const paged = { pageSize: 'Int = 20', currentPage: 'Int = 1' } as const;
const ofProducts = extendType('ProductInterface', (t) => ({
  rating_summary: t.field('Float!', async ({ product }, _, call) => (await summaries(call, product.id)).rating),
  review_count: t.field('Int!', async ({ product }, _, call) => (await summaries(call, product.id)).count),
  reviews: t.batch('ProductReviews!', paged, (all, page, call) =>
    ofEach(
      call,
      all.map(({ product }) => product.id),
      pageOf(page),
    ),
  ),
}));
const ofCustomers = extendType('Customer', (t) => ({
  reviews: t.field('ProductReviews!', paged, async ({ customer }, input, call) => {
    const page = pageOf(input);
    if (!isActive(call)) return reviewPage([], 0, page);
    const { reviews, total } = await reviewsOfCustomer(call, customer.id, page);
    return reviewPage(reviews, total, page);
  }),
}));

/** Id of a product that the store view sells. Throws when not found. */
async function soldProduct(call: Call, sku: string): Promise<number> {
  const { storeId, websiteId } = call.scope;
  const product = await call.services.catalog.productBySku(call, sku, storeId);
  const values = product && (await call.services.catalog.values(call, product));
  if (!product || Number(values?.status) !== 1 || !product.website_ids.includes(websiteId)) {
    throw reviewErrors.noProduct([sku]);
  }
  return product.id;
}

/** The votes of an input, by rating. Throws for a rating that the store view does not have. */
async function readVotes(
  call: Call,
  input: GraphQLTypes['CreateProductReviewInput']['ratings'],
): Promise<Map<number, number>> {
  const ratingIds = new Set((await ratingsOf(call, call.scope.storeId)).map((one) => one.rating_id));
  return new Map(
    input.flatMap((one) => {
      if (!one) return [];
      const id = idOf(one.id) ?? 0;
      const value = voteValues.find((vote) => uidOf(valueIdOf(id, vote)) === one.value_id);
      if (!ratingIds.has(id) || value === undefined) throw reviewErrors.rating([one.id, one.value_id]);
      return [[id, value] as const];
    }),
  );
}

const reviewMutations = mutations((t) => ({
  createProductReview: t.field(
    'CreateProductReviewOutput!',
    { input: 'CreateProductReviewInput!' },
    async (_, { input }, call) => {
      const { caller, config, scope } = call;
      if (!isActive(call)) throw reviewErrors.disabled();
      const customerId = caller.type === 'customer' ? caller.id : null;
      if (customerId === null && !config.of(allowsGuests, { storeId: scope.storeId })) throw reviewErrors.guests();
      const { nickname, summary, text: detail } = input;
      const productId = await soldProduct(call, input.sku);
      const votes = await readVotes(call, input.ratings);
      return { review: await writeReview(call, { productId, customerId, nickname, summary, detail, votes }) };
    },
    { recaptcha: 'product_review' },
  ),
}));

const reviewQueries = sharedQueries((t) => ({
  productReviewRatingsMetadata: t.field('ProductReviewRatingsMetadata!', async (_, __, call) => ({
    items: (await ratingsOf(call, call.scope.storeId)).map(({ rating_id: id, name }) => ({
      id: uidOf(id),
      name,
      values: voteValues.map((value) => ({ value: String(value), value_id: uidOf(valueIdOf(id, value)) })),
    })),
  })),
}));

const packageQueries = sharedQueries((t) => ({
  reviews: t.field('ProductReviews!', { sku: 'String!', ...paged }, async (_, { sku, ...page }, call) => {
    return firstOf(await ofEach(call, [await soldProduct(call, sku)], pageOf(page)));
  }),
}));

/** Reviews on product pages and in accounts. */
export const reviewGraphql = [
  values,
  inputs,
  reviewType,
  ofProducts,
  ofCustomers,
  reviewMutations,
  reviewQueries,
  ...ofPackage('2.4.8', [packageQueries]),
  storeConfigFields({
    allow_guests_to_write_product_reviews: ['String', allowsGuests],
    product_reviews_enabled: ['String', hasReviews],
  }),
];
