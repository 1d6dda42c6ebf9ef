import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const mark = unique('list');

const rows = [
  { name: 'Alpha Tee', price: 10, qty: 5, description: 'Soft cotton' },
  { name: 'beta Tee', price: 9.5, qty: 0, description: 'Wool, soft' },
  { name: 'Gamma Cap', price: 30, qty: 100, status: 2, meta_title: 'A cap' },
  { name: 'delta', qty: 7, visibility: 1, special_price: 4 },
  { name: 'Epsilon', price: 100, type_id: 'virtual', description: `${'long '.repeat(80)}end` },
];

beforeAll(async () => {
  souk = await startSouk();
  for (const [i, { description, meta_title, special_price, qty, name, ...row }] of rows.entries()) {
    const custom = { description, meta_title, special_price, url_key: `${mark}-${i}` };
    const product = {
      sku: `${mark}-${i}`,
      name: `${name} ${mark}`,
      attribute_set_id: 4,
      ...row,
      custom_attributes: Object.entries(custom).flatMap(([attribute_code, value]) =>
        value === undefined ? [] : [{ attribute_code, value }],
      ),
      ...(qty === undefined ? {} : { extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } } }),
    };
    ok(await souk.admin.post('/V1/products', { product }));
  }
});
afterAll(() => souk.stop());

type Filters = Parameters<typeof criteria>[0];
type More = Parameters<typeof criteria>[1];
const list = (groups: Filters = [], more: More = {}): Promise<Answer> =>
  souk.admin.get(
    `/V1/products?${criteria([[{ field: 'sku', value: `${mark}%`, condition_type: 'like' }], ...(groups ?? [])], more)}`,
  );
/** The numbers of the products that match, in the order of the answer. */
const found = async (groups: Filters, more: More = {}): Promise<string> => {
  const { items, total_count } = ok(await list(groups, more));
  if (!more?.pageSize) expect(total_count).toBe(items.length);
  return items.map((item: { sku: string }) => item.sku.at(-1)).join('');
};
const where = (field: string, value: unknown, condition_type = 'eq'): Promise<string> =>
  found([[{ field, value, condition_type }]]);

describe('fields of products', () => {
  const cases: [field: string, value: unknown, condition: string, expected: string][] = [
    ['name', `ALPHA tee ${mark}`, 'eq', '0'],
    ['name', `%tee%`, 'like', '01'],
    ['price', 10, 'eq', '0'],
    ['price', 10, 'gteq', '024'],
    ['price', 9.5, 'from', '0124'],
    ['price', '', 'null', '3'],
    ['status', 2, 'eq', '2'],
    ['status', 2, 'neq', '0134'],
    ['visibility', '1,2', 'in', '3'],
    ['type_id', 'virtual', 'eq', '4'],
    ['store', 'default', 'eq', '01234'],
    ['store', 1, 'eq', '01234'],
    ['store', 'nowhere', 'eq', ''],
    ['store_id', 'default', 'eq', '01234'],
    ['type_id', 'virtual', 'neq', '0123'],
    ['attribute_set_id', 4, 'eq', '01234'],
    ['description', 'soft COTTON', 'eq', '0'],
    ['description', '%soft%', 'like', '01'],
    ['description', `${'long '.repeat(80)}end`, 'eq', '4'],
    ['description', `${'long '.repeat(80)}END`, 'neq', '01'],
    ['description', '%end', 'like', '4'],
    ['description', '', 'notnull', '014'],
    ['description', '', 'null', '23'],
    ['meta_title', 'A cap', 'eq', '2'],
    ['special_price', '4', 'eq', '3'],
    ['special_price', 1, 'notnull', '3'],
    ['special_from_date', '2020-01-01', 'gt', '3'],
    ['tax_class_id', '2', 'eq', '01234'],
    ['tax_class_id', '2', 'finset', '01234'],
    ['url_key', `${mark}-2`, 'eq', '2'],
    ['created_at', '2020-01-01', 'gt', '01234'],
    ['updated_at', '2020-01-01', 'lt', ''],
    ['website_id', 1, 'eq', '01234'],
    ['website_id', 1, 'neq', ''],
    ['category_id', 99, 'eq', ''],
    ['category_id', 99, 'neq', '01234'],
    ['has_options', 1, 'eq', ''],
    ['quantity_and_stock_status', 1, 'eq', '023'],
    ['quantity_and_stock_status', 0, 'eq', '14'],
    ['qty', 7, 'lteq', '013'],
  ];
  for (const [field, value, condition, expected] of cases) {
    it(`${field} ${condition} ${String(value).slice(0, 20)}`, async () => {
      expect(await where(field, value, condition)).toBe(expected);
    });
  }

  it('are joined by or within a group and by and between groups', async () => {
    const tee = { field: 'name', value: '%tee%', condition_type: 'like' };
    expect(await found([[tee, { field: 'status', value: 2 }], [{ field: 'price', value: 10, condition_type: 'gteq' }]])).toBe('02');
  }); // prettier-ignore

  it('that no list has are refused by name', async () => {
    fails(await list([[{ field: 'nope', value: 1 }]]), 400, /"nope"/);
    fails(await list([], { sort: [{ field: 'nope' }] }), 400, /"nope"/);
    fails(await list([[{ field: 'media_gallery', value: 1 }]]), 400, /"media_gallery"/);
  });
});

