import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, SoukError, type Client } from '../../packages/client/src/index.ts';
import { ok, until } from '../support/client.ts';
import { startReceiver, type Receiver } from '../io-events/receiver.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('the pages of calls, events and mails', () => {
  let pages: ConsolePages;
  let shop: Client;
  let receiver: Receiver;
  const mug = (price: number) => ({
    product: { sku: 'mug', name: 'Mug', price, attribute_set_id: 4, type_id: 'simple' },
  });

  beforeAll(async () => {
    pages = await startConsole({ SOUK_RELEASE: '2.4.9' });
    const { souk } = pages;
    shop = createClient({ baseUrl: souk.base, token: souk.admin.token, store: 'all', retries: 0 });
    receiver = await startReceiver();
    ok(await souk.admin.raw('PUT', '/_/console/settings', { path: 'souk/events/allow_private', value: '127.0.0.1' }));
  });
  afterAll(async () => {
    await receiver?.stop();
    await pages?.stop();
  });

  const admin = () => pages.souk.admin.token;
  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

  test('says on each page that nothing is there yet', async () => {
    await pages.areEmpty([
      ['calls', 'No matching calls.'],
      ['events', 'No webhooks yet.'],
      ['events?show=subscriptions', 'No subscriptions yet.'],
      ['events?show=deliveries', 'No matching deliveries.'],
      ['events?show=waiting', 'No failed events.'],
      ['events?show=hooks', 'No hooks yet.'],
      ['mails', 'No matching emails.'],
      ['calls/1', 'No such entity with id = 1'],
      // Of the two, whichever was answered first.
      ['calls/1/2', 'No such entity with id = '],
      ['mails/1', 'No such entity with id = 1'],
    ]);
  });

  test('records calls for a time, and shows them as they come', async () => {
    const page = await pages.open('/console/calls', admin());
    await page.getByLabel('Route contains').fill('/V1/products');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('with “/v1/products” in the route').waitFor();
    await shop.products.save(mug(12.5));
    await shop.request('GET /V1/store/websites');
    await shop.products.save(mug(9));
    await shop.products.get({ sku: 'nothing' }).catch((error: unknown) => expect(error).toBeInstanceOf(SoukError));
    await page.getByText('GET /rest/all/V1/products/nothing').waitFor();
    expect(await page.getByRole('link', { name: /\/rest\/all\/V1\// }).count()).toBe(3);
    await pages.show(page, 'calls');
    await page.getByLabel('Outcome').selectOption('rejected or failed');
    await page.waitForURL(/outcome=failed/);
    await page.getByRole('link', { name: 'POST' }).first().waitFor({ state: 'detached' });
  });

  test('shows one call, copies it as curl and as client code, keeps it as a test case, and sends it again', async () => {
    const page = await pages.open('/console/calls?search=POST', admin());
    await page.getByRole('link', { name: 'POST /rest/all/V1/products' }).first().click();
    await page.getByRole('region', { name: 'Request body' }).getByText('"price": 9').waitFor();
    await page.getByText(/\d+ statements, included in the other stages/).waitFor();
    await pages.show(page, 'call');
    await page.getByText('headers').first().click();
    await page.getByRole('region', { name: 'Request headers' }).getByText('authorization: Bearer ******').waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Curl command copied.').waitFor();
    const curl = await copied(page);
    expect(curl).toContain(`curl -sS -X POST '${pages.souk.base}/rest/all/V1/products'`);
    expect(curl).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(curl).toContain(JSON.stringify(mug(9)));
    await page.getByRole('button', { name: 'Copy as client code' }).click();
    await page.getByText('Client code copied.').waitFor();
    expect(await copied(page)).toMatch(
      /store: "all" \}\);\n\nconst answer = await shop\.products\.save\(\{\n {2}product: \{\n {4}sku: "mug",/,
    );
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as test case' }).click();
    const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
    expect(saved).toMatchObject({
      name: 'POST /V1/products answers 200',
      request: { method: 'POST', path: '/rest/all/V1/products', signed_in: true, body: mug(9) },
      expect: { status: 200, body: { sku: 'mug', price: 9 } },
    });
    const savingTest = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as vitest test' }).click();
    const written = readFileSync(await (await savingTest).path(), 'utf8');
    expect(written).toContain('expect(answer.status).toBe(200);');
    await page.getByRole('button', { name: 'Send again' }).click();
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill((await body.inputValue()).replace('"price": 9', '"price": 11'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'Response', exact: true }).getByText('"price": 11').waitFor();
    expect((await shop.products.get({ sku: 'mug' })).price).toBe(11);
    await pages.show(page, 'call-send');
  });

  test('compares two calls', async () => {
    const page = await pages.open('/console/calls?search=POST', admin());
    await page
      .getByLabel(/^Compare \d+: POST/)
      .nth(0)
      .check();
    await page
      .getByLabel(/^Compare \d+: POST/)
      .nth(1)
      .check();
    await page.getByRole('button', { name: 'Compare selected calls' }).click();
    const compared = page.getByRole('region', { name: 'Request, compared' });
    await compared.locator('del', { hasText: '"price": 12.5' }).waitFor();
    await compared.locator('ins', { hasText: '"price": 9' }).waitFor();
    await pages.show(page, 'call-compare');
  });

  test('stops recording, and removes what was recorded', async () => {
    const page = await pages.open('/console/calls', admin());
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('No matching calls.').waitFor();
  });

  test('shows a mail as it looks, without letting it run or load anything', async () => {
    await shop.accounts.createAccount({
      customer: { email: 'grace@example.com', firstname: 'Grace', lastname: 'Hopper', website_id: 1 },
      password: 'Secret-123',
    });
    const page = await pages.open('/console/mails', admin());
    // The page follows new emails by itself.
    await page.getByText('grace@example.com').waitFor();
    await pages.show(page, 'mails');
    await page.getByRole('link', { name: /^Your account/ }).click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await page.frameLocator('iframe').getByText('Hello Grace Hopper,').waitFor();
    await pages.show(page, 'mail');
    await page.getByRole('button', { name: 'Plain text' }).click();
    await page.getByRole('region', { name: 'Plain text' }).getByText('Hello Grace Hopper,').waitFor();
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByRole('region', { name: 'Headers' }).getByText('To: Grace Hopper <grace@example.com>').waitFor();
  });

  test('shows to whom events are told, what has failed, and sends it again', async () => {
    const workspace_configuration = JSON.stringify({ url: receiver.url });
    await shop.adobeCommerceEventsClientEventProviders.save({
      eventProvider: { provider_id: 'erp', label: 'ERP', workspace_configuration },
    });
    await shop.adobeCommerceEventsClientEventSubscription.subscribe({
      event: { name: 'product.changed', provider_id: 'erp', fields: [{ name: 'price' }] },
    });
    receiver.answer = () => ({ status: 500 });
    await shop.products.save(mug(14));
    const page = await pages.open('/console/events', admin());
    await page.getByText(/^failed (once|\d+ times in a row)$/).waitFor();
    await pages.show(page, 'events');
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('cell', { name: 'product.changed', exact: true }).waitFor();
    await pages.show(page, 'events-subscriptions');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByRole('cell', { name: '500', exact: true }).first().waitFor();
    await pages.show(page, 'events-deliveries');
    await page
      .getByRole('button', { name: /^Show delivery \d+/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Delivery \d+/ });
    await dialog.getByText('failed: HTTP 500').waitFor();
    await dialog.getByRole('region', { name: 'Request' }).getByText('"specversion":"1.0"').waitFor();
    await pages.show(page, 'events-delivery');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Failures and dead letters' }).click();
    await page.getByText('next attempt at').first().waitFor();
    await pages.show(page, 'events-waiting');
    await page.getByRole('button', { name: /^Redeliver event \d+/ }).click();
    await page.getByText(/^Redelivering event \d+/).waitFor();
    // Not before: an attempt of its own would leave nothing to redeliver.
    receiver.answer = () => ({ status: 200 });
    await until(async () => receiver.taken('mug').length > 0);
    await page.getByRole('link', { name: 'Providers' }).click();
    await page.getByText('delivers', { exact: true }).waitFor();
    const before = receiver.taken('mug').length;
    await page.getByRole('button', { name: 'Replay… to erp' }).click();
    await page.getByRole('button', { name: 'Replay events' }).click();
    await page.getByText('Redelivering all events after position').waitFor();
    await until(async () => receiver.taken('mug').length > before);
  });

  test('makes providers and subscriptions by a form, and sends a test event', async () => {
    const page = await pages.open('/console/events', admin());
    await page.getByRole('button', { name: 'New provider' }).click();
    await page.locator('dialog [name=provider_id]').fill('forms');
    await page.locator('dialog [name=label]').fill('Made by a form');
    await page.locator('dialog [name=url]').fill('ftp://nowhere.example/');
    await page.getByRole('button', { name: 'Create provider' }).click();
    await page.locator('dialog').getByRole('alert').waitFor();
    expect(await page.locator('dialog [name=label]').inputValue()).toBe('Made by a form');
    await page.locator('dialog [name=url]').fill(receiver.url);
    await page.getByRole('button', { name: 'Create provider' }).click();
    await page.getByText('Provider forms created.').waitFor();
    await page.getByRole('button', { name: 'Send test event to forms' }).click();
    const result = page.locator('dialog');
    await result.getByText('delivered').waitFor();
    await result.getByText('"type":"souk.test"').waitFor();
    await result.getByText('webhook-signature: v1,').waitFor();
    await pages.show(page, 'events-test');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.locator('dialog [name=name]').fill('category.created');
    await page.locator('dialog [name=provider_id]').selectOption('Made by a form');
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('cell', { name: 'category.created', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove… (Remove category.created)' }).click();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove subscription' }).click();
    await page.getByText('category.created removed.').waitFor();
    await page.getByRole('cell', { name: 'category.created', exact: true }).waitFor({ state: 'detached' });
  });

  test('makes a hook by a form', async () => {
    const page = await pages.open('/console/events?show=hooks', admin());
    await page.getByRole('button', { name: 'New hook' }).click();
    await page.locator('dialog [name=webhook_method]').fill('plugin.magento.catalog.api.category_repository.save');
    await page.locator('dialog [name=hook_name]').fill('form');
    await page.locator('dialog [name=url]').fill(receiver.url);
    await page.getByRole('button', { name: 'Create hook' }).click();
    await page.getByRole('cell', { name: 'default/form', exact: true }).waitFor();
  });

  test('lists hooks', async () => {
    await shop.webhookSubscriber.subscribe({
      webhook: {
        webhook_method: 'plugin.magento.catalog.api.product_repository.save',
        webhook_type: 'before',
        batch_name: 'checks',
        hook_name: 'price',
        url: receiver.url,
        required: false,
      },
    });
    const page = await pages.open('/console/events?show=hooks', admin());
    await page.getByRole('cell', { name: 'checks/price', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'the call continues' }).first().waitFor();
    await pages.show(page, 'events-hooks');
    receiver.answer = () => ({ status: 200, body: '{"op":"success"}' });
    await page.getByRole('button', { name: 'Test… checks/price' }).click();
    await page.getByLabel('Value as JSON').fill('{ "product": ');
    await page.getByRole('button', { name: 'Call hook' }).click();
    await page.getByText('The text is not JSON.').waitFor();
    await page.getByLabel('Value as JSON').fill('{ "product": { "sku": "mug" } }');
    await page.getByRole('button', { name: 'Call hook' }).click();
    const result = page.getByRole('dialog', { name: 'Test of hook checks/price' });
    await result.getByRole('region', { name: 'Request' }).getByText('{"product":{"sku":"mug"}}').waitFor();
    await result.getByRole('region', { name: 'Response' }).getByText('{"op":"success"}').waitFor();
    await pages.show(page, 'events-hook-test');
    await page.keyboard.press('Escape');
    receiver.answer = () => ({ status: 200 });
    await page.getByRole('button', { name: 'Remove… (Remove default/form)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove hook' }).click();
    await page.getByText('default/form removed.').waitFor();
    await page.getByRole('cell', { name: 'default/form', exact: true }).waitFor({ state: 'detached' });
  });

  test('says what is not allowed, and what the server said when it failed', async () => {
    const { admin: caller } = pages.souk;
    ok(await caller.raw('PUT', '/_/console/recording', { minutes: 5 }));
    await shop.products.get({ sku: 'mug' });
    await shop.request('GET /V1/store/websites');
    const listed = async (path: string) => ok(await caller.raw('GET', `/_/console/${path}`));
    await until(async () => (await listed('calls')).length > 1);
    const [{ id: other }, { id: one }] = await listed('calls');
    const [{ id: mail }] = (await listed('mails')).items;
    await pages.refuse([
      'calls',
      `calls/${one}`,
      `calls/${one}/${other}`,
      'mails',
      `mails/${mail}`,
      'events',
      ...['subscriptions', 'deliveries', 'waiting', 'hooks'].map((part) => `events?show=${part}`),
    ]);
  });

  test('loads nothing from elsewhere and meets no error', () => {
    expect(pages.foreign).toEqual([]);
    expect(pages.problems).toEqual([]);
  });
});
