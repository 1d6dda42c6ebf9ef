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

const attribute = (
  product: { custom_attributes: { attribute_code: string; value: unknown }[] },
  code: string,
): unknown => product.custom_attributes.find((one) => one.attribute_code === code)?.value;

test('a CSV file becomes products; what is refused is named and changes nothing', async () => {
  const file = join(folder, 'products.csv');
  writeFileSync(
    file,
    'sku,name,price,qty,description,category_ids\ncsv-1,"One, quoted",10.5,7,First,2\ncsv-2,Two,abc,1,Second,\ncsv-3,Three,3,0,,2\n',
  );
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect(stdout).toContain('2 of 3 products imported');
  expect(stderr).toContain('csv-2: Error occurred during "price" processing.');
  expect(code).toBe(1);
  const one = ok(await souk.admin.get('/V1/products/csv-1'));
  expect(one).toMatchObject({ name: 'One, quoted', price: 10.5, extension_attributes: { stock_item: { qty: 7 } } });
  expect(attribute(one, 'description')).toBe('First');
  expect((await souk.admin.get('/V1/products/csv-2')).status).toBe(404);
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