describe('the order of products', () => {
  const cases: [field: string, direction: 'ASC' | 'DESC', expected: string][] = [
    ['sku', 'DESC', '43210'],
    ['name', 'ASC', '01342'],
    // What is disabled or out of stock has no price that anybody pays.
    ['price', 'ASC', '30'],
    ['price', 'DESC', '03'],
    ['description', 'ASC', '23401'],
    ['special_price', 'DESC', '34210'],
    ['quantity_and_stock_status', 'ASC', '14023'],
    ['entity_id', 'ASC', '01234'],
  ];
  for (const [field, direction, expected] of cases) {
    it(`by ${field}, ${direction}`, async () => {
      expect(await found([], { sort: [{ field, direction }] })).toBe(expected);
    });
  }

  it('holds over pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((currentPage) =>
        found([], { sort: [{ field: 'status', direction: 'ASC' }], pageSize: 2, currentPage }),
      ),
    );
    expect(pages).toEqual(['01', '34', '2']);
    expect(ok(await list([], { pageSize: 2, currentPage: 2 })).total_count).toBe(5);
  });
});

describe('items of a list', () => {
  it('are whole products but for their stock', async () => {
    const [item] = ok(await list([[{ field: 'sku', value: `${mark}-0` }]])).items;
    const product = ok(await souk.admin.get(`/V1/products/${mark}-0`));
    delete product.extension_attributes.stock_item;
    expect(item).toEqual(product);
  });

  it('are counted without a filter too', async () => {
    const count = async (): Promise<number> =>
      ok(await souk.admin.get('/V1/products?searchCriteria[pageSize]=1')).total_count;
    const before = await count();
    const sku = unique('counted');
    ok(await souk.admin.post('/V1/products', { product: { sku, name: sku, attribute_set_id: 4 } }));
    expect(await count()).toBe(before + 1);
    ok(await souk.admin.delete(`/V1/products/${sku}`));
    expect(await count()).toBe(before);
  });

  it('need criteria and permission', async () => {
    fails(await souk.admin.get('/V1/products'), 400, '"searchCriteria" is required. Enter and try again.');
    fails(await souk.guest.get('/V1/products?searchCriteria='), 401);
  });
});

describe('values that the default view overrides', () => {
  it('are found, those they hide are not, and they sort', async () => {
    const put = (n: number, product: object): Promise<Answer> => souk.admin.put(`/V1/products/${mark}-${n}`, { product });
    ok(await put(0, { name: `Omega ${mark}`, status: 2, custom_attributes: [{ attribute_code: 'description', value: '' }] }));
    expect(await where('name', 'Omega%', 'like')).toBe('0');
    expect(await where('name', 'Alpha%', 'like')).toBe('');
    expect(await where('status', 2)).toBe('02');
    expect(await where('status', 2, 'neq')).toBe('134');
    expect(await where('description', 'soft cotton')).toBe('');
    expect(await where('description', '%soft%', 'like')).toBe('1');
    expect(await found([], { sort: [{ field: 'name', direction: 'ASC' }] })).toBe('13420');
    const inAll = ok(await souk.admin.store('all').get(`/V1/products?${criteria([[{ field: 'name', value: `alpha tee ${mark}` }]])}`));
    expect(inAll.total_count).toBe(1);
    ok(await put(0, { name: null, status: null, custom_attributes: [{ attribute_code: 'description', value: null }] }));
    expect(await where('name', 'Alpha%', 'like')).toBe('0');
    expect(await where('description', 'soft cotton')).toBe('0');
  }); // prettier-ignore
});
