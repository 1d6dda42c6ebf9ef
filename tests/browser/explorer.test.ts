import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';

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

  test('documents and completes the schema, sends a query with variables and headers, and loads nothing from elsewhere', async () => {
    const page = await openPage(browser);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(souk.base)) foreign.push(request.url());
    });
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    page.on('console', (message) => message.type() === 'error' && broken.push(message.text()));
    await page.goto(`${souk.base}/graphql/explorer`);
    const documentation = page.getByRole('complementary');
    await documentation.getByRole('button', { name: 'Query', exact: true }).click();
    await documentation.getByRole('button', { name: 'StoreConfig', exact: true }).first().click();
    await documentation.getByText('store_code', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Query' }).click();
    // The name is completed from the schema, and the editor closes the brace.
    await page.keyboard.type('query($skip: Boolean!) { storeConf');
    await page.getByRole('option', { name: 'storeConfig' }).click();
    await page.getByRole('textbox', { name: 'Query' }).getByText('storeConfig').waitFor();
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await page.keyboard.insertText(' { store_code locale @skip(if: $skip) }');
    await page.getByRole('textbox', { name: 'Variables' }).click();
    await page.keyboard.insertText('{ "skip": true }');
    await page.getByRole('textbox', { name: 'Headers' }).click();
    await page.keyboard.insertText('{ "Store": "default" }');
    const request = page.waitForRequest(`${souk.base}/graphql`);
    await page.keyboard.press('Control+Enter');
    expect((await request).headers()['store']).toBe('default');
    const { query, variables } = (await request).postDataJSON() as { query: string; variables: object };
    expect(query.replace(/\s+/g, ' ')).toBe(
      'query($skip: Boolean!) { storeConfig { store_code locale @skip(if: $skip) }}',
    );
    expect(variables).toEqual({ skip: true });
    const response = page.getByRole('textbox', { name: 'Response' });
    await response.getByText('"store_code": "default"').waitFor();
    expect(await response.getByText('"locale"').count()).toBe(0);
    expect(broken).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test('is not there in production', async () => {
    const production = await startSouk();
    const answer = await fetch(`${production.base}/graphql/explorer`);
    const { message } = (await answer.json()) as { message: string };
    await production.stop();
    expect(answer.status).toBe(404);
    expect(message).toContain('SOUK_DEVELOPER_MODE=1');
  });
});
