import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

type Source = Readonly<Record<string, unknown>>;
const head = {
  entity: 'catalog_product',
  behavior: 'append',
  validation_strategy: 'validation-stop-on-errors',
  allowed_error_count: '10',
};
const skipping = { validation_strategy: 'validation-skip-errors' };

const importCsv = (text: string, source: Source = {}) =>
  souk.admin.post('/V1/import/csv', {
    source: { ...head, csv_data: Buffer.from(text).toString('base64'), ...source },
  });
const importJson = (items: unknown, source: Source = {}) =>
  souk.admin.post('/V1/import/json', { source: { ...head, items, ...source } });
const read = async (sku: string, store = 'all') => await souk.admin.store(store).get(`/V1/products/${sku}`);
const exists = async (sku: string): Promise<boolean> => (await read(sku)).status === 200;

describe('products', () => {
  test('of a CSV text, also compressed, with fields in both spellings', async () => {
    const skus = [unique('csv'), unique('csv')];
    const text = (sku: string): string => `sku,name,price,additional_attributes\n${sku},${sku},1.5,meta_title=Meta\n`;
    expect(ok(await importCsv(text(skus[0]!)))).toEqual(['Entities Processed: 1']);
    const source = {
      entity: 'catalog_product',
      behavior: 'add_update',
      validationStrategy: 'validation-skip-errors',
      allowedErrorCount: '1',
      csvData: gzipSync(text(skus[1]!)).toString('base64'),
    };
    expect(ok(await souk.admin.post('/V1/import/csv', { source }))).toEqual(['Entities Processed: 1']);
    for (const sku of skus) expect(ok(await read(sku))).toMatchObject({ name: sku, price: 1.5 });
  });

  test('of a JSON list with structures in place of texts', async () => {
    const [sku, other] = [unique('json'), unique('json')];
    const items = [
      {
        sku,
        store_view_code: '',
        attribute_set_code: 'Default',
        product_type: 'simple',
        categories: ['Default Category'],
        product_websites: ['base'],
        name: sku,
        weight: 12,
        product_online: 1,
        tax_class_name: 'Taxable Goods',
        visibility: 'Catalog, Search',
        price: 9.99,
        special_price_from_date: '7/20/23',
        map_price: '',
        additional_attributes: { meta_title: 'One, two', meta_keyword: 'three' },
        qty: 1000,
        custom_options: [
          {
            name: 'Colour',
            type: 'drop_down',
            required: 0,
            price: 25,
            sku: '',
            price_type: 'percent',
            option_title: 'A',
          },
          { name: 'Colour', type: 'drop_down', required: 0, price: 1, sku: '', price_type: 'fixed', option_title: 'B' },
        ],
      },
      {
        sku: other,
        name: other,
        price: 1,
        product_type: 'grouped',
        associated_skus: { [sku]: 2 },
        _comment: 'ignored',
      },
    ];
    expect(ok(await importJson(items, { allowed_error_count: 0 }))).toEqual(['Entities Processed: 2']);
    expect(ok(await read(sku))).toMatchObject({
      price: 9.99,
      visibility: 4,
      extension_attributes: { stock_item: { qty: 1000, is_in_stock: true }, website_ids: [1] },
      options: [{ title: 'Colour', values: [{ title: 'A', price_type: 'percent' }, { title: 'B' }] }],
    });
    expect(ok(await read(other)).product_links).toMatchObject([
      { linked_product_sku: sku, extension_attributes: { qty: 2 } },
    ]);
  });

  test('a fault stops the import, and nothing is imported', async () => {
    const [fine, wrong] = [unique('stop'), unique('stop')];
    const text = `sku,name,price\n${fine},${fine},1\n${wrong},${wrong},x\n`;
    expect(ok(await importCsv(text))).toEqual(['Row 2: price: "x" is not a number']);
    expect([await exists(fine), await exists(wrong)]).toEqual([false, false]);
  });

  test('faults are skipped up to the allowed number', async () => {
    const [fine, wrong, short] = [unique('skip'), unique('skip'), unique('skip')];
    const text = `sku,name,price\n${wrong},${wrong},x\n${short},${short}\n${fine},${fine},1\n`;
    expect(ok(await importCsv(text, { ...skipping, allowed_error_count: '1' }))).toEqual([
      'Row 1: price: "x" is not a number',
    ]);
    expect(await exists(fine)).toBe(false);
    expect(ok(await importCsv(text, { ...skipping, allowed_error_count: '2' }))).toEqual(['Entities Processed: 1']);
    expect([await exists(fine), await exists(wrong), await exists(short)]).toEqual([true, false, false]);
  });

  test('are replaced and deleted', async () => {
    const sku = unique('replace');
    const before = await newProduct(souk, { sku, custom_attributes: [{ attribute_code: 'meta_title', value: 'Old' }] });
    const items = [{ sku, name: 'New', price: 3, url_key: unique('new') }];
    expect(ok(await importJson(items, { behavior: 'replace' }))).toEqual(['Entities Processed: 1']);
    const after = ok(await read(sku));
    expect(after).toMatchObject({ name: 'New', price: 3 });
    expect(after.id).not.toBe(before.id);
    expect(JSON.stringify(after.custom_attributes)).not.toContain('Old');
    expect(ok(await importJson([{ sku }], { behavior: 'delete' }))).toEqual(['Entities Processed: 1']);
    expect(await exists(sku)).toBe(false);
    expect(ok(await importJson([{ sku }], { behavior: 'delete' }))).toEqual([
      `Row 1: sku: there is no product "${sku}"`,
    ]);
  });

  test('separators and the text for no value are those of the request', async () => {
    const sku = unique('signs');
    await newProduct(souk, { sku, custom_attributes: [{ attribute_code: 'meta_title', value: 'Old' }] });
    const source = {
      import_field_separator: ';',
      import_multiple_value_separator: '#',
      import_empty_attribute_value_constant: 'NONE',
    };
    const text = `sku;meta_title;additional_attributes\n${sku};NONE;meta_keyword=a,b#meta_description=c\n`;
    expect(ok(await importCsv(text, source))).toEqual(['Entities Processed: 1']);
    const attributes = JSON.stringify(ok(await read(sku)).custom_attributes);
    expect(attributes).not.toContain('Old');
    expect(attributes).toContain('"a,b"');
  });
});

