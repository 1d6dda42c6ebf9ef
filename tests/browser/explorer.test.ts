import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';
import { hasBrowser, launchBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the GraphQL explorer', () => {
  let souk: Souk;
  let browser: Browser;
  beforeAll(async () => {
    souk = await startSouk({ env: { SOUK_DEVELOPER_MODE: '1' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await souk?.stop();
  });

  test('sends a query and shows the answer, and loads nothing from elsewhere', async () => {
    const page = await browser.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(souk.base)) foreign.push(request.url());
    });
    await page.goto(`${souk.base}/graphql/explorer`);
    await page.locator('.cm-content').nth(1).click();
    await page.keyboard.insertText('{ storeConfig { store_code } }');
    await page.keyboard.press('Control+Enter');
    await page.getByText('"store_code": "default"').waitFor();
    expect(foreign).toEqual([]);
  });

  test('is not there in production', async () => {
    const production = await startSouk();
    const answer = await fetch(`${production.base}/graphql/explorer/`);
    await production.stop();
    expect(answer.status).toBe(404);
  });
});
