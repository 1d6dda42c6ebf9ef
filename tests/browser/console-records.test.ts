import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '../support/customers.ts';
import { newAttribute, newProduct } from '../support/products.ts';
import { until } from '../support/client.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import { hasBrowser } from './browser.ts';
import { startConsole, type ConsolePages } from './console-pages.ts';

/** The control of a field, by its label. */
function control(page: Page, label: string): Locator {
  return page
    .locator('label.field')
    .filter({ has: page.locator('span', { hasText: new RegExp(`^${label}( \\*)?$`) }) })
    .locator('input, select, textarea');
}

describe.skipIf(!hasBrowser)('records in the console', () => {
  let pages: ConsolePages;
  let souk: Souk;
  const open: ConsolePages['open'] = (...asked) => pages.open(...asked);
  beforeAll(async () => {
    pages = await startConsole();
    souk = pages.souk;
  });
  afterAll(() => pages?.stop());

  test('are empty in a new shop', () =>
    pages.areEmpty([
      ['customers', 'No customers yet.'],
      ['customers/returns', 'No returns yet.'],
      ['marketing', 'No cart price rules yet.'],
      ['marketing/gift-cards', 'No gift cards yet.'],
      ['stores/tax-rules', 'No tax rules yet.'],
    ]));

  test('a customer group is created, changed and deleted by calls that are shown', async () => {
    const name = unique('Trade');
    const page = await open('/console/customers/groups', souk.admin.token);
    await page.getByRole('link', { name: 'General', exact: true }).waitFor();
    await pages.show(page, 'customer-groups');
    await page.getByRole('link', { name: 'New customer group' }).click();
    await page.getByRole('textbox', { name: 'Name *' }).fill(name);
    await page.getByRole('combobox', { name: 'Tax class *' }).selectOption('Retail Customer');
    await page.getByText('Show the call').click();
    await page.getByText('POST /rest/all/V1/customerGroups').waitFor();
    await page.getByText(`"code": "${name}"`).waitFor();
    await page.getByRole('button', { name: 'Create customer group' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const { items } = ok(
      await souk.admin.get(
        `/V1/customerGroups/search?searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=${name}`,
      ),
    );
    expect(items).toMatchObject([{ code: name, tax_class_id: 3 }]);
    await page.getByRole('checkbox', { name: 'Main Website' }).check();
    await pages.show(page, 'customer-group');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'All customer groups' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await souk.admin.get(`/V1/customerGroups/${items[0].id}`)).extension_attributes).toMatchObject({
      exclude_website_ids: [1],
    });
    await page.getByRole('button', { name: 'JSON' }).click();
    const json = page.getByLabel('Record (editable)');
    await json.fill('{');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await json.fill(JSON.stringify({ id: items[0].id, code: `${name}2`, tax_class_id: 3 }));
    // The route keeps the fields that it does not get, which the form says.
    await page.getByText('Removed fields keep their values: extension_attributes.').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Name *' }).inputValue()).toBe(`${name}2`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: `${name}2` }).waitFor();
    expect(await page.getByText('Removed fields').count()).toBe(0);
    const saved = ok(await souk.admin.get(`/V1/customerGroups/${items[0].id}`));
    expect(saved).toMatchObject({ code: `${name}2`, extension_attributes: { exclude_website_ids: [1] } });
    await page.getByRole('button', { name: 'JSON' }).click();
    await json.fill(JSON.stringify({ ...saved, extension_attributes: {} }));
    await page.getByText('Removed fields keep their values: extension_attributes.exclude_website_ids.').waitFor();
    await json.fill(JSON.stringify({ ...saved, extension_attributes: { exclude_website_ids: [] } }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // The page still says of the save before that it is done.
    await until(async () => {
      const { extension_attributes } = ok(await souk.admin.get(`/V1/customerGroups/${items[0].id}`));
      return (extension_attributes?.exclude_website_ids ?? []).length === 0;
    });
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete customer group' });
    await dialog.getByText('Show the call').click();
    await dialog.getByText(`DELETE /rest/all/V1/customerGroups/${items[0].id}`).waitFor();
    await dialog.getByRole('button', { name: 'Delete customer group' }).click();
    await page.getByRole('heading', { name: 'Customer groups' }).waitFor();
    expect((await souk.admin.get(`/V1/customerGroups/${items[0].id}`)).status).toBe(404);
    expect(pages.problems).toEqual([]);
  });

  test('errors stand at the field that they name, and the input stays', async () => {
    const page = await open('/console/customers/accounts/new', souk.admin.token);
    await control(page, 'Email').fill('nowhere');
    await control(page, 'First name').fill('Ada');
    await control(page, 'Last name').fill('Byron');
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.locator('[data-field=email]').getByRole('alert').waitFor();
    expect(await control(page, 'Email').evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await control(page, 'First name').inputValue()).toBe('Ada');
    expect(await pages.violations(page)).toEqual([]);
    expect(pages.problems).toEqual([]);
  });

  test('a customer gets an address in rows, and is found by name', async () => {
    const { id, email } = await newCustomer(souk, { firstname: 'Ada', lastname: unique('Byron') });
    const page = await open('/console/customers', souk.admin.token);
    await page.getByLabel('Email or name').fill(email);
    await page.keyboard.press('Enter');
    await page.getByText('1 customer', { exact: true }).waitFor();
    // Groups and websites have their names.
    await page.getByRole('cell', { name: 'General', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Main Website', exact: true }).waitFor();
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByLabel('First name (address 1)').fill('Ada');
    await page.getByLabel('Last name (address 1)').fill('Byron');
    await page.getByRole('button', { name: 'Add street' }).click();
    await page.getByLabel('Street (address 1) 1').fill('12 St James Square');
    await page.getByLabel('City (address 1)').fill('London');
    await page.getByLabel('Postcode (address 1)').fill('SW1Y 4JH');
    await page.getByLabel('Telephone (address 1)').fill('020');
    await page.getByLabel('Country (address 1)').selectOption('United Kingdom');
    await pages.show(page, 'customer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(ok(await souk.admin.get(`/V1/customers/${id}`)).addresses).toMatchObject([
      { city: 'London', street: ['12 St James Square'], country_id: 'GB' },
    ]);
    expect(pages.problems).toEqual([]);
  });

  test('the region of an address is one of its country, by name', async () => {
    const { id } = await newCustomer(souk);
    const page = await open(`/console/customers/accounts/${id}`, souk.admin.token);
    await page.getByRole('button', { name: 'Add address' }).click();
    for (const [label, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Byron'],
      ['Postcode', '94110'],
      ['City', 'San Francisco'],
      ['Telephone', '555'],
    ] as const)
      await page.getByLabel(`${label} (address 1)`).fill(text);
    await page.getByRole('button', { name: 'Add street' }).click();
    await page.getByLabel('Street (address 1) 1').fill('1 Main Street');
    await page.getByLabel('Country (address 1)').selectOption('United States');
    await page.getByLabel('Region (address 1)').selectOption('California');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const addresses = async () => ok(await souk.admin.get(`/V1/customers/${id}`)).addresses;
    expect(await addresses()).toMatchObject([{ region_id: 12, region: { region: 'California', region_code: 'CA' } }]);
    await page.getByLabel('Country (address 1)').selectOption('United Kingdom');
    await page.getByLabel('Region (address 1)').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expect.poll(addresses).toMatchObject([{ country_id: 'GB', region_id: 0 }]);
    await page.getByRole('link', { name: 'Orders of the customer' }).click();
    await page.getByText('No matching orders.').waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('an attribute is added to a set, and removed from it', async () => {
    const { attribute_code: code } = await newAttribute(souk, {
      frontend_input: 'text',
      default_frontend_label: 'Sole',
    });
    const attributes = async (): Promise<string[]> =>
      ok(await souk.admin.get('/V1/products/attribute-sets/4/attributes')).map(
        ({ attribute_code: one }: { attribute_code: string }) => one,
      );
    const page = await open('/console/catalog/sets/4', souk.admin.token);
    await page.getByRole('button', { name: 'Add attribute…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Attribute').selectOption(`Sole (${code})`);
    await dialog.getByLabel('Group').selectOption('Content');
    expect(await pages.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await page.getByText('Attribute added.').waitFor();
    expect(await attributes()).toContain(code);
    await pages.show(page, 'attribute-set');
    await page.getByRole('button', { name: 'Remove… (Remove Sole)' }).click();
    await dialog.getByRole('button', { name: 'Remove attribute' }).click();
    await page.getByText('Attribute removed.').waitFor();
    expect(await attributes()).not.toContain(code);
    expect(pages.problems).toEqual([]);
  });

  test.each([
    ['catalog/sets', 'attribute set', { Name: 'Shoes', 'Like the set': 'Default' }, 'Shoes'],
    ['catalog/attributes', 'attribute', { 'Label of the attribute': 'Sole', Code: 'sole' }, 'Sole'],
    ['content/blocks', 'block', { Title: 'Opening hours', Identifier: 'hours' }, 'Opening hours'],
    ['content/pages', 'page', { Title: 'About us', 'URL key': 'about-us' }, 'About us'],
    ['stores/tax-classes', 'tax class', { Name: 'Books' }, 'Books'],
    ['stores/sources', 'source', { Name: 'Leeds', Code: 'leeds', Country: 'United Kingdom', Postcode: 'LS1' }, 'Leeds'],
    ['stores/stocks', 'stock', { Name: 'North' }, 'North'],
    ['stores/tax-rates', 'tax rate', { Name: 'GB 20', Country: 'United Kingdom', Percent: '20' }, 'GB 20'],
  ] as const)('%s: one %s is created and changed', async (place, noun, values, title) => {
    const page = await open(`/console/${place}/new`, souk.admin.token);
    for (const [label, value] of Object.entries(values)) {
      const field = control(page, label);
      await field.waitFor();
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await page.getByRole('button', { name: `Create ${noun}` }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await pages.show(page, place.replace('/', '-'));
    await control(page, Object.keys(values)[0]!).fill(`${title} 2`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: `${title} 2`, level: 1 }).waitFor();
    await page.getByRole('link', { name: /^All / }).click();
    await page.getByRole('searchbox').fill(`${title} 2`);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: `${title} 2`, exact: true }).waitFor();
    expect(pages.problems).toEqual([]);
  });

  test('a gift card takes a code of the pool, and its balance is changed', async () => {
    const page = await open('/console/marketing/gift-cards/new', souk.admin.token);
    await control(page, 'Balance').fill('25');
    await control(page, 'Website').selectOption('Main Website');
    await page.getByRole('button', { name: 'Create gift card' }).click();
    await page.getByRole('button', { name: 'Delete…' }).waitFor();
    await control(page, 'Balance').fill('30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(ok(await souk.admin.get(`/V1/giftcardaccounts/${id}`))).toMatchObject({ balance: 30, website_id: 1 });
    await pages.show(page, 'gift-card');
    expect(pages.problems).toEqual([]);
  });

  test('a catalog price rule is built with nested conditions and lowers prices', async () => {
    const { sku } = await newProduct(souk, { price: 40 });
    const page = await open('/console/marketing/catalog-rules/new', souk.admin.token);
    await control(page, 'Name').fill('A quarter off');
    await page.getByLabel('Main Website').check();
    await page.getByLabel('NOT LOGGED IN').check();
    await control(page, 'Amount').fill('25');
    const tree = page.getByRole('group', { name: 'Conditions' });
    await tree.getByLabel('New condition: Conditions', { exact: true }).selectOption('Combination of conditions');
    await tree.getByLabel('Conditions 1: all or any').selectOption('any');
    await tree.getByLabel('New condition: Conditions 1', { exact: true }).selectOption('SKU');
    await tree.getByLabel('Conditions 1 1: value').fill(sku);
    await page.getByText('Show the call').click();
    await page.getByText('POST /_/console/catalog-rules').waitFor();
    await page.getByText('"attribute_name": "sku"').waitFor();
    await pages.show(page, 'catalog-rule');
    await page.getByRole('button', { name: 'Create catalog price rule' }).click();
    await page.getByRole('heading', { name: 'A quarter off', level: 1 }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const stored = async () => ok(await souk.admin.raw('GET', `/_/console/catalog-rules/${id}`));
    expect(await stored()).toMatchObject({
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      rule_condition: {
        aggregator_type: 'all',
        value: true,
        conditions: [
          {
            condition_type: 'combine',
            aggregator_type: 'any',
            conditions: [{ condition_type: 'product', attribute_name: 'sku', operator: '==', value: sku }],
          },
        ],
      },
    });
    const price = async (): Promise<number> => {
      const query = `{ products(filter: { sku: { eq: "${sku}" } }) { items { price_range { minimum_price { final_price { value } } } } } }`;
      const { data } = ok(await souk.guest.raw('POST', '/graphql', { query }));
      return data.products.items[0].price_range.minimum_price.final_price.value;
    };
    expect(await price()).toBe(30);
    await page.getByLabel('Conditions 1 1: value').fill('another');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(await price()).toBe(40);
    await page.getByRole('button', { name: 'Remove condition Conditions 1', exact: true }).click();
    await control(page, 'Amount').fill('120');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('[data-field=discount_amount]').getByRole('alert').waitFor();
    expect(await stored()).toMatchObject({ discount_amount: 25 });
    expect(pages.problems).toEqual([]);
  });

  test('a cart price rule is built with conditions on the cart and its items, and gets coupons', async () => {
    const page = await open('/console/marketing/cart-rules/new', souk.admin.token);
    await control(page, 'Name').fill('Ten off by coupon');
    await page.getByLabel('Main Website').check();
    await page.getByLabel('General', { exact: true }).check();
    await control(page, 'Coupon').selectOption('by coupon');
    await control(page, 'Generate coupon codes').check();
    await control(page, 'Discount amount').fill('10');
    await page.getByLabel('New condition: Conditions on the cart', { exact: true }).selectOption('Subtotal');
    await page.getByLabel('Conditions on the cart 1: comparison').selectOption('is at least');
    await page.getByLabel('Conditions on the cart 1: value').fill('50');
    await page.getByLabel('New condition: Items with the discount', { exact: true }).selectOption('SKU');
    await page.getByLabel('Items with the discount 1: comparison').selectOption('is one of');
    await page.getByLabel('Items with the discount 1: value').fill('mug, cup');
    await pages.show(page, 'cart-rule');
    await page.getByRole('button', { name: 'Create cart price rule' }).click();
    await page.getByRole('heading', { name: 'Ten off by coupon', level: 1 }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect(ok(await souk.admin.get(`/V1/salesRules/${id}`))).toMatchObject({
      coupon_type: 'SPECIFIC_COUPON',
      use_auto_generation: true,
      discount_amount: 10,
      condition: { conditions: [{ attribute_name: 'base_subtotal', operator: '>=', value: '50' }] },
      action_condition: { conditions: [{ attribute_name: 'sku', operator: '()', value: 'mug, cup' }] },
    });
    await page.getByText('No coupons yet.').waitFor();
    await page.getByRole('button', { name: 'Generate coupons…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate coupons' });
    await control(page, 'Number of coupons').fill('3');
    await control(page, 'Prefix').fill('TEN-');
    await dialog.getByText('Show the call').click();
    await dialog.getByText('POST /rest/all/V1/coupons/generate').waitFor();
    await dialog.getByRole('button', { name: 'Generate coupons' }).click();
    await page.getByText('3 coupons generated.').waitFor();
    await page.getByRole('cell', { name: /^TEN-/ }).nth(2).waitFor();
    await page
      .getByRole('button', { name: /^Delete coupon/ })
      .first()
      .click();
    await page.getByText('Coupon deleted.').waitFor();
    await page.getByRole('cell', { name: /^TEN-/ }).nth(2).waitFor({ state: 'detached' });
    await pages.show(page, 'coupons');
    expect(pages.problems).toEqual([]);
  });

  test('keep what two people change at the same time in different fields', async () => {
    const page = { title: unique('Care'), identifier: unique('care').toLowerCase(), content: '<p>By hand.</p>' };
    const { id } = ok(await souk.admin.post('/V1/cmsPage', { page }));
    const taxRate = { code: unique('US'), tax_country_id: 'US', tax_postcode: '90*', rate: 7.5 };
    const { id: rateId } = ok(await souk.admin.post('/V1/taxRates', { taxRate }));
    const records = [
      [`content/pages/${id}`, ['Title', 'Care of mugs'], ['Content', '<p>By machine.</p>']],
      [`stores/tax-rates/${rateId}`, ['Postcode', '91*'], ['Percent', '8']],
    ] as const;
    for (const [place, ...changes] of records) {
      const first = await open(`/console/${place}`, souk.admin.token);
      const second = await first.context().newPage();
      await second.goto(first.url());
      const people = [first, second] as const;
      for (const [i, person] of people.entries()) await control(person, changes[i]![0]).fill(changes[i]![1]);
      for (const person of people) {
        await person.getByRole('button', { name: 'Save', exact: true }).click();
        await person.getByText('Saved.').waitFor();
      }
      // The form shows the change of the other one after it saved.
      for (const [label, value] of changes) expect(await control(second, label).inputValue()).toBe(value);
    }
    expect(ok(await souk.admin.get(`/V1/cmsPage/${id}`))).toMatchObject({
      ...page,
      title: 'Care of mugs',
      content: '<p>By machine.</p>',
    });
    expect(ok(await souk.admin.get(`/V1/taxRates/${rateId}`))).toMatchObject({
      ...taxRate,
      tax_postcode: '91*',
      rate: 8,
    });
    expect(pages.problems).toEqual([]);
  });

  test('are read-only for callers who may not change them, and say what failed', async () => {
    const reader = await pages.integration('Magento_Cms::page');
    const page = await open('/console/content', reader);
    await page.getByRole('link').filter({ hasText: '404 Not Found' }).click();
    await page.getByLabel('Title *').waitFor();
    expect(await page.getByLabel('Title *').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
    await pages.refuse(['customers/groups', 'stores/tax-rates/1', 'marketing']);
  });
});
