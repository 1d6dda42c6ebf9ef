import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../storage/databases.ts';
import { png } from '../support/png.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { criteria, ok, startProcess, type Answer, type SoukProcess } from '../support/souk.ts';

vi.setConfig({ testTimeout: 600_000 });

const ROWS = 1_500;
/** Products with an image of their own. */
const IMAGES = 100;

// SQLite's, in the run that is about SQLite.
const disk = engines.includes('postgres') ? undefined : mountSmallDisk(64);
const why = engines.includes('postgres') ? 'see the run on SQLite' : 'this user may not mount a file system';

describe.skipIf(!disk)(`an import onto a full disk${disk ? '' : ` (skipped: ${why})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-import-disk-'));
  let souk: SoukProcess;
  beforeAll(async () => {
    const root = disk?.folder ?? '';
    souk = await startProcess({ env: { DATABASE_URL: `sqlite:${root}/souk.db`, SOUK_VAR: join(root, 'var') } });
  });
  afterAll(async () => {
    await souk?.stop();
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeProducts(): string[] {
    mkdirSync(join(folder, 'images'));
    for (let i = 0; i < IMAGES; i++) writeFileSync(join(folder, 'images', `${i}.png`), png([i, 0, 0], 200));
    const rows = Array.from({ length: ROWS }, (_, i) => {
      const image = i % (ROWS / IMAGES) === 0 ? `${i / (ROWS / IMAGES)}.png` : '';
      return `disk-${i},Disk ${i},${i + 1},3,${'long '.repeat(400)},${image}`;
    });
    const file = join(folder, 'products.csv');
    writeFileSync(file, ['sku,name,price,qty,description,base_image', ...rows].join('\n'));
    return ['import', file, '--images', join(folder, 'images')];
  }

  async function importedProducts(): Promise<Answer['body'][]> {
    const filter = criteria([[{ field: 'sku', value: 'disk-%', condition_type: 'like' }]], { pageSize: ROWS });
    const { items, total_count } = ok(await souk.admin.get(`/V1/products?${filter}`));
    expect(items).toHaveLength(total_count);
    return items;
  }

  /** Each product has all parts of its row. */
  function expectWhole(products: Answer['body'][]): void {
    for (const { sku, price, media_gallery_entries: images } of products) {
      const number = Number(sku.split('-')[1]);
      expect(price).toBe(number + 1);
      expect(images).toHaveLength(number % (ROWS / IMAGES) === 0 ? 1 : 0);
    }
  }

  test('ends with the reason, and goes on by the same command once there is room', async () => {
    const args = writeProducts();
    disk?.leave(8 * 2 ** 20);
    const failed = await souk.cli(...args);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toBe('');
    expect(failed.stderr).toBe(
      'souk: The disk is full. Free some space and run the same command again: rows that were imported are found by it.\n',
    );
    const some = await importedProducts();
    expect(some.length).toBeLessThan(ROWS);
    expectWhole(some);
    disk?.free();
    const { code, stdout, stderr } = await souk.cli(...args);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(
      `${ROWS} of ${ROWS} products imported (${ROWS - some.length} created, ${some.length} updated, 0 refused)`,
    );
    const all = await importedProducts();
    expect(all).toHaveLength(ROWS);
    expectWhole(all);
  });

  test('a report that cannot be written ends the import', async () => {
    const file = join(folder, 'refused.csv');
    writeFileSync(file, ['sku,price', ...Array.from({ length: 2_000 }, (_, i) => `refused-${i},x`)].join('\n'));
    const report = join(disk?.folder ?? '', 'report.csv');
    disk?.leave(65_536);
    const { code, stderr } = await souk.cli('import', file, '--report', report);
    expect(code).toBe(1);
    expect(stderr).toContain('souk: The disk is full.');
    expect(readFileSync(report, 'utf8').split('\n').length).toBeLessThan(2_001);
    disk?.free();
  });
});
