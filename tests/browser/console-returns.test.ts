import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemOf, makeReturn, shippedOrder } from '../rma/shop.ts';
import { ok, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('a return in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('gets comments for the shop and for the customer, who is notified', async () => {
    const { entity_id: id } = await makeReturn(souk, await shippedOrder(souk));
    const comments = async () => ok(await souk.admin.get(`/V1/returns/${id}/comments`)).items;
    const page = await pages.open(`/console/customers/returns/${id}`, souk.admin.token);
    const before = await comments();
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await page.getByRole('button', { name: 'Comment…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Comment' });
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('The box is damaged.');
    expect(await dialog.getByLabel('Email the customer').isDisabled()).toBe(true);
    await dialog.getByText('Show the call').click();
    await dialog.getByText(`POST /rest/all/V1/returns/${id}/comments`).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('Comment added.').waitFor();
    await page.getByRole('row').filter({ hasText: 'The box is damaged.' }).getByText('not visible').waitFor();

    await page.getByRole('button', { name: 'Comment…' }).click();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Please send a picture.');
    await dialog.getByLabel('Show it to the customer').focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Email the customer').check();
    await dialog.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('row').filter({ hasText: 'Please send a picture.' }).getByText('notified').waitFor();
    await pages.show(page, 'return');
    expect((await comments()).slice(before.length)).toMatchObject([
      { comment: 'The box is damaged.', visible_on_front: false, customer_notified: false, admin: true },
      { comment: 'Please send a picture.', visible_on_front: true, customer_notified: true, admin: true },
    ]);
    // Saving the form of the return afterwards repeats no comment.
    await page.getByText('More fields').click();
    await page.getByRole('textbox', { name: 'Other email of the customer' }).fill('other@example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(await comments()).toHaveLength(before.length + 2);
    expect(pages.problems).toEqual([]);
  });

  test('gets tracking numbers of carriers, which are removed again', async () => {
    const { entity_id: id } = await makeReturn(souk, await shippedOrder(souk));
    const tracks = async () => ok(await souk.admin.get(`/V1/returns/${id}/tracking-numbers`)).items;
    const page = await pages.open(`/console/customers/returns/${id}`, souk.admin.token);
    await page.getByText('No tracking numbers yet.').waitFor();
    await page.getByRole('button', { name: 'Add tracking number…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the carrier').fill('Bike messenger');
    await dialog.getByLabel('Number', { exact: true }).fill('BM 1');
    await dialog.getByRole('button', { name: 'Add tracking number' }).click();
    await page.getByText('Tracking number added.').waitFor();
    await page.getByRole('cell', { name: 'Bike messenger' }).waitFor();
    await page.getByRole('button', { name: 'Add tracking number…' }).click();
    await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('DHL');
    await dialog.getByLabel('Number', { exact: true }).fill('00340434');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add tracking number' }).click();
    await page.getByRole('cell', { name: '00340434', exact: true }).waitFor();
    await pages.show(page, 'return-tracks');
    expect(await tracks()).toMatchObject([
      { carrier_code: 'custom', carrier_title: 'Bike messenger', track_number: 'BM 1' },
      { carrier_code: 'dhl', carrier_title: 'DHL', track_number: '00340434' },
    ]);
    await page.getByRole('button', { name: 'Remove… (Remove BM 1)' }).click();
    await dialog.getByRole('button', { name: 'Remove tracking number' }).click();
    await page.getByText('Tracking number removed.').waitFor();
    expect(await tracks()).toMatchObject([{ track_number: '00340434' }]);
    expect(pages.problems).toEqual([]);
  });

  test('names its product, the choices of the customer and its statuses, and moves on', async () => {
    const order = await shippedOrder(souk);
    const { options } = ok(await souk.admin.get('/V1/returnsAttributeMetadata/reason'));
    const reason = options.at(-1);
    const made = await makeReturn(souk, order, 1, { items: [itemOf(order, 1, { reason: reason.value })] });
    const page = await pages.open('/console/customers/returns', souk.admin.token);
    const row = page.getByRole('row').filter({ hasText: made.increment_id });
    await row.getByRole('cell', { name: 'Pending', exact: true }).waitFor();
    await row.getByRole('link', { name: made.increment_id }).first().click();
    await page.getByRole('heading', { name: `Return ${made.increment_id}` }).waitFor();
    const chosen = (label: string) =>
      page
        .getByLabel(new RegExp(`^${label} \\(item 1\\)`))
        .locator('option:checked')
        .textContent();
    const { items } = ok(await souk.admin.get(`/V1/orders/${made.order_id}`));
    expect(await chosen('Product')).toBe(items[0].name);
    expect(await chosen('Status')).toBe('Pending');
    expect(await chosen('Reason')).toBe(reason.label);
    await page.getByLabel(/^Status \(item 1\)/).selectOption('Authorized');
    await page.getByLabel(/^Authorized \(item 1\)/).fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await souk.admin.get(`/V1/returns/${made.entity_id}`))).toMatchObject({ status: 'authorized' });
    await page.getByRole('link', { name: /^Order 0/ }).click();
    await page.waitForURL(`**/console/orders/${made.order_id}`);
    expect(pages.problems).toEqual([]);
  });

  test('is commented in German', async () => {
    const { entity_id: id } = await makeReturn(souk, await shippedOrder(souk));
    const page = await pages.open('/console', souk.admin.token);
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] }));
    await page.goto(`${souk.base}/console/customers/returns/${id}`);
    await page.getByText('Noch keine Sendungsnummern.').waitFor();
    await page.getByRole('button', { name: 'Kommentar …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kommentar' });
    await dialog.getByRole('textbox', { name: 'Kommentar' }).fill('Karton beschädigt.');
    await dialog.getByRole('button', { name: 'Kommentar hinzufügen' }).click();
    await page.getByRole('cell', { name: 'Karton beschädigt.' }).waitFor();
    await pages.show(page, 'german-return');
    expect(pages.problems).toEqual([]);
  });
});
