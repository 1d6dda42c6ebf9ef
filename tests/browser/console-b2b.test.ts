import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyOf, fill } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

describe.skipIf(!hasBrowser)('companies in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  /** A company with its administrator, whose state is approved unless told otherwise. */
  async function newCompany(name: string, over: Json = {}): Promise<{ company: Json; boss: Json }> {
    const boss = await newCustomer(souk);
    const sent = companyOf(boss.id, { status: 1, company_name: unique(name), ...over });
    return { company: ok(await souk.admin.post('/V1/company', { company: sent })), boss };
  }

  /** A requested quote of two products, at 10 each. */
  async function newQuote(name: string): Promise<{ id: number; company: Json; skus: string[] }> {
    const { company, boss } = await newCompany(name);
    const id: number = ok(await souk.admin.post(`/V1/customers/${boss.id}/carts`));
    const skus: string[] = [];
    for (const product of ['Oak table', 'Oak chair']) {
      const { sku } = await newProduct(souk, {
        name: product,
        custom_attributes: [{ attribute_code: 'url_key', value: unique('oak') }],
      });
      ok(await souk.admin.post(`/V1/carts/${id}/items`, { cartItem: { sku, qty: 5, quote_id: id } }));
      skus.push(sku);
    }
    const request = { quoteId: id, quoteName: `Office of ${name}`, comment: 'Ten percent, please.' };
    ok(await souk.admin.post('/V1/negotiableQuote/request', request));
    return { id, company, skus };
  }

  test('quotes wait in a box, get prices by item and as a whole, and are sent to the buyer', async () => {
    const { id, company } = await newQuote('Forge ');
    const page = await open('/console', souk.admin.token);
    await page.getByRole('link', { name: 'B2B', exact: true }).click();
    await page.getByRole('heading', { name: 'Quotes', level: 1 }).waitFor();
    await page.getByRole('row').filter({ hasText: company.company_name }).getByText('$100.00').waitFor();
    await pages.show(page, 'b2b-quotes');
    await page.getByRole('link', { name: 'Office of Forge' }).click();
    await page.getByText('Ten percent, please.').waitFor();
    await page.getByLabel('Proposed price of Oak table: kind').selectOption('price of each');
    await page.getByLabel('Proposed price of Oak table: value').fill('8');
    await page.getByText('Save the prices before you send the quote.').waitFor();
    expect(await page.getByRole('button', { name: 'Send to buyer' }).isDisabled()).toBe(true);
    await page.getByLabel('Price of the whole quote: kind').selectOption('percent off');
    await page.getByLabel('Price of the whole quote: value').fill('10');
    await page.getByLabel('Proposed shipping (USD)').fill('4.5');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Prices saved.').waitFor();
    // 5 × 8 + 5 × 10, less ten percent.
    await page.getByText('$81.00').first().waitFor();
    await page.getByText('19.0 % below the catalog').waitFor();
    await pages.show(page, 'b2b-quote');
    await page.getByRole('button', { name: 'Send to buyer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to buyer' });
    await dialog.getByLabel('Comment for the buyer').fill('Here you are.');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send to buyer' }).click();
    await page.getByText('Sent to the buyer.').waitFor();
    await page.getByText('Here you are.').waitFor();
    await page.getByRole('cell', { name: 'in progress → sent to the buyer' }).waitFor();
    const { extension_attributes: attributes } = ok(await souk.admin.get(`/V1/carts/${id}`));
    expect(attributes.negotiable_quote).toMatchObject({
      status: 'submitted_by_admin',
      base_negotiated_total_price: 81,
      shipping_price: 4.5,
    });
    await page.goto(`${souk.base}/console/b2b/quotes?box=buyer&search=${encodeURIComponent(company.company_name)}`);
    await page.getByRole('link', { name: 'Office of Forge' }).waitFor();
    await page.getByText('1 quote', { exact: true }).waitFor();
  });

  test('a quote is declined with a reason, and then has no prices to change', async () => {
    const { id } = await newQuote('Mill ');
    const page = await open(`/console/b2b/quotes/${id}`, souk.admin.token);
    await page.getByLabel('Price of the whole quote: kind').selectOption('percent off');
    await page.getByLabel('Price of the whole quote: value').fill('12');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Decline quote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline quote' });
    await dialog.getByLabel('Reason').fill('Sold out');
    await dialog.getByRole('button', { name: 'Decline quote' }).click();
    await page.getByText('Quote declined.').waitFor();
    await page.getByText('Sold out').waitFor();
    expect(await page.getByRole('button', { name: /Save prices|Send to buyer|Decline/ }).count()).toBe(0);
  });

  test('companies are approved, rejected with a reason, and blocked', async () => {
    const { company } = await newCompany('Bakery ', { status: 0 });
    const page = await open(`/console/b2b/companies?status=0`, souk.admin.token);
    await page.getByRole('link', { name: company.company_name }).click();
    await page.getByRole('button', { name: 'Reject company' }).click();
    const reject = page.getByRole('dialog', { name: 'Reject company' });
    await reject.getByLabel('Reason').fill('No tax number');
    await reject.getByRole('button', { name: 'Reject company' }).click();
    await page.getByText('Company rejected.').waitFor();
    await page.getByText('No tax number').waitFor();
    await page.getByRole('button', { name: 'Approve company' }).click();
    await page.getByText('Company approved.').waitFor();
    await page.getByRole('button', { name: 'Block company' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block company' }).click();
    await page.getByText('Company blocked.').waitFor();
    expect(ok(await souk.admin.get(`/V1/company/${company.id}`)).status).toBe(3);
    await page.getByRole('button', { name: 'Unblock company' }).click();
    await page.getByText('Company approved.').waitFor();
    await page.getByLabel('Purchase orders').click();
    await page.getByText('Purchase orders enabled.').waitFor();
    const { extension_attributes: attributes } = ok(await souk.admin.get(`/V1/company/${company.id}`));
    expect(attributes.is_purchase_order_enabled).toBe(true);
    await page.getByRole('cell', { name: 'Administrator', exact: true }).waitFor();
  });

  test('the credit of a company gets a limit and a reimbursement', async () => {
    const { company } = await newCompany('Hotel ');
    const page = await open('/console/b2b/companies', souk.admin.token);
    await page.getByRole('link', { name: company.company_name }).click();
    await page.getByRole('button', { name: 'Change limit' }).click();
    await page.getByRole('dialog').getByLabel('Limit (USD)').fill('5000');
    await page.getByRole('dialog').getByRole('button', { name: 'Change limit' }).click();
    await page.getByText('Limit changed.').waitFor();
    await page.getByRole('button', { name: 'Reimburse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reimburse' });
    await dialog.getByLabel('Amount (USD)').fill('120.50');
    await dialog.getByLabel('Comment').fill('Bank transfer');
    await dialog.getByRole('button', { name: 'Reduce debt' }).click();
    await page.getByText('Debt reduced.').waitFor();
    await page.getByRole('cell', { name: 'Bank transfer' }).waitFor();
    await page.getByRole('cell', { name: 'reimbursed' }).waitFor();
    await page.getByText('$5,120.50').first().waitFor();
    await pages.show(page, 'b2b-company');
    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: company.company_name });
    await row.getByText('$5,120.50').waitFor();
    await pages.show(page, 'b2b-companies');
  });

  test('a custom catalog is created, filled, priced, and assigned to a company', async () => {
    const { company } = await newCompany('Clinic ');
    const [lamp, bed] = [await newProduct(souk, { name: 'Lamp' }), await newProduct(souk, { name: 'Bed' })];
    const category = { name: unique('Wards '), parent_id: 2, is_active: true };
    const { id: categoryId } = ok(await souk.admin.post('/V1/categories', { category }));
    const productLink = { sku: bed.sku, category_id: categoryId, position: 0 };
    ok(await souk.admin.post(`/V1/categories/${categoryId}/products`, { productLink }));
    const page = await open('/console/b2b/catalogs', souk.admin.token);
    const name = unique('Clinics ');
    await page.getByRole('button', { name: 'New catalog' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Default (General)');
    await dialog.getByRole('button', { name: 'Create catalog' }).click();
    // The error of the route stays in the form.
    await dialog.getByText('A catalog named Default (General) already exists. Use a different name.').waitFor();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create catalog' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    for (const none of ['No products yet.', 'No categories yet.', 'No companies yet.'])
      await page.getByText(none).waitFor();
    await page.getByRole('button', { name: 'Assign products' }).click();
    await dialog.getByLabel('Find products').fill(lamp.sku.slice(2));
    await dialog.getByLabel(`Lamp (${lamp.sku})`).check();
    await dialog.getByRole('button', { name: 'Assign products' }).click();
    await page.getByText('1 product assigned.').waitFor();
    await page.getByRole('button', { name: 'Assign categories' }).click();
    await dialog.getByLabel(category.name).check();
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Assign categories' }).click();
    await page.getByText('1 category and 1 product assigned.').waitFor();
    await page.getByRole('button', { name: 'Set discount for all products' }).click();
    await dialog.getByLabel('Percent off').fill('15');
    await dialog.getByRole('button', { name: 'Set discount' }).click();
    await page.getByText('Price of 2 products saved.').waitFor();
    await page.getByRole('button', { name: `Set price of ${bed.sku}` }).click();
    await dialog.getByLabel('Value').fill('7.5');
    await dialog.getByLabel('From quantity').fill('10');
    await dialog.getByRole('button', { name: 'Save price' }).click();
    await page.getByText(`Price of ${bed.sku} saved.`).waitFor();
    await page.getByText('15 % off').first().waitFor();
    await page.getByText('$7.50').waitFor();
    await page.getByRole('button', { name: 'Assign company' }).click();
    await dialog.getByLabel('Company').selectOption(company.company_name);
    await dialog.getByRole('button', { name: 'Assign company' }).click();
    await page.getByText('Company assigned.').waitFor();
    await page.getByRole('link', { name: company.company_name }).waitFor();
    await pages.show(page, 'b2b-catalog');
    const id = Number(page.url().split('/').at(-1));
    expect(ok(await souk.admin.get(`/V1/sharedCatalog/${id}/products`)).sort()).toEqual([lamp.sku, bed.sku].sort());
    expect(ok(await souk.admin.get(`/V1/sharedCatalog/${id}/companies`))).toBe(JSON.stringify([String(company.id)]));
    await page.getByRole('button', { name: `Reset prices of ${lamp.sku}` }).click();
    await page.getByText(`${lamp.sku} has the price for everybody.`).waitFor();
    await page.getByRole('button', { name: `Unassign ${lamp.sku}` }).click();
    await page.getByText(`${lamp.sku} unassigned.`).waitFor();
    await page.getByRole('button', { name: `Unassign ${category.name}` }).click();
    await page.getByText('Category unassigned').waitFor();
    await page.getByText('No products yet.').waitFor();
    await page.getByRole('button', { name: `Unassign ${company.company_name}` }).click();
    await page.getByText('Company unassigned.').waitFor();
    await page.getByRole('button', { name: 'Delete catalog' }).click();
    await dialog.getByRole('button', { name: 'Delete catalog' }).click();
    await page.getByRole('heading', { name: 'Shared catalogs', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Default (General)' }).waitFor();
    expect(await page.getByRole('link', { name }).count()).toBe(0);
    await pages.show(page, 'b2b-catalogs');
  });

  test('purchase orders are found by number, and show their items and order', async () => {
    const settings = { path: 'btob/website_configuration/purchaseorder_enabled', value: '1' };
    ok(await souk.admin.raw('PUT', '/_/console/settings', settings));
    const { company, boss } = await newCompany('Studio ', {
      extension_attributes: { is_purchase_order_enabled: true },
    });
    const me = await signIn(souk, boss.email);
    await fill(souk, me);
    ok(await me.post('/V1/carts/mine/po-payment-information', { paymentMethod: { method: 'checkmo' } }));
    const page = await open('/console/b2b/orders', souk.admin.token);
    await page.getByRole('cell', { name: company.company_name }).waitFor();
    await pages.show(page, 'b2b-orders');
    await page.getByRole('link', { name: '000000001' }).click();
    await page.getByRole('heading', { name: 'Purchase order 000000001' }).waitFor();
    await page.getByText('$20.00').waitFor();
    await page.getByRole('region', { name: 'Items' }).getByRole('row').nth(1).waitFor();
    await pages.show(page, 'b2b-order');
    await page.getByRole('link', { name: company.company_name }).click();
    await page.getByRole('heading', { name: company.company_name }).waitFor();
  });

  test('show the sections of the caller alone, and no buttons without the permission to change', async () => {
    const { id } = await newQuote('Guild ');
    const seller = await open('/console', await pages.integration('Magento_NegotiableQuote::view_quotes'));
    await seller.getByRole('link', { name: 'B2B', exact: true }).click();
    await seller.getByRole('link', { name: 'Office of Guild' }).click();
    await seller.getByText('Ten percent, please.').waitFor();
    const sections = seller.getByRole('navigation', { name: 'B2B sections' });
    expect(await sections.getByRole('link').allInnerTexts()).toEqual(['Quotes']);
    expect(await seller.getByRole('button', { name: /Save|Send|Decline|Update/ }).count()).toBe(0);
    const clerk = await open('/console', await pages.integration('Magento_Catalog::products'));
    await clerk.getByRole('link', { name: 'Data', exact: true }).waitFor();
    expect(await clerk.getByRole('link', { name: 'B2B', exact: true }).count()).toBe(0);
    await pages.refuse([
      'b2b/quotes',
      `b2b/quotes/${id}`,
      'b2b/orders',
      'b2b/orders/1',
      'b2b/companies',
      'b2b/companies/1',
      'b2b/catalogs',
      'b2b/catalogs/1',
    ]);
  });

  test('say that nothing is there, and meet no error', async () => {
    await pages.areEmpty([
      ['b2b/quotes?search=nothing', 'No matching quotes.'],
      ['b2b/orders?search=nothing', 'No matching purchase orders.'],
      ['b2b/companies?search=nothing', 'No matching companies.'],
      ['b2b/catalogs/1?search=nothing', 'No matching products.'],
    ]);
    expect(pages.problems).toEqual([]);
    expect(pages.foreign).toEqual([]);
  });
});
