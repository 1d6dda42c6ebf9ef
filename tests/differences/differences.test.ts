import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

// The numbered rows of docs/differences.md, each with a test named by its number, here or beside what it is about.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const ATTRIBUTES = '/V1/products/attributes';

async function colour(
  options: string[],
): Promise<{ attribute_code: string; options: { label: string; value: string }[] }> {
  return ok(
    await souk.admin.post(ATTRIBUTES, {
      attribute: {
        attribute_code: unique('colour').replaceAll('-', '_'),
        frontend_input: 'select',
        default_frontend_label: 'Colour',
        frontend_labels: [],
        options: options.map((label, sort_order) => ({ label, sort_order })),
      },
    }),
  );
}

const optionsOf = async (code: string): Promise<{ label: string; value: string }[]> =>
  ok(await souk.admin.store('all').get(`${ATTRIBUTES}/${code}/options`)).filter(
    (one: { value: string }) => one.value !== '',
  );

test('D1: an Accept header that cannot be served is answered 406', async () => {
  fails(await souk.guest.get('/V1/directory/currency', { accept: 'image/png' }), 406, /Accept HTTP header/);
});

test('D2: a filter or sort order on an unknown field is a 400 that names it', async () => {
  for (const path of ['/V1/products', ATTRIBUTES, '/V1/bulk']) {
    fails(
      await souk.admin.get(`${path}?${criteria([[{ field: 'no_such_field', value: 1 }]])}`),
      400,
      /"no_such_field"/,
    );
    fails(
      await souk.admin.get(`${path}?${criteria([], { sort: [{ field: 'no_such_field' }] })}`),
      400,
      /"no_such_field"/,
    );
  }
});

test('D3: text where custom attributes belong is a 400', async () => {
  const sku = unique('sku');
  const product = { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 1, custom_attributes: 'x' };
  fails(await souk.admin.post('/V1/products', { product }), 400);
  fails(await souk.admin.get(`/V1/products/${sku}`), 404);
});

test('D4: a sign-in has no asynchronous form', async () => {
  const credentials = { username: 'admin', password: souk.password };
  for (const kind of ['admin', 'customer']) {
    fails(
      await souk.guest.post(`/async/V1/integration/${kind}/token`, credentials),
      404,
      'Request does not match any route.',
    );
  }
  fails(
    await souk.guest.post('/async/bulk/V1/integration/admin/token', [credentials]),
    404,
    'Request does not match any route.',
  );
});

test('D5: an attribute that is written back as it was read gets no further option', async () => {
  const attribute = await colour(['Red', 'Blue']);
  const read = ok(await souk.admin.get(`${ATTRIBUTES}/${attribute.attribute_code}`));
  ok(await souk.admin.put(`${ATTRIBUTES}/${attribute.attribute_code}`, { attribute: read }));
  expect((await optionsOf(attribute.attribute_code)).map((one) => one.label)).toEqual(['Red', 'Blue']);
});

test('D6: an attribute set that is not there cannot be changed', async () => {
  const attributeSet = { attribute_set_name: 'Nowhere', sort_order: 1, entity_type_id: 4 };
  fails(
    await souk.admin.put('/V1/eav/attribute-sets/99999', {
      attributeSet: { ...attributeSet, attribute_set_id: 99999 },
    }),
    404,
  );
});

test('D7: an option keeps what an update does not name', async () => {
  const { attribute_code } = await colour(['First', 'Second']);
  const [first] = await optionsOf(attribute_code);
  ok(await souk.admin.put(`${ATTRIBUTES}/${attribute_code}/options/${first!.value}`, { option: { label: 'Renamed' } }));
  expect((await optionsOf(attribute_code)).map((one) => one.label)).toEqual(['Renamed', 'Second']);
});

test('D8: an attribute does not overwrite the option of another one', async () => {
  const other = await colour(['Mine']);
  const attribute = await colour(['Own']);
  const [foreign] = await optionsOf(other.attribute_code);
  const read = ok(await souk.admin.get(`${ATTRIBUTES}/${attribute.attribute_code}`));
  const options = [{ label: 'Taken', value: foreign!.value, sort_order: 0 }];
  fails(await souk.admin.put(`${ATTRIBUTES}/${attribute.attribute_code}`, { attribute: { ...read, options } }), 400);
  expect((await optionsOf(other.attribute_code)).map((one) => one.label)).toEqual(['Mine']);
});

