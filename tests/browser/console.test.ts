import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, until } from '../support/client.ts';
import { failSaves } from '../support/passing-failures.ts';
import { png } from '../support/png.ts';
import type { Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  const show: ConsolePages['show'] = (...shown) => pages.show(...shown);
  const integration: ConsolePages['integration'] = (...resources) => pages.integration(...resources);
  let uuid: string;

  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
    const product = (sku: string) => ({
      product: { sku, name: sku, price: 1, attribute_set_id: 4, type_id: 'simple' },
    });
    const bad = { product: { sku: 'mug-without-set', name: 'No set', price: 1, attribute_set_id: 4711 } };
    const sent = [product('mug-blue'), product('mug-red'), bad];
    uuid = (await souk.admin.post('/async/bulk/V1/products', sent)).body.bulk_uuid;
    await until(async () => {
      const { operations_list: all } = ok(await souk.admin.get(`/V1/bulk/${uuid}/status`));
      return all.every(({ status }: { status: number }) => status !== 4);
    });
  });
  afterAll(() => pages?.stop());

  test('signs in by name and password, says why not, and leaves', async () => {
    const page = await open('/console', undefined);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await show(page, 'sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('sign-in was incorrect').waitFor();
    await page.getByLabel('Password').fill(souk.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
  });

  test('is one session in all tabs, which signing out ends in all of them', async () => {
    const page = await open('/console', undefined);
    await page.locator('input[name=username]:focus').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${souk.base}/console/bulks`);
    await other.getByLabel('User name').waitFor();
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(souk.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('2 complete, 1 failed permanently').waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    await other.getByLabel('User name').waitFor();
    expect((await souk.guest.as(cookie!.value).raw('GET', '/_/console/me')).status).toBe(401);
  });

  test('asks to sign in again when the session has ended', async () => {
    const [token] = [
      ok(await souk.guest.post('/V1/integration/admin/token', { username: 'admin', password: souk.password })),
    ];
    const page = await open('/console/bulks', token);
    await page.getByText('2 complete, 1 failed permanently').waitFor();
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${souk.base}/_/console/session`, { method: 'DELETE', headers });
    await page.getByLabel('Topic contains').fill('other');
    await page.keyboard.press('Enter');
    await page.getByLabel('User name').waitFor();
    expect(page.url()).toContain('/console/bulks?topic=other');
  });

  test('is entered by a one-time link, which then leaves the address', async () => {
    const { stdout } = await souk.cli('console');
    const page = await open(`/console${stdout.trim().slice(stdout.indexOf('#'))}`, undefined);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).not.toContain('link=');
  });

  test('is entered by the token of an integration', async () => {
    const page = await open('/console', undefined);
    await page.getByText('Sign in with an access token').click();
    await page
      .getByLabel('Access token of an integration')
      .fill(await integration('Magento_Config::config', 'Magento_Cms::page'));
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByText('console Magento_Config::config').waitFor();
  });

  test('draws how the installation fares, and goes on as it is asked more', async () => {
    const page = await open('/console/overview', souk.admin.token);
    await page.getByText('1 process serves requests').waitFor();
    await page.getByRole('cell', { name: '/V1/integration/admin/token' }).first().waitFor();
    await page.getByRole('img', { name: /^Requests per second: answered, last/ }).waitFor();
    await page.getByRole('img', { name: /^Response time in ms: p50, last [\d.]+, highest/ }).waitFor();
    await page.locator('canvas').first().waitFor();
    await page.getByLabel('Period').selectOption('the last day');
    await page.waitForURL(/span=24h/);
    await page.locator('canvas').first().waitFor();
    await page.getByLabel('Period').selectOption('the last 15 minutes');
    await page.getByRole('region', { name: 'Processes' }).getByText(/:\d+$/).waitFor();
    await page.getByText(engines.at(-1) === 'postgres' ? 'PostgreSQL' : 'SQLite').waitFor();
    await show(page, 'overview');
  });

  test('starts with the state of the shop: alerts, sales, orders, low stock and the servers', async () => {
    const stock = { source_code: 'default', status: 1 };
    const sourceItems = [{ ...stock, sku: 'mug-blue', quantity: 3 }];
    ok(await souk.admin.post('/V1/inventory/source-items', { sourceItems }));
    const page = await open('/console', souk.admin.token);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.locator('.tile.bad', { hasText: 'Bulks with failed operations' }).getByRole('link').waitFor();
    await page.locator('.tile.good', { hasText: 'Waiting emails' }).waitFor();
    await page.getByText('No orders in this period.').waitFor();
    await page.getByText('No orders yet.').waitFor();
    const low = page.getByRole('region', { name: 'Low stock' }).getByRole('row', { name: 'mug-blue' });
    await low.getByRole('cell', { name: 'Default Source', exact: true }).waitFor();
    expect(await low.getByRole('link').getAttribute('href')).toBe('/console/catalog/products/mug-blue');
    await page.getByRole('img', { name: /^Response time in ms: p50, last [\d.]+/ }).waitFor();
    await page.getByLabel('Period').selectOption('the last 30 days');
    await page.waitForURL(/days=30/);
    await show(page, 'home');
    const orders = await open('/console', await integration('Magento_Sales::actions_view'));
    await orders.getByText('No orders yet.').waitFor();
    expect(await orders.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Sales', 'Latest orders']);
    expect(await orders.locator('.tile').count()).toBe(0);
  });

  test('follows a bulk, shows what was sent, and saves its failures so that they can be sent again', async () => {
    const page = await open('/console/bulks', souk.admin.token);
    await page.getByText('2 complete, 1 failed permanently').waitFor();
    await page.getByRole('cell', { name: 'admin (admin)', exact: true }).first().waitFor();
    await show(page, 'bulks');
    await page.getByRole('link', { name: /productrepositoryinterface/ }).click();
    await page.getByLabel('Status').selectOption('failed permanently');
    await page.getByText('Show operation 2').click();
    await page.getByText('mug-without-set').waitFor();
    await show(page, 'bulk');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failures as JSON' }).click();
    const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
    expect(saved).toMatchObject([{ product: { sku: 'mug-without-set', attribute_set_id: 4711 } }]);
    saved[0].product.attribute_set_id = 4;
    expect((await souk.admin.post('/async/bulk/V1/products', saved)).status).toBe(202);
    const savingTable = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failures as CSV' }).click();
    const table = readFileSync(await (await savingTable).path(), 'utf8');
    expect(table.split('\r\n')[0]!.split(',')).toContain('product.sku');
  });

  // What fails and passes by itself at a known moment can be made in PostgreSQL alone.
  test.runIf(engines.at(-1) === 'postgres')('tries again what failed by something that has passed', async () => {
    const attempts = { path: 'souk/operations/attempts', value: '1' };
    ok(await souk.admin.raw('PUT', '/_/console/settings', attempts));
    const pass = await failSaves(souk.env.DATABASE_URL!, 'mug-red', 'always');
    const sent = [{ product: { sku: 'mug-red', price: 4 } }];
    const { bulk_uuid: failed } = (await souk.admin.post('/async/bulk/V1/products', sent)).body;
    const page = await open(`/console/bulks/${failed}`, souk.admin.token);
    await page.getByText('1 failed temporarily').waitFor();
    await pass();
    await page.getByRole('button', { name: 'Retry failed operations' }).click();
    await page.getByText('Retrying 1 operation.').waitFor();
    await page.getByText('1 complete').waitFor();
    expect(ok(await souk.admin.get('/V1/products/mug-red')).price).toBe(4);
    ok(await souk.admin.raw('PUT', '/_/console/settings', { path: attempts.path }));
  });

  test('keeps what is being typed while a list arrives', async () => {
    const page = await open('/console/bulks', undefined);
    let arrive = (): void => {};
    const typed = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/_/console/bulks*', async (route) => {
      await typed;
      await route.continue();
    });
    await pages.enter(page, souk.admin.token!);
    await page.reload();
    await page.getByLabel('Topic contains').fill('productrep');
    arrive();
    await page.getByText('2 complete, 1 failed permanently').waitFor();
    expect(await page.getByLabel('Topic contains').inputValue()).toBe('productrep');
    await page.keyboard.press('Enter');
    await page.waitForURL(/topic=productrep/);
  });

  test('puts search criteria together, shows a record in both formats, and saves it through the interface', async () => {
    const page = await open('/console/data', souk.admin.token);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Condition 1').first().selectOption('in');
    await page.getByLabel('Value 1').fill('mug-blue,mug-red');
    await page.keyboard.press('Enter');
    await page.getByText('2 records, page 1').waitFor();
    await page.getByLabel('Sort by').fill('-sku');
    await page.keyboard.press('Enter');
    const call = page.getByText('GET /rest/all/V1/products?searchCriteria');
    await call.getByText('[direction]=DESC').waitFor();
    const asked = (await call.innerText()).replace('GET ', '');
    const { items } = ok(await souk.admin.raw('GET', asked));
    expect(items.map(({ sku }: { sku: string }) => sku)).toEqual(['mug-red', 'mug-blue']);
    await show(page, 'data');
    await page.getByRole('link', { name: 'mug-blue' }).click();
    await page.getByRole('heading', { name: 'Product mug-blue' }).waitFor();
    const editor = page.getByLabel('Record (editable)');
    await editor.waitFor();
    await show(page, 'record');
    await editor.fill((await editor.inputValue()).replace('"name": "mug-blue"', '"name": "A blue mug"'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await souk.admin.get('/V1/products/mug-blue')).name).toBe('A blue mug');
    await editor.fill('{"sku": "mug-blue", "price": "much"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('much').last().waitFor();
    await page.locator('.notice.failure').waitFor();
    const content = {
      base64_encoded_data: png([30, 60, 160], 24).toString('base64'),
      type: 'image/png',
      name: 'm.png',
    };
    const entry = { media_type: 'image', label: 'A mug from above', position: 1, disabled: false, types: [], content };
    ok(await souk.admin.store('all').post('/V1/products/mug-blue/media', { entry }));
    await page.reload();
    const picture = page.getByRole('img', { name: 'A mug from above' });
    await picture.waitFor();
    await until(async () => (await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))) === 24);
    await page.getByRole('button', { name: 'XML' }).click();
    await page.getByText('<name>A blue mug</name>').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByText('2 records, page 1').waitFor();
    for (const kind of [
      'Categories',
      'Customers',
      'Carts',
      'Orders',
      'Invoices',
      'Shipments',
      'Credit memos',
      'Returns',
      'Cart price rules',
      'Stock by source',
    ]) {
      await page.getByLabel('Records').selectOption(kind);
      await page.getByText(/records?, page 1/).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });

  test('opens a record at an address of its own, and Back returns to the list with its filter', async () => {
    const page = await open('/console/bulks', souk.admin.token);
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Condition 1').first().selectOption('like');
    await page.getByLabel('Value 1').fill('%blue');
    await page.keyboard.press('Enter');
    await page.getByText('1 record, page 1').waitFor();
    const list = page.url();
    await page.getByRole('link', { name: 'mug-blue' }).click();
    await page.getByLabel('Record (editable)').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/data/products/mug-blue');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'Product mug-blue' }).waitFor();
    await page.goBack();
    await page.getByText('1 record, page 1').waitFor();
    expect(page.url()).toBe(list);
    await page.getByLabel('Records').selectOption('Categories');
    await page.getByText('Default Category').waitFor();
    await page.getByRole('link', { name: '2', exact: true }).click();
    await page.getByRole('heading', { name: 'Category 2' }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByText('1 record, page 1').waitFor();
  });

  test('asks before unsaved changes are lost', async () => {
    const page = await open('/console/data', souk.admin.token);
    await page.getByRole('link', { name: 'mug-red' }).click();
    const editor = page.getByLabel('Record (editable)');
    await editor.fill('{"sku": "mug-red", "name": "Unsaved"}');
    const questions: string[] = [];
    let isLeft = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void (isLeft ? dialog.accept() : dialog.dismiss());
    });
    await page.getByRole('link', { name: 'Bulks' }).click();
    await page.evaluate('history.back()');
    await until(() => Promise.resolve(questions.length === 2));
    expect(await editor.inputValue()).toContain('Unsaved');
    expect(page.url()).toContain('/console/data/products/mug-red');
    await page.evaluate('location.reload()').catch(() => {});
    await until(() => Promise.resolve(questions.length === 3));
    expect(questions).toEqual(['confirm', 'confirm', 'beforeunload']);
    expect(await editor.inputValue()).toContain('Unsaved');
    isLeft = true;
    await page.getByRole('link', { name: 'Bulks' }).click();
    await page.getByRole('heading', { name: 'Bulks' }).waitFor();
    await page.getByRole('link', { name: 'Data' }).click();
    expect(questions).toHaveLength(4);
  });

  test('says that an address leads to no page', async () => {
    const page = await open('/console/nowhere', souk.admin.token);
    for (const place of ['nowhere', 'audit/nowhere', 'data/nowhere']) {
      await page.goto(`${souk.base}/console/${place}`);
      await page.getByRole('heading', { name: 'No such page' }).waitFor();
    }
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  test('changes a setting for a store view and resets it to the inherited value', async () => {
    const page = await open('/console/settings?search=general/store_information/name', souk.admin.token);
    await page.getByLabel('Scope').selectOption('Store view: Default Store View');
    await page.getByRole('button', { name: 'Change general/store_information/name' }).click();
    await page.getByLabel(/^Value/).fill('Mugs and more');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Mugs and more' }).waitFor();
    await page.getByRole('cell', { name: 'stores' }).waitFor();
    await page.getByRole('button', { name: 'Change general/store_information/name' }).click();
    await page.getByRole('button', { name: 'Use inherited value' }).click();
    await page.getByText('general/store_information/name reset.').waitFor();
    await page.getByRole('cell', { name: 'Mugs and more' }).waitFor({ state: 'detached' });
    await page.getByLabel('Path, effect or value contains').fill('currency');
    await page.getByText('currency/options/base').waitFor();
    await show(page, 'settings');
  });

  test('opens the settings with those that were changed, and takes values by their type', async () => {
    const path = 'souk/audit/enabled';
    ok(await souk.admin.raw('PUT', '/_/console/settings', { path, value: '0' }));
    const page = await open('/console/settings', souk.admin.token, 1280);
    await page.getByRole('row').filter({ hasText: path }).getByText('No (0)').waitFor();
    expect(await page.getByText('oauth/access_token_lifetime/admin').count()).toBe(0);
    const box = await page.getByText(path, { exact: true }).boundingBox();
    // The path stands on one line.
    expect(box!.height).toBeLessThan(30);
    await show(page, 'settings-changed');
    await page.getByRole('button', { name: `Change ${path}` }).click();
    await page
      .locator('dialog')
      .getByLabel(/^Value/)
      .selectOption('Yes');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${path} saved.`).waitFor();
    await page.getByText(path, { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByText(/first 500 shown/).waitFor();
    await page.getByLabel('Path, effect or value contains').fill('oauth/access_token_lifetime/admin');
    await page.getByRole('button', { name: 'Change oauth/access_token_lifetime/admin' }).click();
    expect(await page.locator('dialog input').getAttribute('type')).toBe('number');
    ok(await souk.admin.raw('PUT', '/_/console/settings', { path }));
  });

  test('keeps a dialog open with its input when the server refuses it, with the error at the field', async () => {
    const page = await open('/console/settings?search=general/locale/code', souk.admin.token);
    await page.getByRole('button', { name: 'Change general/locale/code' }).click();
    const value = page.getByLabel(/^Value/);
    await page.locator('dialog input[name=value]:focus').waitFor();
    await value.fill('xx_YY');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field.wrong').getByRole('alert').waitFor();
    expect(await value.inputValue()).toBe('xx_YY');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('.notice.failure').count()).toBe(0);
    const taken = await integration('Magento_Cms::page');
    const { name } = ok(await souk.guest.as(taken).raw('GET', '/_/console/me'));
    await page.goto(`${souk.base}/console/access`);
    await page.getByRole('button', { name: 'New integration' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('checkbox', { name: 'All permissions' }).check();
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.locator('.field.wrong').getByRole('alert').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect(await page.getByLabel('Name').inputValue()).toBe(name);
    expect(await page.getByRole('checkbox', { name: 'All permissions' }).isChecked()).toBe(true);
    await page.getByLabel('Name').fill(`${name} 2`);
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('heading', { name: 'Credentials of the new integration' }).waitFor();
    await page.goto(`${souk.base}/console/access?show=users`);
    await page.getByRole('button', { name: 'New admin user' }).click();
    for (const [label, text] of [
      ['User name', 'ada'],
      ['E-mail address', 'ada@example.com'],
      ['First name', 'Ada'],
      ['Last name', 'Example'],
      ['Role', 'Nobody'],
    ] as const) {
      await page.locator('dialog').getByLabel(label).fill(text);
    }
    await page.getByRole('button', { name: 'Create admin user' }).click();
    await page.locator('.field.wrong', { hasText: 'Role' }).getByRole('alert').waitFor();
    expect(await page.locator('dialog').getByLabel('User name').inputValue()).toBe('ada');
  });

  test('shows limited callers settings that they may not change as read-only, and why', async () => {
    const page = await open(
      '/console/settings?search=souk/identity',
      await integration('Magento_Config::config', 'Magento_Cms::page'),
    );
    const row = page.getByRole('row').filter({ hasText: 'souk/identity/issuer' });
    await row.getByText('Read-only: changing it needs all permissions').waitFor();
    await page.getByText('changing them needs all permissions').waitFor();
    expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
    await show(page, 'settings-read-only');
    await page.getByLabel('Path, effect or value contains').fill('eventing/enabled');
    await page.getByText('changing it needs Magento_AdobeIoEventsClient::adobe_io_events').waitFor();
    await page.getByLabel('Path, effect or value contains').fill('currency/options/base');
    await page.getByRole('button', { name: 'Change currency/options/base' }).waitFor();
    expect(await page.getByText('Read-only').count()).toBe(0);
    const whole = await open('/console/settings?search=souk/identity', souk.admin.token);
    await whole.getByRole('button', { name: 'Change souk/identity/issuer' }).waitFor();
    expect(await whole.getByText('Read-only').count()).toBe(0);
  });

  test('makes an integration with permissions from the tree, whose keys work', async () => {
    const page = await open('/console/access', souk.admin.token);
    await page.getByRole('button', { name: 'New integration' }).click();
    await page.getByLabel('Name').fill('Warehouse');
    await page.getByLabel('Filter').fill('Magento_Cms');
    await page.getByRole('checkbox', { name: 'Content > Elements > Pages', exact: true }).check();
    await show(page, 'access-new');
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('heading', { name: 'Credentials of the new integration' }).waitFor();
    await page.getByRole('button', { name: 'Copy access_token', exact: true }).click();
    const token = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await page.locator('dt:text-is("access_token") + dd code').innerText()).toBe(token);
    const me = ok(await souk.guest.as(token).raw('GET', '/_/console/me'));
    expect(me).toMatchObject({ name: 'Warehouse', unlimited: false });
    expect(me.resources).toContain('Magento_Cms::page');
    // Nothing shows them again: leaving them asks, until all are copied.
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy as .env' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`\nACCESS_TOKEN=${token}\n`);
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Warehouse', exact: true }).waitFor();
    await show(page, 'access');
    for (const [tab, name, picture] of [
      ['Admin users', 'admin@example.com', 'access-users'],
      ['Roles', 'Administrators', 'access-roles'],
      ['Sessions', 'Warehouse (integration)', 'access-sessions'],
    ] as const) {
      await page.getByRole('link', { name: tab }).click();
      await page.getByRole('cell', { name, exact: true }).first().waitFor();
      await show(page, picture);
    }
  });

  test('grants the permissions of a preset', async () => {
    const page = await open('/console/access', souk.admin.token);
    await page.getByRole('button', { name: 'New integration' }).click();
    await page.getByLabel('Name').fill('Reports');
    await page.getByRole('button', { name: 'Orders: read' }).click();
    await page.getByLabel('Filter').fill('view orders');
    await page
      .getByRole('checkbox', { name: 'Sales > Operations > Orders > Actions on orders > View orders' })
      .waitFor();
    await page.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('button', { name: 'Copy access_token', exact: true }).click();
    const caller = souk.guest.as(await page.evaluate<string>('navigator.clipboard.readText()'));
    ok(await caller.get('/V1/orders?searchCriteria[pageSize]=1'));
    expect((await caller.post('/V1/orders/1/cancel', {})).status).toBe(401);
  });

  test('shows the pages that a role opens, starts at the first of them, and names what others lack', async () => {
    const page = await open('/console', await integration('Magento_Catalog::products'));
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    const nav = page.getByRole('navigation', { name: 'Pages' });
    expect(await nav.getByRole('link').allInnerTexts()).toEqual(['Catalog', 'Data']);
    await nav.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('heading', { name: 'Data', level: 1 }).waitFor();
    expect(await page.getByLabel('Records').getByRole('option').allInnerTexts()).toEqual(['Products']);
    await page.goto(`${souk.base}/console/overview`);
    await page.getByText('Your role lacks: Dashboard').waitFor();
    await page.goto(`${souk.base}/console/data/orders`);
    await page.getByText('Your role lacks: View orders').waitFor();
    await show(page, 'forbidden');
    const none = await open('/console', await integration());
    await none.getByText('Your role opens no page of the console.').waitFor();
  });

  test('shows who has changed what, and narrows it in the address', async () => {
    ok(await souk.admin.put('/V1/products/mug-blue', { product: { price: 3 } }));
    const page = await open('/console/audit', souk.admin.token);
    await page.getByLabel('Entity contains').fill('mug-blue');
    await page.keyboard.press('Enter');
    await page.getByText('PUT /V1/products/:sku').first().waitFor();
    expect(page.url()).toContain('entity=mug-blue');
    await page.getByLabel('From (UTC)').fill('2100-01-01T00:00');
    await page.getByText('No matching changes.').waitFor();
    await page.getByLabel('From (UTC)').fill('2020-01-01T00:00');
    await page.getByText('PUT /V1/products/:sku').first().waitFor();
    await show(page, 'audit');
  });

  test('says that nothing is there, that a page is not allowed, and that the server failed', async () => {
    const nobody = JSON.stringify([{ field: 'sku', condition: 'eq', value: 'nothing' }]);
    await pages.areEmpty([
      ['bulks?topic=nothing', 'No matching bulks.'],
      [`bulks/${uuid}?status=5`, 'No operations with this status.'],
      [`data?where=${encodeURIComponent(nobody)}`, 'No matching records.'],
      ['settings?search=nothing-is-called-so', 'No matching settings.'],
      ['audit?entity=nothing', 'No matching changes.'],
    ]);
    await pages.refuse([
      'home',
      'overview',
      'bulks',
      `bulks/${uuid}`,
      'data',
      'data/products/mug-red',
      'settings',
      'audit',
      ...['integrations', 'users', 'roles', 'sessions'].map((part) => `access?show=${part}`),
    ]);
  });

  test('goes to pages and records by the keyboard, with what the caller may read', async () => {
    const page = await open('/console/audit', souk.admin.token);
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByLabel('Page, SKU, order number');
    await search.fill('sett');
    await page.getByRole('link', { name: 'Settings page' }).waitFor();
    await search.fill('mug-r');
    await page.getByRole('link', { name: 'mug-red product' }).waitFor();
    await show(page, 'palette');
    await page.getByRole('status').filter({ hasText: 'Searching' }).waitFor({ state: 'detached' });
    await search.press('Enter');
    await page.waitForURL('**/console/catalog/products/mug-red');
    await page.getByRole('link', { name: 'All products' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    const [entry] = ok(await souk.admin.raw('GET', '/_/console/audit?limit=1'));
    // The dialog reports its end after the second key.
    await page.evaluate(`for (const keys of [{ key: 'Escape' }, { key: 'k', ctrlKey: true }]) {
      const press = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys });
      document.activeElement.dispatchEvent(press);
    }`);
    await search.fill(entry.reference);
    await page.getByRole('link', { name: `${entry.reference} request in the audit log` }).waitFor();
    const limited = await open('/console', await integration('Magento_Logging::magento_logging_events'));
    await limited.getByRole('heading', { name: 'Audit' }).waitFor();
    await limited.keyboard.press('Control+k');
    await limited.getByLabel('Page, SKU, order number').fill('mug-red');
    await limited.getByText('Nothing found.').waitFor();
  });

  test('serves by keyboard, and on a phone', async () => {
    const page = await open('/console/settings?search=currency', souk.admin.token, 380);
    await page.getByText('currency/options/base').waitFor();
    await show(page, 'phone');
    const change = page.getByRole('button', { name: 'Change currency/options/base', exact: true });
    expect(await change.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await change.evaluate((one) => one.clientWidth)).toBeGreaterThan(60);
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.waitFor({ state: 'hidden' });
    // The bar is one line: the search and the menu, which also has the language and the end of the session.
    const bar = await page.getByRole('banner').boundingBox();
    expect(bar!.height).toBeLessThan(64);
    await page.getByRole('button', { name: 'Go to…' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByLabel('Language').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Bulks' }).click();
    await page.getByRole('heading', { name: 'Bulks' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
    const moment = page.getByRole('table').locator('time').first();
    expect(await moment.innerText()).toMatch(/ago|now/);
    expect(await moment.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await page.goto(`${souk.base}/console/bulks`);
    await page.getByRole('heading', { name: 'Bulks' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  test('loads nothing from elsewhere, and meets no error', async () => {
    const page = await open('/console/overview', souk.admin.token);
    await page.getByText('process serves requests').waitFor();
    expect(pages.foreign).toEqual([]);
    expect(pages.problems).toEqual([]);
  });
});
