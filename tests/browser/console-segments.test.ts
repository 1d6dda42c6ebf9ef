import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '../support/customers.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('customer segments in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('a segment is built with conditions, and shows who is in it', async () => {
    const lastname = unique('Byron');
    const { email } = await newCustomer(souk, { firstname: 'Ada', lastname });
    await newCustomer(souk, { firstname: 'Bob' });
    const page = await pages.open('/console/customers/segments', souk.admin.token);
    await page.getByText('No customer segments yet.').waitFor();
    await page.getByRole('link', { name: 'New customer segment' }).click();
    const name = unique('Poets');
    await page.getByRole('textbox', { name: 'Name *' }).fill(name);
    await page.getByLabel('Main Website').check();
    await page.getByRole('combobox', { name: 'Applies to' }).selectOption('customers');
    const tree = page.getByRole('group', { name: 'Conditions on the customer' });
    const root = 'Conditions on the customer';
    await tree.getByLabel(`New condition: ${root}`, { exact: true }).selectOption('Last name');
    await tree.getByLabel(`${root} 1: value`).fill(lastname);
    await tree.getByLabel(`New condition: ${root}`, { exact: true }).selectOption('Address with …');
    await tree.getByText('An address is').waitFor();
    await pages.show(page, 'customer-segment-conditions');
    await tree.getByRole('button', { name: `Remove condition ${root} 2` }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Show the call').click();
    await page.getByText('POST /_/console/customer-segments').waitFor();
    await page.getByRole('button', { name: 'Create customer segment' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const members = page.getByRole('region', { name: 'Customers in the segment' });
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return members.getByRole('link').allInnerTexts();
      })
      .toEqual([email]);
    await pages.show(page, 'customer-segment');
    await page.getByRole('link', { name: 'All customer segments' }).click();
    await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Disable…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('1 customer segment disabled.').waitFor();
    expect(ok(await souk.admin.raw('GET', '/_/console/customer-segments'))).toMatchObject([
      { name, is_active: false, apply_to: 1, conditions: { conditions: [{ value: lastname }] } },
    ]);
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', () => pages.refuse(['customers/segments']));
});
