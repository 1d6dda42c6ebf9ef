import { afterAll, beforeAll, expect, it } from 'vitest';
import { criteria, ok, startSouk, unique, until, type Souk } from '../support/souk.ts';
import { makeBundle, makeGrouped, makeProduct, makeSelect, type Fields } from './composites.ts';

/**
 * The law of `storage/concurrent-work.ts`, for the routes that say `concurrent`: operations of one bulk where one reads what another
 * writes come out as the same calls one after another.
 */
let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** Saves products in one bulk; gives which of them were saved. */
async function inBulk(products: readonly Fields[]): Promise<boolean[]> {
  const { body } = await souk.admin.store('all').post(
    '/async/bulk/V1/products',
    products.map((product) => ({ product })),
  );
  const path = `/V1/bulk/${body.bulk_uuid}/operation-status`;
  await until(async () => Number(ok(await souk.admin.get(`${path}/4`))) === 0);
  const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${body.bulk_uuid}/detailed-status`));
  const byKey = operations_list.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id);
  return byKey.map(({ status }: { status: number }) => status === 1);
}

/** Saves them one after another. */
async function oneByOne(products: readonly Fields[]): Promise<boolean[]> {
  const saved = [];
  for (const product of products) {
    saved.push((await souk.admin.store('all').post('/V1/products', { product })).status === 200);
  }
  return saved;
}

const products = (more: (i: number) => Fields): Fields[] => {
  const sku = unique('together');
  return Array.from({ length: 4 }, (_, i) => ({
    sku: `${sku}-${i}`,
    name: sku,
    attribute_set_id: 4,
    price: 1,
    ...more(i),
  }));
};
const attributes = (values: Fields): Fields => ({
  custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
});

it('a URL key goes to the first that wants it', async () => {
  const key = unique('key');
  const wanting = (own: string): Fields[] => products((i) => attributes({ url_key: i % 2 ? own : `${own}-${i}` }));
  const expected = [true, true, true, false];
  expect(await oneByOne(wanting(`${key}-a`))).toEqual(expected);
  expect(await inBulk(wanting(`${key}-b`))).toEqual(expected);
});

it('a value of an attribute that asks for unique ones goes to the first that has it', async () => {
  const { code, values } = await makeSelect(souk, ['one', 'two'], { is_unique: '1' });
  const having = (value: number): Fields[] =>
    products((i) => attributes({ url_key: unique('u'), ...(i > 1 ? { [code]: value } : {}) }));
  const expected = [true, true, true, false];
  expect(await oneByOne(having(values[0]!))).toEqual(expected);
  expect(await inBulk(having(values[1]!))).toEqual(expected);
});

it('a bundle comes back into stock with the last of its parts', async () => {
  const parts = [await makeProduct(souk), await makeProduct(souk)];
  const bundle = await makeBundle(
    souk,
    parts.map((part) => [part]),
  );
  const inStock = async (): Promise<boolean> =>
    ok(await souk.admin.get(`/V1/stockItems/${bundle.sku}`)).is_in_stock as boolean;
  const stocked = (qty: number): Fields[] =>
    parts.map(({ sku }: { sku: string }) => ({
      sku,
      extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } },
    }));
  expect(await inBulk(stocked(0))).toEqual([true, true]);
  expect(await inStock()).toBe(false);
  expect(await inBulk(stocked(5))).toEqual([true, true]);
  expect(await inStock()).toBe(true);
});

it('parts that get new prices in one bulk change the prices of their groups', async () => {
  const parts = [];
  for (let i = 0; i < 4; i++) parts.push(await makeProduct(souk, { price: 10 + i }));
  const groups = [];
  for (const part of parts) groups.push(await makeGrouped(souk, [part]));
  const skus = groups.map(({ sku }) => sku as string);
  const byPrice = async (): Promise<string[]> => {
    const filters = [[{ field: 'sku', value: skus.join(), condition_type: 'in' }]];
    const query = criteria(filters, { sort: [{ field: 'price', direction: 'ASC' }] });
    return ok(await souk.admin.get(`/V1/products?${query}`)).items.map((item: { sku: string }) => item.sku);
  };
  expect(await byPrice()).toEqual(skus);
  expect(await inBulk(parts.map(({ sku }, i) => ({ sku, price: 10 - i })))).toEqual([true, true, true, true]);
  expect(await byPrice()).toEqual(skus.toReversed());
});

it('products that exist are changed beside new ones, however their SKUs are written', async () => {
  const [first, second, third] = products((i) => ({ weight: i + 1, ...attributes({ url_key: unique('u') }) })) as [
    Fields,
    Fields,
    Fields,
  ];
  expect(await oneByOne([first, third])).toEqual([true, true]);
  const sent = [
    { ...first, sku: String(first['sku']).toUpperCase(), price: 7 },
    second,
    { sku: ` ${String(third['sku'])} `, price: 9 },
  ];
  expect(await inBulk(sent)).toEqual([true, true, true]);
  for (const [{ sku, weight }, price] of [
    [first, 7],
    [second, 1],
    [third, 9],
  ] as const)
    expect(ok(await souk.admin.get(`/V1/products/${String(sku)}`))).toMatchObject({ sku, weight, price });
});
