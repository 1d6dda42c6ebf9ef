import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeConfigurable,
  makeProduct,
  makeSelect,
  makeVariants,
  type Fields,
  type Select,
} from '../catalog/composites.ts';
import { refuses, type GraphQLClient } from '../support/graphql.ts';
import { addToSet, newAttribute } from '../support/products.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { serviceClient } from './service.ts';

type Body = Answer['body'];

const SEARCH = `query productSearch($phrase: String!, $pageSize: Int, $currentPage: Int = 1, $filter: [SearchClauseInput!], $sort: [ProductSearchSortInput!], $context: QueryContextInput) {
  attributeMetadata { sortable { label attribute numeric } filterableInSearch { label attribute numeric } }
  productSearch(phrase: $phrase, page_size: $pageSize, current_page: $currentPage, filter: $filter, sort: $sort, context: $context) {
    total_count suggestions related_terms warnings { code message }
    items { product { __typename sku } productView { __typename sku name inStock url urlKey images { label url roles }
      ... on ComplexProductView { priceRange { minimum { final { amount { value } } } } options { id values { title ... on ProductViewOptionValueSwatch { id inStock type value } } } }
      ... on SimpleProductView { price { final { amount { value currency } } } } }
      highlights { attribute value matched_words } applied_query_rule { action_type rule_id rule_name } }
    facets { title attribute type buckets { title __typename ... on CategoryView { id name count path } ... on ScalarBucket { id count } ... on RangeBucket { from to count } ... on StatsBucket { min max } } }
    page_info { current_page page_size total_pages } } }`;

/** A shop of pots: two in a category and one below it. */
let souk: Souk;
let service: GraphQLClient;
let shade: Select;
const word = `zpot${'bcdfghjklm'[process.pid % 10]}`;
const organic = unique('organic').replaceAll('-', '_');
const path = unique('kitchen').toLowerCase();
const skus: Record<'big' | 'small' | 'deep', string> = { big: '', small: '', deep: '' };
beforeAll(async () => {
  souk = await startSouk();
  service = serviceClient(souk);
  shade = await makeSelect(souk, ['Red', 'Dark blue'], { is_filterable: true, is_filterable_in_search: true });
  await newAttribute(souk, { attribute_code: organic, frontend_input: 'boolean', is_filterable: true });
  await addToSet(souk, organic);
  const kitchen = await category(path, 2);
  const below = await category('Deep pots', kitchen, 'deep');
  const pot = async (name: string, price: number, at: number, places: [number, number][], isOrganic: boolean) =>
    (
      await makeProduct(souk, {
        name: `${name} ${word}`,
        price,
        custom_attributes: [
          { attribute_code: shade.code, value: String(shade.values[at]) },
          { attribute_code: organic, value: isOrganic ? '1' : '0' },
        ],
        extension_attributes: {
          category_links: places.map(([category_id, position]) => ({ category_id: String(category_id), position })),
        },
      })
    ).sku;
  skus.big = await pot('Big', 30, 0, [[kitchen, 2]], true);
  skus.small = await pot('Small', 10, 1, [[kitchen, 1]], false);
  skus.deep = await pot(
    'Deep',
    20,
    1,
    [
      [kitchen, 3],
      [below, 1],
    ],
    false,
  );
});
afterAll(() => souk?.stop());

async function category(name: string, parent: number, url_key = name): Promise<number> {
  const custom_attributes = [{ attribute_code: 'url_key', value: url_key }];
  const made = { category: { parent_id: parent, name, is_active: true, custom_attributes } };
  return ok(await souk.admin.store('all').post('/V1/categories', made)).id;
}

const search = async (variables: Fields): Promise<Body> =>
  (await service.data(SEARCH, { phrase: '', ...variables })).productSearch;
const found = async (variables: Fields): Promise<string[]> =>
  (await search(variables)).items.map(({ productView }: Body) => productView.sku);
const byWord = (...filter: Fields[]): Promise<string[]> =>
  found({ phrase: word, filter, sort: [{ attribute: 'price', direction: 'ASC' }] });
const inKitchen = { attribute: 'categoryPath', eq: path };
const facet = (result: Body, attribute: string): Body => result.facets.find((one: Body) => one.attribute === attribute);

