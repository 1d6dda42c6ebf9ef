import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { png } from '../support/png.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-remote-images-'));
/** What happens before a picture is sent. */
let before: () => Promise<void>;
const pictures = createServer(async (request, response) => {
  await before();
  if (request.url?.startsWith('/missing')) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'image/png' });
  response.end(request.url?.startsWith('/text') ? 'no picture' : png([0, 120, 0], 20));
});
let host: string;

beforeAll(async () => {
  souk = await startSouk();
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  await souk.configure({ 'souk/events/allow_private': '127.0.0.1' });
});
beforeEach(() => {
  before = async () => {};
});
afterAll(async () => {
  pictures.close();
  await souk?.stop();
});

const exists = async (sku: string): Promise<boolean> => (await souk.admin.get(`/V1/products/${sku}`)).status === 200;
const csv = (rows: readonly (readonly string[])[]): string =>
  ['sku,name,price,base_image', ...rows.map((row) => row.join(','))].join('\n');

function csvFile(rows: readonly (readonly string[])[]): string {
  const file = join(folder, `${unique('rows')}.csv`);
  writeFileSync(file, csv(rows));
  return file;
}

/** Makes every picture wait for another write of the shop; returns the SKUs that were written. */
function waitForWrites(): string[] {
  const written: string[] = [];
  before = async () => {
    const sku = unique('beside');
    ok(await souk.admin.post('/V1/products', { product: { sku, name: sku, price: 1, attribute_set_id: 4 } }));
    written.push(sku);
  };
  return written;
}

const importFile = async (sku: string, ...options: string[]): Promise<void> => {
  const { code, stderr } = await souk.cli('import', csvFile([[sku, sku, '1', `${host}/a.png`]]), ...options);
  expect(code, stderr).toBe(0);
};
const importByRequest = (path: string) => async (sku: string) => {
  const source = {
    entity: 'catalog_product',
    behavior: 'append',
    validation_strategy: 'validation-stop-on-errors',
    allowed_error_count: '10',
  };
  const row = { sku, name: sku, price: 1, base_image: `${host}/a.png` };
  const data = path.endsWith('csv')
    ? { csv_data: Buffer.from(csv([[sku, sku, '1', `${host}/a.png`]])).toString('base64') }
    : { items: [row] };
  expect(ok(await souk.admin.post(path, { source: { ...source, ...data } }))).toEqual(['Entities Processed: 1']);
};

test.each<[string, (sku: string) => Promise<void>, boolean]>([
  ['a file', (sku) => importFile(sku), true],
  ['a dry run', (sku) => importFile(sku, '--dry-run'), false],
  ['a CSV request', importByRequest('/V1/import/csv'), true],
  ['a JSON request', importByRequest('/V1/import/json'), true],
])('while %s waits for a picture, other writes of the shop succeed', async (_, run, isImported) => {
  const written = waitForWrites();
  const sku = unique('slow');
  await run(sku);
  expect(written).toHaveLength(1);
  expect(await exists(written[0]!)).toBe(true);
  expect(await exists(sku)).toBe(isImported);
  if (!isImported) return;
  const { media_gallery_entries: entries } = ok(await souk.admin.get(`/V1/products/${sku}`));
  expect(entries).toMatchObject([{ types: ['image'], media_type: 'image' }]);
});

test('a picture that cannot be downloaded, or is none, refuses its own row', async () => {
  const [good, missing, text] = [unique('good'), unique('missing'), unique('text')];
  const file = csvFile([
    [missing, 'Missing', '1', `${host}/missing.png`],
    [good, 'Good', '1', `${host}/good.png`],
    [text, 'Text', '1', `${host}/text.png`],
  ]);
  const { code, stdout, stderr } = await souk.cli('import', file);
  expect(code).toBe(1);
  expect(stdout).toContain('1 of 3 products imported');
  expect(stderr).toContain(`line 2, ${missing}, base_image: ${host}/missing.png: the server responded with status 404`);
  expect(stderr).toContain(`line 4, ${text}, base_image: "${host}/text.png" is not a PNG, JPEG or GIF`);
  expect(await Promise.all([good, missing, text].map(exists))).toEqual([true, false, false]);
});

test('pictures of many rows are downloaded once for a transaction, four at a time', async () => {
  let [running, most, count] = [0, 0, 0];
  before = async () => {
    count++;
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  const skus = Array.from({ length: 40 }, () => unique('many'));
  const file = csvFile(skus.map((sku, i) => [sku, sku, '1', `${host}/${i % 10}.png`]));
  const { code, stderr } = await souk.cli('import', file);
  expect(code, stderr).toBe(0);
  expect(count).toBe(10);
  expect(most).toBeLessThanOrEqual(4);
  expect(await Promise.all(skus.map(exists))).not.toContain(false);
});
