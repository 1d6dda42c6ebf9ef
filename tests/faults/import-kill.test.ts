import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { criteria, ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];

// A thousand products are imported several times.
vi.setConfig({ testTimeout: 600_000 });

const CONFIGURABLES = 120;
const SHADES = ['Amber', 'Blue', 'Coral', 'Dune'];

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-import-kill-'));
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(async () => {
  await souk?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of configurable products with a variant for each shade. */
function writeProducts(): string {
  const names = ['sku', 'product_type', 'name', 'price', 'qty', 'categories', 'additional_attributes'];
  const rows = Array.from({ length: CONFIGURABLES }, (_, i) => {
    const variants = SHADES.map((shade) => ({ sku: `kill-${i}-${shade}`, shade }));
    const lines = variants.map(
      ({ sku, shade }) =>
        `${sku},simple,Lamp ${i} ${shade},${10 + i},${i + 1},Default Category/Lamps,kill_shade=${shade},`,
    );
    const variations = variants.map(({ sku, shade }) => `sku=${sku},kill_shade=${shade}`).join('|');
    return [...lines, `kill-${i},configurable,Lamp ${i},,,Default Category/Lamps,,"${variations}"`];
  });
  const file = join(folder, 'products.csv');
  writeFileSync(file, [[...names, 'configurable_variations'].join(','), ...rows.flat()].join('\n'));
  return file;
}

async function importedProducts(): Promise<{ items: Body[]; total: number }> {
  const filter = criteria([[{ field: 'sku', value: 'kill-%', condition_type: 'like' }]], { pageSize: 1000 });
  const { items, total_count: total } = ok(await souk.admin.get(`/V1/products?${filter}`));
  return { items, total };
}

test('an import that is killed goes on by the same command, and leaves nothing doubled or in half', async () => {
  const args = ['import', writeProducts(), '--create', 'attributes,options,categories'];
  const wanted = CONFIGURABLES * (SHADES.length + 1);
  for (const share of [0.1, 0.45, 0.9]) {
    const run = souk.spawn(...args);
    let hasEnded = false;
    const ended = once(run, 'exit').then(() => (hasEnded = true));
    await until(async () => hasEnded || (await importedProducts()).total >= wanted * share);
    run.kill('SIGKILL');
    await ended;
    // A product is there with all parts of its row, or not at all.
    for (const one of (await importedProducts()).items.filter(({ type_id }) => type_id === 'simple')) {
      const number = Number(one.sku.split('-')[1]);
      expect(one.price).toBe(10 + number);
      expect(one.extension_attributes.category_links).toHaveLength(1);
    }
  }
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  const { items, total } = await importedProducts();
  expect(total).toBe(wanted);
  expect(new Set(items.map(({ sku }) => sku)).size).toBe(wanted);
  for (const { sku } of items.filter(({ type_id }) => type_id === 'configurable')) {
    const { extension_attributes: own } = ok(await souk.admin.get(`/V1/products/${sku}`));
    expect(own.configurable_product_links).toHaveLength(SHADES.length);
  }
  const { options } = ok(await souk.admin.get('/V1/products/attributes/kill_shade'));
  expect(
    options
      .map(({ label }: Body) => label.trim())
      .filter(Boolean)
      .sort(),
  ).toEqual(SHADES);
  const stock = ok(await souk.admin.get('/V1/stockItems/kill-7-Blue'));
  expect(stock.qty).toBe(8);
});
