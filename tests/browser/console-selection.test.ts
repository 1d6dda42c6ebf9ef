import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { guestOrder } from '../sales/shop.ts';
import { newCustomer } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('selected rows of lists in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  /** Opens the question of an action, and answers it; returns the dialog. */
  const act = async (page: Page, action: string, question: string) => {
    await page
      .getByRole('group', { name: 'Selected rows' })
      .getByRole('button', { name: `${action}…`, exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: action, exact: true }).click();
    return dialog;
  };

  /** Holds the calls of a page after the first ones; `waiting`: how many it held. */
  const hold = async (page: Page, method: string, url: string, first: number) => {
    let calls = 0;
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(url, async (route) => {
      if (route.request().method() === method && ++calls > first) await isReleased;
      await route.continue();
    });
    return { waiting: () => Math.max(0, calls - first), release };
  };

  /** Follows a link behind the dialog, as shortcuts do. */
  const leave = (page: Page) => page.getByRole('link', { name: 'Orders', includeHidden: true }).dispatchEvent('click');

  test('products are disabled and deleted, and a failure is named with its reason', async () => {
    const word = unique('lot');
    const products = await Promise.all(
      [1, 2, 3].map((number) => newProduct(souk, { sku: `${word}-${number}`, name: `Lot ${word}-${number}` })),
    );
    const statuses = async () =>
      Promise.all(products.map(async ({ sku }) => (await souk.admin.get(`/V1/products/${sku}`)).body.status));
    const page = await pages.open(`/console/catalog?search=${word}&sort=sku`, souk.admin.token);
    await page.getByLabel(`Select ${products[0].name}`).focus();
    await page.keyboard.press('Space');
    await page.getByLabel(`Select ${products[1].name}`).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByText('2 products selected').waitFor();
    await pages.show(page, 'selected-products');
    await bar.getByRole('button', { name: 'Disable…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable 2 products?' });
    await dialog.getByText(products[1].name).waitFor();
    await dialog.getByText('Show the call').click();
    await dialog.getByText(`PUT /rest/all/V1/products/${products[0].sku}`).waitFor();
    await pages.show(page, 'selected-products-question');
    await page.route(`**/products/${products[1].sku}`, (route) =>
      route.fulfill({ status: 400, body: '{"message":"Out of order"}' }),
    );
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
    await dialog.getByText('1 product disabled. 1 failed.').waitFor();
    await dialog.getByText(`${products[1].name}: Out of order`).waitFor();
    await pages.show(page, 'selected-products-result');
    expect(await statuses()).toEqual([2, 1, 1]);
    // The failed one stays selected, and is tried again.
    expect(await bar.getByRole('status').innerText()).toBe('1 product selected');
    await page.unroute(`**/products/${products[1].sku}`);
    await dialog.getByRole('button', { name: 'Try again with 1 product' }).click();
    const again = page.getByRole('dialog', { name: 'Disable 1 product?' });
    await again.getByText('1 product disabled.', { exact: true }).waitFor();
    expect(await statuses()).toEqual([2, 2, 1]);
    await page.keyboard.press('Escape');
    await bar.getByText('0 products selected').waitFor();
    await bar.getByLabel('All on this page').check();
    await bar.getByText('3 products selected').waitFor();
    await act(page, 'Delete', 'Delete 3 products?').then((one) => one.getByText('3 products deleted.').waitFor());
    expect(await statuses()).toEqual([undefined, undefined, undefined]);
    await page.getByText('No matching products.').waitFor();
    await page.keyboard.press('Escape');
    // An empty list has nothing to select.
    await bar.waitFor({ state: 'hidden' });
    expect(pages.problems).toEqual([]);
  });

  test('a long selection covers all pages, shows its progress, and is stopped', async () => {
    const word = unique('Many');
    for (let number = 1; number <= 25; number += 1)
      await newCustomer(souk, { firstname: `N${number}`, lastname: word });
    const left = async () => {
      const search = `searchCriteria[filter_groups][0][filters][0][field]=lastname&searchCriteria[filter_groups][0][filters][0][value]=${word}`;
      return ok(await souk.admin.get(`/V1/customers/search?${search}`)).total_count;
    };
    const page = await pages.open(`/console/customers?search=${word}`, souk.admin.token);
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByLabel('All on this page').check();
    await bar.getByText('20 customers selected').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => bar.getByLabel('All on this page').isChecked()).toBe(false);
    await bar.getByText('20 customers selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 25 customers' }).click();
    await bar.getByText('25 customers selected').waitFor();
    // Calls after the second one wait until the person has stopped the run.
    const held = await hold(page, 'DELETE', '**/V1/customers/*', 2);
    const dialog = await act(page, 'Delete', 'Delete 25 customers?');
    await dialog.getByText('2 of 25 customers').waitFor();
    expect(await dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2');
    // No more than four at once.
    await expect.poll(held.waiting).toBe(4);
    await pages.show(page, 'selected-customers-progress');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Stopping…' }).waitFor();
    held.release();
    await dialog.getByText('6 customers deleted. Stopped: 19 customers not changed.').waitFor();
    expect(await left()).toBe(19);
    expect(held.waiting()).toBe(4);
    await page.keyboard.press('Escape');
    await bar.getByText('19 customers selected').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('a run asks before the page is left, and then stops', async () => {
    const word = unique('Leaver');
    for (let number = 1; number <= 8; number += 1) await newCustomer(souk, { firstname: `N${number}`, lastname: word });
    const page = await pages.open(`/console/customers?search=${word}`, souk.admin.token);
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await page.getByText('8 customers', { exact: true }).waitFor();
    await bar.getByLabel('All on this page').check();
    const held = await hold(page, 'DELETE', '**/V1/customers/*', 2);
    const dialog = await act(page, 'Delete', 'Delete 8 customers?');
    await dialog.getByText('2 of 8 customers').waitFor();
    await expect.poll(held.waiting).toBe(4);
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await leave(page);
    await expect.poll(() => questions).toEqual([expect.stringContaining('Leave the page?')]);
    await dialog.getByRole('progressbar').waitFor();
    page.once('dialog', (question) => void question.accept());
    await leave(page);
    await dialog.waitFor({ state: 'detached' });
    held.release();
    const search = `searchCriteria[filter_groups][0][filters][0][field]=lastname&searchCriteria[filter_groups][0][filters][0][value]=${word}`;
    await expect.poll(async () => ok(await souk.admin.get(`/V1/customers/search?${search}`)).total_count).toBe(2);
    expect(held.waiting()).toBe(4);
    expect(pages.problems).toEqual([]);
  });

  test('a run ends where the failure is none of the row', async () => {
    const word = unique('Outage');
    for (let number = 1; number <= 8; number += 1) await newCustomer(souk, { firstname: `N${number}`, lastname: word });
    const page = await pages.open(`/console/customers?search=${word}`, souk.admin.token);
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await page.getByText('8 customers', { exact: true }).waitFor();
    await bar.getByLabel('All on this page').check();
    await page.route('**/V1/customers/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 429, body: '{"message":"Too many requests"}' })
        : route.continue(),
    );
    const dialog = await act(page, 'Delete', 'Delete 8 customers?');
    await dialog.getByText(/^[1-4] failed\. Stopped: [4-7] customers not changed\.$/).waitFor();
    await page.unroute('**/V1/customers/*');
    await dialog.getByRole('button', { name: 'Try again with 8 customers' }).click();
    await dialog.getByText('8 customers deleted.').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('orders are held and canceled where their state allows it', async () => {
    const [one, other] = [await guestOrder(souk, 1), await guestOrder(souk, 1)];
    ok(await souk.admin.post(`/V1/orders/${other.id}/cancel`));
    const state = async (id: number) => ok(await souk.admin.get(`/V1/orders/${id}`)).state;
    const page = await pages.open('/console/orders', souk.admin.token);
    for (const { order } of [one, other]) await page.getByLabel(`Select ${order.increment_id}`).check();
    let dialog = await act(page, 'Hold', 'Put 2 orders on hold?');
    await dialog.getByText('1 order put on hold. 1 failed.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: other.order.increment_id }).waitFor();
    expect(await Promise.all([one.id, other.id].map(state))).toEqual(['holded', 'canceled']);
    await page.keyboard.press('Escape');
    await page.getByLabel(`Select ${one.order.increment_id}`).check();
    await page.getByLabel(`Select ${other.order.increment_id}`).uncheck();
    dialog = await act(page, 'Release from hold', 'Release 1 order from hold?');
    await dialog.getByText('1 order released from hold.').waitFor();
    await page.keyboard.press('Escape');
    for (const { order } of [one, other]) await page.getByLabel(`Select ${order.increment_id}`).check();
    dialog = await act(page, 'Cancel orders', 'Cancel 2 orders?');
    await dialog.getByText('1 order canceled. 1 failed.').waitFor();
    await dialog.getByText('Its state does not allow it.').waitFor();
    expect(await state(one.id)).toBe('canceled');
    const clerk = await pages.open(
      '/console/orders',
      await pages.integration('Magento_Sales::actions_view', 'Magento_Sales::hold'),
    );
    await clerk.getByLabel(`Select ${one.order.increment_id}`).check();
    await clerk.getByRole('button', { name: 'Hold…' }).waitFor();
    expect(await clerk.getByRole('button', { name: 'Cancel orders…' }).count()).toBe(0);
    const reader = await pages.open('/console/orders', await pages.integration('Magento_Sales::actions_view'));
    await reader.getByRole('link', { name: one.order.increment_id }).waitFor();
    expect(await reader.getByRole('checkbox').count()).toBe(0);
    expect(pages.problems).toEqual([]);
  });

  test('pages and blocks are enabled, disabled and deleted; their other fields stay', async () => {
    for (const [kind, list, place, noun] of [
      ['page', 'cmsPage', 'pages', 'page'],
      ['block', 'cmsBlock', 'blocks', 'block'],
    ] as const) {
      const title = unique('Notice');
      const fields = { title, identifier: title.toLowerCase(), content: '<p>Hello</p>', active: true };
      const { id } = ok(await souk.admin.post(`/V1/${list}`, { [kind]: fields }));
      const stored = async () => (await souk.admin.get(`/V1/${list}/${id}`)).body;
      const page = await pages.open(`/console/content/${place}?search=${title}`, souk.admin.token);
      await page.getByLabel(`Select ${title}`).check();
      await act(page, 'Disable', `Disable 1 ${noun}?`).then((one) => one.getByText(`1 ${noun} disabled.`).waitFor());
      expect(await stored()).toMatchObject({ ...fields, active: false });
      await page.keyboard.press('Escape');
      await page.getByLabel(`Select ${title}`).check();
      await act(page, 'Enable', `Enable 1 ${noun}?`).then((one) => one.getByText(`1 ${noun} enabled.`).waitFor());
      expect(await stored()).toMatchObject(fields);
      await page.keyboard.press('Escape');
      await page.getByLabel(`Select ${title}`).check();
      await act(page, 'Delete', `Delete 1 ${noun}?`).then((one) => one.getByText(`1 ${noun} deleted.`).waitFor());
      expect((await stored()).title).toBeUndefined();
    }
    expect(pages.problems).toEqual([]);
  });

  test('reviews are approved, and coupons are deleted', async () => {
    const { sku } = await newProduct(souk);
    const query = 'mutation($i: CreateProductReviewInput!) { createProductReview(input: $i) { review { nickname } } }';
    for (const summary of ['Good', 'Better']) {
      const input = { sku, nickname: 'Ada', summary, text: `${summary} indeed.`, ratings: [] };
      await graphqlClient(souk).data(query, { i: input });
    }
    const page = await pages.open('/console/catalog/reviews', souk.admin.token);
    await page.getByLabel('All on this page').check();
    await act(page, 'Approve', 'Approve 2 reviews?').then((one) => one.getByText('2 reviews approved.').waitFor());
    const { items } = ok(await souk.admin.raw('GET', '/_/console/reviews'));
    expect(items).toMatchObject([{ status: 'approved' }, { status: 'approved' }]);

    const rule = {
      name: unique('Rule'),
      website_ids: [1],
      customer_group_ids: [0],
      coupon_type: 'SPECIFIC_COUPON',
      use_auto_generation: true,
      is_active: true,
      simple_action: 'by_percent',
      discount_amount: 5,
    };
    const { rule_id: ruleId } = ok(await souk.admin.post('/V1/salesRules', { rule }));
    ok(
      await souk.admin.post('/V1/coupons/generate', {
        couponSpec: { rule_id: ruleId, quantity: 3, length: 12, format: 'num' },
      }),
    );
    await page.goto(`${souk.base}/console/marketing/cart-rules/${ruleId}`);
    await page.getByLabel('All on this page').check();
    await act(page, 'Delete', 'Delete 3 coupons?').then((one) => one.getByText('3 coupons deleted.').waitFor());
    await page.getByText('No coupons yet.').waitFor();
    expect(pages.problems).toEqual([]);
  });
});