test('D9: a page past the end is empty', async () => {
  const { sku } = await newProduct(souk);
  const mine = [[{ field: 'sku', value: sku }]];
  const page = ok(await souk.admin.get(`/V1/products?${criteria(mine, { pageSize: 5, currentPage: 9 })}`));
  expect(page).toMatchObject({ items: [], total_count: 1 });
});

test('D69: a condition type that does not exist is refused; case does not matter', async () => {
  const sku = unique('Cased');
  await newProduct(souk, { sku });
  const list = (condition_type: string, value = sku): Promise<Answer> =>
    souk.admin.get(`/V1/products?${criteria([[{ field: 'sku', value, condition_type }]])}`);
  for (const type of ['eq', 'EQ', 'Eq', 'In']) expect(ok(await list(type)).total_count).toBe(1);
  const read = ok(await list('LIKE', `${sku.slice(0, -1)}_`));
  expect(read).toMatchObject({
    total_count: 1,
    search_criteria: { filter_groups: [{ filters: [{ condition_type: 'LIKE' }] }] },
  });
  const refused = fails(await list('equals'), 400, /condition type is unknown/);
  expect(refused.parameters).toEqual({ conditionType: 'equals' });
});

const dated = async (...pairs: [code: string, value: string | number][]): Promise<string> => {
  const sku = unique('dated');
  const custom_attributes = pairs.map(([attribute_code, value]) => ({ attribute_code, value }));
  const product = { sku, name: sku, attribute_set_id: 4, price: 9, custom_attributes };
  ok(await souk.admin.post('/V1/products', { product }));
  return sku;
};
const dateOf = async (sku: string, code: string): Promise<string | undefined> =>
  ok(await souk.admin.get(`/V1/products/${sku}`)).custom_attributes.find(
    (one: { attribute_code: string }) => one.attribute_code === code,
  )?.value;

test('D70: a product that is saved keeps its special price without a date to start from', async () => {
  const sku = await dated(['special_price', 5]);
  const put = (product: object): Promise<Answer> => souk.admin.store('all').put(`/V1/products/${sku}`, { product });
  ok(await put({ custom_attributes: [{ attribute_code: 'special_from_date', value: null }] }));
  ok(await put({ name: 'Another name', price: 8 }));
  expect(await dateOf(sku, 'special_from_date')).toBeUndefined();
  ok(await put({ custom_attributes: [{ attribute_code: 'special_from_date', value: '2024-02-03' }] }));
  ok(await put({ name: 'Again another' }));
  expect(await dateOf(sku, 'special_from_date')).toBe('2024-02-03 00:00:00');
});

test('D71: a date that is not in the calendar is refused', async () => {
  const sku = await dated(['special_from_date', '03.02.2024']);
  expect(await dateOf(sku, 'special_from_date')).toBe('2024-02-03 00:00:00');
  for (const value of ['2024-02-30', '31.04.2024', 'soon']) {
    const product = { custom_attributes: [{ attribute_code: 'special_from_date', value }] };
    const refused = await souk.admin.put(`/V1/products/${sku}`, { product });
    fails(refused, 400, `Invalid value of "${value}" provided for the special_from_date field.`);
    expect(refused.body.parameters).toEqual({ value, fieldName: 'special_from_date' });
  }
  expect(await dateOf(sku, 'special_from_date')).toBe('2024-02-03 00:00:00');
});

test('each numbered difference stands once in docs/differences.md and links to a test of its number', () => {
  const rows = [...readFileSync('docs/differences.md', 'utf8').matchAll(/^\| (D\d+) \|.*$/gm)].map(([row, number]) => ({
    number: number!,
    links: [...row.matchAll(/\]\(\.\.\/tests\/([^)]+)\)/g)].map(([, file]) => file!),
  }));
  const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(`tests/${file}`, 'utf8') }));
  const namesNumber = (link: string, number: string): boolean =>
    tests.some(({ file, text }) => file === link && text.includes(`${number}:`));

  const numbers = rows.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(rows.filter(({ links }) => links.length === 0)).toEqual([]);
  expect(rows.filter(({ number, links }) => !links.every((link) => namesNumber(link, number)))).toEqual([]);
});
