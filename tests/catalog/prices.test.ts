import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const product = async (over: Fields = {}): Promise<string> => (await newProduct(souk, { price: 20, ...over })).sku;
const read = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/products/${sku}`));
const post = async (kind: string, body: Fields): Promise<Answer['body']> =>
  ok(await souk.admin.post(`/V1/products/${kind}`, body));
const custom = (body: Answer['body'], code: string): unknown =>
  body.custom_attributes.find((a: Fields) => a.attribute_code === code)?.value;
const NO_PRODUCT = "The product that was requested doesn't exist. Verify the product and try again.";

describe('tier prices for a group', () => {
  const tiers = (sku: string, group: number | string): string => `/V1/products/${sku}/group-prices/${group}/tiers`;

  it('are added, changed, listed and deleted', async () => {
    const sku = await product();
    await read(sku);
    expect(ok(await souk.admin.post(`${tiers(sku, 'all')}/3/price/17.5`))).toBe(true);
    ok(await souk.admin.post(`${tiers(sku, 2)}/4/price/16`));
    ok(await souk.admin.post(`${tiers(sku, 2)}/4/price/15`));
    expect(ok(await souk.admin.get(tiers(sku, 'all')))).toEqual([{ customer_group_id: 32000, qty: 3, value: 17.5 }]);
    expect(ok(await souk.admin.get(tiers(sku, 2)))).toEqual([{ customer_group_id: 2, qty: 4, value: 15 }]);
    expect(ok(await souk.admin.get(tiers(sku, 99)))).toEqual([]);
    expect((await read(sku)).tier_prices).toHaveLength(2);
    expect(ok(await souk.admin.delete(`${tiers(sku, 2)}/4`))).toBe(true);
    expect(fails(await souk.admin.delete(`${tiers(sku, 2)}/4`), 404)).toEqual({
      message: "Product hasn't group price with such data: customerGroupId = '%1', website = %2, qty = %3",
      parameters: ['2', 0, 4],
    });
    expect((await read(sku)).tier_prices).toHaveLength(1);
  });

  it('are all kept when they are added at the same time', async () => {
    const sku = await product();
    const quantities = [2, 3, 4, 5, 6];
    await Promise.all(
      quantities.map(async (qty) => ok(await souk.admin.post(`${tiers(sku, 'all')}/${qty}/price/${10 - qty}`))),
    );
    const shown = ok(await souk.admin.get(tiers(sku, 'all')));
    expect(shown.map((tier: Fields) => tier.qty)).toEqual(quantities);
  });

  it('show what a percentage comes to', async () => {
    const percent = { customer_group_id: 0, qty: 10, value: 0, extension_attributes: { percentage_value: 50 } };
    const sku = await product({ tier_prices: [percent] });
    expect(ok(await souk.admin.get(tiers(sku, 0)))).toEqual([{ customer_group_id: 0, qty: 10, value: 10 }]);
  });

  it('are refused for unknown groups and products and for nothing', async () => {
    const sku = await product();
    const invalid = 'The data was invalid. Verify the data and try again.';
    fails(await souk.admin.post(`${tiers(sku, 'all')}/0/price/1`), 400, invalid);
    fails(await souk.admin.post(`${tiers(sku, 'all')}/1/price/-1`), 400, invalid);
    fails(await souk.admin.post(`${tiers(sku, 99)}/3/price/1`), 404, 'No such entity with id = 99');
    fails(await souk.admin.post(`${tiers('nope', 'all')}/3/price/1`), 404, NO_PRODUCT);
    fails(await souk.admin.get(tiers('nope', 'all')), 404, NO_PRODUCT);
    expect((await read(sku)).tier_prices).toEqual([]);
  });
});

describe('base prices and costs', () => {
  it('are set for many products and read back', async () => {
    const [a, b] = [await product(), await product()];
    const prices = [
      { price: 31.5, store_id: 0, sku: a },
      { price: 0, store_id: 0, sku: b },
    ];
    expect(await post('base-prices', { prices })).toEqual([]);
    expect(await post('base-prices-information', { skus: [b, a, b] })).toEqual([prices[1], prices[0]]);
    expect((await read(a)).price).toBe(31.5);
    const costs = [{ cost: 3057, store_id: 0, sku: a }];
    expect(await post('cost', { prices: costs })).toEqual([]);
    expect(await post('cost-information', { skus: [a, b] })).toEqual(costs);
    expect(custom(await read(a), 'cost')).toBe('3057.000000');
    expect(await post('cost-delete', { skus: [a] })).toBe(true);
    expect(await post('cost-information', { skus: [a] })).toEqual([]);
  });

  it.each([
    ['base-prices', 'price', 'Invalid attribute %fieldName = %fieldValue.', ['Price', '-555']],
    [
      'cost',
      'cost',
      'Invalid attribute Cost = -555. Row ID: SKU = not_existing_sku, Store ID: 9999.',
      ['-555', 'not_existing_sku', '9999'],
    ],
  ])('refuse single rows of %s', async (kind, field, negative, parameters) => {
    const [good, grouped] = [await product(), await product({ type_id: 'grouped' })];
    const prices = [
      { [field]: 5, store_id: 0, sku: good },
      { [field]: -555, store_id: 9999, sku: 'not_existing_sku' },
      { [field]: 1, store_id: 0, sku: grouped },
    ];
    const message = 'Invalid attribute %fieldName = %fieldValue.';
    expect(await post(kind, { prices })).toEqual([
      { message, parameters: ['SKU', 'not_existing_sku'] },
      { message: negative, parameters },
      {
        message: 'Requested store is not found. Row ID: SKU = not_existing_sku, Store ID: 9999.',
        parameters: ['not_existing_sku', '9999'],
      },
      { message, parameters: ['SKU', grouped] },
    ]);
    expect((await post(`${kind}-information`, { skus: [good] }))[0][field]).toBe(5);
    expect(await post(`${kind}-information`, { skus: ['nope', good, 'no such', good] })).toHaveLength(1);
    expect(await post(`${kind}-information`, { skus: ['nope'] })).toEqual([]);
  });
});

describe('special prices', () => {
  it('are set with their times, read back, and deleted as they are', async () => {
    const sku = await product({ type_id: 'virtual' });
    const row = {
      price: 9,
      store_id: 0,
      sku,
      price_from: '2037-01-19 03:14:07',
      price_to: '2038-01-19 03:14:07',
    };
    expect(await post('special-price', { prices: [row] })).toEqual([]);
    expect(await post('special-price-information', { skus: ['nope', sku] })).toEqual([row]);
    expect(custom(await read(sku), 'special_price')).toBe('9.000000');
    expect(await post('special-price-delete', { prices: [{ ...row, price: 8 }] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([row]);
    expect(await post('special-price-delete', { prices: [row] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([]);
    const shown = await read(sku);
    expect(['special_price', 'special_from_date', 'special_to_date'].map((code) => custom(shown, code))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuse single rows', async () => {
    const sku = await product();
    const row = { price: 7, store_id: 1, sku, price_from: 'soon', price_to: null };
    const [scope, date] = await post('special-price', { prices: [row] });
    expect(scope.message).toMatch(/^Could not change non global Price when price scope is global\./);
    expect(date).toEqual({
      message: `Invalid attribute Price From = soon. Row ID: SKU = ${sku}, Store ID: 1, Price From: soon, Price To: .`,
      parameters: ['Price From', 'soon', sku, '1', 'soon', ''],
    });
    const other = { price: -1, store_id: 0, sku: 'nope', price_from: null, price_to: null };
    const [missing, price] = await post('special-price-delete', { prices: [other] });
    expect(missing.message).toMatch(/^The product that was requested doesn't exist\./);
    expect(price.message).toMatch(/^Invalid attribute Price = -1\./);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([]);
  });
});

describe('the tier price storage', () => {
  const row = (sku: string, over: Fields = {}): Fields => ({
    price: 8,
    price_type: 'fixed',
    website_id: 0,
    sku,
    customer_group: 'ALL GROUPS',
    quantity: 2,
    ...over,
  });
  const discount = { price: 15.5, price_type: 'discount', customer_group: 'not logged in', quantity: 3 };

  it('adds, replaces and deletes', async () => {
    const sku = await product();
    expect(await post('tier-prices', { prices: [row(sku), row(sku, discount)] })).toEqual([]);
    expect((await read(sku)).tier_prices).toEqual([
      { customer_group_id: 32000, qty: 2, value: 8, extension_attributes: { website_id: 0 } },
      {
        customer_group_id: 0,
        qty: 3,
        value: 16.9,
        extension_attributes: { website_id: 0, percentage_value: 15.5 },
      },
    ]);
    expect(await post('tier-prices', { prices: [row(sku, { price: 7 })] })).toEqual([]);
    const all = [
      row(sku, { price: 7, customer_group: 'all groups' }),
      row(sku, { ...discount, customer_group: 'NOT LOGGED IN' }),
    ];
    expect(await post('tier-prices-information', { skus: [sku] })).toEqual(all);
    expect(await post('tier-prices-delete', { prices: [row(sku), row(sku, discount)] })).toEqual([]);
    expect(await post('tier-prices-information', { skus: [sku] })).toEqual([all[0]]);
    const replaced = row(sku, { quantity: 9, customer_group: 'General' });
    expect(ok(await souk.admin.put('/V1/products/tier-prices', { prices: [replaced] }))).toEqual([]);
    expect(await post('tier-prices-information', { skus: [sku] })).toEqual([replaced]);
  });

  it('of products that are not there are 404, unless others are', async () => {
    const row = { price: 5, price_type: 'fixed', website_id: 0, customer_group: 'ALL GROUPS', quantity: 2 };
    const send = (...skus: string[]): Promise<Answer> =>
      souk.admin.post('/V1/products/tier-prices', { prices: skus.map((sku) => ({ ...row, sku })) });
    fails(await send('nope', 'neither'), 404, "Requested products don't exist: nope, neither");
    expect(ok(await send('nope', await product()))).toHaveLength(1);
  });

  it('refuses single rows and saves the others', async () => {
    const sku = await product();
    const id = 'Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.';
    const prices = [
      row(sku),
      row(sku, { website_id: 99 }),
      row(sku),
      row('nope', { price: 101, price_type: 'discount', quantity: 0.5, customer_group: 'Nobody' }),
      row(sku, { price: -1, price_type: 'gift', quantity: 7 }),
    ];
    expect(await post('tier-prices', { prices })).toEqual([
      { message: `Invalid attribute Website ID = %websiteId. ${id}`, parameters: [sku, '99', 'ALL GROUPS', '2'] },
      {
        message: `We found a duplicate website, tier price, customer group and quantity: Customer Group = %customerGroup, Website ID = %websiteId, Quantity = %qty. ${id}`,
        parameters: [sku, '0', 'ALL GROUPS', '2'],
      },
      { message: `Invalid attribute SKU = %SKU. ${id}`, parameters: ['nope', '0', 'Nobody', '0.5'] },
      { message: `Invalid attribute Price = %price. ${id}`, parameters: ['101', 'nope', '0', 'Nobody', '0.5'] },
      { message: `Invalid attribute Quantity = %qty. ${id}`, parameters: ['nope', '0', 'Nobody', '0.5'] },
      {
        message: `No such entity with Customer Group = %customerGroup. ${id}`,
        parameters: ['nope', '0', 'Nobody', '0.5'],
      },
      { message: `Invalid attribute Price = %price. ${id}`, parameters: ['-1', sku, '0', 'ALL GROUPS', '7'] },
      {
        message: `Invalid attribute Price Type = %priceType. ${id}`,
        parameters: ['gift', sku, '0', 'ALL GROUPS', '7'],
      },
    ]);
    expect(await post('tier-prices-information', { skus: [sku] })).toEqual([
      row(sku, { customer_group: 'all groups' }),
    ]);
  });
});
