import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];
let souk: Souk;
let guest: GraphQLClient;
const uid = (id: number): string => btoa(String(id));
let summer: number;
let hats: number;
let caps: number;
let cap: Body;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  summer = await category('Summer days', 2, { description: '<p>Summer</p>', meta_title: 'Summer' });
  hats = await category('Hats', summer);
  caps = await category('Caps', hats);
  cap = await product({ category_links: [{ category_id: String(hats), position: 1 }] });
});
afterAll(() => souk.stop());

async function category(
  name: string,
  parent: number,
  values: Record<string, string> = {},
  over: object = {},
): Promise<number> {
  const custom_attributes = Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
  const sent = { parent_id: parent, name, is_active: true, custom_attributes, ...over };
  return ok(await souk.admin.store('all').post('/V1/categories', { category: sent })).id;
}
function product(extension: object, over: object = {}): Promise<Body> {
  const extension_attributes = { stock_item: { qty: 5, is_in_stock: true }, ...extension };
  return newProduct({ admin: souk.admin.store('all') }, { extension_attributes, ...over });
}
const list = async (filters: object | undefined, fields: string): Promise<Body[]> =>
  (
    await guest.data(`query($f: CategoryFilterInput) { categories(filters: $f) { items { ${fields} } } }`, {
      f: filters,
    })
  ).categories.items;
const names = async (filters?: object): Promise<string[]> => (await list(filters, 'name')).map(({ name }) => name);

