import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];
type Fields = Record<string, unknown>;
interface Attribute {
  readonly code: string;
  readonly options: readonly string[];
}

let souk: Souk;
let guest: GraphQLClient;
const lists: Attribute[] = [];
const selects: Attribute[] = [];
const amounts: string[] = [];
/** A product with a value of each attribute. */
let full: Body;
let categoryId: number;

const texts = { name: 'zlarge lantern', description: 'zlarge brass', short_description: 'zlarge wick' };

async function attribute(input: string): Promise<Attribute> {
  const code = `l_${unique('large').replaceAll('-', '_')}`.slice(0, 30).toLowerCase();
  const hasOptions = input !== 'price';
  const { attribute_id: id } = await newAttribute(
    { admin: souk.admin.store('all') },
    {
      attribute_code: code,
      frontend_input: input,
      is_searchable: true,
      ...(hasOptions && {
        is_filterable: true,
        is_filterable_in_search: true,
        options: [{ label: 'zlarge one' }, { label: 'two' }, { label: 'three' }],
      }),
    },
  );
  await addToSet(souk, code);
  if (!hasOptions) return { code, options: [] };
  const options = ok(await souk.admin.get(`/V1/products/attributes/${code}/options`));
  expect(id).toBeGreaterThan(0);
  return { code, options: options.map(({ value }: Body) => value).filter(Boolean) };
}

function product(over: Fields = {}, values: Record<string, string> = {}): Promise<Body> {
  const sku = unique('large');
  const all: Record<string, string> = {
    url_key: sku,
    description: texts.description,
    short_description: texts.short_description,
    ...Object.fromEntries(lists.map(({ code, options }) => [code, options.slice(0, 2).join(',')])),
    ...Object.fromEntries(selects.map(({ code, options }) => [code, options[0]!])),
    ...Object.fromEntries(amounts.map((code) => [code, '5'])),
    ...values,
  };
  return newProduct(
    { admin: souk.admin.store('all') },
    {
      sku,
      name: texts.name,
      ...over,
      custom_attributes: Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value })),
      extension_attributes: {
        stock_item: { qty: 9, is_in_stock: true },
        category_links: [{ category_id: String(categoryId), position: 1 }],
      },
    },
  );
}

async function category(): Promise<number> {
  const fields = { parent_id: 2, name: unique('large'), is_active: true };
  return ok(await souk.admin.store('all').post('/V1/categories', { category: fields })).id;
}

beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  categoryId = await category();
  for (let i = 0; i < 10; i++) lists.push(await attribute('multiselect'));
  for (let i = 0; i < 10; i++) selects.push(await attribute('select'));
  for (let i = 0; i < 20; i++) amounts.push((await attribute('price')).code);
  full = await product();
  await product({}, { [lists[9]!.code]: lists[9]!.options[2]! });
  await product({}, { [selects[0]!.code]: selects[0]!.options[1]! });
  await product({}, { [amounts[19]!]: '500' });
  await product({}, { short_description: 'zlarge other' });
}, 300_000);
afterAll(() => souk.stop());

const LIST = `query($search: String, $filter: ProductAttributeFilterInput, $sort: ProductAttributeSortInput) {
  products(search: $search, filter: $filter, sort: $sort) {
    total_count items { sku } aggregations { attribute_code options { value count } } } }`;
const list = async (variables: object): Promise<Body> => (await guest.data(LIST, variables)).products;
const skus = ({ items }: Body): string[] => items.map(({ sku }: Body) => sku);
const many = (count: number): string[] => Array.from({ length: count }, (_, i) => String(1_000_000 + i));

