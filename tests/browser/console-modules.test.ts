import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleFile, testModule, writeFolder } from '../added-modules/shops.ts';
import { newCustomer } from '../support/customers.ts';
import { ok, startProcess, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('pages of modules in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const folder = writeFolder({
    'souk.config.mjs': `
      import loyalty from '${exampleFile('loyalty')}';
      import { scalesModule } from '${testModule('scales')}';
      export default { modules: [loyalty(), scalesModule] };`,
  });
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  /** The part of a page under a heading. */
  const block = (page: Page, title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

  beforeAll(async () => {
    pages = await startConsole({ SOUK_CONFIG: join(folder.path, 'souk.config.mjs') }, startProcess);
    souk = pages.souk;
  });
  afterAll(async () => {
    await pages?.stop();
    folder.remove();
  });

  test('are in the navigation of those who may open them', async () => {
    const page = await open('/console', souk.admin.token);
    await page.getByRole('link', { name: 'Scales', exact: true }).click();
    await page.getByRole('heading', { name: 'Scales', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Scales', exact: true }).getAttribute('aria-current')).toBe('page');
    const clerk = await open('/console/points', await pages.integration('Magento_Customer::manage'));
    await clerk.getByRole('heading', { name: 'Points', level: 1 }).waitFor();
    expect(await clerk.getByRole('link', { name: 'Scales', exact: true }).count()).toBe(0);
  });

  test('list customers with their points, page by page and filtered, and add points', async () => {
    const customers = [];
    for (let i = 0; i < 21; i++) customers.push(await newCustomer(souk));
    for (const { id } of customers) ok(await souk.admin.post(`/V1/acme/customers/${id}/points`, { points: 5 }));
    const [{ email = '' } = {}] = customers.slice(-1);
    const page = await open('/console/points', souk.admin.token);
    const rows = block(page, 'Customers with points').getByRole('row');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => rows.count()).toBe(21);
    await page.getByLabel('Email').fill(email.slice(2));
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: `Add points: ${email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Add points' });
    await dialog.getByLabel('Points').fill('0');
    await dialog.getByRole('button', { name: 'Add points' }).click();
    // The error of the route stays in the form.
    await dialog.getByText(/Invalid value of "0" provided for the points field/).waitFor();
    await dialog.getByLabel('Points').fill('37');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add points' }).click();
    await page.getByText('Points added.').waitFor();
    await page.getByRole('cell', { name: '42', exact: true }).waitFor();
    await pages.show(page, 'module-points');
  });

  test('show figures, money, times and badges, and run actions with a form, a question, or neither', async () => {
    const page = await open('/console/scales', souk.admin.token);
    const list = block(page, 'All scales');
    await block(page, 'At a glance').getByText('$268.90').waitFor();
    await list.getByText('€19.90').waitFor();
    await list.getByText('2026-05-01 08:00:00').waitFor();
    expect(await list.getByText('off', { exact: true }).getAttribute('class')).toBe('badge bad');
    await page.getByRole('button', { name: 'Calibrate: Parcel' }).click();
    await list.getByText('Calibrate: done.').waitFor();
    await expect.poll(() => list.getByText('exact', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Add scale' }).click();
    const form = page.getByRole('dialog', { name: 'Add scale' });
    await form.getByLabel('Name').fill('Jewel');
    await form.getByLabel('Price').fill('31.10');
    await form.getByLabel('Exact').check();
    await form.getByRole('button', { name: 'Add scale' }).click();
    await page.getByText('Scale added.').waitFor();
    // An action of the page reloads all of its blocks.
    await block(page, 'At a glance').getByText('$300.00').waitFor();
    await pages.show(page, 'module-scales');
    await page.getByRole('button', { name: 'Remove: Jewel' }).click();
    const question = page.getByRole('dialog', { name: 'Remove' });
    await question.getByText('Remove this scale?').waitFor();
    await question.getByRole('button', { name: 'Close' }).click();
    expect(ok(await souk.admin.get('/V1/acme/scales'))).toHaveLength(3);
    await page.getByRole('button', { name: 'Remove: Jewel' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('cell', { name: 'Jewel', exact: true }).waitFor({ state: 'detached' });
  });

  test('open the record of a row at an address of its own', async () => {
    const page = await open('/console/scales', souk.admin.token);
    await page.getByRole('link', { name: 'Kitchen', exact: true }).click();
    await page.getByText('Acme', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Acme', { exact: true }).waitFor();
    await block(page, 'All scales').getByRole('button', { name: 'Calibrate' }).click();
    await page.getByText('Calibrate: done.').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('cell', { name: 'Parcel', exact: true }).waitFor();
  });

  test('show an error of a source with the name of the module, beside the other blocks', async () => {
    const page = await open('/console/scales', souk.admin.token);
    const failure = block(page, 'Broken scales').getByRole('alert');
    await failure.getByText('Request failed (Acme_Scales)').waitFor();
    await failure.getByText(/Invalid value of "broken"/).waitFor();
    await block(page, 'Weather').getByText('dry').waitFor();
  });

  test('are rendered by a bundle of the module, with its style, until they are left', async () => {
    const page = await open('/console/scale-chart', souk.admin.token);
    await page.getByRole('heading', { name: 'Names of scales' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Kitchen' }).waitFor();
    await expect
      .poll(() => page.evaluate(`getComputedStyle(document.querySelector('.acme-scale-names')).listStyleType`))
      .toBe('square');
    await pages.show(page, 'module-bundle');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await expect.poll(() => page.evaluate(`sessionStorage.getItem('acme-scales-ended')`)).toBe('true');
    expect(await page.locator('link[href*="/console/modules/"]').count()).toBe(0);
  });

  test('show the errors of a bundle with the name of the module, and the console goes on', async () => {
    const before = pages.problems.length;
    const page = await open('/console/scale-fault', souk.admin.token);
    await page.getByRole('alert').getByText('Request failed (Acme_Scales)').waitFor();
    await page.getByRole('alert').getByText('the needle is stuck').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('the needle is stuck').waitFor();
    await page.getByRole('link', { name: 'Scale late' }).click();
    await page.getByRole('button', { name: 'Weigh' }).click();
    await page.getByRole('alert').getByText('too heavy').waitFor();
    await page.getByRole('link', { name: 'Scale chart' }).click();
    await page.getByRole('heading', { name: 'Names of scales' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // The browser reports the error that a click threw.
    expect(pages.problems.slice(before)).toEqual(['too heavy']);
    expect(pages.problems.slice(0, before)).toEqual([]);
    expect(pages.foreign).toEqual([]);
  });
});
