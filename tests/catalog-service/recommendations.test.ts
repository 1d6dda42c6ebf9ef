import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { orderOf } from '../sales/shop.ts';
import { buy } from '../support/bought.ts';
import { configured } from '../support/customers.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { serviceClient } from './service.ts';

type Body = Answer['body'];
let souk: Souk;
let service: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  service = serviceClient(souk);
  await souk.configure({ 'souk/recommendations/refresh_interval': '0' });
});
afterAll(() => souk?.stop());

const UNIT = `fragment UNIT on RecommendationUnit { displayOrder pageType storefrontLabel totalProducts typeId unitId unitName userError
  productsView { __typename name sku queryType visibility inStock images { url } urlKey rank score categories
    ... on SimpleProductView { price { final { amount { currency value } } } }
    ... on ComplexProductView { priceRange { maximum { final { amount { value } } } } } } }`;
const OF_PAGE = `query($pageType: PageType, $currentSku: String, $cartSkus: [String], $category: String, $views: [ViewHistory], $bought: [PurchaseHistory]) {
  recommendations(pageType: $pageType, currentSku: $currentSku, cartSkus: $cartSkus, category: $category, userViewHistory: $views, userPurchaseHistory: $bought) {
    totalResults results { ...UNIT } } } ${UNIT}`;
const BY_IDS = `query GetRecommendationsByUnitIds($unitIds: [String!]!, $currentSku: String!, $cartSkus: [String], $userPurchaseHistory: [PurchaseHistory], $userViewHistory: [ViewHistory], $currentProduct: CurrentProductInput) {
  recommendationsByUnitIds(unitIds: $unitIds, cartSkus: $cartSkus, currentSku: $currentSku, userPurchaseHistory: $userPurchaseHistory, userViewHistory: $userViewHistory, currentProduct: $currentProduct) {
    results { ...UNIT } totalResults } } ${UNIT}`;
const unitsOf = async (variables: object): Promise<Body[]> =>
  (await service.data(OF_PAGE, variables)).recommendations.results;
const unit = async (id: string, variables: object): Promise<Body> =>
  (await unitsOf(variables)).find(({ unitId }) => unitId === id);
const skusOf = (found: Body): string[] => (found?.productsView ?? []).map(({ sku }: Body) => sku);

async function category(): Promise<{ id: number; path: string }> {
  const path = unique('shelf').toLowerCase();
  const custom_attributes = [{ attribute_code: 'url_key', value: path }];
  const made = { category: { parent_id: 2, name: path, is_active: true, custom_attributes } };
  return { id: ok(await souk.admin.store('all').post('/V1/categories', made)).id, path };
}
const inCategory = (id: number, position: number) => ({
  extension_attributes: { category_links: [{ category_id: String(id), position }] },
});
const order = (...skus: string[]): Promise<unknown> =>
  Promise.all(skus.map((sku) => buy(souk, { sku }, { cart: 'uid', order: 'id' })));

it('related products come by their links, then by the category', async () => {
  const { id, path } = await category();
  const [linked, hidden] = [await makeProduct(souk), await makeProduct(souk, { visibility: 1 })];
  const [second, third] = [await makeProduct(souk, inCategory(id, 2)), await makeProduct(souk, inCategory(id, 3))];
  const sku = unique('main');
  await makeProduct(souk, {
    ...inCategory(id, 1),
    sku,
    product_links: [hidden, linked].map((one, position) => ({
      sku,
      link_type: 'related',
      linked_product_sku: one.sku,
      position,
    })),
  });
  const found = await unit('related-products', { pageType: 'Product', currentSku: sku });
  expect(found).toMatchObject({
    unitName: 'Related products',
    typeId: 'more-like-this',
    storefrontLabel: 'You may also like',
    pageType: 'Product',
    displayOrder: 1,
    totalProducts: 3,
    productsView: [
      { sku: linked.sku, queryType: 'primary', rank: 1, visibility: 'Catalog, Search', inStock: true },
      { sku: second.sku, queryType: 'backup', rank: 2, categories: [path] },
      { sku: third.sku, queryType: 'backup' },
    ],
  });
  const cart = { pageType: 'Cart', cartSkus: [sku, linked.sku] };
  expect(skusOf(await unit('related-products', cart))).toEqual([second.sku, third.sku]);
  const few = { 'souk/recommendations/products': '2', 'souk/recommendations/related/label': 'Goes well with' };
  await configured(souk, few, async () => {
    const shown = await unit('related-products', { pageType: 'Product', currentSku: sku });
    expect(shown).toMatchObject({ totalProducts: 2, storefrontLabel: 'Goes well with' });
  });
  await configured(souk, { 'souk/recommendations/related/pages': 'Cart' }, async () => {
    expect(await unit('related-products', { pageType: 'Product', currentSku: sku })).toBeUndefined();
  });
});