describe('a list of products', () => {
  const everything = () => ({
    category_uid: { eq: btoa(String(categoryId)) },
    price: { from: '1', to: '100' },
    name: { match: 'lantern' },
    description: { match: 'brass' },
    short_description: { match: 'wick' },
    ...Object.fromEntries(lists.map(({ code, options }) => [code, { in: [options[1], '999'] }])),
    ...Object.fromEntries(selects.map(({ code, options }) => [code, { in: [options[0], '999'] }])),
    ...Object.fromEntries(amounts.map((code) => [code, { from: '1', to: '9' }])),
  });

  it.each([
    ['by position', { position: 'ASC' }],
    ['by name', { name: 'DESC' }],
    ['by relevance', { relevance: 'DESC' }],
    ['in its own order', {}],
  ])('is narrowed by words and forty attributes, with all choices counted, sorted %s', async (_, sort) => {
    for (const search of ['zlarge', undefined]) {
      const found = await list({ search, filter: everything(), sort });
      expect(skus(found)).toEqual([full.sku]);
      expect(found.total_count).toBe(1);
      const counts = new Map(found.aggregations.map((one: Body) => [one.attribute_code, one.options]));
      for (const { code, options } of lists) {
        expect(counts.get(code)).toEqual(options.slice(0, 2).map((value) => ({ value, count: 1 })));
      }
    }
  });

  it('is narrowed by a text with any attribute of several choices', async () => {
    const { sku } = full;
    const filter = { sku: { eq: sku }, description: { match: 'brass' }, name: { match: 'lantern' } };
    const found = await list({ search: 'wick', filter });
    expect(skus(found)).toEqual([sku]);
    expect(found.aggregations).toHaveLength(22);
  });

  it('is narrowed by any number of values', async () => {
    const [first] = lists;
    const [option] = first!.options;
    const { sku } = full;
    const only = { sku: { eq: sku } };
    for (const filter of [
      { ...only, [first!.code]: { in: [...many(40_000), option!] } },
      { ...only, [selects[0]!.code]: { in: [...many(40_000), selects[0]!.options[0]!] } },
      { sku: { in: [...many(40_000).map((one) => `${one},${one}`), sku] } },
      { ...only, category_uid: { in: [...many(40_000), btoa(String(categoryId))] } },
      { ...only, description: { match: ['brass', ...many(5000)].join(' ') } },
    ]) {
      for (const sort of [{ position: 'ASC' }, {}]) expect(skus(await list({ filter, sort }))).toEqual([sku]);
    }
  });

  it('has the least position of many categories first', async () => {
    const made = [];
    for (const positions of [[7, 3], [5], [9, 4]]) made.push({ positions, ...(await product()) });
    const two = [await category(), await category()];
    for (const { sku, positions } of made) {
      for (const [at, position] of positions.entries()) {
        const productLink = { sku, position, category_id: String(two[at]) };
        ok(await souk.admin.post(`/V1/categories/${two[at]}/products`, { productLink }));
      }
    }
    const filter = { category_uid: { in: [...two.map((id) => btoa(String(id))), ...many(40_000)] } };
    const [least, middle, greatest] = [made[0]!.sku, made[2]!.sku, made[1]!.sku];
    expect(skus(await list({ filter, sort: { position: 'ASC' } }))).toEqual([least, middle, greatest]);
    expect(skus(await list({ filter, sort: { position: 'DESC' } }))).toEqual([greatest, middle, least]);
  });

  it('has the values that are asked for, whatever is in them', async () => {
    const [first] = lists;
    const comma = await product({ sku: `${unique('large')},x` });
    expect(skus(await list({ filter: { sku: { in: [comma.sku.toUpperCase(), 'none'] } } }))).toEqual([comma.sku]);
    const only = { sku: { in: [full.sku, comma.sku] } };
    const withList = (values: string[]) => list({ filter: { ...only, [first!.code]: { in: values } } });
    expect((await withList([first!.options.slice(0, 2).join(','), '0'])).total_count).toBe(0);
    expect((await withList([first!.options[1]!, first!.options[0]!])).total_count).toBe(2);
    expect((await withList([first!.options[2]!, '%'])).total_count).toBe(0);
  });
});

describe('the quick search', () => {
  const search = (filters: { field: string; value: unknown }[]): Promise<Answer> =>
    souk.guest.get(
      `/V1/search?searchCriteria[requestName]=quick_search_container&${criteria(filters.map((one) => [one]))}`,
    );
  const terms = (count: number) => Array.from({ length: count }, () => ({ field: 'search_term', value: 'zlarge' }));

  it('takes many filters beside a text', async () => {
    const filters = [
      ...lists.map(({ code, options }) => ({ field: code, value: options[1], condition_type: 'finset' })),
      ...selects.map(({ code, options }) => ({ field: code, value: options[0] })),
      ...amounts.flatMap((code) => [
        { field: `${code}.from`, value: 1 },
        { field: `${code}.to`, value: 9 },
      ]),
      { field: 'sku', value: full.sku },
    ];
    const found = ok(await search([...terms(3), ...filters]));
    expect(found.items.map(({ id }: Body) => id)).toEqual([full.id]);
    expect(found.aggregations.buckets.length).toBeGreaterThan(10);
  });

  it('D265: takes 32 texts, and refuses more', async () => {
    expect(ok(await search([...terms(31), { field: 'search_term', value: 'wick' }])).items[0].id).toBe(full.id);
    expect(ok(await search([...terms(31), { field: 'search_term', value: 'znothing' }])).items).toEqual([]);
    fails(await search(terms(33)), 400, 'A search takes at most 32 texts.');
  });
});