describe('a product search', () => {
  it('finds products by a phrase, with highlights, pages and the product of the core schema', async () => {
    const { small, deep, big } = skus;
    const result = await search({ phrase: word, pageSize: 2, sort: [{ attribute: 'price', direction: 'ASC' }] });
    expect(result).toMatchObject({
      total_count: 3,
      page_info: { current_page: 1, page_size: 2, total_pages: 2 },
      related_terms: [],
      warnings: [],
    });
    expect(result.suggestions).toEqual([`Small ${word}`, `Deep ${word}`]);
    expect(result.items).toMatchObject([
      {
        product: { __typename: 'SimpleProduct', sku: small },
        productView: {
          __typename: 'SimpleProductView',
          sku: small,
          inStock: true,
          price: { final: { amount: { value: 10, currency: 'USD' } } },
        },
        highlights: [{ attribute: 'name', value: `Small <em>${word}</em>`, matched_words: [word] }],
        applied_query_rule: null,
      },
      { productView: { sku: deep } },
    ]);
    expect(
      await found({ phrase: word, pageSize: 2, currentPage: 2, sort: [{ attribute: 'price', direction: 'ASC' }] }),
    ).toEqual([big]);
    expect(await found({ phrase: `${word} nothing-like-this`, filter: [{ attribute: 'sku', eq: 'none' }] })).toEqual(
      [],
    );
  });

  it('escapes names in highlights', async () => {
    const own = `x${word}`;
    await makeProduct(souk, { name: `Pan <b>${own}</b>` });
    const { items } = await search({ phrase: own });
    expect(items[0].highlights[0].value).toBe(`Pan &lt;b&gt;<em>${own}</em>&lt;/b&gt;`);
  });

  it('filters by labels, prices, yes and no, parts of texts, and SKUs', async () => {
    const { small, deep, big } = skus;
    expect(await byWord({ attribute: shade.code, eq: 'Red' })).toEqual([big]);
    expect(await byWord({ attribute: shade.code, in: ['Dark blue', 'None'] })).toEqual([small, deep]);
    expect(await byWord({ attribute: shade.code, in: ['None'] })).toEqual([]);
    expect(await byWord({ attribute: shade.code, contains: 'blue' })).toEqual([small, deep]);
    expect(await byWord({ attribute: shade.code, startsWith: 'dark' })).toEqual([small, deep]);
    expect(await byWord({ attribute: organic, eq: 'yes' })).toEqual([big]);
    expect(await byWord({ attribute: organic, in: ['no'] })).toEqual([small, deep]);
    expect(await byWord({ attribute: 'price', range: { from: 10, to: 20 } })).toEqual([small, deep]);
    expect(await byWord({ attribute: 'price', range: { from: 20.5 } })).toEqual([big]);
    expect(await byWord({ attribute: 'sku', in: [big, small] })).toEqual([small, big]);
    expect(await byWord({ attribute: 'url_key', eq: deep })).toEqual([deep]);
    expect(await byWord({ attribute: 'name', startsWith: 'Sma' })).toEqual([small]);
    expect(await byWord({ attribute: 'name', contains: 'eep' })).toEqual([deep]);
    expect(await byWord({ attribute: 'name', contains: '%' })).toEqual([]);
    expect(await byWord({ attribute: 'visibility', in: ['Search', 'Catalog, Search'] })).toHaveLength(3);
    expect(await byWord({ attribute: 'visibility', in: ['Search'] })).toEqual([]);
  });

  it('browses categories by their paths, in the order of positions', async () => {
    const { small, deep, big } = skus;
    const visibility = { attribute: 'visibility', in: ['Search', 'Catalog, Search'] };
    const position = [{ attribute: 'position', direction: 'ASC' }];
    expect(await found({ filter: [inKitchen, visibility] })).toEqual([small, big, deep]);
    expect(await found({ filter: [inKitchen], sort: position })).toEqual([small, big, deep]);
    expect(await found({ filter: [inKitchen], sort: [{ attribute: 'name', direction: 'DESC' }] })).toEqual([
      small,
      deep,
      big,
    ]);
    expect(await found({ filter: [inKitchen, { attribute: 'categories', in: [`${path}/deep`] }] })).toEqual([deep]);
    expect(await found({ filter: [{ attribute: 'categoryPath', eq: 'no/such/path' }] })).toEqual([]);
    const unplaced = await search({ phrase: word, sort: position });
    expect(unplaced.warnings).toMatchObject([{ code: 'EMPTY_CATEGORY_PATH' }]);
    expect(unplaced.total_count).toBe(3);
  });

  it('counts facets, and those of a filtered attribute without its own filter', async () => {
    const result = await search({ filter: [inKitchen] });
    expect(facet(result, 'price')).toMatchObject({
      title: 'Price',
      type: 'PINNED',
      buckets: [
        { __typename: 'RangeBucket', title: '10.0-20.0', from: 10, to: 20, count: 1 },
        { from: 20, to: 30, count: 1 },
        { from: 30, to: 40, count: 1 },
      ],
    });
    expect(facet(result, 'categories')).toMatchObject({
      title: 'Categories',
      buckets: [{ __typename: 'CategoryView', title: `${path}/deep`, name: 'Deep pots', count: 1 }],
    });
    const shades = [
      { __typename: 'ScalarBucket', title: 'Red', id: 'Red', count: 1 },
      { title: 'Dark blue', count: 2 },
    ];
    expect(facet(result, shade.code)).toMatchObject({ title: 'Shade', type: 'POPULAR', buckets: shades });
    expect(facet(result, organic).buckets).toMatchObject([
      { title: 'no', count: 2 },
      { title: 'yes', count: 1 },
    ]);
    const red = await search({ filter: [inKitchen, { attribute: shade.code, in: ['Red'] }] });
    expect(red.total_count).toBe(1);
    expect(facet(red, shade.code)).toMatchObject({ buckets: shades });
    expect(facet(red, organic).buckets).toMatchObject([{ title: 'yes', count: 1 }]);
  });

  it('finds configurable products by the values of their variants', async () => {
    const variants = await makeVariants(souk, shade, [{ price: 4 }, { price: 6 }]);
    const { sku } = await makeConfigurable(souk, shade, variants);
    const only = { attribute: 'sku', eq: sku };
    const { items } = await search({ filter: [only, { attribute: shade.code, eq: 'Red' }] });
    expect(items).toMatchObject([
      {
        productView: {
          __typename: 'ComplexProductView',
          sku,
          priceRange: { minimum: { final: { amount: { value: 4 } } } },
        },
      },
    ]);
  });

  it('names the attributes for filters and orders', async () => {
    const { attributeMetadata } = await service.data(SEARCH, { phrase: '' });
    const names = (list: Body): string[] => list.map(({ attribute }: Body) => attribute);
    expect(names(attributeMetadata.sortable)).toEqual(expect.arrayContaining(['name', 'price', 'position']));
    expect(attributeMetadata.sortable).toContainEqual({ attribute: 'price', label: 'Price', numeric: true });
    expect(names(attributeMetadata.filterableInSearch)).toEqual(
      expect.arrayContaining(['categoryPath', 'categories', 'visibility', 'sku', 'price', shade.code]),
    );
  });

  it.each([
    [
      'an unknown attribute',
      { filter: [{ attribute: 'nonsense', eq: 'x' }] },
      'The attribute "nonsense" cannot be filtered.',
    ],
    [
      'a range of labels',
      { filter: [{ attribute: 'sku', range: { from: 1 } }] },
      'The filter on "sku" accepts only eq, in, contains and startsWith.',
    ],
    [
      'a part of a price',
      { filter: [{ attribute: 'price', contains: '1' }] },
      'The filter on "price" accepts only range and eq.',
    ],
    ['a text as a price', { filter: [{ attribute: 'price', eq: 'cheap' }] }, /cheap/],
    [
      'an unknown order',
      { sort: [{ attribute: 'nonsense', direction: 'ASC' }] },
      'Products cannot be sorted by "nonsense".',
    ],
    ['a page below 1', { currentPage: 0 }, 'currentPage value must be greater than 0.'],
    ['an empty page', { pageSize: 0 }, 'pageSize value must be greater than 0.'],
    ['a huge page', { pageSize: 501 }, 'The page size must be from 1 to 500.'],
    [
      'too many filters',
      { filter: Array.from({ length: 51 }, () => ({ attribute: 'sku', eq: 'x' })) },
      'filter accepts at most 50 values.',
    ],
    [
      'too many values',
      { filter: [{ attribute: 'sku', in: Array.from({ length: 501 }, () => 'x') }] },
      'in accepts at most 500 values.',
    ],
    ['a page after the last', { phrase: 'zpot', currentPage: 90 }, /page\(s\) available/],
  ])('refuses %s', async (_, variables: Fields, message) => {
    refuses(await service.send(SEARCH, { phrase: '', ...variables }), 'graphql-input', message);
  });

  it('refuses a document that does not fit the schema', async () => {
    expect((await service.send('{ productSearch(phrase: 1) { nonsense } }')).body.errors.length).toBeGreaterThan(0);
    expect((await service.send('{ storeConfig { id } }')).body.errors[0].message).toMatch(/storeConfig/);
    const wrongTime = {
      phrase: '',
      context: { customerGroup: 'x', userViewHistory: [{ sku: 'a', dateTime: 'yesterday' }] },
    };
    expect((await service.send(SEARCH, wrongTime)).body.errors[0].message).toMatch(/DateTime/);
  });
});

