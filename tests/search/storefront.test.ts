import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];
type Fields = Record<string, unknown>;
let souk: Souk;
let guest: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
});
afterAll(() => souk.stop());

let words = 0;
/** A word that no other test uses: consonants only, so that it has no other forms. */
function word(): string {
  words += 1;
  return `zk${[...String(process.pid), ...String(words)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
}

function product(over: Fields = {}, stock: Fields = { qty: 9, is_in_stock: true }): Promise<Body> {
  const { custom_attributes: more = [], extension_attributes: extension, ...rest } = over;
  const sku = unique('shown');
  return newProduct(
    { admin: souk.admin.store('all') },
    {
      sku,
      ...rest,
      custom_attributes: [{ attribute_code: 'url_key', value: sku }, ...(more as Fields[])],
      extension_attributes: { stock_item: stock, ...(extension as Fields) },
    },
  );
}
async function category(name: string, parent = 2, over: Fields = {}): Promise<number> {
  const made = ok(
    await souk.admin
      .store('all')
      .post('/V1/categories', { category: { parent_id: parent, name, is_active: true, ...over } }),
  );
  return made.id;
}
const inCategories = (...ids: number[]): Fields => ({
  extension_attributes: { category_links: ids.map((id, position) => ({ category_id: String(id), position })) },
});

const LIST = `query($search: String, $filter: ProductAttributeFilterInput, $sort: ProductAttributeSortInput, $size: Int = 20, $page: Int = 1) {
  products(search: $search, filter: $filter, sort: $sort, pageSize: $size, currentPage: $page) {
    total_count items { sku } page_info { current_page page_size total_pages }
    aggregations { attribute_code label count position options { label value count } } } }`;
const list = async (variables: object, headers?: Record<string, string>): Promise<Body> =>
  (await guest.data(LIST, variables, headers)).products;
const skus = async (variables: object): Promise<string[]> =>
  (await list(variables)).items.map(({ sku }: { sku: string }) => sku);
const uid = (id: number): string => btoa(String(id));

describe('a list of products', () => {
  it('is found by keys, prices and words', async () => {
    const name = word();
    const a = await product({ name: `Alpha ${name}`, price: 5 });
    const b = await product({ name: `Beta ${name}`, price: 50 });
    const both = { sku: { in: [a.sku, b.sku] } };
    expect(await skus({ filter: { sku: { eq: a.sku } } })).toEqual([a.sku]);
    expect(await skus({ filter: { sku: { eq: a.sku.toUpperCase() } } })).toEqual([a.sku]);
    expect(await skus({ filter: both })).toEqual([b.sku, a.sku]);
    expect((await skus({ filter: { name: { match: name } } })).sort()).toEqual([a.sku, b.sku].sort());
    expect(await skus({ filter: { name: { match: name.slice(0, -1) } } })).toEqual([]);
    expect(await skus({ filter: { name: { match: name.slice(0, -1), match_type: 'PARTIAL' } } })).toHaveLength(2);
    expect(await skus({ filter: { url_key: { eq: b.sku.toLowerCase() } } })).toEqual([b.sku]);
    expect(await skus({ filter: { ...both, price: { from: '4', to: '6' } } })).toEqual([a.sku]);
    expect(await skus({ filter: { ...both, price: { from: '10' } } })).toEqual([b.sku]);
    expect(await skus({ filter: { ...both, price: { to: '10' } } })).toEqual([a.sku]);
    expect(await skus({ filter: { sku: { eq: 'none' } } })).toEqual([]);
    expect(await skus({ filter: { sku: { in: [] } } })).toEqual([]);
    expect(await skus({ search: name })).toHaveLength(2);
    expect(await skus({ search: name, filter: { price: { to: '10' } } })).toEqual([a.sku]);
    expect(await skus({ search: '!!!' })).toEqual([]);
    refuses(await guest.send(LIST, { filter: { price: { from: 'cheap' } } }), 'graphql-input', /cheap/);
  });

  it('is found by words of one text among others', async () => {
    const [said, other] = [word(), word()];
    const text = (attribute_code: string, value: string): Fields => ({ attribute_code, value });
    const one = await product({ custom_attributes: [text('description', `<p>Says ${said}.</p>`)] });
    await product({ custom_attributes: [text('short_description', said), text('description', other)] });
    expect(await skus({ filter: { description: { match: said } } })).toEqual([one.sku]);
    expect(await skus({ filter: { description: { match: said }, short_description: { match: said } } })).toEqual([]);
  });

  it('is of what a store view shows', async () => {
    const name = word();
    const shown = await product({ name });
    await product({ name, status: 2 });
    await product({ name, visibility: 1 });
    await product({ name }, { qty: 0, is_in_stock: false });
    const listed = await product({ name, visibility: 2 });
    const found = await product({ name, visibility: 3 });
    expect((await skus({ filter: { name: { match: name } } })).sort()).toEqual([shown.sku, listed.sku].sort());
    expect((await skus({ search: name })).sort()).toEqual([shown.sku, found.sku].sort());
    await souk.configure({ 'cataloginventory/options/show_out_of_stock': '1' });
    expect(await skus({ search: name })).toHaveLength(3);
    await souk.configure({ 'cataloginventory/options/show_out_of_stock': null });
  });

  it('is sorted and cut into pages', async () => {
    const made = [];
    for (const [name, price] of [
      ['C', 1],
      ['A', 3],
      ['B', 2],
    ] as const) {
      made.push(await product({ name: `${name} ${unique('n')}`, price }));
    }
    const [c, a, b] = made.map(({ sku }) => sku);
    const filter = { sku: { in: [a, b, c] } };
    expect(await skus({ filter, sort: { name: 'ASC' } })).toEqual([a, b, c]);
    expect(await skus({ filter, sort: { name: 'DESC' } })).toEqual([c, b, a]);
    expect(await skus({ filter, sort: { price: 'ASC' } })).toEqual([c, b, a]);
    expect(await skus({ filter, sort: { price: 'DESC' } })).toEqual([a, b, c]);
    expect(await list({ filter, sort: { price: 'DESC' }, size: 2, page: 2 })).toMatchObject({
      total_count: 3,
      items: [{ sku: c }],
      page_info: { current_page: 2, page_size: 2, total_pages: 2 },
    });
    const refusals: [object, string][] = [
      [{ filter, size: 1, page: 4 }, 'currentPage value 4 specified is greater than the 3 page(s) available.'],
      [{ search: 'tee', page: -1 }, 'currentPage value must be greater than 0.'],
      [{ search: 'tee', size: 0 }, 'pageSize value must be greater than 0.'],
      [{}, "'search' or 'filter' input argument is required."],
    ];
    for (const [variables, message] of refusals) {
      refuses(await guest.send(LIST, variables), 'graphql-input', message);
    }
    expect(await list({ filter: { sku: { eq: 'none' } } })).toEqual({
      total_count: 0,
      items: [],
      page_info: { current_page: 1, page_size: 20, total_pages: 0 },
      aggregations: [],
    });
  });

  it('goes by the values of each request, and by metadata as they are', async () => {
    const [one, other] = [await category(word()), await category(word())];
    const a = await product({ price: 5, ...inCategories(one) });
    const b = await product({ price: 15, ...inCategories(one, other) });
    const c = await product({ price: 25, ...inCategories(other) });
    const within = (id: number, more: Fields = {}): object => ({ filter: { category_uid: { eq: uid(id) }, ...more } });
    const keyed = (eq: string): object => ({ filter: { url_key: { eq } } });
    const expected: [object, string[]][] = [
      [within(one), [b.sku, a.sku]],
      [within(other), [c.sku, b.sku]],
      [within(one, { price: { from: '10' } }), [b.sku]],
      [within(other, { price: { from: '20' } }), [c.sku]],
      [{ ...within(one), sort: { price: 'DESC' } }, [b.sku, a.sku]],
      [{ ...within(other), sort: { price: 'DESC' } }, [c.sku, b.sku]],
      [{ ...within(one), size: 1, page: 2 }, [a.sku]],
      [{ ...within(other), size: 1 }, [c.sku]],
      [{ filter: { category_uid: { in: [uid(one), uid(other)] } }, sort: { price: 'ASC' } }, [a.sku, b.sku, c.sku]],
      [{ filter: { category_uid: { in: [uid(other)] } }, sort: { price: 'ASC' } }, [b.sku, c.sku]],
      [keyed(a.sku), [a.sku]],
      [keyed(c.sku), [c.sku]],
      [keyed('12.5'), []],
      [keyed('1e99'), []],
    ];
    for (const [asked, found] of [...expected, ...expected.toReversed()]) expect(await skus(asked)).toEqual(found);
    expect(await list({ ...within(other), size: 1 })).toMatchObject({ total_count: 2 });
    expect(await list({ ...within(one, { price: { to: '10' } }), size: 1 })).toMatchObject({ total_count: 1 });
    // A store view has a key of its own, which most attributes have not.
    const custom_attributes = [{ attribute_code: 'url_key', value: unique('own') }];
    ok(await souk.admin.store('default').put(`/V1/products/${a.sku}`, { product: { custom_attributes } }));
    expect(await skus(keyed(custom_attributes[0]!.value))).toEqual([a.sku]);
    expect(await skus(keyed(a.sku))).toEqual([]);
    expect(await skus(keyed(c.sku))).toEqual([c.sku]);
  });

  it('tells what it may be sorted by', async () => {
    const query =
      'query($s: String, $f: ProductAttributeFilterInput) { products(search: $s, filter: $f) { sort_fields { default options { label value } } } }';
    expect((await guest.data(query, { f: {} })).products.sort_fields).toEqual({
      default: 'position',
      options: [
        { label: 'Position', value: 'position' },
        { label: 'Product Name', value: 'name' },
        { label: 'Price', value: 'price' },
      ],
    });
    expect((await guest.data(query, { s: 'tee' })).products.sort_fields.default).toBe('relevance');
  });
});

describe('a category', () => {
  it('D188: lists its own products by position, then those of the categories below it, and counts what is found in each', async () => {
    const [top, below] = [word(), word()];
    const women = await category(top, 2, { custom_attributes: [{ attribute_code: 'is_anchor', value: '1' }] });
    const tops = await category(below, women);
    const last = await product(inCategories(tops));
    const second = await product({
      extension_attributes: { category_links: [{ category_id: String(women), position: 2 }] },
    });
    const first = await product({
      extension_attributes: { category_links: [{ category_id: String(women), position: 1 }] },
    });
    const all = [first.sku, second.sku, last.sku];
    for (const filter of [
      { category_uid: { eq: uid(women) } },
      { category_id: { eq: String(women) } },
      { category_uid: { eq: String(women) } },
      { category_url_path: { eq: top } },
    ]) {
      expect(await skus({ filter })).toEqual(all);
    }
    expect(await skus({ filter: { category_uid: { in: [uid(tops), uid(9999)] } } })).toEqual([last.sku]);
    expect(await skus({ filter: { category_url_path: { eq: `${top}/${below}` } } })).toEqual([last.sku]);
    expect(await skus({ filter: { category_url_path: { eq: 'nowhere' } } })).toEqual([]);
    expect(await skus({ filter: { category_uid: { eq: 'x' } } })).toEqual([]);
    const { aggregations } = await list({ filter: { category_uid: { eq: uid(women) } } });
    expect(aggregations.find((one: Body) => one.attribute_code === 'category_uid')).toEqual({
      attribute_code: 'category_uid',
      label: 'Category',
      count: 2,
      position: null,
      options: [
        { label: top, value: uid(women), count: 3 },
        { label: below, value: uid(tops), count: 1 },
      ],
    });
    const found = { sku: { in: all } };
    const bySku = (await list({ filter: found })).aggregations;
    expect(bySku.find((one: Body) => one.attribute_code === 'category_uid')?.options).toMatchObject([
      { label: top, count: 3 },
      { label: below, count: 1 },
    ]);
    const direct = `query($f: ProductAttributeFilterInput) { products(filter: $f) {
      aggregations(filter: {category: {includeDirectChildrenOnly: true}}) { attribute_code options { label } } } }`;
    const { products } = await guest.data(direct, { f: { category_uid: { eq: uid(women) } } });
    expect(products.aggregations.find((one: Body) => one.attribute_code === 'category_uid').options).toEqual([
      { label: below },
    ]);
  });
});

describe('amounts of an attribute of the shop', () => {
  const code = 'deposit_fee';
  const fee = (value: number): Fields => ({ custom_attributes: [{ attribute_code: code, value: String(value) }] });
  const ranges = async (filter: object): Promise<unknown> =>
    (await list({ filter })).aggregations.find((one: Body) => one.attribute_code === code);

  it('are ranges by which products and sets are filtered, and sort them', async () => {
    const attribute = { attribute_code: code, frontend_input: 'price', default_frontend_label: 'Deposit' };
    const used = { is_filterable: true, is_filterable_in_search: true, used_for_sort_by: true, position: 3 };
    const scope = { scope: 'global', ...used };
    await newAttribute(souk, { ...attribute, ...scope });
    await addToSet(souk, code);
    const made: string[] = [];
    for (const amount of [2.5, 14, 17.25]) made.push((await product(fee(amount))).sku);
    const none = (await product()).sku;
    const set = (await product({ type_id: 'grouped', price: undefined })).sku;
    const link = { sku: set, link_type: 'associated', linked_product_sku: made[0], linked_product_type: 'simple' };
    ok(await souk.admin.put(`/V1/products/${set}/links`, { entity: { ...link, extension_attributes: { qty: 1 } } }));
    const all = { sku: { in: [...made, none, set] } };
    expect(await ranges(all)).toEqual({
      attribute_code: code,
      label: 'Deposit',
      count: 2,
      position: 3,
      options: [
        { label: '0-10', value: '0_10', count: 2 },
        { label: '10-20', value: '10_20', count: 2 },
      ],
    });
    expect(await ranges({ sku: { eq: none } })).toBeUndefined();
    const cheap = { ...all, [code]: { from: '0', to: '10' } };
    expect((await skus({ filter: cheap })).toSorted()).toEqual([made[0], set].toSorted());
    expect(await skus({ filter: { sku: { in: made } }, sort: { [code]: 'DESC' } })).toEqual(made.toReversed());
    // Both ends are those of one component.
    const second = { ...link, linked_product_sku: made[2], extension_attributes: { qty: 1 } };
    ok(await souk.admin.put(`/V1/products/${set}/links`, { entity: second }));
    expect(await skus({ filter: { ...all, [code]: { from: '5', to: '15' } } })).toEqual([made[1]]);
    const dear = { ...all, [code]: { from: '15', to: '20' } };
    expect((await skus({ filter: dear })).toSorted()).toEqual([made[2], set].toSorted());
  });

  it('are ranges of the width that the shop has set', async () => {
    const made: string[] = [];
    for (const amount of [2.5, 14, 17.25]) made.push((await product(fee(amount))).sku);
    await souk.configure({
      'catalog/layered_navigation/price_range_calculation': 'manual',
      'catalog/layered_navigation/price_range_step': '5',
    });
    expect(await ranges({ sku: { in: made } })).toMatchObject({
      options: [{ value: '0_5' }, { value: '10_15' }, { value: '15_20' }],
    });
    await souk.configure({
      'catalog/layered_navigation/price_range_calculation': null,
      'catalog/layered_navigation/price_range_step': null,
    });
  });
});

describe('the choices of a result', () => {
  it('are ranges of prices by powers of ten', async () => {
    const made: string[] = [];
    for (const price of [32, 14.5, 50]) made.push((await product({ price })).sku);
    const ranges = async (filter: object): Promise<string[]> =>
      (await list({ filter })).aggregations
        .find((one: Body) => one.attribute_code === 'price')
        .options.map(({ label, value, count }: Body) => `${label} ${value} ${count}`);
    expect(await ranges({ sku: { in: made } })).toEqual(['10-20 10_20 1', '30-40 30_40 1', '50-60 50_60 1']);
    const dear = (await product({ price: 1250 })).sku;
    expect(await ranges({ sku: { in: [...made, dear] } })).toEqual(['0-1000 0_1000 3', '1000-2000 1000_2000 1']);
    const dearer = (await product({ price: 1270 })).sku;
    expect(await ranges({ sku: { in: [dear, dearer] } })).toEqual(['1250-1260 1250_1260 1', '1270-1280 1270_1280 1']);
    expect(await ranges({ sku: { eq: dear } })).toEqual(['1250-1260 1250_1260 1']);
    const cheap = (await product({ price: 4.2 })).sku;
    expect(await ranges({ sku: { eq: cheap } })).toEqual(['4-5 4_5 1']);
    await souk.configure({
      'catalog/layered_navigation/price_range_calculation': 'manual',
      'catalog/layered_navigation/price_range_step': '20',
      'catalog/layered_navigation/price_range_max_intervals': '2',
    });
    expect(await ranges({ sku: { in: made } })).toEqual(['0-20 0_20 1', '20-60 20_60 2']);
    await souk.configure({
      'catalog/layered_navigation/price_range_calculation': null,
      'catalog/layered_navigation/price_range_step': null,
      'catalog/layered_navigation/price_range_max_intervals': null,
    });
  });
});

describe('suggestions', () => {
  const meant = async (search: string): Promise<string[]> =>
    (
      await guest.data('query($s: String) { products(search: $s) { suggestions { search } } }', { s: search })
    ).products.suggestions.map(({ search: one }: Body) => one);

  it('are words of names that differ by a letter or two from those that no product has', async () => {
    await product({ name: 'Corduroy Seersucker' });
    await product({ name: 'Velveteen Velvets' });
    expect(await meant('seersuker')).toEqual(['seersucker']);
    expect(await meant('corduroy sersuckr')).toEqual(['corduroy seersucker']);
    expect(await meant('velvett')).toEqual(['velvets']);
    expect(await meant('cordruoy')).toEqual(['corduroy']);
    expect(await meant('corduroy')).toEqual([]);
    expect(await meant('cordur')).toEqual([]);
    expect(await meant('qqqqqqqq')).toEqual([]);
    expect(await meant('!!')).toEqual([]);
    await souk.configure({ 'catalog/search/search_suggestion_enabled': '0' });
    expect(await meant('cordruoy')).toEqual([]);
    await souk.configure({ 'catalog/search/search_suggestion_enabled': null });
  });
});
