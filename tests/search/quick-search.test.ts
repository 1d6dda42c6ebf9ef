import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToSet, newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  // The words of these tests differ in a letter or two.
  ok(await souk.admin.raw('PUT', '/_/console/settings', { path: 'souk/search/typo_tolerance', value: '0' }));
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
interface Filter {
  field: string;
  value: unknown;
  condition_type?: string;
}
type More = Parameters<typeof criteria>[1];

let words = 0;
/** A word that no other test uses: consonants only, so that it has no other forms. */
function word(): string {
  words += 1;
  return `zq${[...String(process.pid), ...String(words)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
}
function product(over: Fields = {}, stock: Fields = { qty: 9, is_in_stock: true }): Promise<Answer['body']> {
  // Products of one name would else have the same URL key.
  const urlKey = { attribute_code: 'url_key', value: unique('search') };
  return newProduct(
    { admin: souk.admin.store('all') },
    {
      ...over,
      custom_attributes: [urlKey, ...((over.custom_attributes as Fields[] | undefined) ?? [])],
      extension_attributes: { stock_item: stock, ...(over.extension_attributes as Fields) },
    },
  );
}
const change = async (sku: string, fields: Fields, store = 'all'): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product: fields }));
const term = (value: string): Filter => ({ field: 'search_term', value });
const request = (name: string, filters: Filter[], more?: More): Promise<Answer> =>
  souk.guest.get(`/V1/search?searchCriteria[requestName]=${name}&${criteria([filters], more)}`);
const quick = async (filters: Filter[], more?: More): Promise<Answer['body']> =>
  ok(await request('quick_search_container', filters, more));
const idsOf = (answer: Answer['body']): number[] => answer.items.map((item: { id: number }) => item.id);
const find = async (text: string): Promise<number[]> => idsOf(await quick([term(text)]));

describe('quick search', () => {
  it('finds products by name, SKU and description, whatever the case and marks', async () => {
    const [name, sku, text] = [word(), word(), word()];
    const { id } = await product({
      name: `Crème ${name}`,
      sku,
      custom_attributes: [{ attribute_code: 'description', value: `<p class="x">All about ${text}.</p>` }],
    });
    for (const found of [name, name.toUpperCase(), sku, text, name.slice(0, -1), `${name}, nothing`]) {
      expect(await find(found), found).toEqual([id]);
    }
    expect(await find('nothing')).toEqual([]);
    expect(await find('class')).toEqual([]);
    expect(await find(`" OR ' : * ${name}`)).toEqual([id]);
    for (const none of ['', '  ', '"', "'--", '*']) expect(await find(none), none).toEqual([]);
  });

  it('finds either of two values of one field, in whatever groups they come', async () => {
    const text = word();
    const made = [];
    for (const price of [11, 12, 13]) made.push(await product({ name: `${text} ${price}`, price }));
    const both = made.slice(0, 2).map(({ id }) => id as number);
    const price = (value: number): Filter => ({ field: 'price', value });
    const groups = [[[term(text), price(11), price(12)]], [[term(text)], [price(11)], [price(12)]]];
    for (const asked of groups) {
      const path = `/V1/search?searchCriteria[requestName]=quick_search_container&${criteria(asked)}`;
      expect(idsOf(ok(await souk.guest.get(path))).sort()).toEqual(both);
    }
  });

  it('answers the best first, with what was asked and how many there are', async () => {
    const [one, two] = [word(), word()];
    const weak = await product({ custom_attributes: [{ attribute_code: 'description', value: `${one} in a text` }] });
    const strong = await product({ name: `${one} ${two}` });
    const answer = await quick([term(`${one} ${two}`)]);
    expect(idsOf(answer)).toEqual([strong.id, weak.id]);
    const scores = answer.items.map((item: Answer['body']) => item.custom_attributes[0]);
    expect(scores[0]).toMatchObject({ attribute_code: '_score', value: expect.any(Number) });
    expect(scores[0].value).toBeGreaterThan(scores[1].value);
    expect(answer).toMatchObject({
      total_count: 2,
      search_criteria: {
        request_name: 'quick_search_container',
        filter_groups: [{ filters: [{ field: 'search_term', value: `${one} ${two}`, condition_type: 'eq' }] }],
      },
    });
  });

  it('follows products as they change', async () => {
    const [before, after] = [word(), word()];
    const { id, sku } = await product({ name: before });
    await change(sku, { name: after });
    expect(await find(before)).toEqual([]);
    expect(await find(after)).toEqual([id]);
    await change(sku, { price: 3 });
    expect(await find(after)).toEqual([id]);
    ok(await souk.admin.delete(`/V1/products/${sku}`));
    expect(await find(after)).toEqual([]);
  });

  it('finds in a store view what it shows', async () => {
    const [all, here] = [word(), word()];
    const { id, sku } = await product({ name: all });
    await change(sku, { name: here }, 'default');
    expect(await find(here)).toEqual([id]);
    expect(await find(all)).toEqual([]);
    const other = word();
    await change(sku, { custom_attributes: [{ attribute_code: 'short_description', value: other }] });
    expect(await find(other)).toEqual([id]);
    expect(await find(here)).toEqual([id]);
  });

  it('leaves out what is disabled, not visible, out of stock or elsewhere', async () => {
    const shared = word();
    const shown = await product({ name: shared });
    await product({ name: shared, status: 2 });
    await product({ name: shared, visibility: 1 });
    await product({ name: shared, extension_attributes: { website_ids: [] } });
    await product({ name: shared }, { qty: 0, is_in_stock: false });
    const unmanaged = await product({ name: shared }, { use_config_manage_stock: false, manage_stock: false });
    expect(await find(shared)).toEqual([shown.id, unmanaged.id]);
  });

  it('is undone with the save it belongs to', async () => {
    const lost = word();
    const { id } = await product();
    const body = {
      product: { name: lost, extension_attributes: { website_ids: [999] } },
    };
    fails(await souk.admin.post('/V1/products', { product: { ...body.product, sku: lost, attribute_set_id: 4 } }), 400);
    fails(await souk.admin.put(`/V1/products/${lost}`, { product: { id, ...body.product } }), 400);
    expect(await find(lost)).toEqual([]);
  });
});

