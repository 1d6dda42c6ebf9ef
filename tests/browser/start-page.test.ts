import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { newProduct } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';

describe.skipIf(!hasBrowser)('the start page', () => {
  let souk: Souk;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    souk = await startSouk();
    browser = await launchBrowser();
    page = await openPage(browser);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
  });

  afterAll(async () => {
    await browser?.close();
    await souk?.stop();
  });

  test('says what this is, also where there is little room', async () => {
    for (const width of [1200, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(souk.base);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Souk');
      await page.getByText('the REST and GraphQL interfaces of Magento 2 / Adobe Commerce').waitFor();
      await page.getByText('The shop is empty.').waitFor();
      await page.getByText(`curl -s ${souk.base}/rest/V1/integration/admin/token`).waitFor();
      // Long calls scroll in their boxes; the page does not.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      if (process.env.SOUK_TEST_PICTURES) {
        await page.screenshot({ path: `${process.env.SOUK_TEST_PICTURES}/start-${width}.png`, fullPage: true });
      }
    }
    expect(problems).toEqual([]);
  });

  test('counts the products that visitors see, and copies calls', async () => {
    await newProduct(souk, { status: 2 });
    await newProduct(souk);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(souk.base);
    await page.getByText('The shop has 1 product.').waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, address, body] = /^curl -s (\S+) .* -d '(.*)'$/s.exec(copied)!;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address!, { method: 'POST', headers, body: body! });
    expect(await response.json()).toEqual({ data: { products: { total_count: 0, items: [] } } });
    expect(problems).toEqual([]);
  });

  test('leads to the console and the reference', async () => {
    await page.goto(souk.base);
    await page.getByRole('link', { name: '/console' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.goto(souk.base);
    await page.getByRole('link', { name: '/swagger' }).click();
    await page.getByText('calls open to everybody').waitFor();
    expect(problems).toEqual([]);
  });
});
