import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
  await until(async () => (await souk.guest.store('fr').get('/V1/directory/currency')).status === 200);
});
afterAll(() => souk?.stop());

const scopeOf = (answer: Answer): string | null => {
  ok(answer);
  return answer.headers.get('x-store-scope');
};

const save = (code: string, sku: string): Promise<Answer> =>
  souk.admin.store(code).put(`/V1/products/${sku}`, {
    product: { name: `Name of ${sku}`, attribute_set_id: 4, type_id: 'simple', price: 1 },
  });

test('a product that is new is written for all store views, a change where its path says', async () => {
  const sku = unique('scoped');
  expect(scopeOf(await save('', sku))).toBe('all');
  expect(scopeOf(await save('', sku))).toBe('default');
  expect(scopeOf(await save('all', sku))).toBe('all');
  expect(scopeOf(await save('fr', sku))).toBe('fr');
});

test('categories follow the same rules', async () => {
  const category = { parent_id: 2, name: unique('Scoped'), is_active: true };
  const made = await souk.admin.post('/V1/categories', { category });
  expect(scopeOf(made)).toBe('all');
  const change = { category: { name: 'Autre' } };
  expect(scopeOf(await souk.admin.store('fr').put(`/V1/categories/${made.body.id}`, change))).toBe('fr');
});

test('a call that writes no value of a store view says nothing of it', async () => {
  expect(scopeOf(await souk.admin.get('/V1/store/websites'))).toBeNull();
  expect((await souk.admin.put('/V1/products/nobody', { product: {} })).headers.get('x-store-scope')).toBeNull();
});