it('orders say which products are popular, and which are bought together', async () => {
  const { id, path } = await category();
  const [often, once] = [await makeProduct(souk, inCategory(id, 1)), await makeProduct(souk)];
  await order(often.sku, often.sku, once.sku);
  const popular = await unit('most-ordered', { pageType: 'CMS' });
  expect(popular).toMatchObject({ typeId: 'most-purchased', pageType: 'CMS' });
  expect(popular.productsView.slice(0, 2)).toMatchObject([
    { sku: often.sku, score: 2 },
    { sku: once.sku, score: 1 },
  ]);
  expect(skusOf(await unit('most-ordered', { pageType: 'Category', category: path }))).toEqual([often.sku]);
  expect(skusOf(await unit('most-ordered', { pageType: 'Category', category: 'no/such/path' }))).toEqual([]);

  // The count stays in memory for the interval.
  await configured(souk, { 'souk/recommendations/refresh_interval': '100000000' }, async () => {
    const countOf = async (): Promise<number> =>
      (await unit('most-ordered', { pageType: 'CMS' })).productsView.find(({ sku }: Body) => sku === often.sku).score;
    expect(await countOf()).toBe(2);
    await order(often.sku);
    expect(await countOf()).toBe(2);
  });
  await souk.configure({ 'souk/recommendations/refresh_interval': '0' });
  expect((await unit('most-ordered', { pageType: 'CMS' })).productsView[0]).toMatchObject({ sku: often.sku, score: 3 });

  const [pan, lid] = [await makeProduct(souk), await makeProduct(souk)];
  await orderOf(
    souk,
    [pan, lid].map(({ sku }) => ({ sku, qty: 1 })),
  );
  const together = await unit('bought-together', { pageType: 'Product', currentSku: pan.sku });
  expect(together).toMatchObject({ typeId: 'bought-bought', productsView: [{ sku: lid.sku, score: 1 }] });
  expect(skusOf(await unit('bought-together', { pageType: 'Cart', cartSkus: [lid.sku] }))).toEqual([pan.sku]);
  expect(await unit('bought-together', { pageType: 'Cart', cartSkus: [lid.sku, pan.sku] })).toBeUndefined();
  ok(await souk.admin.put(`/V1/products/${lid.sku}`, { product: { status: 2 } }));
  expect(await unit('bought-together', { pageType: 'Product', currentSku: pan.sku })).toBeUndefined();
});

it('units are found by their ids, with what the visitor has seen', async () => {
  const [a, b, now] = [await makeProduct(souk), await makeProduct(souk), await makeProduct(souk)];
  const seen = [
    { sku: a.sku, date: '2026-01-01T10:00:00Z' },
    { sku: b.sku, date: '2026-01-02T10:00:00Z' },
    { sku: now.sku, date: '2026-01-03T10:00:00Z' },
    { sku: 'unknown' },
  ];
  const variables = { unitIds: ['recently-viewed', 'unknown'], currentSku: now.sku, userViewHistory: seen };
  const { results, totalResults } = (await service.data(BY_IDS, variables)).recommendationsByUnitIds;
  expect(totalResults).toBe(1);
  expect(results).toMatchObject([{ unitId: 'recently-viewed', displayOrder: 4 }]);
  expect(skusOf(results[0])).toEqual([b.sku, a.sku]);
  const byProduct = { ...variables, currentSku: '', currentProduct: { sku: now.sku, price: 3 } };
  expect(skusOf((await service.data(BY_IDS, byProduct)).recommendationsByUnitIds.results[0])).toEqual([b.sku, a.sku]);
  const alone = { unitIds: ['related-products'], currentSku: '' };
  expect((await service.data(BY_IDS, alone)).recommendationsByUnitIds.results).toMatchObject([
    { unitId: 'related-products', productsView: [], userError: expect.stringContaining('currentSku') },
  ]);
  const tooMany = { unitIds: [], currentSku: '', cartSkus: Array.from({ length: 501 }, () => 'x') };
  refuses(await service.send(BY_IDS, tooMany), 'graphql-input', 'cartSkus accepts at most 500 values.');
  expect((await service.send(OF_PAGE, { pageType: 'Nonsense' })).body.errors[0].message).toMatch(/PageType/);
});
