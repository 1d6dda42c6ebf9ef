import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

const PATH = '/V1/categories';
let souk: Souk;
/** Ids by name. */
const ids: Record<string, number> = {};

type Body = Answer['body'];
const pairs = (all: Record<string, unknown>): object[] =>
  Object.entries(all).map(([attribute_code, value]) => ({ attribute_code, value }));
const make = async (name: string, parent: number, more: object = {}): Promise<void> => {
  ids[name] = ok(await souk.admin.post(PATH, { category: { parent_id: parent, name, is_active: true, ...more } })).id;
};

beforeAll(async () => {
  souk = await startSouk();
  await make('Men', 2, {
    available_sort_by: ['position', 'name'],
    custom_attributes: pairs({ meta_title: 'For him' }),
  });
  await make('Shirts', ids.Men!, { custom_attributes: pairs({ filter_price_range: '10.5', is_anchor: '0' }) });
  await make('Shoes', ids.Men!, { is_active: false, position: 9 });
  await make('Women', 2, { custom_attributes: pairs({ custom_design_from: '2026-03-01', landing_page: 12 }) });
});
afterAll(() => souk.stop());

type Filter = { field: string; value?: unknown; condition_type?: string };
const list = async (filters: Filter[], more: Parameters<typeof criteria>[1] = {}, code = ''): Promise<Body> =>
  ok(
    await souk.admin.store(code).get(
      `${PATH}/list?${criteria(
        filters.map((filter) => [filter]),
        more,
      )}`,
    ),
  );
const names = (answer: Body): string[] => answer.items.map((item: Body) => item.name);

describe('the list of categories', () => {
  it('has all of them with everything that each shows', async () => {
    const answer = await list([]);
    expect(names(answer)).toEqual(['Root Catalog', 'Default Category', 'Men', 'Shirts', 'Shoes', 'Women']);
    expect(answer.total_count).toBe(6);
    for (const item of answer.items) expect(item).toEqual(ok(await souk.admin.get(`${PATH}/${item.id}`)));
  });

  it.each<[string, Filter, string[]]>([
    ['entity_id', { field: 'entity_id', value: '1,2', condition_type: 'in' }, ['Root Catalog', 'Default Category']],
    ['name', { field: 'name', value: 'sho%', condition_type: 'like' }, ['Shoes']],
    ['parent_id', { field: 'parent_id', value: 2 }, ['Men', 'Women']],
    ['level', { field: 'level', value: 2, condition_type: 'gt' }, ['Shirts', 'Shoes']],
    ['path', { field: 'path', value: '1/2/%/%', condition_type: 'like' }, ['Shirts', 'Shoes']],
    ['position', { field: 'position', value: 9 }, ['Shoes']],
    ['children_count', { field: 'children_count', value: 2 }, ['Men']],
    ['is_active', { field: 'is_active', value: 'false' }, ['Shoes']],
    ['no is_active', { field: 'is_active', condition_type: 'null' }, ['Root Catalog']],
    ['is_anchor', { field: 'is_anchor', value: 0 }, ['Shirts']],
    ['url_key', { field: 'url_key', value: 'women' }, ['Women']],
    ['url_path', { field: 'url_path', value: 'men/shirts' }, ['Shirts']],
    ['part of url_path', { field: 'url_path', value: 'men/%', condition_type: 'like' }, ['Shirts', 'Shoes']],
    ['an attribute', { field: 'meta_title', value: 'for HIM' }, ['Men']],
    ['available_sort_by', { field: 'available_sort_by', value: 'name', condition_type: 'finset' }, ['Men']],
    ['a decimal', { field: 'filter_price_range', value: '10', condition_type: 'gteq' }, ['Shirts']],
    ['a number', { field: 'landing_page', value: '9', condition_type: 'gt' }, ['Women']],
    ['a date', { field: 'custom_design_from', value: '2026-02-28', condition_type: 'gt' }, ['Women']],
    ['created_at', { field: 'created_at', value: '2000-01-01', condition_type: 'lt' }, []],
  ])('is searched by %s', async (_, filter, found) => {
    expect(names(await list([filter]))).toEqual(found);
  });

  it('sorts and pages', async () => {
    const sort = [{ field: 'name', direction: 'DESC' }];
    const answer = await list([{ field: 'level', value: 1, condition_type: 'gt' }], {
      sort,
      pageSize: 2,
      currentPage: 2,
    });
    expect(names(answer)).toEqual(['Shirts', 'Men']);
    expect(answer.total_count).toBe(4);
    expect(answer.search_criteria).toMatchObject({ page_size: 2, current_page: 2 });
    expect(names(await list([{ field: 'parent_id', value: ids.Men }], { sort: [{ field: 'position', direction: 'ASC' }] }))).toEqual([
      'Shirts',
      'Shoes',
    ]); // prettier-ignore
    expect(names(await list([{ field: 'level', value: 2 }], { sort: [{ field: 'url_path', direction: 'ASC' }] }))).toEqual([
      'Men',
      'Women',
    ]); // prettier-ignore
  });

  it('has the values of the store view, and is searched by them', async () => {
    ok(
      await souk.admin.store('default').put(`${PATH}/${ids.Men}`, {
        category: { name: 'Gents', is_active: false, custom_attributes: pairs({ url_key: 'gents' }) },
      }),
    );
    const by = (name: string): Filter => ({ field: 'name', value: name });
    expect(names(await list([by('gents')]))).toEqual(['Gents']);
    expect(names(await list([by('gents')], {}, 'all'))).toEqual([]);
    expect(names(await list([by('men')], {}, 'all'))).toEqual(['Men']);
    expect(names(await list([by('men')]))).toEqual([]);
    expect(names(await list([{ field: 'is_active', value: 0 }]))).toEqual(['Gents', 'Shoes']);
    expect(names(await list([{ field: 'is_active', value: 0 }], {}, 'all'))).toEqual(['Shoes']);
    expect(names(await list([{ field: 'url_path', value: 'gents/shirts' }]))).toEqual(['Shirts']);
    expect(names(await list([{ field: 'url_path', value: 'men/shirts' }], {}, 'all'))).toEqual(['Shirts']);
  });

  it('has no fields of other tables', async () => {
    for (const field of ['nope', 'document', 'children', 'all_children']) {
      fails(await souk.admin.get(`${PATH}/list?${criteria([[{ field, value: 1 }]])}`), 400, new RegExp(`"${field}"`));
    }
    fails(await souk.admin.get(`${PATH}/list`), 400, '"searchCriteria" is required. Enter and try again.');
    fails(await souk.guest.get(`${PATH}/list?searchCriteria=`), 401);
  });
});
