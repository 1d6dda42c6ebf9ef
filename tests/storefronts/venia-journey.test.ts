import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { hasBrowser, launchBrowser } from '../browser/browser.ts';
import { startProcess, type SoukProcess } from '../support/souk.ts';
import { hasRegistry } from './installed.ts';
import { reportSteps } from './steps.ts';
import { account } from './venia/account.ts';
import { cart } from './venia/cart.ts';
import { checkout } from './venia/checkout.ts';
import { newProject, type Project } from './venia/project.ts';
import { products } from './venia/products.ts';
import { newShopper, type Shopper } from './venia/shopper.ts';
import { visit } from './venia/visit.ts';
import { wishes } from './venia/wishes.ts';

/** Settings that a shop of this storefront switches on (docs/storefronts.md). */
const settings = {
  'sales/gift_options/allow_order': '1',
  'sales/gift_options/allow_gift_receipt': '1',
  'sales/gift_options/allow_printed_card': '1',
  'wishlist/general/multiple_enabled': '1',
};

const isPossible = hasBrowser && (await hasRegistry());
if (!isPossible) process.stdout.write('Venia is not tried: there is no browser, or no registry of packages.\n');

/** A build takes half a minute, the packages before it as long: more on a busy machine. */
const patience = 15 * 60_000;

describe.skipIf(!isPossible)('PWA Studio (Venia)', () => {
  let souk: SoukProcess;
  let project: Project;
  let browser: Browser;
  let visitor: Shopper;

  beforeAll(async () => {
    souk = await startProcess({ args: ['--demo'] });
    await souk.configure(settings);
    project = await newProject();
    const base = await project.serve(souk.base);
    browser = await launchBrowser();
    visitor = await newShopper(browser, base);
  }, patience);
  afterAll(async () => {
    await browser?.close();
    await project?.remove();
    await souk?.stop();
  });
  reportSteps('PWA Studio (Venia)');

  const buyer = () => visitor;
  const shopOf = () => souk;
  describe('a visitor looks around', () => visit(buyer));
  describe('products', () => products(buyer));
  describe('the cart', () => cart(buyer));
  describe('an order without an account', () => checkout(buyer, shopOf));
  describe('an account', () => account(buyer, shopOf, { email: 'grace@example.com', password: 'Secret-123' }));
  describe('wish lists', () => wishes(buyer));
  it('has had no problems', () => expect(visitor.problems()).toEqual([]));
});
