import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSouk, type Souk } from '../support/souk.ts';
import { hasBrowser, launchBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the start page', () => {
  let souk: Souk;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    souk = await startSouk();
    browser = await launchBrowser();
    page = await browser.newPage();
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
      await page.getByText('It speaks the Magento 2 / Adobe Commerce REST interface').waitFor();
      await page.getByText(`curl -s ${souk.base}/rest/V1/integration/admin/token`).waitFor();
      // Long calls scroll in their boxes; the page does not.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      if (process.env.SOUK_TEST_PICTURES) {
        await page.screenshot({ path: `${process.env.SOUK_TEST_PICTURES}/start-${width}.png`, fullPage: true });
      }
    }
    expect(problems).toEqual([]);
  });

  test('leads to the reference', async () => {
    await page.goto(souk.base);
    await page.getByRole('link', { name: '/swagger' }).click();
    await page.getByText('calls open to everybody').waitFor();
    expect(problems).toEqual([]);
  });
});
