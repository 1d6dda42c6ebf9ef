import { afterAll, beforeAll, expect, it } from 'vitest';
import { refused, typed, type Sent, type ShopClient } from '../support/shop-client.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

type Change = Sent<'products', 'save'>;

/** Executes products as one bulk, all of it accepted before anything is executed. */
async function bulk(elements: readonly Change[]) {
  ok(await souk.admin.raw('POST', '/_/queue/pause', {}));
  const accepted = await shop.bulk.products.save(elements, { store: 'all' });
  ok(await souk.admin.raw('POST', '/_/queue/resume', {}));
  return await accepted.wait();
}

const statuses = (operations: readonly { status: string }[]): string[] => operations.map(({ status }) => status);
const all = (count: number): string[] => Array(count).fill('complete');
const get = (sku: string) => shop.products.get({ sku });
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
  await shop.products.save({ product: simple(one) }, { store: 'all' });
  const skus = Array.from({ length: 90 }, (_, i) => unique(`many${i}`));
  expect(statuses(await bulk(skus.map((sku) => ({ product: simple(sku) }))))).toEqual(all(90));
  const expected = withoutOwn(await get(one), one);
  const ids = new Set<number>();
  for (const sku of skus) {
    const product = await get(sku);
    expect(withoutOwn(product, sku)).toEqual(expected);
    ids.add(product.id!);
  }
  expect(ids.size).toBe(90);
  const changed = skus.map((sku, i) => ({
    sku,
    product: { price: i + 1, extension_attributes: { stock_item: { qty: i } } },
  }));
  expect(statuses(await bulk(changed))).toEqual(all(90));
  for (const [i, sku] of skus.entries()) {
    expect(await get(sku)).toMatchObject({ price: i + 1, extension_attributes: { stock_item: { qty: i } } });
  }
});

it('makes products in order where they depend on each other, and leaves nothing of those that fail', async () => {
  const [first, same, linked, grouped, bad, last] = ['f', 's', 'l', 'g', 'b', 'z'].map((name) => unique(name));
  const link = { sku: linked, link_type: 'related', linked_product_sku: first, linked_product_type: 'simple', position: 1 };
  const member = { sku: grouped, link_type: 'associated', linked_product_sku: linked, linked_product_type: 'simple', position: 1 };
  const products = [
    simple(first!),
    simple(same!, { name: first }),
    simple(linked!, { product_links: [link] }),
    simple(grouped!, { type_id: 'grouped', product_links: [{ ...member, extension_attributes: { qty: 2 } }] }),
    simple(bad!, { price: -1 }),
    simple(last!),
    simple(first!, { price: 99 }),
  ];
  const operations = await bulk(products.map((product) => ({ product })));
  const failed = operations.filter(({ status }) => status !== 'complete');
  expect(failed).toMatchObject([{ id: 1, status: 'failed', message: expect.stringMatching(/URL key/) }, { id: 4, status: 'failed' }]);
  for (const sku of [same!, bad!]) await refused(get(sku), 404);
  expect((await get(first!)).price).toBe(99);
  expect((await get(linked!)).product_links).toMatchObject([{ linked_product_sku: first }]);
  expect((await get(grouped!)).product_links).toMatchObject([{ linked_product_sku: linked }]);
}); // prettier-ignore

it('lets a value of a unique attribute be taken once', async () => {
  const code = unique('number').replaceAll('-', '_').toLowerCase();
  const attribute = { attribute_code: code, frontend_input: 'text', default_frontend_label: 'Number', is_required: false, entity_type_id: '4', is_unique: '1' };
  await shop.productAttributes.save({ attribute });
  const [group] = (await shop.productAttributeGroups.list({ where: { attribute_set_id: 4 } }).page()).items;
  const attributeGroupId = Number(group!.attribute_group_id);
  await shop.productAttributes.assign({ attributeSetId: 4, attributeGroupId, attributeCode: code, sortOrder: 1 });
  const numbered = (value: string) => ({ product: simple(unique('n'), { custom_attributes: [{ attribute_code: code, value }] }) });
  const operations = await bulk(['A', 'a', 'B', 'C', 'c'].map(numbered));
  expect(statuses(operations)).toEqual(['complete', 'failed', 'complete', 'complete', 'failed']);
  expect(operations[1]!.message).toMatch(/isn't unique/);
}); // prettier-ignore

it('lets the stock of a grouped product follow that of all its parts', async () => {
  const parts = Array.from({ length: 6 }, (_, i) => unique(`part${i}`));
  const whole = unique('whole');
  const links = parts.map((sku, position) => ({ sku: whole, link_type: 'associated', linked_product_sku: sku, linked_product_type: 'simple', position, extension_attributes: { qty: 1 } }));
  await bulk([...parts.map((sku) => simple(sku)), simple(whole, { type_id: 'grouped', product_links: links })].map((product) => ({ product })));
  const stock = (is_in_stock: boolean) => parts.map((sku) => ({ sku, product: { extension_attributes: { stock_item: { qty: is_in_stock ? 5 : 0, is_in_stock } } } }));
  const isIn = async () => (await get(whole)).extension_attributes?.stock_item?.is_in_stock;
  expect(await isIn()).toBe(true);
  expect(statuses(await bulk(stock(false)))).toEqual(all(6));
  expect(await isIn()).toBe(false);
  expect(statuses(await bulk(stock(true)))).toEqual(all(6));
  expect(await isIn()).toBe(true);
}); // prettier-ignore
