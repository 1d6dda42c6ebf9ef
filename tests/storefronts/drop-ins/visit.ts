import { expect } from 'vitest';
import { step } from '../steps.ts';
import type { Shopper } from './shopper.ts';

/** Names of the products in the list, in order. */
const names = (shopper: Shopper): Promise<string[]> =>
  shopper.find('.products .dropin-product-item-card__title').allInnerTexts();

const total = async (shopper: Shopper): Promise<number> =>
  Number.parseInt(await shopper.find('.count').innerText(), 10);

const facet = (shopper: Shopper, label: string) => shopper.find('.facets label').filter({ hasText: label });

/** Waits until the list shows as many products as expected. */
const counts = (shopper: Shopper, test: (count: number) => boolean) =>
  expect.poll(async () => test(await total(shopper))).toBe(true);

/** What a visitor does before there is anything in the cart. */
export function visit(shopper: () => Shopper): void {
  step('lists the products of a category, with pictures and prices', async () => {
    await shopper().open('/category/kitchen/pots-and-pans');
    expect(await total(shopper())).toBeGreaterThan(20);
    expect(await names(shopper())).toHaveLength(9);
    const prices = await shopper().find('.products .dropin-product-item-card__price').allInnerTexts();
    for (const price of prices) expect(price).toContain('$');
    await expect.poll(() => shopper().find('.products img.dropin-image--loaded').count()).toBeGreaterThan(0);
    await shopper().draw('drop-ins-list');
  });

  step('counts the products of each facet', async () => {
    const labels = await shopper().find('.facets').innerText();
    for (const heading of ['Price', 'Colour', 'Material']) expect(labels).toContain(heading);
    expect(labels).toMatch(/Copper \(\d+\)/);
  });

  step('filters the list by a facet', async () => {
    const before = await total(shopper());
    const label = await facet(shopper(), 'Copper (').innerText();
    const expected = Number(/\((\d+)\)/.exec(label)?.[1]);
    await facet(shopper(), 'Copper (').click();
    await counts(shopper(), (count) => count === expected && count < before);
    for (const name of await names(shopper())) expect(name).toMatch(/Copper/);
  });

  step('filters it by a second facet too', async () => {
    const before = await total(shopper());
    await facet(shopper(), 'Olive (').click();
    await counts(shopper(), (count) => count > 0 && count < before);
    for (const name of await names(shopper())) expect(name).toContain('Olive');
  });

  step('takes the filters off again', async () => {
    const filtered = await total(shopper());
    await shopper().find('.facets').getByText('Clear all').click();
    await counts(shopper(), (count) => count > filtered);
  });

  step('filters by price', async () => {
    const before = await total(shopper());
    await shopper().find('.facets input[name=price]').first().locator('..').click();
    await counts(shopper(), (count) => count > 0 && count < before);
    await shopper().find('.facets').getByText('Clear all').click();
    await counts(shopper(), (count) => count === before);
  });

  step('sorts by price', async () => {
    await shopper().find('.sort select').selectOption('price_ASC');
    const isSorted = async (): Promise<boolean> => {
      const { result } = await shopper().last('search/result');
      const [first, ...others] = result.items.map(
        ({ price, priceRange }: Priced) => (price ?? priceRange?.minimum)?.final.amount.value,
      );
      return others.every((value: number, at: number) => value >= [first, ...others][at]) && first < 20;
    };
    await expect.poll(isSorted).toBe(true);
  });

  step('turns to the second page', async () => {
    const [first] = await names(shopper());
    await shopper().page.getByTestId('set-page-button-2').click();
    await expect.poll(async () => (await names(shopper()))[0]).not.toBe(first);
  });

  step('searches for words', async () => {
    await shopper().page.getByLabel('Search the shop').fill('saucepan');
    await shopper().page.keyboard.press('Enter');
    await shopper().page.waitForURL('**/search?q=saucepan');
    await shopper().page.waitForFunction('document.documentElement.dataset.ready === "search"');
    expect(await names(shopper())).toContain('Charcoal Copper Saucepan');
  });

  step('finds nothing where there is nothing', async () => {
    await shopper().open('/search?q=xylophone');
    expect(await total(shopper())).toBe(0);
  });

  step('suggests products while a buyer types', async () => {
    const filter = [{ attribute: 'visibility', in: ['Search', 'Catalog, Search'] }];
    const request = { phrase: 'sauce', pageSize: 4, filter };
    const { items } = await shopper().call('product-discovery', 'search', request, { scope: 'popover' });
    expect(items.length).toBeGreaterThan(0);
  });
}

interface Priced {
  readonly price?: Price;
  readonly priceRange?: { readonly minimum: Price };
}

interface Price {
  readonly final: { readonly amount: { readonly value: number } };
}
