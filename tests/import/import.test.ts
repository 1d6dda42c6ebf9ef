import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-import-'));
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const valueOf = (product: { custom_attributes: { attribute_code: string; value: unknown }[] }, code: string): unknown =>
  product.custom_attributes.find((one) => one.attribute_code === code)?.value;

test('a CSV file becomes products; what is refused is named and changes nothing', async () => {
  const file = join(folder, 'products.csv');
  writeFileSync(
    file,
    'sku,name,price,qty,description,category_ids\ncsv-1,"One, quoted",10.5,7,First,2\ncsv-2,Two,abc,1,Second,\ncsv-3,Three,3,0,,2\n',
  );
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect(stdout).toContain('2 of 3 products imported');
  expect(stderr).toContain('line 3, csv-2, price: "abc" is not a number');
  expect(code).toBe(1);
  const one = ok(await souk.admin.get('/V1/products/csv-1'));
  expect(one).toMatchObject({ name: 'One, quoted', price: 10.5, extension_attributes: { stock_item: { qty: 7 } } });
  expect(valueOf(one, 'description')).toBe('First');
  expect((await souk.admin.get('/V1/products/csv-2')).status).toBe(404);
});

test('nothing of a JSON file with a fault is imported, and the place of the fault is told', async () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '[{"sku": "broken", "name": "B", "price": 1, "attribute_set_id": 4},\n {"sku": "cut" "name"');
  const { code, stderr } = await souk.cli('import', file);
  expect(code).toBe(1);
  expect(stderr).toContain('at position 83 (line 2 column 16)');
  expect((await souk.admin.get('/V1/products/broken')).status).toBe(404);
});

test.each([
  [
    'sku,name,price,colr,description,hight\nother-1,One,1,red,First,\nother-2,Two,2,,Second,7\n',
    [
      'row 1, column 4: "colr" is not supported. Correct the field name and try again.',
      'row 1, column 6: "hight" is not supported. Correct the field name and try again.',
    ],
  ],
  ['\ufeffSKU,sku,name,price\n1,other-1,One,1\n', ['row 1, column 1: "SKU" is not supported.']],
])('nothing of a CSV file with unknown columns is imported, and each is named: %j', async (text, faults) => {
  const file = join(folder, 'columns.csv');
  writeFileSync(file, text);
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('souk: The file has columns that cannot be imported:\n');
  for (const fault of faults) expect(stderr).toContain(fault);
  expect((await souk.admin.get('/V1/products/other-1')).status).toBe(404);
});

test('a value in a column without a name is refused with its row', async () => {
  const file = join(folder, 'unnamed.csv');
  writeFileSync(file, 'sku,name,price,\nunnamed-1,First,1,\nunnamed-2,Second,2,x\n');
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect(code).toBe(1);
  expect(stdout).toContain('1 of 2 products imported');
  expect(stderr).toContain('line 3, unnamed-2: "x" stands in column 4, which has no name');
});

test('a JSON file tells unknown fields in the same words', async () => {
  const file = join(folder, 'fields.json');
  writeFileSync(file, JSON.stringify([{ sku: 'other-1', name: 'One', price: 1, attribute_set_id: 4, colr: 'red' }]));
  const { code, stderr } = await souk.cli('import', file);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^other-1: "colr" is not supported. Correct the field name and try again.$/im);
});

test('columns are fields, attributes of the shop, and those without a name and values', async () => {
  const attribute = {
    attribute_code: 'glaze',
    frontend_input: 'text',
    default_frontend_label: 'Glaze',
    is_required: false,
  };
  ok(await souk.admin.post('/V1/products/attributes', { attribute }));
  const placed = { attributeSetId: 4, attributeGroupId: 7, attributeCode: 'glaze', sortOrder: 1 };
  ok(await souk.admin.post('/V1/products/attribute-sets/attributes', placed));
  const file = join(folder, 'known.csv');
  writeFileSync(file, 'sku,name,price,glaze,website_ids,meta_title,,\nknown-1,One,1,matt,1,Mug,,\n');
  const { code, stderr } = await souk.cli('import', file);
  expect(code, stderr).toBe(0);
  const one = ok(await souk.admin.get('/V1/products/known-1'));
  expect([valueOf(one, 'glaze'), valueOf(one, 'meta_title')]).toEqual(['matt', 'Mug']);
});

test('products are imported as they come, more than a transaction takes, and those that are refused are told', async () => {
  const file = join(folder, 'many.json');
  const products = Array.from({ length: 130 }, (_, i) => ({
    product: {
      sku: `many-${i}`,
      name: `Many ${i}`,
      price: i === 120 ? 'x' : 1,
      attribute_set_id: 4,
      type_id: 'virtual',
    },
  }));
  writeFileSync(file, JSON.stringify({ total_count: 130, products: [...products, null] }));
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect(stdout).toContain('129 of 131 products imported');
  expect(stderr).toMatch(/^many-120: .*\n\(no sku\): .*$/m);
  expect(code).toBe(1);
  const found = ok(
    await souk.admin.get(
      '/V1/products?searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=many-%25&searchCriteria[filter_groups][0][filters][0][condition_type]=like&searchCriteria[pageSize]=1',
    ),
  );
  expect(found.total_count).toBe(129);
});

test('a JSON file in the form of the wire becomes products', async () => {
  const file = join(folder, 'products.json');
  writeFileSync(
    file,
    JSON.stringify({ items: [{ sku: 'json-1', name: 'J', price: 1, attribute_set_id: 4, type_id: 'virtual' }] }),
  );
  expect((await souk.cli('import', file)).code).toBe(0);
  expect(ok(await souk.admin.get('/V1/products/json-1')).type_id).toBe('virtual');
});
