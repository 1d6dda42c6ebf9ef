import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConsole, type ConsolePages } from '../browser/console-pages.ts';
import { hasBrowser } from '../browser/browser.ts';
import { type Souk } from '../support/souk.ts';
import {
  codeOf,
  giveSecret,
  newAdministrator,
  PASSWORD,
  PERIOD,
  requestSetup,
  type Administrator,
} from './administrators.ts';

describe.skipIf(!hasBrowser)('the console with two-factor sign-in', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
    await souk.configure({ 'twofactorauth/general/enable': '1', 'twofactorauth/u2fkey/domain': 'localhost' });
  });
  afterAll(() => pages?.stop());

  const signIn = async (page: Page, { username }: Administrator): Promise<void> => {
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const home = (page: Page) => page.getByRole('heading', { name: 'Home' });

  test('asks for the code, and says which is wrong', async () => {
    const admin = await newAdministrator(souk);
    const secret = await giveSecret(souk, admin);
    const page = await pages.open('/console', undefined);
    await signIn(page, admin);
    await page.getByRole('alert').getByText('Enter the code of your authenticator app.').waitFor();
    const code = page.getByLabel('Code of your authenticator app');
    await code.fill('000000' === codeOf(secret, Date.now()) ? '000001' : '000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('Invalid code.').waitFor();
    await code.fill(codeOf(secret, Date.now()));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await home(page).waitFor();
  });

  test('sets an app up by the link of the email', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const page = await pages.open(`/console#tfat=${token}`, undefined);
    const secret = await page.locator('code').innerText();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    expect(page.url()).not.toContain(token);
    await pages.show(page, 'two-factor');
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, Date.now()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The second factor is set up.').waitFor();
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await signIn(page, admin);
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret, Date.now() + PERIOD));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await home(page).waitFor();
  });

  test('registers a security key and signs in by it', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const page = await pages.open('/console', undefined);
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'usb', hasResidentKey: false, isUserVerified: true },
    });
    // Browsers have no security keys for addresses in numbers.
    const base = souk.base.replace('127.0.0.1', 'localhost');
    await page.goto(`${base}/console#tfat=${token}`);
    await page.getByRole('button', { name: 'Register a security key' }).click();
    await page.getByText('The second factor is set up.').waitFor();
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await signIn(page, admin);
    await home(page).waitFor();
  });
});
