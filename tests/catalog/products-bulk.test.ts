import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

interface Operation {
  status: number;
  result_message: string | null;
}

/** Executes products as one bulk, all of it accepted before anything is executed. */
async function bulk(items: readonly object[], method: 'POST' | 'PUT' = 'POST'): Promise<Operation[]> {
  const all = souk.admin.store('all');
  ok(await souk.admin.raw('POST', '/_/queue/pause', {}));
  const products = items.map((product) => ({ product }));
  const answer =
    method === 'POST'
      ? await all.post('/async/bulk/V1/products', products)
      : await all.put('/async/bulk/V1/products/bySku', products);
  ok(await souk.admin.raw('POST', '/_/queue/resume', {}));
  return await until(async () => {
    const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${answer.body.bulk_uuid}/status`));
    return operations_list.every((one: Operation) => one.status !== 4) && operations_list;
  });
}

const statuses = (operations: readonly Operation[]): number[] => operations.map(({ status }) => status);
const get = async (sku: string) => ok(await souk.admin.get(`/V1/products/${sku}`));
const simple = (sku: string, more: object = {}) => ({
  sku,
  name: sku,
  attribute_set_id: 4,
  price: 12.34,
  weight: 0.5,
  custom_attributes: [{ attribute_code: 'description', value: `<p>${sku}</p>` }],
  extension_attributes: { stock_item: { qty: 7, is_in_stock: true }, category_links: [{ category_id: '2', position: 3 }] },
  ...more,
}); // prettier-ignore

/** What is a product's own: ids and the names made from its SKU. */
function withoutOwn(product: object, sku: string): unknown {
  const text = JSON.stringify(product).replaceAll(sku, 'SKU').replaceAll(sku.toLowerCase(), 'SKU');
  return JSON.parse(text, (key, value: unknown) =>
    ['id', 'item_id', 'product_id', 'created_at', 'updated_at'].includes(key) ? undefined : value,
  );
}

it('makes the same of products as one call each', async () => {
  const one = unique('one');
  ok(await souk.admin.store('all').post('/V1/products', { product: simple(one) }));
  const skus = Array.from({ length: 90 }, (_, i) => unique(`many${i}`));
  expect(statuses(await bulk(skus.map((sku) => simple(sku))))).toEqual(Array(90).fill(1));
  const expected = withoutOwn(await get(one), one);
  const ids = new Set<number>();
  for (const sku of skus) {
    const product = await get(sku);
    expect(withoutOwn(product, sku)).toEqual(expected);
    ids.add(product.id);
  }
  expect(ids.size).toBe(90);
  const changed = skus.map((sku, i) => ({ sku, price: i + 1, extension_attributes: { stock_item: { qty: i } } }));
  expect(statuses(await bulk(changed, 'PUT'))).toEqual(Array(90).fill(1));
  for (const [i, sku] of skus.entries()) {
    expect(await get(sku)).toMatchObject({ price: i + 1, extension_attributes: { stock_item: { qty: i } } });
  }
});

it('makes products in order where they depend on each other, and leaves nothing of those that fail', async () => {
  const [first, same, linked, grouped, bad, last] = ['f', 's', 'l', 'g', 'b', 'z'].map((name) => unique(name));
  const link = { sku: linked, link_type: 'related', linked_product_sku: first, linked_product_type: 'simple', position: 1 };
  const member = { sku: grouped, link_type: 'associated', linked_product_sku: linked, linked_product_type: 'simple', position: 1 };
  const operations = await bulk([
    simple(first!),
    simple(same!, { name: first }),
    simple(linked!, { product_links: [link] }),
    simple(grouped!, { type_id: 'grouped', product_links: [{ ...member, extension_attributes: { qty: 2 } }] }),
    simple(bad!, { price: -1 }),
    simple(last!),
    simple(first!, { price: 99 }),
  ]);
  expect(statuses(operations)).toEqual([1, 3, 1, 1, 3, 1, 1]);
  expect(operations[1]!.result_message).toMatch(/URL key/);
  expect((await souk.admin.get(`/V1/products/${same}`)).status).toBe(404);
  expect((await souk.admin.get(`/V1/products/${bad}`)).status).toBe(404);
  expect((await get(first!)).price).toBe(99);
  expect((await get(linked!)).product_links).toMatchObject([{ linked_product_sku: first }]);
  expect((await get(grouped!)).product_links).toMatchObject([{ linked_product_sku: linked }]);
}); // prettier-ignore

it('lets a value of a unique attribute be taken once', async () => {
  const code = unique('number').replaceAll('-', '_').toLowerCase();
  const attribute = { attribute_code: code, frontend_input: 'text', default_frontend_label: 'Number', is_required: false, entity_type_id: '4', is_unique: '1' };
  ok(await souk.admin.post('/V1/products/attributes', { attribute }));
  const sets = '/V1/products/attribute-sets';
  const { items } = ok(await souk.admin.get(`${sets}/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4`));
  ok(await souk.admin.post(`${sets}/attributes`, { attributeSetId: 4, attributeGroupId: items[0].attribute_group_id, attributeCode: code, sortOrder: 1 }));
  const numbered = (value: string) => simple(unique('n'), { custom_attributes: [{ attribute_code: code, value }] });
  const operations = await bulk(['A', 'a', 'B', 'C', 'c'].map(numbered));
  expect(statuses(operations)).toEqual([1, 3, 1, 1, 3]);
  expect(operations[1]!.result_message).toMatch(/isn't unique/);
}); // prettier-ignore

it('lets the stock of a grouped product follow that of all its parts', async () => {
  const parts = Array.from({ length: 6 }, (_, i) => unique(`part${i}`));
  const whole = unique('whole');
  const links = parts.map((sku, position) => ({ sku: whole, link_type: 'associated', linked_product_sku: sku, linked_product_type: 'simple', position, extension_attributes: { qty: 1 } }));
  await bulk([...parts.map((sku) => simple(sku)), simple(whole, { type_id: 'grouped', product_links: links })]);
  const stock = (is_in_stock: boolean) => parts.map((sku) => ({ sku, extension_attributes: { stock_item: { qty: is_in_stock ? 5 : 0, is_in_stock } } }));
  const isIn = async (): Promise<boolean> => (await get(whole)).extension_attributes.stock_item.is_in_stock;
  expect(await isIn()).toBe(true);
  expect(statuses(await bulk(stock(false), 'PUT'))).toEqual(Array(6).fill(1));
  expect(await isIn()).toBe(false);
  expect(statuses(await bulk(stock(true), 'PUT'))).toEqual(Array(6).fill(1));
  expect(await isIn()).toBe(true);
}); // prettier-ignore