describe('categories', () => {
  const CATEGORIES = `query($ids: [String!], $roles: [String!], $subtree: Subtree) { categories(ids: $ids, roles: $roles, subtree: $subtree) {
    id name level path urlKey urlPath parentId children roles count position availableSortBy defaultSortBy title } }`;
  const categories = async (variables: Fields): Promise<Body> => (await service.data(CATEGORIES, variables)).categories;
  const namesOf = (list: Body): string[] => list.map(({ name }: Body) => name);

  it('are found by ids, by roles, and below one', async () => {
    const top = await category('Top', 2, unique('top').toLowerCase());
    const middle = await category('Middle', top, 'middle');
    const bottom = await category('Bottom', middle, 'bottom');
    const asleep = await category('Asleep', top, 'asleep');
    ok(await souk.admin.store('all').put(`/V1/categories/${asleep}`, { category: { is_active: false } }));
    ok(await souk.admin.store('all').put(`/V1/categories/${middle}`, { category: { include_in_menu: false } }));
    const id = String(top);
    const [found] = await categories({ ids: [id, '999999', 'x'] });
    expect(found).toMatchObject({
      id,
      name: 'Top',
      level: 2,
      path: `1/2/${id}`,
      parentId: '2',
      children: [String(middle)],
      roles: ['active', 'show_in_menu'],
      count: 0,
    });
    expect(namesOf(await categories({ ids: [id], subtree: { startLevel: 1, depth: 3 } }))).toEqual([
      'Middle',
      'Bottom',
    ]);
    expect(namesOf(await categories({ ids: [id], subtree: { startLevel: 1, depth: 1 } }))).toEqual(['Middle']);
    expect(namesOf(await categories({ ids: [id], subtree: { startLevel: 4, depth: 3 } }))).toEqual(['Bottom']);
    const inMenu = { roles: ['show_in_menu', 'active'], subtree: { startLevel: 1, depth: 3 } };
    expect(namesOf(await categories({ ids: [id], ...inMenu }))).toEqual(['Bottom']);
    expect(await categories({ ids: [String(asleep)] })).toEqual([]);
    expect((await categories({ ids: [String(bottom)] }))[0].urlPath).toMatch(/\/middle\/bottom$/);
    expect(namesOf(await categories({ subtree: { startLevel: 1, depth: 1 } }))).toContain('Top');
  });

  it.each([
    [{ ids: ['1', '2'], subtree: { startLevel: 1, depth: 1 } }],
    [{ ids: ['2'], subtree: { startLevel: 0, depth: 1 } }],
    [{ ids: ['2'], subtree: { startLevel: 1, depth: 21 } }],
  ])('refuse a subtree of %j', async (variables) => {
    refuses(await service.send(CATEGORIES, variables), 'graphql-input', /exactly one category ID/);
  });
});
