import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

const names = (shopper: Shopper): Promise<string[]> => shopper.find('GalleryItem-name').allInnerTexts();

/** Prices of the products that Venia sells: of groups and bundles it shows the highest price, and lists are in order of the lowest. */
const prices = async (shopper: Shopper): Promise<number[]> => {
  const items = shopper
    .find('GalleryItem-root')
    .filter({ has: shopper.page.getByRole('button', { name: /add to cart/i }) });
  const texts = await items.locator('[data-cy="GalleryItem-price"]').allInnerTexts();
  return texts.map((price) => Number(price.replace(/[^\d.]/g, '')));
};

/** Number of products of the list, as its heading says. */
const total = async (shopper: Shopper): Promise<number> =>
  Number.parseInt(await shopper.find('CategoryContent-categoryInfo').innerText(), 10);

/** Width of a loaded picture in pixels. */
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')));

const facet = (shopper: Shopper, label: string) =>
  shopper.find('FilterSidebar-root').getByLabel(`Apply filter "${label}".`, { exact: true });

/** Waits until the list has as many products as expected. */
const counts = (shopper: Shopper, test: (count: number) => boolean) =>
  expect.poll(async () => test(await total(shopper))).toBe(true);

/** The pages of a shop before there is anything in the cart. */
export function visit(shopper: () => Shopper): void {
  step('shows the home page with its content, picture and products', async () => {
    await shopper().open('/');
    await shopper().reads('Things that outlast fashion');
    await shopper().reads('Leather Wallet');
    const picture = shopper().page.locator('main img[src*="/media/"]').first();
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(100);
    await shopper().draw('venia-home');
  });

  step('lists the categories in the menu', async () => {
    const menu = shopper().find('MegaMenu-megaMenu');
    await menu.getByText('Kitchen', { exact: true }).hover();
    await menu.getByText('Pots and Pans', { exact: true }).click();
    await shopper().page.waitForURL('**/kitchen/pots-and-pans.html');
    await shopper().reads(/of copper and stoneware/);
  });

  step('lists the products of a category, with pictures and prices', async () => {
    await shopper().open('/kitchen/pots-and-pans.html');
    expect(await total(shopper())).toBeGreaterThan(20);
    expect((await names(shopper())).length).toBeGreaterThan(8);
    for (const price of await prices(shopper())) expect(price).toBeGreaterThan(1);
    const picture = shopper().find('GalleryItem-root').first().locator('img').last();
    await expect.poll(() => widthOf(picture)).toBeGreaterThan(100);
    await shopper().draw('venia-list');
  });

  step('filters the list by a colour', async () => {
    const before = await total(shopper());
    await facet(shopper(), 'Saffron').click();
    await counts(shopper(), (count) => count > 0 && count < before);
    for (const name of await names(shopper())) expect(name).toContain('Saffron');
  });

  step('filters it by a material too', async () => {
    const before = await total(shopper());
    await shopper().find('FilterBlock-triggerButton').filter({ hasText: 'Material' }).click();
    await facet(shopper(), 'Copper').click();
    await counts(shopper(), (count) => count > 0 && count < before);
    for (const name of await names(shopper())) expect(name).toContain('Saffron Copper');
  });

  step('removes the filters', async () => {
    const filtered = await total(shopper());
    await shopper().find('FilterSidebar-clearButton').click();
    await counts(shopper(), (count) => count > filtered);
  });

  step('filters by price', async () => {
    const before = await total(shopper());
    const slider = shopper().find('FilterSidebar-root').locator('input[type=range]').last();
    await slider.focus();
    await slider.press('PageDown');
    await counts(shopper(), (count) => count > 0 && count < before);
    await shopper().open('/kitchen/pots-and-pans.html');
  });

  step('sorts by price', async () => {
    await shopper().find('ProductSort-sortButton').click();
    await shopper().page.getByRole('button', { name: 'Price: Low to High' }).click();
    await expect
      .poll(async () => {
        const shown = await prices(shopper());
        return shown.length > 3 && shown.every((price, at) => at === 0 || price >= (shown[at - 1] ?? 0));
      })
      .toBe(true);
  });

  step('turns to the second page', async () => {
    const [first] = await names(shopper());
    await shopper().find('Pagination-root').getByRole('button', { name: '2', exact: true }).click();
    await shopper().page.waitForURL('**page=2**');
    await expect.poll(async () => (await names(shopper()))[0]).not.toBe(first);
  });

  step('suggests products while a visitor types', async () => {
    await shopper().open('/');
    await shopper().find('SearchTrigger-button').click();
    await shopper().find('SearchField-textInput').pressSequentially('saucepan', { delay: 20 });
    await expect.poll(() => shopper().find('SuggestedProduct-root').count()).toBeGreaterThan(1);
  });

  step('searches for words', async () => {
    await shopper().find('SearchField-textInput').press('Enter');
    await shopper().page.waitForURL('**/search.html?query=saucepan*');
    await shopper().reads(/Showing results for/);
    expect(await names(shopper())).toContain('Charcoal Copper Saucepan');
  });

  step('finds nothing for a word that no product has', async () => {
    await shopper().open('/search.html?query=xylophone');
    await shopper().reads(/No results found/i);
  });

  step('shows a content page', async () => {
    await shopper().open('/about-us');
    await shopper().reads(/workshop/i);
  });

  step('shows that a page does not exist', async () => {
    await shopper().open('/no-such-page.html');
    await shopper().reads(/hoping to find doesn't exist/);
  });

  step('sends a question to the shop', async () => {
    await shopper().open('/contact-us');
    const form = shopper().find('ContactPage-formContainer');
    await shopper().fill(form, { name: 'Ada', email: 'ada@example.com', comment: 'Do you repair kettles?' });
    await shopper().press(shopper().find('submit'));
    await shopper().reads(/message has been sent/i);
  });

  step('subscribes to the newsletter', async () => {
    const footer = shopper().find('Footer-root');
    await footer.locator('input[name=email]').fill('reader@example.com');
    await shopper().press(shopper().find('Newsletter-submitButton'));
    await shopper()
      .page.getByText(/email address has been subscribed|subscribed/i)
      .first()
      .waitFor();
  });

  step('switches to German and euros, and back', async () => {
    await shopper().open('/');
    await shopper().find('Header-switchers').last().getByLabel('Default Store View').click();
    await shopper().find('StoreSwitcher-menu').getByRole('button').filter({ hasText: 'Deutsch' }).click();
    await shopper().page.getByText('Küche', { exact: true }).first().waitFor();
    await shopper().page.locator('main').getByText(/€/).first().waitFor();
    await shopper().find('Header-switchers').last().getByLabel('Deutsch').click();
    await shopper().find('StoreSwitcher-menu').getByRole('button').filter({ hasText: 'Default' }).click();
    await shopper().page.getByText('Kitchen', { exact: true }).first().waitFor();
  });
}
