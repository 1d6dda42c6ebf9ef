import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAttribute } from '../support/products.ts';
import { criteria, fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

const ATTRIBUTES = '/V1/products/attributes';
let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type More = Parameters<typeof criteria>[1];
/** Those of the open edition: commercial modules bring attributes with higher ids. */
const open = { field: 'attribute_id', value: 136, condition_type: 'lteq' };

const list = async (
  filters: { field: string; value?: unknown; condition_type?: string }[],
  more: More = {},
  path = ATTRIBUTES,
): Promise<Answer['body']> =>
  ok(
    await souk.admin.get(
      `${path}?${criteria(
        filters.map((one) => [one]),
        more,
      )}`,
    ),
  );
const codes = (answer: Answer['body']): string[] => answer.items.map((item: Answer['body']) => item.attribute_code);

describe('the list of product attributes', () => {
  it('has those of the installation in order of ids', async () => {
    const answer = await list([{ field: 'is_user_defined', value: 0 }, open]);
    expect(answer.total_count).toBe(58);
    expect(codes(answer).slice(0, 5)).toEqual(['name', 'sku', 'description', 'short_description', 'price']);
    expect(answer.items[0]).not.toHaveProperty('extension_attributes');
  });

  it('sorts and pages', async () => {
    const sort = [{ field: 'attribute_code', direction: 'ASC' }];
    const answer = await list([{ field: 'is_user_defined', value: 1 }], { sort, pageSize: 2, currentPage: 1 });
    expect(codes(answer)).toEqual(['color', 'cost']);
    expect(answer.total_count).toBe(3);
    expect(answer.search_criteria).toEqual({
      filter_groups: [{ filters: [{ field: 'is_user_defined', value: '1', condition_type: 'eq' }] }],
      sort_orders: [{ field: 'attribute_code', direction: 'ASC' }],
      page_size: 2,
      current_page: 1,
    });
  });

  it.each([
    ['attribute_code', 'like', 'special%', ['special_price', 'special_from_date', 'special_to_date']],
    ['attribute_id', 'in', '73,74', ['name', 'sku']],
    ['frontend_input', 'eq', 'weight', ['weight']],
    ['frontend_label', 'eq', 'color', ['color']],
    ['default_frontend_label', 'eq', 'SKU', ['sku']],
    ['is_unique', 'eq', '1', ['sku']],
    ['used_for_sort_by', 'eq', '1', ['name', 'price']],
    ['is_filterable', 'eq', '1', ['price', 'manufacturer', 'color']],
    ['backend_model', 'like', '%Weight', ['weight']],
    ['source_model', 'like', '%Visibility', ['visibility']],
    ['note', 'notnull', '', ['meta_description']],
    ['attribute_group_id', 'eq', '9', ['meta_title', 'meta_keyword', 'meta_description', 'url_key']],
  ])('is searched by %s %s %s', async (field, condition_type, value, found) => {
    expect(codes(await list([{ field, condition_type, value }]))).toEqual(found);
  });

  it('is searched by scope, and by the set that attributes are in', async () => {
    const website = await list([{ field: 'scope', value: 'website' }]);
    expect(codes(await list([{ field: 'is_global', value: 2 }]))).toEqual(codes(website));
    expect(codes(website)).toContain('status');
    expect((await list([{ field: 'attribute_set_id', value: 4 }, open])).total_count).toBe(59);
    expect(codes(await list([{ field: 'attribute_set_id', value: 4, condition_type: 'neq' }]))).toEqual([
      'manufacturer',
      'color',
    ]);
  });

  it('has no fields of other tables', async () => {
    const answer = await souk.admin.get(`${ATTRIBUTES}?${criteria([[{ field: 'nope', value: 1 }]])}`);
    fails(answer, 400, /The "nope" attribute name is invalid/);
    fails(await souk.admin.get(ATTRIBUTES), 400, '"searchCriteria" is required. Enter and try again.');
  });

  it('shows a new attribute at once and a deleted one no more', async () => {
    const find = () => list([{ field: 'attribute_code', value: 'listed' }]);
    const options = [{ label: 'O' }];
    const made = await newAttribute(souk, { attribute_code: 'listed', frontend_input: 'select', options });
    const { extension_attributes: _, ...shown } = made;
    expect((await find()).items).toEqual([shown]);
    ok(await souk.admin.delete(`${ATTRIBUTES}/listed`));
    expect((await find()).total_count).toBe(0);
  });
});

describe('category attributes', () => {
  const CATEGORY = '/V1/categories/attributes';

  it('are listed and searched', async () => {
    expect((await list([], {}, CATEGORY)).total_count).toBe(31);
    expect(
      codes(await list([{ field: 'attribute_code', value: 'url%', condition_type: 'like' }], {}, CATEGORY)),
    ).toEqual(['url_key', 'url_path']);
  });

  it('are read one by one', async () => {
    expect(ok(await souk.admin.get(`${CATEGORY}/display_mode`))).toMatchObject({
      attribute_id: 52,
      attribute_code: 'display_mode',
      frontend_input: 'select',
      entity_type_id: '3',
      is_required: false,
      options: [
        { label: 'Products only', value: 'PRODUCTS' },
        { label: 'Static block only', value: 'PAGE' },
        { label: 'Static block and products', value: 'PRODUCTS_AND_PAGE' },
      ],
      scope: 'store',
      is_searchable: '0',
    });
    expect(ok(await souk.admin.get(`${CATEGORY}/name`))).not.toHaveProperty('extension_attributes');
  });

  it('are not those of products', async () => {
    fails(await souk.admin.get(`${CATEGORY}/sku`), 404, /^The attribute with a "sku" attributeCode doesn't exist\./);
    fails(await souk.admin.get(`${CATEGORY}/sku/options`), 404);
    expect(ok(await souk.admin.get(`${CATEGORY}/name/options`))).toEqual([]);
    fails(await souk.guest.get(`${CATEGORY}/name`), 401);
  });
});
