import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

interface Branch {
  readonly id: number;
  readonly name: string;
  readonly children_data: readonly Branch[];
}

describe.skipIf(!hasBrowser)('categories in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  const newCategory = async (parent_id: number, name = unique('Category')): Promise<{ id: number; name: string }> =>
    ok(await souk.admin.post('/V1/categories', { category: { parent_id, name, is_active: true } }));
  /** Names of the categories below one of them, with those below these in brackets. */
  const namesBelow = async (id: number): Promise<string> => {
    const text = ({ name, children_data: below }: Branch): string =>
      below.length > 0 ? `${name}(${below.map(text).join(' ')})` : name;
    const tree: Branch = ok(await souk.admin.get(`/V1/categories?rootCategoryId=${id}`));
    return tree.children_data.map(text).join(' ');
  };
  const openCategory = (id: number): Promise<Page> => pages.open(`/console/catalog/categories/${id}`, souk.admin.token);
  const confirm = (page: Page, button: string): Promise<void> =>
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

  test('are added, renamed by store view and deleted', async () => {
    const page = await pages.open('/console/catalog', souk.admin.token);
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByText('Choose a category to change it and its products.').waitFor();
    await pages.show(page, 'categories');
    await page.getByRole('button', { name: 'Add category…' }).click();
    const name = unique('Lamps');
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByText('Show the call').click();
    await page.getByText('POST /rest/all/V1/categories').waitFor();
    await confirm(page, 'Add category');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByText('No products yet.').waitFor();
    const id = Number(page.url().split('/').at(-1));
    const stored = async (store: string) => ok(await souk.admin.raw('GET', `/rest/${store}/V1/categories/${id}`));
    expect(await stored('all')).toMatchObject({ name, parent_id: 2, is_active: true });
    await page.getByLabel('Description (HTML)').fill('<p>Light</p>');
    await page.getByLabel('Shown in the menu').uncheck();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByLabel('Values of').selectOption('Default Store View');
    expect(await page.getByLabel('Values of').inputValue()).toBe('all');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stored('all')).toMatchObject({ include_in_menu: false });
    await page.getByLabel('Values of').selectOption('Default Store View');
    const [field, inherited] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Use default for Name')];
    await inherited.uncheck();
    await field.fill('Lampen');
    await page.getByLabel('Use default for Shown in the menu').uncheck();
    await page.getByLabel('Shown in the menu', { exact: true }).check();
    await pages.show(page, 'category-store-view');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await stored('default')).name).toBe('Lampen');
    expect(await stored('default')).toMatchObject({ include_in_menu: true });
    expect(await stored('all')).toMatchObject({ name, include_in_menu: false });
    // The value of all store views applies again, also when it changes.
    await inherited.focus();
    await page.keyboard.press('Space');
    expect(await field.inputValue()).toBe(name);
    expect(await field.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await stored('default')).name).toBe(name);
    ok(await souk.admin.put(`/V1/categories/${id}`, { category: { name: `${name} 2` } }));
    expect(await stored('default')).toMatchObject({ name: `${name} 2`, include_in_menu: true });
    ok(await souk.admin.put(`/V1/categories/${id}`, { category: { name } }));
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('Its products stay in the shop.').waitFor();
    await confirm(page, 'Delete category');
    await page.getByText('Category deleted.').waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    expect(pages.problems).toEqual([]);
  });

  test('are moved by buttons and by drag and drop', async () => {
    const { id: root } = await newCategory(2);
    await newCategory(root, 'A');
    await newCategory(root, 'B');
    const c = await newCategory(root, 'C');
    const page = await openCategory(c.id);
    const step = async (button: string, names: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await confirm(page, 'Move category');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => namesBelow(root)).toBe(names);
    };
    await page.getByRole('heading', { name: 'C', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Move down' }).isDisabled()).toBe(true);
    await step('Move up', 'A C B');
    await step('Move down', 'A B C');
    await step('Move into the category before it', 'A B(C)');
    await step('Move out, behind its parent', 'A B C');
    const branch = (name: string) => page.locator('.branch').filter({ hasText: new RegExp(`^${name} `) });
    const drop = async (from: string, to: string, share: number, names: string): Promise<void> => {
      const box = await branch(to).boundingBox();
      if (!box) throw new Error(`${to} is not shown`);
      await branch(from).dragTo(branch(to), { targetPosition: { x: 30, y: box.height * share } });
      await page.getByText('Show the call').click();
      await page.getByText(/PUT \/rest\/all\/V1\/categories\/\d+\/move/).waitFor();
      await confirm(page, 'Move category');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => namesBelow(root)).toBe(names);
    };
    await drop('C', 'A', 0.1, 'C A B');
    await drop('C', 'B', 0.9, 'A B C');
    await drop('A', 'C', 0.5, 'B C(A)');
    // A category does not go below itself.
    await branch('C').dragTo(branch('A'));
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await namesBelow(root)).toBe('B C(A)');
    expect(pages.problems).toEqual([]);
  });

  test('have products with positions', async () => {
    const { id } = await newCategory(2);
    const { id: below } = await newCategory(id);
    const [cup, bowl] = [await newProduct(souk), await newProduct(souk)];
    const productLink = { sku: bowl.sku, position: 3, category_id: String(below) };
    ok(await souk.admin.post(`/V1/categories/${below}/products`, { productLink }));
    const products = async () => ok(await souk.admin.get(`/V1/categories/${id}/products`));
    const page = await openCategory(id);
    await page.getByText('in a category below').waitFor();
    expect(await page.getByLabel(`Position of ${bowl.sku}`).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add products…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find products by SKU or name').fill(cup.sku);
    await dialog.getByRole('group', { name: 'Matching products' }).getByLabel(cup.name).click();
    await confirm(page, 'Add products');
    await page.getByText('Product added.').waitFor();
    await page.getByLabel(`Position of ${cup.sku}`).fill('7');
    await page.getByText('Show the call').click();
    await page.getByText(`PUT /rest/all/V1/categories/${id}/products`).waitFor();
    await pages.show(page, 'category');
    await page.getByRole('button', { name: 'Save positions' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await products()).toMatchObject([
      { sku: bowl.sku, position: 3 },
      { sku: cup.sku, position: 7 },
    ]);
    await page.getByRole('button', { name: `Remove ${cup.sku}…` }).click();
    await confirm(page, 'Remove from category');
    await page.getByText('Product removed from the category.').waitFor();
    expect(await products()).toMatchObject([{ sku: bowl.sku }]);
    expect(pages.problems).toEqual([]);
  });

  test('say what is not allowed, and what failed', async () => {
    const { id } = await newCategory(2);
    await pages.refuse(['catalog/categories', `catalog/categories/${id}`]);
    const page = await pages.open(
      '/console/catalog/categories',
      await pages.integration('Magento_Catalog::sets', 'Magento_Cms::page'),
    );
    await page.getByText('Not allowed').waitFor();
    const clerk = await pages.integration('Magento_Catalog::categories');
    const own = await pages.open('/console/catalog', clerk);
    await own.getByRole('heading', { name: 'Categories' }).waitFor();
    expect(pages.problems).toEqual([]);
  });
});
