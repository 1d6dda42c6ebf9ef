import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('currency rates in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('currency rates are listed, added and changed', async () => {
    const page = await pages.open('/console/stores/currency-rates', souk.admin.token);
    await page.getByRole('link', { name: 'USD-EUR' }).waitFor();
    await pages.show(page, 'currency-rates');
    await page.getByRole('link', { name: 'New currency rate' }).click();
    await page.getByRole('textbox', { name: 'Base currency *' }).fill('USD');
    await page.getByRole('textbox', { name: /^Currency \*/ }).fill('ZZZ');
    await page.getByRole('spinbutton', { name: 'Rate *' }).fill('0.75');
    await page.getByRole('button', { name: 'Create currency rate' }).click();
    await page.getByText(/"ZZZ" currency doesn't exist/).waitFor();
    await page.getByRole('textbox', { name: /^Currency \*/ }).fill('GBP');
    await page.getByRole('button', { name: 'Create currency rate' }).click();
    await page.getByRole('heading', { name: 'USD-GBP', level: 1 }).waitFor();
    const rate = page.getByRole('spinbutton', { name: 'Rate *' });
    await rate.fill('0.8');
    await pages.show(page, 'currency-rate');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await souk.admin.raw('GET', '/_/console/currency-rates/USD-GBP'))).toMatchObject({ rate: 0.8 });
    expect(pages.problems).toEqual([]);
  });

  test('allowed currencies are those of all websites, or of one', async () => {
    const allowed = async (scope = '') => {
      const found = ok(await souk.admin.raw('GET', `/_/console/settings?search=currency/options/allow${scope}`));
      return found.items.map(
        ({ value, source }: { value: string; source: string }) =>
          `${value} ${source === 'websites' ? 'here' : 'inherited'}`,
      );
    };
    const website = '&scope=websites&code=base';
    const page = await pages.open('/console/stores', souk.admin.token);
    await page.getByRole('link', { name: 'Allowed currencies' }).click();
    await page.getByText('as for all websites').waitFor();
    await page.getByRole('button', { name: 'Change Main Website…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Allowed currencies: Main Website' });
    await dialog.getByLabel('Use the currencies of all websites').focus();
    await page.keyboard.press('Space');
    const codes = dialog.getByRole('textbox', { name: 'Currencies that buyers may choose' });
    await codes.fill('USD, ZZZ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').first().waitFor();
    expect(await allowed(website)).toEqual(['USD inherited']);
    await codes.fill('usd, EUR');
    await dialog.getByText('Show the call').click();
    await dialog.getByText('PUT /_/console/settings').waitFor();
    await pages.show(page, 'allowed-currencies-change');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await allowed(website)).toEqual(['USD,EUR here']);
    expect(await allowed()).toEqual(['USD inherited']);
    await page.getByRole('cell', { name: 'USD, EUR' }).waitFor();
    await pages.show(page, 'allowed-currencies');
    await page.getByRole('button', { name: 'Change Main Website…' }).click();
    await dialog.getByLabel('Use the currencies of all websites').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('as for all websites').waitFor();
    expect(await allowed(website)).toEqual(['USD inherited']);
    expect(pages.problems).toEqual([]);
  });

  test('websites have their names, and their codes where names are the same', async () => {
    for (const [code, name] of [
      ['outlet', 'Outlet'],
      ['second', 'Main Website'],
    ] as const)
      expect((await souk.cli('website:create', code, name)).code).toBe(0);
    const page = await pages.open('/console/stores/currencies', souk.admin.token);
    await page.getByRole('button', { name: 'Change Outlet…' }).waitFor();
    const names = await page.locator('tbody tr td:first-child').allInnerTexts();
    expect(names.map((one) => one.split(/\s*\n\s*/))).toEqual([
      ['all websites'],
      ['Main Website', 'base'],
      ['Outlet'],
      ['Main Website', 'second'],
    ]);
    await page.getByRole('button', { name: 'Change Main Website (second)…' }).click();
    await page.getByRole('dialog', { name: 'Allowed currencies: Main Website (second)' }).waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', () => pages.refuse(['stores/currency-rates', 'stores/currencies']));
});
