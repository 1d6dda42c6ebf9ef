import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';

/** What `?fields=` keeps of custom attributes. */

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  const product = { sku: 'mug', name: 'Mug', price: 9, attribute_set_id: 4 };
  const values = [
    { attribute_code: 'description', value: 'A mug' },
    { attribute_code: 'meta_title', value: 'Mug' },
  ];
  ok(await souk.admin.post('/V1/products', { product: { ...product, custom_attributes: values } }));
});
afterAll(() => souk?.stop());

test.each([
  ['description', [{ attribute_code: 'description', value: 'A mug' }]],
  ['description,meta_title,nope', ['meta_title', 'description']],
  ['description,value', [{ value: 'A mug' }]],
  ['nope', []],
])('custom_attributes[%s]', async (names, expected) => {
  const fields = `sku,custom_attributes[${names}]`;
  const body = ok(await souk.admin.get(`/V1/products/mug?fields=${fields}`));
  const codes = expected.every((one) => typeof one === 'string');
  const shown = codes ? body.custom_attributes.map((one: { attribute_code: string }) => one.attribute_code) : undefined;
  expect(body.sku).toBe('mug');
  expect(shown ?? body.custom_attributes).toEqual(expected);
  const list = ok(await souk.admin.get(`/V1/products?searchCriteria[pageSize]=1&fields=items[${fields}]`));
  expect(list.items[0]).toEqual(body);
});

test('names of parts show that part of every attribute', async () => {
  const { custom_attributes: shown } = ok(await souk.admin.get('/V1/products/mug?fields=custom_attributes[value]'));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toContainEqual({ value: 'A mug' });
});
