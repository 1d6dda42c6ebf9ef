import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('products in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('are empty in a new shop', () => pages.areEmpty([['catalog', 'No products yet.']]));

  test('are listed with their stock, and found by SKU, status and price', async () => {
    const mug = await newProduct(souk, { price: 12.5 });
    const off = await newProduct(souk, { price: 30, status: 2 });
    const page = await open('/console', souk.admin.token);
    await page.getByRole('link', { name: 'Catalog', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: mug.name });
    await row.getByText('12.50').waitFor();
    await row.getByRole('cell', { name: '100', exact: true }).waitFor();
    await pages.show(page, 'products');
    await page.getByLabel('Status').selectOption('disabled');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: off.name }).waitFor();
    await page.getByLabel('Status').selectOption('all');
    await page.getByLabel('SKU or name').fill(mug.sku);
    await page.keyboard.press('Enter');
    await page.getByText('1 product', { exact: true }).waitFor();
    await page.getByLabel('Price from').fill('20');
    await page.keyboard.press('Enter');
    await page.getByText('No matching products.').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('a product is changed by the fields of its set, by store view, and changes are guarded', async () => {
    const { sku } = await newProduct(souk);
    const stored = async (store: string) => ok(await souk.admin.raw('GET', `/rest/${store}/V1/products/${sku}`));
    const page = await open(`/console/catalog/products/${sku}`, souk.admin.token);
    await page.getByRole('textbox', { name: /^Product Name/ }).fill('Stoneware mug');
    await page.getByRole('spinbutton', { name: 'Price *' }).fill('14.5');
    await page.getByText('Show the call').click();
    await page.getByText(`PUT /rest/all/V1/products/${sku}`).waitFor();
    await page.getByText('"price": 14.5').waitFor();
    await pages.show(page, 'product');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'All products' }).click();
    expect(await page.getByRole('textbox', { name: /^Product Name/ }).inputValue()).toBe('Stoneware mug');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Stoneware mug' }).waitFor();
    expect(await stored('all')).toMatchObject({ name: 'Stoneware mug', price: 14.5 });
    await page.getByLabel('Values of').selectOption('Default Store View');
    await page.getByLabel('Use default for Product Name').uncheck();
    await page.getByRole('textbox', { name: /^Product Name/ }).fill('Mok');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Mok' }).waitFor();
    expect((await stored('default')).name).toBe('Mok');
    expect((await stored('all')).name).toBe('Stoneware mug');
    await page.getByLabel('Use default for Product Name').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Stoneware mug' }).waitFor();
    expect((await stored('default')).name).toBe('Stoneware mug');
    await page.getByRole('link', { name: 'JSON' }).click();
    await page.waitForURL(`**/console/data/products/${sku}`);
    await page.getByRole('heading', { name: sku }).waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('products are created with a SKU of their own, and deleted', async () => {
    const { sku: taken } = await newProduct(souk);
    const page = await open('/console/catalog', souk.admin.token);
    await page.getByRole('button', { name: 'New product…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Teapot');
    await dialog.getByLabel('SKU').fill(taken);
    await dialog.getByLabel('Price').fill('20');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await dialog.getByText(`A product has the SKU ${taken} already.`).waitFor();
    const sku = unique('teapot');
    await dialog.getByLabel('SKU').fill(sku);
    await dialog.getByText('Show the call').click();
    await dialog.getByText('POST /rest/all/V1/products', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await page.getByRole('heading', { name: 'Teapot' }).waitFor();
    const stored = () => souk.admin.get(`/V1/products/${sku}`);
    expect(ok(await stored())).toMatchObject({ name: 'Teapot', price: 20, status: 2, type_id: 'simple' });
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete product' }).click();
    await page.waitForURL('**/console/catalog');
    expect((await stored()).status).toBe(404);
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', async () => {
    const { sku } = await newProduct(souk);
    await pages.refuse(['catalog', `catalog/products/${sku}`]);
  });
});
