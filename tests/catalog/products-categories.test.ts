import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { criteria, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const category = async (parent_id = 2): Promise<number> =>
  ok(await souk.admin.post('/V1/categories', { category: { name: unique('Category'), parent_id, is_active: true } }))
    .id;
const product = async (over: object): Promise<string> => (await newProduct(souk, { ...over })).sku;
const links = (...places: [category: number, position?: number][]): object => ({
  extension_attributes: {
    category_links: places.map(([id, position]) => ({ category_id: String(id), position })),
  },
});
const put = (sku: string, change: object): Promise<Answer> =>
  souk.admin.put(`/V1/products/${sku}`, { product: change });
/** The places of a product in categories, by both fields that tell them. */
const places = async (sku: string): Promise<[number, number][]> => {
  const read = ok(await souk.admin.get(`/V1/products/${sku}`));
  const shown = (read.extension_attributes.category_links ?? []) as { category_id: string; position: number }[];
  const ids = read.custom_attributes.find((a: { attribute_code: string }) => a.attribute_code === 'category_ids').value;
  expect(ids).toEqual(shown.map((link) => link.category_id));
  return shown.map((link) => [Number(link.category_id), link.position]);
};
const found = async (value: number | string, more: Parameters<typeof criteria>[1] = {}): Promise<string[]> =>
  ok(
    await souk.admin.get(`/V1/products?${criteria([[{ field: 'category_id', value, condition_type: 'in' }]], more)}`),
  ).items.map((item: { sku: string }) => item.sku);

it('a product is put into the categories that exist', async () => {
  const [one, two] = [await category(), await category()];
  const sku = await product(links([two, 1], [one, 5], [99_999, 0]));
  expect(await places(sku)).toEqual([
    [one, 5],
    [two, 1],
  ]);
});

it('links that are absent or null stay, a list adds to them and changes positions, an empty one removes them', async () => {
  const [one, two] = [await category(), await category()];
  const sku = await product(links([one, 5]));
  ok(await put(sku, { extension_attributes: { category_links: null } }));
  ok(await put(sku, { price: 3 }));
  expect(await places(sku)).toEqual([[one, 5]]);
  ok(await put(sku, links([one, 7], [two])));
  expect(await places(sku)).toEqual([
    [one, 7],
    [two, 0],
  ]);
  ok(await put(sku, links([one])));
  expect(await places(sku)).toEqual([
    [one, 7],
    [two, 0],
  ]);
  ok(await put(sku, links([99_999])));
  expect(await places(sku)).toHaveLength(2);
  ok(await put(sku, links()));
  expect(await places(sku)).toEqual([]);
});

it('category_ids as a custom attribute do as well, and keep positions', async () => {
  const [one, two] = [await category(), await category()];
  const sku = await product(links([one, 5]));
  ok(await put(sku, { custom_attributes: [{ attribute_code: 'category_ids', value: [String(two), one] }] }));
  expect(await places(sku)).toEqual([
    [one, 5],
    [two, 0],
  ]);
});

const ids = (value: unknown): object => ({ custom_attributes: [{ attribute_code: 'category_ids', value }] });

it('category_ids replace the categories, say nothing when empty, and are no text', async () => {
  const [one, two, three] = [await category(), await category(), await category()];
  const sku = await product(links([one, 5], [two, 6]));
  ok(await put(sku, ids([two])));
  expect(await places(sku)).toEqual([[two, 6]]);
  for (const empty of [[], null]) ok(await put(sku, ids(empty)));
  expect(await places(sku)).toEqual([[two, 6]]);
  for (const [value, type] of [
    [`${one},${two}`, 'string'],
    ['', 'string'],
    [one, 'integer'],
  ] as const) {
    const refused = await put(sku, ids(value));
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `Error occurred during "custom_attributes" processing. Attribute "category_ids" has invalid value. The "${type}" value's type is invalid. The "int[]" type was expected. Verify and try again.`,
    ]);
  }
  ok(await put(sku, { ...ids([one]), ...links([three, 2]) }));
  expect(await places(sku)).toEqual([
    [one, 0],
    [three, 2],
  ]);
  ok(await put(sku, { ...ids([one]), ...links() }));
  expect(await places(sku)).toEqual([]);
});

it('a deleted category leaves its products', async () => {
  const id = await category();
  const sku = await product(links([id, 1]));
  expect(await places(sku)).toEqual([[id, 1]]);
  ok(await souk.admin.delete(`/V1/categories/${id}`));
  expect(await places(sku)).toEqual([]);
});

it('lists are narrowed to a category and those below it, and sorted by position in it', async () => {
  const parent = await category();
  const child = await category(parent);
  const skus = [
    await product(links([parent, 20])),
    await product(links([parent, 10])),
    await product(links([child, 15])),
  ];
  expect(await found(parent)).toEqual(skus);
  expect(await found(child)).toEqual([skus[2]]);
  expect(await found(`${parent},${child}`, { sort: [{ field: 'position', direction: 'ASC' }] })).toEqual([
    skus[1],
    skus[2],
    skus[0],
  ]);
  expect(await found(`${parent},${child}`, { sort: [{ field: 'position', direction: 'DESC' }], pageSize: 2 })).toEqual([
    skus[0],
    skus[2],
  ]);
});