describe('filters, order and pages', () => {
  it('of prices, categories and attributes must all hold', async () => {
    const shared = word();
    const category = ok(
      await souk.admin.post('/V1/categories', { category: { parent_id: 2, name: shared, is_active: true } }),
    );
    const cheap = await product({ name: shared, price: 5 });
    const dear = await product({
      name: shared,
      price: 500,
      extension_attributes: { category_links: [{ category_id: String(category.id), position: 0 }] },
    });
    const range = [
      { field: 'price.from', value: 100 },
      { field: 'price.to', value: 1000 },
    ];
    expect(idsOf(await quick([term(shared), ...range]))).toEqual([dear.id]);
    const within = { field: 'category_ids', value: category.id };
    expect(idsOf(await quick([term(shared), within]))).toEqual([dear.id]);
    expect(idsOf(ok(await request('catalog_view_container', [within])))).toEqual([dear.id]);
    const both = await quick([term(shared), { field: 'nobody_has_this', value: 1 }]);
    expect(idsOf(both)).toEqual([cheap.id, dear.id]);
    expect(both.aggregations.buckets).toEqual([
      {
        name: 'category_bucket',
        values: [
          { value: '2', metrics: [2, 2] },
          { value: String(category.id), metrics: [category.id, 1] },
        ],
      },
    ]);
    const sorted = await quick([term(shared)], { sort: [{ field: 'price', direction: 'DESC' }] });
    expect(idsOf(sorted)).toEqual([dear.id, cheap.id]);
  });

  it('start at page nought', async () => {
    const shared = word();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await product({ name: shared })).id);
    const page = (currentPage: number): Promise<Answer['body']> => quick([term(shared)], { pageSize: 2, currentPage });
    expect(idsOf(await page(0))).toEqual(ids.slice(0, 2));
    expect(idsOf(await page(1))).toEqual(ids.slice(2));
    expect(await page(2)).toMatchObject({ items: [], total_count: 3 });
  });

  it('search the words of single attributes in an advanced search', async () => {
    const [name, text] = [word(), word()];
    const { id } = await product({ name, custom_attributes: [{ attribute_code: 'description', value: text }] });
    const advanced = (...filters: Filter[]): Promise<Answer> => request('advanced_search_container', filters);
    const answer = ok(await advanced({ field: 'name', value: name }, { field: 'description', value: text }));
    expect(idsOf(answer)).toEqual([id]);
    expect(answer.aggregations).toEqual({ buckets: [], bucket_names: [] });
    expect(idsOf(ok(await advanced({ field: 'name', value: text })))).toEqual([]);
    expect(idsOf(ok(await advanced({ field: 'name', value: name }, { field: 'description', value: name })))).toEqual(
      [],
    );
  });

  it('count the options of filterable attributes, which are searched by their labels', async () => {
    const label = word();
    await addToSet(souk, 'color');
    const option = ok(await souk.admin.post('/V1/products/attributes/color/options', { option: { label } }));
    const value = String(option).replace(/^id_/, '');
    const { id } = await product({ custom_attributes: [{ attribute_code: 'color', value }] });
    expect(await find(label)).toEqual([id]);
    const { aggregations } = ok(await request('catalog_view_container', [{ field: 'color', value }]));
    expect(aggregations.bucket_names).toEqual(['category_bucket', 'manufacturer_bucket', 'color_bucket']);
    expect(aggregations.buckets[2].values).toEqual([{ value, metrics: [Number(value), 1] }]);
  });

  it('D18: need a request that exists', async () => {
    fails(
      await request('nobody', [term('x')]),
      400,
      'The "nobody" request name doesn\'t exist. Verify the name and try again.',
    );
    fails(
      await souk.guest.get(`/V1/search?${criteria([[term('x')]])}`),
      400,
      '"requestName" is required. Enter and try again.',
    );
    fails(await souk.guest.get('/V1/search'), 400, '"searchCriteria" is required. Enter and try again.');
  });
});
