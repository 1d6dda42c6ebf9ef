import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('reviews in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('are empty in a new shop', () =>
    pages.areEmpty([
      ['catalog/reviews', 'No reviews with this status.'],
      ['catalog/reviews?status=all', 'No reviews yet.'],
    ]));

  test('are approved, rejected and deleted', async () => {
    const { sku, name } = await newProduct(souk);
    for (const summary of ['Good', 'Spam']) {
      const input = { sku, nickname: 'Ada', summary, text: `${summary} indeed.`, ratings: [] };
      const query =
        'mutation($i: CreateProductReviewInput!) { createProductReview(input: $i) { review { nickname } } }';
      await graphqlClient(souk).data(query, { i: input });
    }
    const stored = async () => {
      const { items } = ok(await souk.admin.raw('GET', '/_/console/reviews'));
      return items.map((one: { summary: string; status: string }) => `${one.summary} ${one.status}`);
    };
    const page = await pages.open('/console/catalog', await pages.integration('Magento_Review::reviews_all'));
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    await page.getByText('Good indeed.').waitFor();
    await page.getByRole('link', { name }).first().waitFor();
    await pages.show(page, 'reviews');
    await page.getByRole('button', { name: 'Approve Good' }).click();
    await page.getByText('Review approved.').waitFor();
    await page.getByText('Good indeed.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reject Spam' }).click();
    await page.getByText('Review rejected.').waitFor();
    expect(await stored()).toEqual(['Spam rejected', 'Good approved']);
    await page.getByLabel('Status').selectOption('Rejected');
    await page.getByRole('button', { name: 'Delete Spam…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Show the call').click();
    await dialog.getByText(/DELETE \/_\/console\/reviews\/\d+/).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete review' }).click();
    await page.getByText('Review deleted.').waitFor();
    expect(await stored()).toEqual(['Good approved']);
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', () => pages.refuse(['catalog/reviews']));
});
