import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, typed, type Sent, type ShopClient } from '../support/shop-client.ts';
import { fails, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
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
  shop = typed(souk.admin);
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
    await shop.products.save({ product });
  }
});
afterAll(() => souk.stop());

type Asked = Sent<'products', 'list'>;
const list = (asked: Asked = {}) =>
  shop.products.list({ ...asked, where: { sku: { like: `${mark}%` }, ...asked.where } });
/** The numbers of the products that match, in the order of the list. */
const found = async (asked: Asked): Promise<string> => (await list(asked).all()).map(({ sku }) => sku!.at(-1)).join('');
const where = (conditions: Asked['where']): Promise<string> => found({ where: conditions });

describe('fields of products', () => {
  const cases: [conditions: NonNullable<Asked['where']>, expected: string][] = [
    [{ name: `ALPHA tee ${mark}` }, '0'],
    [{ name: { like: `%tee%` } }, '01'],
    [{ price: 10 }, '0'],
    [{ price: { gteq: 10 } }, '024'],
    [{ price: { from: 9.5 } }, '0124'],
    [{ price: null }, '3'],
    [{ status: 2 }, '2'],
    [{ status: { neq: 2 } }, '0134'],
    [{ visibility: [1, 2] }, '3'],
    [{ type_id: 'virtual' }, '4'],
    [{ store: 'default' }, '01234'],
    [{ store: 1 }, '01234'],
    [{ store: 'nowhere' }, ''],
    [{ store_id: 'default' }, '01234'],
    [{ type_id: { neq: 'virtual' } }, '0123'],
    [{ attribute_set_id: 4 }, '01234'],
    [{ description: 'soft COTTON' }, '0'],
    [{ description: { like: '%soft%' } }, '01'],
    [{ description: `${'long '.repeat(80)}end` }, '4'],
    [{ description: { neq: `${'long '.repeat(80)}END` } }, '01'],
    [{ description: { like: '%end' } }, '4'],
    [{ description: { notnull: true } }, '014'],
    [{ description: null }, '23'],
    [{ meta_title: 'A cap' }, '2'],
    [{ special_price: '4' }, '3'],
    [{ special_price: { notnull: true } }, '3'],
    [{ special_from_date: { gt: '2020-01-01' } }, '3'],
    [{ tax_class_id: '2' }, '01234'],
    [{ tax_class_id: { finset: '2' } }, '01234'],
    [{ url_key: `${mark}-2` }, '2'],
    [{ created_at: { gt: new Date('2020-01-01') } }, '01234'],
    [{ updated_at: { lt: '2020-01-01' } }, ''],
    [{ website_id: 1 }, '01234'],
    [{ website_id: { neq: 1 } }, ''],
    [{ category_id: 99 }, ''],
    [{ category_id: { neq: 99 } }, '01234'],
    [{ has_options: 1 }, ''],
    [{ quantity_and_stock_status: 1 }, '023'],
    [{ quantity_and_stock_status: 0 }, '14'],
    [{ qty: { lteq: 7 } }, '013'],
  ];
  for (const [conditions, expected] of cases) {
    it(JSON.stringify(conditions).slice(0, 60), async () => {
      expect(await where(conditions)).toBe(expected);
    });
  }

  it('are joined by or within a group and by and between groups', async () => {
    const anyOf = { name: { like: '%tee%' }, status: 2 };
    expect(await found({ anyOf, where: { price: { gteq: 10 } } })).toBe('02');
  });

  it('that no list has are refused by name', async () => {
    await refused(where({ nope: 1 }), 400, /"nope"/);
    await refused(found({ sort: { nope: 'ASC' } }), 400, /"nope"/);
    await refused(where({ media_gallery: 1 }), 400, /"media_gallery"/);
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
      expect(await found({ sort: { [field]: direction } })).toBe(expected);
    });
  }

  it('holds over pages', async () => {
    const pages = list({ sort: { status: 'ASC' }, pageSize: 2 });
    const numbers = await Promise.all(
      [1, 2, 3].map(async (page) => (await pages.page(page)).items.map(({ sku }) => sku!.at(-1)).join('')),
    );
    expect(numbers).toEqual(['01', '34', '2']);
    expect((await pages.page(2)).total_count).toBe(5);
  });
});

describe('items of a list', () => {
  it('are whole products but for their stock', async () => {
    const [item] = await list({ where: { sku: `${mark}-0` } }).all();
    const product = await shop.products.get({ sku: `${mark}-0` });
    delete product.extension_attributes!.stock_item;
    expect(item).toEqual(product);
  });

  it('are counted without a filter too', async () => {
    const count = async () => (await shop.products.list({ pageSize: 1 }).page()).total_count!;
    const before = await count();
    const sku = unique('counted');
    await shop.products.save({ product: { sku, name: sku, attribute_set_id: 4 } });
    expect(await count()).toBe(before + 1);
    await shop.products.delete({ sku });
    expect(await count()).toBe(before);
  });

  it('need criteria and permission', async () => {
    fails(await souk.admin.get('/V1/products'), 400, '"searchCriteria" is required. Enter and try again.');
    await refused(typed(souk.guest).products.list().page(), 401);
  });
});

describe('values that the default view overrides', () => {
  it('are found, those they hide are not, and they sort', async () => {
    const put = (n: number, description: string | null, product: object) =>
      shop.products.save({
        sku: `${mark}-${n}`,
        product: { ...product, custom_attributes: [{ attribute_code: 'description', value: description }] },
      });
    await put(0, '', { name: `Omega ${mark}`, status: 2 });
    expect(await where({ name: { like: 'Omega%' } })).toBe('0');
    expect(await where({ name: { like: 'Alpha%' } })).toBe('');
    expect(await where({ status: 2 })).toBe('02');
    expect(await where({ status: { neq: 2 } })).toBe('134');
    expect(await where({ description: 'soft cotton' })).toBe('');
    expect(await where({ description: { like: '%soft%' } })).toBe('1');
    expect(await found({ sort: { name: 'ASC' } })).toBe('13420');
    const inAll = shop.products.list({ where: { name: `alpha tee ${mark}` } }, { store: 'all' });
    expect(await inAll.all()).toHaveLength(1);
    await put(0, null, { name: null, status: null });
    expect(await where({ name: { like: 'Alpha%' } })).toBe('0');
    expect(await where({ description: 'soft cotton' })).toBe('0');
  });
});
