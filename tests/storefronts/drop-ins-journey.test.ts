import { afterAll, beforeAll, describe } from 'vitest';
import type { Browser } from 'playwright-core';
import { hasBrowser, launchBrowser } from '../browser/browser.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startProcess, type SoukProcess } from '../support/souk.ts';
import { account, forgottenPassword } from './drop-ins/account.ts';
import { cart } from './drop-ins/cart.ts';
import { guest } from './drop-ins/guest.ts';
import { guestReturns, orders } from './drop-ins/orders.ts';
import { products } from './drop-ins/products.ts';
import { newShopper, type Shopper } from './drop-ins/shopper.ts';
import { learnSchema, reportSteps } from './steps.ts';
import { visit } from './drop-ins/visit.ts';
import { wishes, wishesOfVisitor } from './drop-ins/wishes.ts';
import { hasRegistry, installed, type Installed } from './installed.ts';
import { startStorefront, type Storefront } from './storefront-server.ts';

interface NamedType {
  readonly name: string;
  readonly fields: readonly { readonly name: string }[] | null;
}

/** What a shop of these components switches on (docs/storefronts.md). */
const settings = {
  'catalog/downloadable/disable_guest_checkout': '0',
  'catalog/downloadable/shareable': '1',
  'checkout/options/enable_agreements': '1',
  'checkout/options/enable_guest_checkout_login': '1',
  'sales/cancellation/enabled': '1',
  'sales/gift_options/allow_order': '1',
  'sales/gift_options/allow_items': '1',
};

const isPossible = hasBrowser && (await hasRegistry());
if (!isPossible) process.stdout.write('The drop-ins are not tried: there is no browser, or no registry of packages.\n');

describe.skipIf(!isPossible)("Adobe's drop-in components", () => {
  let souk: SoukProcess;
  let browser: Browser;
  let shop: Storefront;
  let dropIns: Installed;
  let visitor: Shopper;

  beforeAll(async () => {
    dropIns = installed('drop-ins/packages');
    shop = await startStorefront(dropIns.packages, () => ({
      core: `${souk.base}/graphql`,
      catalogService: `${souk.base}/cs-graphql`,
      storeView: 'default',
      catalogHeaders: { 'Magento-Website-Code': 'base', 'Magento-Store-Code': 'main_website_store' },
    }));
    souk = await startProcess({ args: ['--demo'], env: { SOUK_CORS_ORIGINS: shop.base } });
    await souk.configure(settings);
    const terms = ['--name', 'Terms', '--checkbox-text', 'I accept the terms', '--text', 'Be kind.'];
    await souk.cli('checkout:agreements:create', ...terms);
    const query = '{ __schema { types { name fields { name } } } }';
    const { __schema } = await graphqlClient(souk).data(query);
    learnSchema(
      __schema.types.flatMap(({ name, fields }: NamedType) => [name, ...(fields ?? []).map((one) => one.name)]),
    );
    browser = await launchBrowser();
    visitor = await newShopper(browser, shop.base);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await souk?.stop();
    dropIns?.remove();
  });
  reportSteps("Adobe's drop-ins");

  const buyer = () => visitor;
  const shopOf = () => souk;
  const customer = { email: 'grace@example.com', password: 'Secret-123' };
  describe('a visitor looks around', () => visit(buyer));
  describe('every type of product', () => products(buyer));
  describe('the cart', () => cart(buyer));
  describe('an order without an account', () => guest(buyer, shopOf));
  describe('returns without an account', () => guestReturns(buyer, shopOf));
  describe('wishes of a visitor', () => wishesOfVisitor(buyer));
  describe('an account', () => account(buyer, shopOf, customer));
  describe('wishes of a customer', () => wishes(buyer));
  describe('orders of a customer', () => orders(buyer, shopOf));
  describe('a forgotten password', () => forgottenPassword(buyer, shopOf, customer));
});
