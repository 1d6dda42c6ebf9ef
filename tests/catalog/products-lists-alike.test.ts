import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, ok, startSouk, type Souk } from '../support/souk.ts';
import { makeEurope } from './second-website.ts';

// Requests that differ by their values share a statement; a list without pages has one of its own, and says what is right.

let souk: Souk;
const categories: number[] = [];

beforeAll(async () => {
  souk = await startSouk();
  await makeEurope(souk, 'EUR');
  for (const name of ['Cups', 'Plates']) {
    categories.push(
      ok(await souk.admin.post('/V1/categories', { category: { name, is_active: true, parent_id: 2 } })).id,
    );
  }
  for (let i = 0; i < 12; i++) {
    const product = {
      sku: `alike-${i}`,
      name: `${'cdab'[i % 4]} ${i}`,
      attribute_set_id: 4,
      price: i === 5 ? undefined : 7.5 * (i % 5),
      status: i % 6 === 4 ? 2 : 1,
      visibility: (i % 4) + 1,
      custom_attributes: [
        { attribute_code: 'url_key', value: `alike-${i}` },
        { attribute_code: 'description', value: i % 2 ? `odd ${i}` : 'even' },
      ],
      extension_attributes: {
        website_ids: i % 3 === 0 ? [1, 2] : [1 + (i % 2)],
        category_links: [{ category_id: String(categories[i % 2]), position: (5 * i) % 7 }],
        stock_item: { qty: i, is_in_stock: i % 4 > 0 },
      },
    };
    ok(await souk.admin.post('/V1/products', { product }));
  }
});
afterAll(() => souk.stop());

type Filters = readonly (readonly [field: string, type: string, value: string | number])[];

/** The SKUs of a list in their order, and its number; in pages of three, or at once. */
async function listed(scope: string, filters: Filters, sort: string, isPaged: boolean): Promise<[string[], number]> {
  const [field, direction] = sort.split(' ');
  const groups = filters.map(([name, condition_type, value]) => [{ field: name, value, condition_type }]);
  const order = field ? { sort: [{ field, ...(direction && { direction }) }] } : {};
  const skus: string[] = [];
  for (let page = 1; ; page++) {
    const paging = isPaged ? { pageSize: 3, currentPage: page } : {};
    const query = `${criteria(groups, { ...order, ...paging })}&fields=items[sku],total_count`;
    const { items, total_count } = ok(await souk.admin.store(scope).get(`/V1/products?${query}`));
    skus.push(...(items ?? []).map(({ sku }: { sku: string }) => sku));
    if (!isPaged || page * 3 >= total_count) return [skus, total_count];
  }
}

describe('pages of lists that differ by values alone hold what the whole lists do', () => {
  const values: Readonly<Record<string, readonly (string | number)[]>> = {
    price: [7.5, 15, 0, 30],
    website_id: [1, 2, 3],
    store_id: [1, 2, 0],
    status: [1, 2],
    visibility: [4, 1],
    type_id: ['simple', 'virtual'],
    sku: ['alike-3', 'ALIKE-7', 'none'],
    description: ['even', 'odd 3'],
    entity_id: [1, 4, 9],
    qty: [3, 8],
  };
  const sorts = ['', 'name ASC', 'price DESC', 'description ASC', 'entity_id DESC', 'sku ASC'];

  for (const [field, given] of Object.entries(values)) {
    it(`by ${field}`, async () => {
      for (const scope of ['', 'fr', 'all']) {
        for (const type of ['eq', 'gteq', 'in']) {
          for (const [i, value] of given.entries()) {
            const filters: Filters = [[field, type, type === 'in' ? `${value},${given[0]}` : value]];
            const sort = sorts[(i + field.length) % sorts.length]!;
            const [paged, whole] = [
              await listed(scope, filters, sort, true),
              await listed(scope, filters, sort, false),
            ];
            expect(paged, `${scope} ${field} ${type} ${value} by ${sort}`).toEqual(whole);
          }
        }
      }
    });
  }

  it('by categories, with further conditions, in every order', async () => {
    for (const scope of ['', 'fr']) {
      for (const sort of [...sorts, 'position ASC']) {
        for (const category of [...categories, 999]) {
          for (const further of [
            [],
            [['status', 'eq', 1]],
            [['website_id', 'eq', 1]],
            [['website_id', 'eq', 2]],
            [['price', 'gt', 7]],
          ] as Filters[]) {
            const filters: Filters = [['category_id', 'eq', category], ...further];
            const [paged, whole] = [
              await listed(scope, filters, sort, true),
              await listed(scope, filters, sort, false),
            ];
            expect(paged, `${scope} ${JSON.stringify(filters)} by ${sort}`).toEqual(whole);
          }
        }
      }
    }
  });

  it('and find what was written since', async () => {
    const cheap = (): Promise<[string[], number]> => listed('', [['price', 'lt', 7]], 'sku ASC', true);
    const [before] = await cheap();
    const product = { sku: 'alike-cheap', name: 'Cheap', attribute_set_id: 4, price: 1 };
    ok(await souk.admin.post('/V1/products', { product }));
    expect((await cheap())[0]).toEqual([...before, 'alike-cheap'].toSorted());
    ok(await souk.admin.put('/V1/products/alike-cheap', { product: { price: 8 } }));
    expect((await cheap())[0]).toEqual(before);
  });
});