describe('advanced pricing', () => {
  const pricing = { entity: 'advanced_pricing' };
  const tiersOf = async (sku: string) => ok(await read(sku)).tier_prices;
  const row = (sku: string, over: Source = {}) => ({
    sku,
    tier_price_website: 'All Websites [USD]',
    tier_price_customer_group: 'ALL GROUPS',
    tier_price_qty: 1,
    tier_price: 7.99,
    tier_price_value_type: 'Fixed',
    ...over,
  });

  test('adds, changes, replaces and deletes tier prices', async () => {
    const sku = unique('tier');
    await newProduct(souk, { sku });
    const group = { tier_price_customer_group: 'General', tier_price_qty: '2.0000' };
    const rows = [row(sku), row(sku, { ...group, tier_price: 40, tier_price_value_type: 'Discount' })];
    expect(ok(await importJson(rows, pricing))).toEqual(['Entities Processed: 2']);
    expect(await tiersOf(sku)).toMatchObject([
      { customer_group_id: 32000, qty: 1, value: 7.99, extension_attributes: { website_id: 0 } },
      { customer_group_id: 1, qty: 2, extension_attributes: { percentage_value: 40 } },
    ]);
    ok(await importJson([row(sku, { tier_price: 5 })], { ...pricing, behavior: 'add_update' }));
    expect((await tiersOf(sku)).map(({ value }: { value: number }) => value)).toContain(5);
    expect(await tiersOf(sku)).toHaveLength(2);
    ok(await importJson([row(sku, { tier_price: 4 })], { ...pricing, behavior: 'replace' }));
    expect(await tiersOf(sku)).toMatchObject([{ qty: 1, value: 4 }]);
    expect(ok(await importJson([{ sku }], { ...pricing, behavior: 'delete' }))).toEqual(['Entities Processed: 1']);
    expect((await tiersOf(sku)) ?? []).toEqual([]);
  });

  test.each([
    [{ tier_price_website: 'moon' }, 'tier_price_website: there is no website "moon"'],
    [{ tier_price_customer_group: 'VIP' }, 'tier_price_customer_group: there is no customer group "VIP"'],
    [{ tier_price_value_type: 'Gift' }, 'tier_price_value_type: "gift" is neither Fixed nor Discount'],
    [{ tier_price: '' }, 'tier_price: a value is missing'],
    [{ sku: 'nobody' }, 'sku: there is no product "nobody"'],
    [{ colour: 'red' }, '"colour" is not supported. Correct the field name and try again.'],
  ])('a row with %j stops the import', async (over, reason) => {
    const sku = unique('tier');
    await newProduct(souk, { sku });
    expect(ok(await importJson([row(sku), row(sku, { tier_price_qty: 5, ...over })], pricing))).toEqual([
      `Row 2: ${reason}`,
    ]);
    expect((await tiersOf(sku)) ?? []).toEqual([]);
  });
});