describe('categories', () => {
  it('count the products that they would list if all were in stock, and their direct children alone', async () => {
    const top = await category(unique('counted'), 2);
    const middle = await category(unique('counted'), top);
    await category(unique('counted'), middle);
    await category(unique('counted'), top, {}, { is_active: false });
    const within = { category_links: [{ category_id: String(top), position: 0 }] };
    await product(within);
    await product({ ...within, stock_item: { qty: 0, is_in_stock: false } });
    await product(within, { status: 2 });
    await product(within, { visibility: 1 });
    const found = await list({ ids: { eq: String(top) } }, 'product_count children_count products { total_count }');
    expect(found).toEqual([{ product_count: 2, children_count: '1', products: { total_count: 1 } }]);
  });

  it('are shown with what is in them', async () => {
    const [found] = await list(
      { category_uid: { eq: uid(summer) } },
      `__typename id uid name level path path_in_store url_path url_key url_suffix canonical_url product_count children_count description
        meta_title is_anchor include_in_menu display_mode image cms_block { identifier } available_sort_by redirect_code relative_url type
        children { uid name position product_count children { name children { name } } }
        products(pageSize: 5) { total_count items { sku categories { name } } page_info { total_pages } }`,
    );
    expect(found).toEqual({
      __typename: 'CategoryTree',
      id: summer,
      uid: uid(summer),
      name: 'Summer days',
      level: 2,
      path: `1/2/${summer}`,
      path_in_store: String(summer),
      url_path: 'summer-days',
      url_key: 'summer-days',
      url_suffix: '.html',
      canonical_url: null,
      product_count: 1,
      children_count: '1',
      description: '<p>Summer</p>',
      meta_title: 'Summer',
      is_anchor: 1,
      include_in_menu: 1,
      display_mode: 'PRODUCTS',
      image: null,
      cms_block: null,
      available_sort_by: null,
      redirect_code: 0,
      relative_url: null,
      type: null,
      children: [
        { uid: uid(hats), name: 'Hats', position: 1, product_count: 1, children: [{ name: 'Caps', children: [] }] },
      ],
      products: {
        total_count: 1,
        items: [{ sku: cap.sku, categories: [{ name: 'Hats' }] }],
        page_info: { total_pages: 1 },
      },
    });
  });

  it('tell where they stand', async () => {
    const fields =
      'breadcrumbs { category_id category_uid category_name category_level category_url_key category_url_path }';
    const [leaf] = await list({ category_uid: { in: [uid(caps)] } }, fields);
    const top = { category_id: summer, category_uid: uid(summer), category_name: 'Summer days', category_level: 2 };
    expect(leaf.breadcrumbs).toEqual([
      { ...top, category_url_key: 'summer-days', category_url_path: 'summer-days' },
      {
        category_id: hats,
        category_uid: uid(hats),
        category_name: 'Hats',
        category_level: 3,
        category_url_key: 'hats',
        category_url_path: 'summer-days/hats',
      },
    ]);
    expect((await list({ category_uid: { eq: uid(summer) } }, fields))[0].breadcrumbs).toBeNull();
  });

  it('are found by ids, parents, keys, paths and words', async () => {
    expect(await names({ ids: { eq: String(hats) } })).toEqual(['Hats']);
    expect(await names({ category_uid: { in: [uid(hats), uid(summer)] } })).toEqual(['Summer days', 'Hats']);
    expect(await names({ parent_id: { eq: String(summer) } })).toEqual(['Hats']);
    expect(await names({ parent_category_uid: { eq: uid(hats) } })).toEqual(['Caps']);
    expect(await names({ url_key: { eq: 'hats' } })).toEqual(['Hats']);
    expect(await names({ url_path: { eq: 'summer-days/hats' } })).toEqual(['Hats']);
    expect(await names({ url_path: { in: ['summer-days/hats', 'summer-days', 'x'] } })).toEqual([
      'Summer days',
      'Hats',
    ]);
    expect(await names({ name: { match: 'mmer' } })).toEqual(['Summer days']);
    expect(await names({ name: { match: '100%' } })).toEqual([]);
    expect(await names({ ids: { in: [] } })).toEqual([]);
    expect(await names({ category_uid: { eq: '!' } })).toEqual([]);
    expect(await names({ ids: { eq: String(hats) }, name: { match: 'summer' } })).toEqual([]);
    expect(await names()).toEqual(['Default Category']);
    const query = 'query($f: CategoryFilterInput) { categories(filters: $f) { items { name } } }';
    refuses(
      await guest.send(query, { f: { name: { match: 'ha' } } }),
      'graphql-input',
      'Invalid match filter. Minimum length is 3.',
    );
  });

  it('are of the store view alone, and active', async () => {
    const hidden = await category('Hidden', summer, {}, { is_active: false });
    expect(await names({ ids: { eq: String(hidden) } })).toEqual([]);
    expect((await list({ ids: { eq: String(summer) } }, 'children { name }'))[0].children).toEqual([{ name: 'Hats' }]);
    const root = ok(
      await souk.admin
        .store('all')
        .post('/V1/categories', { category: { parent_id: 1, name: 'Other root', is_active: true } }),
    ).id;
    const elsewhere = await category('Elsewhere', root);
    expect(await names({ ids: { in: [String(root), String(elsewhere)] } })).toEqual([]);
  });

  it('come in pages', async () => {
    const query = `query($page: Int, $size: Int) { categories(filters: {parent_id: {eq: "${summer}"}}, pageSize: $size, currentPage: $page) {
      total_count items { name } page_info { current_page page_size total_pages } } }`;
    await category('Shoes', summer);
    expect((await guest.data(query, { size: 1, page: 2 })).categories).toEqual({
      total_count: 2,
      items: [{ name: 'Shoes' }],
      page_info: { current_page: 2, page_size: 1, total_pages: 2 },
    });
    refuses(
      await guest.send(query, { size: 1, page: 3 }),
      'graphql-input',
      'currentPage value 3 specified is greater than the 2 page(s) available.',
    );
    refuses(await guest.send(query, { page: 0 }), 'graphql-input', 'currentPage value must be greater than 0.');
    refuses(await guest.send(query, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
  });

  it('are asked for the older ways', async () => {
    const { categoryList } = await guest.data(
      'query($p: String) { categoryList(filters: {parent_id: {eq: $p}}) { uid name level } }',
      {
        p: String(hats),
      },
    );
    expect(categoryList).toEqual([{ uid: uid(caps), name: 'Caps', level: 4 }]);
    expect((await guest.data(`{ category(id: ${hats}) { name } }`)).category).toEqual({ name: 'Hats' });
    expect((await guest.data('{ category { name } }')).category).toEqual({ name: 'Default Category' });
    refuses(await guest.send('{ category(id: 9999) { name } }'), 'graphql-no-such-entity', "Category doesn't exist");
  });

  it('list their products in pages', async () => {
    const shelf = await category('Shelf', 2);
    const made: string[] = [];
    for (const position of [1, 2, 3]) {
      made.push(
        (await product({ category_links: [{ category_id: String(shelf), position }] }, { price: 10 - position })).sku,
      );
    }
    await product({ category_links: [{ category_id: String(shelf), position: 0 }] }, { status: 2 });
    const query = `query($size: Int, $page: Int, $sort: ProductAttributeSortInput) { categories(filters: {ids: {in: ["${shelf}", "${hats}"]}}) {
      items { products(pageSize: $size, currentPage: $page, sort: $sort) { total_count items { sku } page_info { current_page total_pages } } } } }`;
    const pages = async (variables: object): Promise<string[][]> =>
      (await guest.data(query, variables)).categories.items
        .map(({ products }: Body) => products.items.map(({ sku }: Body) => sku))
        .sort((one: string[], other: string[]) => other.length - one.length);
    expect(await pages({ size: 5 })).toEqual([made, [cap.sku]]);
    expect(await pages({ sort: { price: 'ASC' } })).toEqual([made.toReversed(), [cap.sku]]);
    const answer = await guest.send(query, { size: 2, page: 2 });
    expect(answer.body.data.categories.items).toContainEqual({
      products: { total_count: 3, items: [{ sku: made[2] }], page_info: { current_page: 2, total_pages: 2 } },
    });
    // The other category has one page only.
    refuses(answer, 'graphql-input', 'currentPage value 2 specified is greater than the 1 page(s) available.');
  });

  it('are what routes lead to', async () => {
    const query =
      'query($u: String!) { route(url: $u) { __typename relative_url redirect_code type ... on CategoryTree { name } } }';
    expect((await guest.data(query, { u: 'summer-days/hats.html' })).route).toEqual({
      __typename: 'CategoryTree',
      relative_url: 'summer-days/hats.html',
      redirect_code: 0,
      type: 'CATEGORY',
      name: 'Hats',
    });
  });
});
