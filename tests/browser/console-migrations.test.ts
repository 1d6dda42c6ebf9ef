import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startListedSource, taxShop, type ListedSource } from '../migration/listed-source.ts';
import { ok, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('migrations in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  let source: ListedSource;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
    source = await startListedSource(taxShop);
  });
  afterAll(async () => {
    await source?.close();
    await pages?.stop();
  });

  test('are empty in a new shop', () => pages.areEmpty([['migrations', 'No migrations yet.']]));

  test('show a run while it is at work, its counts, and what was not moved', { timeout: 60_000 }, async () => {
    const release = source.hold('/V1/taxRules/search');
    const parts = ['--only', 'stores,tax', '--rate', '1000'];
    const run = souk.spawn('migrate', '--from', source.base, '--token', 'any', ...parts);
    const ended = once(run, 'exit');
    const page = await pages.open('/console/migrations', await pages.integration('Souk_Migration::runs'));
    await page.getByRole('heading', { name: 'Migrations' }).waitFor();
    await expect.poll(async () => ok(await souk.admin.raw('GET', '/_/console/migrations')).length).toBe(1);
    await page.reload();
    await page.getByText('at work').waitFor();
    // The run goes on, and the page with it.
    release();
    await page.getByText('complete', { exact: true }).waitFor();
    await ended;
    await pages.show(page, 'migrations');
    await page.getByRole('link', { name: source.base }).click();
    const counts = page.getByRole('region', { name: 'Records by kind' });
    await expect.poll(() => counts.getByRole('row').allTextContents()).toContain('tax classes33000');
    expect(await counts.getByRole('row').allTextContents()).toContain('tax rules20002');
    const faults = page.getByRole('region', { name: 'Not moved' });
    await faults.getByText('which was not moved').first().waitFor();
    await pages.show(page, 'migration');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('websites');
    await faults.getByText('tax rules').first().waitFor({ state: 'detached' });
    await faults.getByText('in the source "Our Website"').waitFor();
    await page.getByLabel('Name or reason contains').fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No matching records.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report as CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe('kind,key,name,moved,reason');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 4).join())).toEqual([
      'tax rules,1,Rule of 10%,no',
      'tax rules,2,Rule of 20%,no',
      'websites,1,base,in part',
      '',
    ]);
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', () => pages.refuse(['migrations', 'migrations/1']));
});