describe('search criteria', () => {
  it('take as many groups as an address has room for', async () => {
    const groups = (count: number, filter: object) => criteria(Array.from({ length: count }, () => [filter as never]));
    const listed = async (query: string) =>
      ok(await souk.admin.get(`/V1/products?${query}&fields=total_count`)).total_count;
    const all = await listed('searchCriteria[pageSize]=1');
    expect(await listed(groups(200, { field: 'website_id', value: 1 }))).toBe(all);
    expect(await listed(groups(200, { field: 'category_id', value: categoryId }))).toBeGreaterThan(4);
    expect(await listed(groups(200, { field: amounts[0], value: 5 }))).toBeGreaterThan(4);
    const either = Array.from({ length: 200 }, () => ({
      field: lists[0]!.code,
      value: lists[0]!.options[0]!,
      condition_type: 'finset',
    }));
    expect(await listed(criteria([either]))).toBeGreaterThan(4);
  });
});

describe('categories', () => {
  it('are found by paths of any depth, and by any number of paths and keys', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `zdeep-${i}`);
    let parent = 2;
    for (const key of keys) {
      const category = { parent_id: parent, name: key, is_active: true };
      parent = ok(await souk.admin.store('all').post('/V1/categories', { category })).id;
    }
    const path = keys.join('/');
    const { route } = await guest.data('query($url: String!) { route(url: $url) { type relative_url } }', {
      url: `${path}.html`,
    });
    expect(route).toEqual({ type: 'CATEGORY', relative_url: `${path}.html` });
    const none = Array.from({ length: 60 }, (_, i) => `zdeep-${i}`).join('/');
    expect(
      (await guest.data('query($url: String!) { route(url: $url) { type } }', { url: `${none}.html` })).route,
    ).toBeNull();
    const found = async (filters: object) =>
      (await guest.data('query($f: CategoryFilterInput) { categories(filters: $f) { items { id } } }', { f: filters }))
        .categories.items;
    const paths = Array.from({ length: 5000 }, (_, i) => `zdeep-0/x${i}`);
    expect(await found({ url_path: { in: [...paths, path, path.toUpperCase()] } })).toEqual([{ id: parent }]);
    expect(await found({ url_key: { in: [...many(40_000), keys[11]!.toUpperCase()] } })).toEqual([{ id: parent }]);
  });

  it('show their products, however many there are on a page', async () => {
    const root = ok(
      await souk.admin
        .store('all')
        .post('/V1/categories', { category: { parent_id: 2, name: unique('wide'), is_active: true } }),
    ).id;
    const children = Array.from({ length: 600 }, (_, i) => ({
      category: { parent_id: root, name: `zwide ${i}`, is_active: true },
    }));
    for (const category of children) ok(await souk.admin.store('all').post('/V1/categories', category));
    const [one, other] = await Promise.all([product(), product({ name: 'zwide' })]);
    const of = (id: number) => `query { categories(filters: { parent_id: { eq: "${id}" } }, pageSize: 1000) {
      total_count items { id products(pageSize: 1, sort: { name: DESC }) { total_count items { sku } } } } }`;
    const before = (await guest.data(of(root))).categories;
    expect(before.total_count).toBe(600);
    const last = before.items.at(-1).id;
    for (const { sku } of [one, other]) {
      ok(
        await souk.admin.post(`/V1/categories/${last}/products`, {
          productLink: { sku, position: 1, category_id: String(last) },
        }),
      );
    }
    const { items } = (await guest.data(of(root))).categories;
    expect(items.at(-1).products).toEqual({ total_count: 2, items: [{ sku: other.sku }] });
    expect(items[0].products).toEqual({ total_count: 0, items: [] });
  });
});
