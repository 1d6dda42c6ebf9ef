import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startProcess, startSouk, type Souk } from '../support/souk.ts';

let shop: Souk;
let empty: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-round-trip-'));
const images = join(folder, 'images');

beforeAll(async () => {
  shop = await startProcess({ args: ['--demo'] });
  empty = await startSouk();
  // Websites, store views, sources and groups are not parts of these files.
  for (const args of [
    ['website:create', 'outlet', 'Outlet'],
    ['store:group:create', 'outlet_store', 'Outlet', '--website', 'outlet'],
    ['store:view:create', 'outlet', 'Outlet', '--group', 'outlet_store'],
    ['store:view:create', 'de', 'Deutsch', '--group', 'main_website_store'],
    ['inventory:source:create', 'portland_warehouse', 'W', '--country', 'US', '--postcode', '97210'],
    ['inventory:source:create', 'sacramento_shop', 'S', '--country', 'US', '--postcode', '95814'],
  ]) {
    const { code, stderr } = await empty.cli(...args);
    expect(code, stderr).toBe(0);
  }
  const { items } = ok(await shop.admin.get('/V1/customerGroups/search?searchCriteria[page_size]=20'));
  for (const { id, code, tax_class_id } of items) {
    if (id > 3) expect(ok(await empty.admin.post('/V1/customerGroups', { group: { code, tax_class_id } })).id).toBe(id);
  }
}, 300_000);
afterAll(async () => {
  await shop?.stop();
  await empty?.stop();
});

async function exported(souk: Souk, kind: string, name: string, ...options: string[]): Promise<string> {
  const file = join(folder, `${kind}-${name}.csv`);
  const { code, stderr } = await souk.cli('export', kind, '--to', file, ...options);
  expect(code, stderr).toBe(0);
  return file;
}

/** Lines of a file without the cells of columns that only the server writes. */
async function without(file: string, columns: readonly string[]): Promise<string[]> {
  const { parse } = await import('csv-parse/sync');
  const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true });
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !columns.includes(name))));
}

test.each([
  ['products', ['updated_at']],
  ['customers', ['updated_at']],
  ['addresses', ['_entity_id']],
  ['advanced-pricing', []],
  ['stock', []],
  ['tax-rates', []],
])(
  '%s of the demo are the same after an import into an empty shop',
  async (kind, computed) => {
    const own = kind === 'products' ? ['--images', images] : [];
    const creates = kind === 'products' ? ['--create', 'attributes,options,categories'] : [];
    const first = await exported(shop, kind, 'first', ...own);
    const imported = await empty.cli('import', first, '--kind', kind, ...own, ...creates);
    expect(imported.code, imported.stderr).toBe(0);
    const second = await exported(empty, kind, 'second');
    if (computed.length === 0) expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
    expect(await without(second, computed)).toEqual(await without(first, computed));
    // Again, nothing is created.
    const again = await empty.cli('import', second, '--kind', kind, ...own);
    expect([again.code, again.stdout], again.stderr).toEqual([
      0,
      expect.stringMatching(/\(0 created, \d+ updated, 0 refused\)/),
    ]);
    expect(await without(await exported(empty, kind, 'third'), computed)).toEqual(await without(first, computed));
  },
  300_000,
);

test('orders are exported in the layout of the grid', async () => {
  const rows = await without(await exported(shop, 'orders', 'all'), []);
  const { total_count } = ok(await shop.admin.get('/V1/orders?searchCriteria[page_size]=1'));
  expect(rows).toHaveLength(total_count);
  expect(rows[0]).toContain('["Grand Total (Purchased)",');
});

test('filters and standard output', async () => {
  const { stdout } = await shop.cli('export', 'stock', '--source', 'sacramento_shop');
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe('source_code,sku,status,quantity');
  expect(lines.slice(1).every((line) => line.startsWith('sacramento_shop,'))).toBe(true);
  const none = await shop.cli('export', 'products', '--since', '2999-01-01');
  expect(none.stdout.trim().split('\n')).toHaveLength(1);
  const german = await shop.cli('export', 'products', '--store', 'outlet');
  expect(german.stdout).not.toContain(',de,Default,');
});

test.each([
  [['stock', '--store', 'de'], '--store has no effect on stock'],
  [['orders', '--images', 'x'], 'orders have no images'],
  [['products', '--store', 'klingon'], 'there is no store view "klingon"'],
  [['products', '--since', 'yesterday'], '--since: "yesterday" is not a time'],
  [['unicorns'], "'unicorns' is invalid"],
])('export %j is refused', async (args, fault) => {
  const { code, stderr } = await empty.cli('export', ...args);
  expect(code).toBe(1);
  expect(stderr).toContain(fault);
});
