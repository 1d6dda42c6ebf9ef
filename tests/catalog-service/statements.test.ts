import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle, makeConfigurable, makeProduct, makeSelect, makeVariants } from '../catalog/composites.ts';
import { ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import type { GraphQLClient } from '../support/graphql.ts';
import { PRODUCT_FIELDS, serviceClient } from './service.ts';

const SEARCH = `query($path: String!, $size: Int) { productSearch(phrase: "", page_size: $size, filter: [{ attribute: "categoryPath", eq: $path }]) {
  total_count facets { attribute buckets { title } } items { product { sku } productView { ...PRODUCT categories visibility } } } } ${PRODUCT_FIELDS}`;
const PRODUCTS = `query($skus: [String]) { products(skus: $skus) { ...PRODUCT } } ${PRODUCT_FIELDS}`;
const RECOMMENDED = `query($sku: String) { recommendations(pageType: Product, currentSku: $sku) { results { productsView { ...PRODUCT } } } } ${PRODUCT_FIELDS}`;

/** Products of each kind in a category: simple ones, configurable ones and bundles. */
describe.each(engines)('statements of the catalogue service on %s', (engine) => {
  let here: Here;
  let count: StatementCount;
  /** An admin's, for whom responses are made anew. */
  let service: GraphQLClient;
  let path: string;
  const skus: string[] = [];
  beforeAll(async () => {
    here = await startHere(engine);
    path = unique('all').toLowerCase();
    const custom_attributes = [{ attribute_code: 'url_key', value: path }];
    const made = { category: { parent_id: 2, name: path, is_active: true, custom_attributes } };
    const category_id = String(ok(await here.admin.store('all').post('/V1/categories', made)).id);
    const placed = { extension_attributes: { category_links: [{ category_id, position: 1 }] } };
    const shade = await makeSelect(here, ['Red', 'Blue'], { is_filterable: true });
    for (let i = 0; i < 4; i++) {
      const simple = await makeProduct(here, { price: 5 + i, ...placed });
      const whole = await makeConfigurable(here, shade, await makeVariants(here, shade, [{}, {}]));
      const bundle = await makeBundle(here, [[simple]]);
      for (const { sku } of [whole, bundle]) {
        const productLink = { sku, position: 1, category_id };
        ok(await here.admin.post(`/V1/categories/${category_id}/products`, { productLink }));
      }
      skus.push(simple.sku, whole.sku, bundle.sku);
    }
    service = serviceClient(here, here.admin.token);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  const statementsOf = async (query: string, variables: object): Promise<number> =>
    (await count.settled(() => service.data(query, variables))).length;

  it.each([
    ['a search', SEARCH, () => ({ path, size: 3 }), () => ({ path, size: 12 })],
    ['products by SKUs', PRODUCTS, () => ({ skus: skus.slice(0, 3) }), () => ({ skus })],
  ])('do not grow with the products of %s', async (_, query, few, many) => {
    const least = await statementsOf(query, few());
    expect(least).toBeGreaterThan(2);
    expect(await statementsOf(query, many())).toBe(least);
  });

  it('do not grow with recommendations', async () => {
    const recommended = async (products: string): Promise<number> => {
      const settings = { 'souk/recommendations/products': products };
      ok(await here.admin.raw('PUT', '/_/configuration', { settings }));
      return statementsOf(RECOMMENDED, { sku: skus[0] });
    };
    const least = await recommended('3');
    expect(least).toBeGreaterThan(2);
    expect(await recommended('9')).toBe(least);
  });
});
