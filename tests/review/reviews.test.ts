import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
let customer: GraphQLClient;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  customer = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  ({ sku } = await newProduct(souk));
});

const guest = () => graphqlClient(souk);
const WRITE = `mutation($i: CreateProductReviewInput!) { createProductReview(input: $i) { review {
  nickname summary text average_rating ratings_breakdown { name value } product { sku review_count } } } }`;
const write = async (client: GraphQLClient, over: object = {}): Promise<Answer['body']> =>
  (await client.data(WRITE, { i: { sku, nickname: 'Ada', summary: 'Fits', text: 'Fits well.', ratings: [], ...over } }))
    .createProductReview.review;
const SHOWN = `query($s: String) { products(filter: { sku: { eq: $s } }) { items { review_count rating_summary
  reviews(pageSize: 1) { items { nickname average_rating ratings_breakdown { name value } } page_info { total_pages } } } } }`;
const shown = async (): Promise<Answer['body']> => (await guest().data(SHOWN, { s: sku })).products.items[0];

async function cli(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}
/** Ids of the reviews that wait, of the test's product: the last that were written. */
async function pending(): Promise<string[]> {
  return [...(await cli('review:list', '--status', 'pending')).matchAll(/^(\d+)\t/gm)].map(([, id]) => id!);
}

describe('reviews', () => {
  it('are shown once they are approved, and counted', async () => {
    expect(await write(customer)).toEqual({
      nickname: 'Ada',
      summary: 'Fits',
      text: 'Fits well.',
      average_rating: 0,
      ratings_breakdown: [],
      product: { sku, review_count: 0 },
    });
    expect(await shown()).toMatchObject({ review_count: 0, reviews: { items: [] } });
    const id = (await pending()).at(-1)!;
    await cli('review:approve', id);
    expect(await shown()).toMatchObject({ review_count: 1, reviews: { items: [{ nickname: 'Ada' }] } });
    await cli('review:reject', id);
    expect(await shown()).toMatchObject({ review_count: 0, reviews: { items: [] } });
    await cli('review:delete', id);
    expect((await souk.cli('review:delete', id)).stderr).toContain(`There is no review with id ${id}.`);
  });

  it('have votes, whose mean the product shows', async () => {
    const METADATA = '{ productReviewRatingsMetadata { items { id name values { value_id value } } } }';
    expect(await guest().data(METADATA)).toEqual({ productReviewRatingsMetadata: { items: [] } });
    await cli('review:rating:show', '1', 'default');
    const [quality] = (await guest().data(METADATA)).productReviewRatingsMetadata.items;
    expect(quality).toMatchObject({ id: btoa('1'), name: 'Quality' });
    const vote = (value: number) => ({ id: quality.id, value_id: quality.values[value - 1].value_id });
    const first = await write(guest(), { ratings: [vote(5)] });
    expect(first).toMatchObject({ average_rating: 100, ratings_breakdown: [{ name: 'Quality', value: '5' }] });
    await write(guest(), { nickname: 'Grace', ratings: [vote(2)] });
    for (const id of (await pending()).slice(-2)) await cli('review:approve', id);
    expect(await shown()).toEqual({
      review_count: 2,
      rating_summary: 70,
      reviews: {
        items: [{ nickname: 'Grace', average_rating: 40, ratings_breakdown: [{ name: 'Quality', value: '2' }] }],
        page_info: { total_pages: 2 },
      },
    });
    const unknown = {
      sku,
      nickname: 'A',
      summary: 'B',
      text: 'C',
      ratings: [{ id: quality.id, value_id: btoa('99') }],
    };
    refuses(await guest().send(WRITE, { i: unknown }), 'graphql-input', /has no value/);
    await cli('review:rating:show', '1');
    expect(await guest().data(METADATA)).toEqual({ productReviewRatingsMetadata: { items: [] } });
  });

  it('are shown in the store views that they are approved for', async () => {
    await cli('store:view:create', 'second', 'Second', '--group', 'main_website_store');
    await write(guest());
    await cli('review:approve', (await pending()).at(-1)!, '--store', 'second');
    expect(await shown()).toMatchObject({ review_count: 0 });
    const there = await guest().data(SHOWN, { s: sku }, { store: 'second' });
    expect(there.products.items[0]).toMatchObject({ review_count: 1 });
  });

  it('of a customer are listed for the customer, approved or not', async () => {
    const own = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    await write(own, { summary: 'Mine' });
    const { customer: me } = await own.data(
      '{ customer { reviews { items { summary product { sku } } page_info { total_pages } } } }',
    );
    expect(me.reviews).toEqual({ items: [{ summary: 'Mine', product: { sku } }], page_info: { total_pages: 1 } });
  });

  it('are asked for by SKU, where the package is new enough', async () => {
    await write(guest());
    await cli('review:approve', (await pending()).at(-1)!);
    const BY_SKU = 'query($s: String!) { reviews(sku: $s) { items { nickname } } }';
    expect(await guest().data(BY_SKU, { s: sku })).toEqual({ reviews: { items: [{ nickname: 'Ada' }] } });
    refuses(
      await guest().send(BY_SKU, { s: 'nothing' }),
      'graphql-no-such-entity',
      'Could not find a product with SKU "nothing"',
    );
    refuses(
      await guest().send('query($s: String!) { reviews(sku: $s, pageSize: 0) { items { nickname } } }', { s: sku }),
      'graphql-input',
      'pageSize value must be greater than 0.',
    );
  });

  it('are refused without texts, of unknown products, of guests and altogether, as the shop says', async () => {
    const full = { sku, nickname: 'A', summary: 'B', text: 'C', ratings: [] };
    for (const [over, text] of [
      [{ nickname: ' ' }, 'Please enter a nickname.'],
      [{ summary: '' }, 'Please enter a review summary.'],
      [{ text: '' }, 'Please enter a review.'],
    ] as const) {
      refuses(await guest().send(WRITE, { i: { ...full, ...over } }), 'graphql-input', text);
    }
    refuses(
      await guest().send(WRITE, { i: { ...full, sku: 'x' } }),
      'graphql-no-such-entity',
      'Could not find a product with SKU "x"',
    );
    await souk.configure({ 'catalog/review/allow_guest': '0' });
    refuses(
      await guest().send(WRITE, { i: full }),
      'graphql-authorization',
      "Guest customers aren't allowed to add product reviews.",
    );
    await write(customer);
    await souk.configure({ 'catalog/review/active': '0' });
    refuses(
      await customer.send(WRITE, { i: full }),
      'graphql-authorization',
      'Creating product reviews are not currently available.',
    );
    const { storeConfig } = await guest().data(
      '{ storeConfig { product_reviews_enabled allow_guests_to_write_product_reviews } }',
    );
    expect(storeConfig).toEqual({ product_reviews_enabled: '0', allow_guests_to_write_product_reviews: '0' });
    await souk.configure({ 'catalog/review/active': '1', 'catalog/review/allow_guest': '1' });
  });
});
