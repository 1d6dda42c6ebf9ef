import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../support/customers.ts';
import { newAttribute, newProduct, product } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

// Texts are compared, sorted and unique without regard to accents, as they are without regard to case.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const create = (over: Parameters<typeof product>[0]): Promise<Answer> =>
  souk.admin.post('/V1/products', { product: product(over) });
const names = async (...given: Parameters<typeof criteria>): Promise<string[]> =>
  ok(await souk.admin.get(`/V1/products?${criteria(...given)}`)).items.map((item: { name: string }) => item.name);

describe('products', () => {
  const mark = unique('accent');
  const named = (name: string): string => `${mark} ${name}`;
  beforeAll(async () => {
    const long = `Crème ${'x'.repeat(300)}`;
    for (const name of ['Zebra', 'Käse', 'Kasa', 'Éclair', 'Ägypten', 'Ещё'])
      ok(
        await create({
          name: named(name),
          custom_attributes: [
            { attribute_code: 'meta_title', value: named(name) },
            { attribute_code: 'description', value: long },
          ],
        }),
      );
  });

  it.each([
    ['name', 'eq', 'KASE', ['Käse']],
    ['name', 'eq', 'Käsé', ['Käse']],
    ['name', 'like', 'kas%', ['Käse', 'Kasa']],
    ['name', 'in', 'eclair,zebra', ['Zebra', 'Éclair']],
    ['name', 'eq', 'еще', ['Ещё']],
    ['meta_title', 'eq', 'kase', ['Käse']],
    ['meta_title', 'like', 'ã%', ['Ägypten']],
  ])('are found by %s %s %s', async (field, condition_type, value, found) => {
    const values = value.split(',').map(named).join(',');
    expect(await names([[{ field, condition_type, value: values }]])).toEqual(found.map(named));
  });

  it('are found by the whole of a long text', async () => {
    const value = `creme ${'X'.repeat(300)}`;
    const found = await names([[{ field: 'description', value }], [{ field: 'name', value: named('KASE') }]]);
    expect(found).toEqual([named('Käse')]);
  });

  it.each(['name', 'meta_title'])('are sorted by %s', async (field) => {
    const sort = [{ field, direction: 'ASC' as const }];
    const found = await names([[{ field: 'name', condition_type: 'like', value: `${mark} %` }]], { sort });
    expect(found).toEqual(['Ägypten', 'Éclair', 'Kasa', 'Käse', 'Zebra', 'Ещё'].map(named));
  });

  it('are found by search', async () => {
    const search = `${criteria([[{ field: 'search_term', value: 'kase' }]])}&searchCriteria[requestName]=quick_search_container`;
    expect(ok(await souk.admin.get(`/V1/search?${search}`)).total_count).toBe(1);
  });

  it('have one SKU whatever its accents', async () => {
    const sku = unique('KÄSE');
    ok(await create({ sku, name: 'First' }));
    const plain = sku.replace('Ä', 'a');
    const second = ok(await create({ sku: plain, name: unique('Second') }));
    expect(ok(await souk.admin.get(`/V1/products/${encodeURIComponent(plain)}`))).toMatchObject({ id: second.id, sku });
    expect(ok(await souk.admin.get(`/V1/stockItems/${encodeURIComponent(plain)}`)).product_id).toBe(second.id);
    const other = await newProduct(souk);
    fails(await souk.admin.put(`/V1/products/${plain}`, { product: { id: other.id, sku: plain } }), 400);
  });
});

it('customers and groups are found and unique without accents', async () => {
  const mark = unique('x');
  const customer = (email: string): Promise<Answer> =>
    souk.admin.post('/V1/customers', {
      customer: person({ email, firstname: 'Zoë', lastname: mark }),
      password: 'Passw0rd!long',
    });
  ok(await customer(`josé-${mark}@example.com`));
  fails(await customer(`jose-${mark}@example.com`), 400);
  const found = ok(
    await souk.admin.get(
      `/V1/customers/search?${criteria([[{ field: 'firstname', value: 'zoe' }], [{ field: 'lastname', value: mark }]])}`,
    ),
  );
  expect(found.total_count).toBe(1);
  const token = (username: string): Promise<Answer> =>
    souk.guest.post('/V1/integration/customer/token', { username, password: 'Passw0rd!long' });
  ok(await token(`JOSE-${mark}@example.com`));
});

it('options of an attribute are told apart by accents', async () => {
  const { attribute_code } = await newAttribute(souk, { frontend_input: 'select', options: [{ label: 'Käse' }] });
  const add = (label: string): Promise<Answer> =>
    souk.admin.post(`/V1/products/attributes/${attribute_code}/options`, { option: { label } });
  ok(await add('Kase'));
  fails(await add('KÄSE'), 400);
});
