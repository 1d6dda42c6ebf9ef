import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const reviews = '/_/console/reviews';
const WRITE = `mutation($i: CreateProductReviewInput!) { createProductReview(input: $i) { review { nickname } } }`;

describe.each(engines)('reviews in the console, on %s', (engine) => {
  let here: Here;
  let sku: string;
  beforeAll(async () => {
    here = await startHere(engine);
    ({ sku } = await newProduct(here, { name: 'Mug' }));
    for (const summary of ['First', 'Second', 'Third']) {
      await graphqlClient(here).data(WRITE, { i: { sku, nickname: 'Ada', summary, text: 'Fits.', ratings: [] } });
    }
  });
  afterAll(() => here.stop());

  const list = async (query = '') => ok(await here.admin.raw('GET', `${reviews}${query}`));
  const count = async () =>
    (await graphqlClient(here).data(`{ products(filter: { sku: { eq: "${sku}" } }) { items { review_count } } }`))
      .products.items[0].review_count;

  it('are listed newest first, page by page, and by status', async () => {
    expect(await list('?limit=2')).toMatchObject({
      total_count: 3,
      items: [{ summary: 'Third', status: 'pending', sku, product_name: 'Mug' }, { summary: 'Second' }],
    });
    expect((await list('?limit=2&page=2')).items).toMatchObject([
      { summary: 'First', detail: 'Fits.', nickname: 'Ada' },
    ]);
    expect(await list('?status=approved')).toEqual({ items: [], total_count: 0 });
    fails(await here.admin.raw('GET', `${reviews}?status=good`), 400, /status/);
    fails(await here.admin.raw('GET', `${reviews}?limit=201`), 400);
  });

  it('are approved, rejected and deleted', async () => {
    const [{ review_id: id }] = (await list()).items;
    expect(ok(await here.admin.raw('PUT', `${reviews}/${id}`, { status: 'approved' }))).toBe(true);
    expect((await list('?status=approved')).items).toMatchObject([{ review_id: id }]);
    expect(await count()).toBe(1);
    fails(await here.admin.raw('PUT', `${reviews}/${id}`, { status: 'good' }), 400, /status/);
    expect(ok(await here.admin.raw('PUT', `${reviews}/${id}`, { status: 'rejected' }))).toBe(true);
    expect(await count()).toBe(0);
    expect(ok(await here.admin.raw('DELETE', `${reviews}/${id}`))).toBe(true);
    expect((await list()).total_count).toBe(2);
    fails(await here.admin.raw('PUT', `${reviews}/${id}`, { status: 'approved' }), 404);
    fails(await here.admin.raw('DELETE', `${reviews}/${id}`), 404);
  });

  it('need the permission for reviews', async () => {
    const [{ review_id: id }] = (await list()).items;
    const clerk = await here.granted('integration', ['Magento_Catalog::products']);
    fails(await clerk.raw('GET', reviews), 401);
    fails(await clerk.raw('PUT', `${reviews}/${id}`, { status: 'approved' }), 401);
    fails(await clerk.raw('DELETE', `${reviews}/${id}`), 401);
    const moderator = await here.granted('integration', ['Magento_Review::reviews_all']);
    expect(ok(await moderator.raw('PUT', `${reviews}/${id}`, { status: 'approved' }))).toBe(true);
  });
});