describe('stock sources', () => {
  test('are written and deleted', async () => {
    const [sku, source_code] = [unique('stock'), unique('north')];
    await newProduct(souk, { sku });
    ok(
      await souk.admin.post('/V1/inventory/sources', {
        source: { source_code, name: source_code, country_id: 'US', postcode: '98101' },
      }),
    );
    const item = { source_code, sku, status: 1, quantity: 7.5 };
    const stock = { entity: 'stock_sources' };
    expect(ok(await importJson([item], stock))).toEqual(['Entities Processed: 1']);
    const query = `searchCriteria[filter_groups][0][filters][0][field]=source_code&searchCriteria[filter_groups][0][filters][0][value]=${source_code}`;
    const items = async () => ok(await souk.admin.get(`/V1/inventory/source-items?${query}`)).items;
    expect(await items()).toMatchObject([{ sku, quantity: 7.5, status: 1 }]);
    const text = `source_code,sku,status,quantity\nsouth,${sku},1,1\n`;
    expect(ok(await importCsv(text, stock))).toEqual(['Row 1: source_code: there is no source "south"']);
    expect(ok(await importJson([item], { ...stock, behavior: 'delete' }))).toEqual(['Entities Processed: 1']);
    expect(await items()).toEqual([]);
  });
});

test('customers and their addresses are created, changed and deleted', async () => {
  const email = `${unique('row')}@example.com`;
  const customer = { email, _website: 'base', _store: 'default', firstname: 'Row', lastname: 'One' };
  const find = async () => {
    const path = `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${email}`;
    return ok(await souk.admin.get(path)).items;
  };
  expect(ok(await importJson([customer], { entity: 'customer' }))).toEqual(['Entities Processed: 1']);
  const address = {
    _email: email,
    _website: 'base',
    firstname: 'Row',
    lastname: 'One',
    street: 'Main 1',
    city: 'Austin',
    region: 'Texas',
    postcode: '73301',
    country_id: 'US',
    telephone: '1',
    _address_default_billing_: '1',
  };
  const addresses = { entity: 'customer_address' };
  for (const city of ['Austin', 'Austin', 'Dallas']) {
    expect(ok(await importJson([{ ...address, city }], addresses))).toEqual(['Entities Processed: 1']);
  }
  const [found] = await find();
  expect(found.addresses).toMatchObject([{ city: 'Austin' }, { city: 'Dallas', default_billing: true }]);
  expect(ok(await importJson([address], { ...addresses, behavior: 'delete' }))).toEqual(['Entities Processed: 1']);
  expect((await find())[0].addresses).toMatchObject([{ city: 'Dallas' }]);
  expect(ok(await importJson([customer, { ...customer, email: 'x' }], { entity: 'customer' }))[0]).toContain('Row 2: ');
  expect(ok(await importJson([customer], { entity: 'customer', behavior: 'delete' }))).toEqual([
    'Entities Processed: 1',
  ]);
  expect(await find()).toEqual([]);
});

test.each([
  [{ entity: 'unicorn' }, '"unicorn"'],
  [
    { entity: 'unicorn' },
    'catalog_product, advanced_pricing, customer, customer_address, customer_composite, customer_finance, stock_sources',
  ],
  [{ behavior: 'custom' }, 'behavior'],
  [{ validation_strategy: 'hope' }, 'validation_strategy'],
  [{ allowed_error_count: '-1' }, 'allowed_error_count'],
  [{ csv_data: '%%%' }, 'csv_data'],
  [{ csv_data: Buffer.from([0x1f, 0x8b, 1]).toString('base64') }, 'The compressed data cannot be read'],
  [{ csv_data: Buffer.from('sku,colr\na,b\n').toString('base64') }, 'row 1, column 2: "colr" is not supported.'],
  [{ csv_data: Buffer.from('sku,name\na,T\xfcr\n', 'latin1').toString('base64') }, '[2,13,"FC"]'],
  [{ csv_data: Buffer.from('sku,name\na,"b\n').toString('base64') }, 'The file is not CSV'],
  [{ import_images_file_dir: '../../etc' }, 'is not below var/import/images'],
])('a request with %j is refused', async (over, fault) => {
  const { status, text } = await importCsv('sku,name\na,b\n', over);
  expect(status).toBe(400);
  expect(text.replaceAll('\\"', '"')).toContain(fault);
});

test('the list of a JSON request is required, and so is the permission', async () => {
  expect((await importJson({ sku: 'a' })).status).toBe(400);
  expect((await souk.guest.post('/V1/import/json', { source: { ...head, items: [] } })).status).toBe(401);
});

test('an import works in the background', async () => {
  const sku = unique('bulk');
  const source = { ...head, items: [{ sku, name: sku, price: 1 }] };
  expect((await souk.admin.post('/async/V1/import/json', { source })).status).toBe(202);
  await until(() => exists(sku));
});
