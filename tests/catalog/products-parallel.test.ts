import { afterAll, beforeAll, expect, it } from 'vitest';
import { criteria, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const post = (product: object): Promise<Answer> =>
  souk.admin.post('/V1/products', { product: { attribute_set_id: 4, ...product } });
const put = (sku: string, product: object): Promise<Answer> => souk.admin.put(`/V1/products/${sku}`, { product });
const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const statuses = (answers: readonly Answer[]): number[] => answers.map((answer) => answer.status).sort((a, b) => a - b);

it('one product results when a SKU is made many times at once', async () => {
  const sku = unique('once');
  const answers = await times(12, (price) => post({ sku: price % 2 ? sku : sku.toUpperCase(), name: sku, price }));
  expect(statuses(answers)).toEqual(Array(12).fill(200));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  const { items, total_count } = ok(await souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: sku }]])}`));
  expect(total_count).toBe(1);
  expect(answers.some((answer) => answer.body.price === items[0].price)).toBe(true);
});

it('one product gets a URL key that many want at once', async () => {
  const name = unique('Wanted');
  expect(statuses(await times(8, (i) => post({ sku: unique(`w${i}`), name })))).toEqual([200, ...Array(7).fill(400)]);
});

it('changes of different fields at once are all kept', async () => {
  const sku = unique('fields');
  ok(await post({ sku, name: sku, price: 1 }));
  const codes = ['meta_title', 'meta_keyword', 'meta_description', 'short_description', 'description'];
  const answers = await times(10, (i) =>
    i % 2
      ? put(sku, { weight: i })
      : souk.admin.store('all').put(`/V1/products/${sku}`, { product: { custom_attributes: [{ attribute_code: codes[i / 2], value: `v${i}` }] } }),
  ); // prettier-ignore
  expect(statuses(answers)).toEqual(Array(10).fill(200));
  const product = ok(await souk.admin.get(`/V1/products/${sku}`));
  const values = Object.fromEntries(
    product.custom_attributes.map((a: { attribute_code: string; value: unknown }) => [a.attribute_code, a.value]),
  );
  expect(codes.map((code) => values[code])).toEqual(['v0', 'v2', 'v4', 'v6', 'v8']);
  expect([1, 3, 5, 7, 9]).toContain(product.weight);
});

it('a product is deleted once, and nothing is left of it', async () => {
  const sku = unique('gone');
  const { id } = ok(await post({ sku, name: sku }));
  const answers = await times(10, (i) =>
    i % 2
      ? souk.admin.delete(`/V1/products/${sku}`)
      : souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: i, is_in_stock: true } }),
  );
  const deletions = answers.filter((_, i) => i % 2);
  expect(statuses(deletions)).toEqual([200, ...Array(4).fill(404)]);
  for (const change of answers.filter((_, i) => i % 2 === 0)) expect([200, 404]).toContain(change.status);
  const again = ok(await post({ id, sku, name: sku }));
  expect(again).toMatchObject({ id, extension_attributes: { stock_item: { qty: null } } });
});

it('a bulk of products with the same SKU makes one, and every operation completes', async () => {
  const sku = unique('bulk');
  const items = Array.from({ length: 20 }, (_, price) => ({ product: { sku, name: sku, attribute_set_id: 4, price } }));
  const accepted = await souk.admin.post('/async/bulk/V1/products', items);
  expect(accepted.status).toBe(202);
  const status = `/V1/bulk/${accepted.body.bulk_uuid}/operation-status`;
  await until(async () => Number(ok(await souk.admin.get(`${status}/4`))) === 0);
  expect(Number(ok(await souk.admin.get(`${status}/1`)))).toBe(20);
  const found = ok(await souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: sku }]])}`));
  expect(found).toMatchObject({ total_count: 1, items: [{ price: 19 }] });
});
