import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startProcess, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('searches in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole({}, startProcess);
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('are listed with their results, beside the rules in force', async () => {
    await newProduct(souk, { name: 'Copper kettle' });
    for (const [path, value] of Object.entries({
      'souk/search/synonyms': 'kettle, boiler',
      'souk/search/redirects': 'sale => /sale.html',
      'souk/search/boosts': 'in_stock: 1 ^ 2',
    }))
      ok(await souk.admin.raw('PUT', '/_/console/settings', { path, value }));
    const search = 'query($text: String) { products(search: $text) { items { sku } } }';
    for (const text of ['kettle', 'kettle', 'xylophone']) await graphqlClient(souk).data(search, { text });
    const terms = async () => ok(await souk.admin.raw('GET', '/_/console/search/terms')) as unknown[];
    await expect.poll(async () => (await terms()).length).toBe(2);

    const page = await pages.open('/console', souk.admin.token);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    const block = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await block('Popular searches').getByRole('cell', { name: 'kettle' }).waitFor();
    expect(await block('Popular searches').getByRole('row').nth(1).innerText()).toMatch(
      /kettle\s+Default Store View\s+2\s+1/,
    );
    const empty = block('Searches without results');
    await empty.getByRole('cell', { name: 'xylophone' }).waitFor();
    expect(await empty.getByText('kettle').count()).toBe(0);
    const rules = block('Synonyms, redirects and boosts');
    for (const rule of ['kettle, boiler', 'sale => /sale.html', 'in_stock: 1 ^ 2'])
      await rules.getByRole('cell', { name: rule }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
  });

  test('are for those with the permission alone', async () => {
    const page = await pages.open('/console', await pages.integration('Magento_Customer::customer'));
    await page.getByRole('link', { name: 'Data', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
  });
});
