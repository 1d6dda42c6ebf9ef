import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';

describe.skipIf(!hasBrowser)('the reference page', () => {
  let souk: Souk;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    souk = await startSouk();
    browser = await launchBrowser();
    page = await openPage(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await souk?.stop();
  });

  const tags = (): Promise<string[]> => page.locator('.opblock-tag').evaluateAll((all) => all.map((one) => one.id));

  test('shows everybody the calls that are open, and loads nothing from elsewhere', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(souk.base) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${souk.base}/swagger`);
    await page.getByText('calls open to everybody').waitFor();
    await page.locator('.opblock-tag').first().waitFor();
    const open = (await tags()).join();
    expect(open).toContain('directoryCurrencyInformationAcquirerV1');
    expect(open).not.toContain('storeStoreRepositoryV1');
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('offers no call to try out before a token is entered', async () => {
    await page.getByPlaceholder('Filter by tag or path').fill('directoryCurrencyInformationAcquirerV1');
    await expect.poll(tags).toEqual(['operations-tag-directoryCurrencyInformationAcquirerV1']);
    await page.locator('[id="operations-tag-directoryCurrencyInformationAcquirerV1"]').click();
    const call = page.locator('#operations-directoryCurrencyInformationAcquirerV1-GetV1DirectoryCurrency');
    await call.locator('.opblock-summary').click();
    await call.locator('.responses-wrapper').waitFor();
    expect(await call.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
  });

  test('signs in with a user and a password, and says why it does not', async () => {
    const token = page.locator('input[name=api_key]');
    expect(await token.getAttribute('type')).toBe('password');
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', 'wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The account sign-in was incorrect').waitFor();
    expect(await token.inputValue()).toBe('');
    await page.fill('input[name=password]', souk.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('calls open to this key').waitFor();
    expect(await token.inputValue()).not.toBe('');
    expect(await page.locator('input[name=password]').inputValue()).toBe('');
    await page.goto(`${souk.base}/swagger`);
    await page.getByText('calls open to everybody').waitFor();
  });

  test('shows the calls of a key, and tries one out with it', async () => {
    await page.fill('input[name=api_key]', souk.admin.token!);
    await page.click('button[type=submit]');
    await page.getByText('calls open to this key').waitFor();
    // Of a long list only what is seen is there.
    await page.getByPlaceholder('Filter by tag or path').fill('storeStoreRepositoryV1');
    await page.locator('[id="operations-tag-storeStoreRepositoryV1"]').click();
    const call = page.locator('#operations-storeStoreRepositoryV1-GetV1StoreStoreViews');
    await call.locator('.opblock-summary').click();
    await call.getByRole('button', { name: 'Try it out' }).click();
    await call.getByRole('button', { name: 'Execute' }).click();
    const answer = call.locator('.live-responses-table .response-col_description .highlight-code');
    await answer.first().waitFor();
    expect(await answer.first().innerText()).toContain('"default"');
  });

  test('shows the calls of who is signed into the console', async () => {
    const name = `souk-console-${new URL(souk.base).port}`;
    const cookie = { name, value: souk.admin.token!, url: souk.base, httpOnly: true, sameSite: 'Strict' } as const;
    await page.context().addCookies([cookie]);
    await page.goto(`${souk.base}/swagger`);
    await page.getByText('calls open to you').waitFor();
    await page.getByPlaceholder('Filter by tag or path').fill('storeStoreRepositoryV1');
    await page.locator('[id="operations-tag-storeStoreRepositoryV1"]').waitFor();
    await page.context().clearCookies();
  });

  test('shows the asynchronous calls of the chosen store', async () => {
    await page.goto(`${souk.base}/swagger?store=all&type=async`);
    await page.getByText('calls open to everybody').waitFor();
    expect(await page.locator('body').getAttribute('data-schema')).toBe('/rest/all/async/schema?services=all');
    expect(await page.locator('select[name=store]').inputValue()).toBe('all');
    await page.fill('input[name=api_key]', souk.admin.token!);
    await page.click('button[type=submit]');
    await page.getByText('calls open to this key').waitFor();
    await page.locator('.opblock-tag').first().waitFor();
    await page.locator('.opblock-tag').first().click();
    await page.locator('.opblock-post, .opblock-put, .opblock-delete').first().waitFor();
    expect(await page.locator('.opblock-get').count()).toBe(0);
  });
});
