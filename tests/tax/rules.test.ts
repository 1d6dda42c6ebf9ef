import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, sentence, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const RATES = '/V1/taxRates';
const RULES = '/V1/taxRules';
const CLASSES = '/V1/taxClasses';

const postClass = (taxClass: object): Promise<Answer> => souk.admin.post(CLASSES, { taxClass });
const makeClass = async (class_type: string, class_name = unique('class')): Promise<number> =>
  Number(ok(await postClass({ class_name, class_type })));
const california = { tax_country_id: 'US', tax_region_id: 12, tax_postcode: '*', rate: 8.25 };
const postRate = (over: object = {}): Promise<Answer> =>
  souk.admin.post(RATES, { taxRate: { ...california, code: unique('rate'), ...over } });

type Filter = { field: string; value?: unknown; condition_type?: string };
const find = async (path: string, ...filters: Filter[]) =>
  ok(await souk.admin.get(`${path}/search?${criteria(filters.map((filter) => [filter]))}`));

describe('a fresh installation', () => {
  it('has a class of products, a class of customers, two rates and no rule', async () => {
    expect((await find(CLASSES, { field: 'class_id', value: 3, condition_type: 'lteq' })).items).toEqual([
      { class_id: 2, class_name: 'Taxable Goods', class_type: 'PRODUCT' },
      { class_id: 3, class_name: 'Retail Customer', class_type: 'CUSTOMER' },
    ]);
    const place = { tax_country_id: 'US', tax_postcode: '*', titles: [] };
    expect((await find(RATES, { field: 'id', value: 2, condition_type: 'lteq' })).items).toEqual([
      { id: 1, ...place, tax_region_id: 12, region_name: 'CA', rate: 8.25, code: 'US-CA-*-Rate 1' },
      { id: 2, ...place, tax_region_id: 43, region_name: 'NY', rate: 8.375, code: 'US-NY-*-Rate 1' },
    ]);
  });

  it.each([
    ['GET', `${RATES}/1`],
    ['POST', RULES],
    ['PUT', `${CLASSES}/2`],
    ['DELETE', `${CLASSES}/2`],
  ])('refuses a guest %s %s', async (method, path) => {
    const body = fails(await souk.guest.send(method, path, method === 'GET' ? undefined : {}), 401);
    expect(body.parameters).toEqual({ resources: 'Magento_Tax::manage_tax' });
  });
});

describe('a tax class', () => {
  it('is created, renamed, read and deleted', async () => {
    const class_name = unique('class');
    const id = ok(await postClass({ class_name, class_type: 'PRODUCT' }));
    expect(id).toBe(String(Number(id)));
    expect(ok(await souk.admin.get(`${CLASSES}/${id}`))).toEqual({
      class_id: Number(id),
      class_name,
      class_type: 'PRODUCT',
    });
    const renamed = { class_name: `${class_name} 2`, class_type: 'PRODUCT' };
    expect(ok(await souk.admin.put(`${CLASSES}/${id}`, { taxClass: renamed }))).toBe(Number(id));
    expect(
      (await find(CLASSES, { field: 'class_name', value: `${class_name}%`, condition_type: 'like' })).items,
    ).toEqual([{ class_id: Number(id), ...renamed }]);
    expect(ok(await souk.admin.delete(`${CLASSES}/${id}`))).toBe(true);
    fails(await souk.admin.delete(`${CLASSES}/${id}`), 404, `No such entity with class_id = ${id}`);
  });

  it('needs a name and a known type, and keeps its type', async () => {
    const lacking = fails(await postClass({}), 400);
    expect(lacking.errors.map(sentence)).toEqual([
      '"class_name" is required. Enter and try again.',
      '"class_type" is required. Enter and try again.',
    ]);
    const wrong = 'Invalid value of "NOPE" provided for the class_type field.';
    fails(await postClass({ class_name: 'X', class_type: 'NOPE' }), 400, wrong);
    const change = { class_name: 'Goods', class_type: 'CUSTOMER' };
    fails(await souk.admin.put(`${CLASSES}/2`, { taxClass: change }), 400, 'Updating classType is not allowed.');
    const unknown = { class_id: 99999, class_name: 'Y', class_type: 'PRODUCT' };
    fails(await postClass(unknown), 404, 'No such entity with class_id = 99999');
  });

  it('keeps what fits of a name', async () => {
    const name = unique('Name').padEnd(300, 'x');
    const id = await makeClass('PRODUCT', name);
    expect(ok(await souk.admin.get(`${CLASSES}/${id}`)).class_name).toBe(name.slice(0, 255));
    fails(await postClass({ class_name: `${name}y`, class_type: 'PRODUCT' }), 400, /same name already exists/);
  });

  it('has a name of its own among those of its type', async () => {
    const name = unique('Name');
    await makeClass('PRODUCT', name);
    await makeClass('CUSTOMER', name);
    const message = 'A class with the same name already exists for ClassType PRODUCT.';
    fails(await postClass({ class_name: name.toUpperCase(), class_type: 'PRODUCT' }), 400, message);
    const other = await makeClass('PRODUCT');
    const taken = { class_name: name, class_type: 'PRODUCT' };
    fails(await souk.admin.put(`${CLASSES}/${other}`, { taxClass: taken }), 400, message);
  });

  it('is a choice of products and customer groups, and cannot be deleted while one has it', async () => {
    const [goods, buyers] = [await makeClass('PRODUCT'), await makeClass('CUSTOMER')];
    const options = ok(await souk.admin.get('/V1/products/attributes/tax_class_id/options'));
    expect(options.slice(0, 2)).toEqual([
      { label: 'None', value: '0' },
      { label: 'Taxable Goods', value: '2' },
    ]);
    const values = options.map((option: { value: string }) => option.value);
    expect(values).toContain(String(goods));
    expect(values).not.toContain(String(buyers));
    const product = { sku: unique('sku'), name: 'P', price: 1, attribute_set_id: 4, type_id: 'simple' };
    const custom_attributes = [{ attribute_code: 'tax_class_id', value: String(goods) }];
    ok(await souk.admin.post('/V1/products', { product: { ...product, custom_attributes } }));
    const group = ok(
      await souk.admin.post('/V1/customerGroups', { group: { code: unique('g'), tax_class_id: buyers } }),
    );
    const inUse = 'You cannot delete this tax class because it is used in existing';
    fails(await souk.admin.delete(`${CLASSES}/${goods}`), 400, `${inUse} product(s).`);
    fails(await souk.admin.delete(`${CLASSES}/${buyers}`), 400, `${inUse} customer group(s).`);
    ok(await souk.admin.delete(`/V1/products/${product.sku}`));
    ok(await souk.admin.delete(`/V1/customerGroups/${group.id}`));
    ok(await souk.admin.delete(`${CLASSES}/${goods}`));
    ok(await souk.admin.delete(`${CLASSES}/${buyers}`));
  });
});

describe('a tax rate', () => {
  const read = async (id: number) => ok(await souk.admin.get(`${RATES}/${id}`));

  it('for a region is created, replaced, read and deleted', async () => {
    const code = unique('rate');
    const titles = [{ store_id: '1', value: 'CA tax' }];
    const made = ok(await postRate({ code, titles, rate: '8.25' }));
    expect(made).toEqual({ id: made.id, ...california, region_name: 'CA', code, titles });
    expect(ok(await souk.admin.get(`${RATES}/${made.id}`))).toEqual(made);
    const taxRate = { id: made.id, ...california, tax_region_id: 43, rate: 3.45678, code: `${code}-2` };
    const untold = ok(await postRate({ code: unique('rate'), rate: 1, titles: [{ value: 'Anywhere' }] }));
    expect(untold.titles).toEqual([{ store_id: null, value: 'Anywhere' }]);
    expect((await read(untold.id)).titles).toEqual([{ store_id: '0', value: 'Anywhere' }]);
    const saved = ok(await souk.admin.put(RATES, { taxRate }));
    expect(saved).toEqual({ ...taxRate, region_name: 'NY', rate: 3.4568, titles });
    expect(ok(await souk.admin.put(RATES, { taxRate: { ...taxRate, titles: [] } })).titles).toEqual([]);
    expect(ok(await souk.admin.delete(`${RATES}/${made.id}`))).toBe(true);
    fails(await souk.admin.delete(`${RATES}/${made.id}`), 404, `No such entity with taxRateId = ${made.id}`);
  });

  it('for a range of postcodes shows it as its postcode, until it has another', async () => {
    const range = { zip_is_range: 1, zip_from: 17, zip_to: 25 };
    const made = ok(await postRate({ tax_postcode: undefined, tax_region_id: undefined, ...range }));
    expect(made).toMatchObject({ tax_region_id: 0, tax_postcode: '17-25', ...range });
    const taxRate = { id: made.id, ...california, code: made.code, tax_postcode: '12345678901', zip_from: 1 };
    expect(ok(await souk.admin.put(RATES, { taxRate }))).toEqual({
      ...california,
      id: made.id,
      code: made.code,
      region_name: 'CA',
      tax_postcode: '1234567890',
      titles: [],
    });
  });

  it('of a region in another country is one of the whole country', async () => {
    const made = ok(await postRate({ tax_country_id: 'DE' }));
    expect(made.tax_region_id).toBe(0);
    expect(made).not.toHaveProperty('region_name');
  });

  it.each([
    [{ tax_country_id: 'XX' }, 'Invalid value of "XX" provided for the country_id field.'],
    [{ tax_region_id: 99999 }, 'Invalid value of "99999" provided for the region_id field.'],
    [{ code: ' ' }, '"code" is required. Enter and try again.'],
    [{ tax_postcode: undefined }, '"postcode" is required. Enter and try again.'],
    [{ rate: -1 }, '"percentage_rate" is required. Enter and try again.'],
    [{ tax_country_id: 'U' }, 'Please correct the country code: U.'],
    [{ tax_country_id: 'USAS' }, 'Please correct the country code: USAS.'],
    [{ zip_is_range: 1, zip_from: 30, zip_to: 20 }, 'Range To should be equal or greater than Range From.'],
    [{ zip_is_range: 1, zip_from: -1, zip_to: 2 }, 'Invalid value of "-1" provided for the zip_from field.'],
    [{ zip_is_range: 1, zip_from: 0 }, 'Invalid value of "null" provided for the zip_to field.'],
    [{ zip_is_range: 1, zip_from: 1, zip_to: 1e9 }, /The ZIP Code length is invalid/],
    [{ titles: [{ store_id: '99', value: 'x' }] }, 'Invalid value of "99" provided for the store_id field.'],
    [{ titles: [{ store_id: 'x', value: 'x' }] }, 'Invalid value of "x" provided for the store_id field.'],
  ])('%j is refused', async (over, message) => {
    const { total_count: before } = await find(RATES);
    fails(await postRate(over), 400, message);
    expect((await find(RATES)).total_count).toBe(before);
  });

  it('keeps what fits of a code, a percentage and titles, and answers with what was sent', async () => {
    const code = unique('rate').padEnd(300, 'x');
    const titles = [
      { store_id: '1', value: 'T'.repeat(300) },
      { store_id: '0', value: '' },
    ];
    const made = ok(await postRate({ code, rate: 1e10, titles: [...titles, {}] }));
    expect(made).toMatchObject({ code, rate: 1e10, titles: [...titles, { store_id: null, value: null }] });
    const kept = { code: code.slice(0, 255), rate: 99_999_999.9999 };
    expect(await read(made.id)).toMatchObject({ ...kept, titles: [{ store_id: '1', value: 'T'.repeat(255) }] });
    fails(await postRate({ code: `${code}y` }), 400, 'Code already exists.');
    ok(await souk.admin.delete(`${RATES}/${made.id}`));
  });

  it('says everything that it lacks at once', async () => {
    const body = fails(
      await souk.admin.post(RATES, { taxRate: {} }),
      400,
      'One or more input exceptions have occurred.',
    );
    const lacking = body.errors.map((error: { parameters: object }) => error.parameters);
    expect(lacking).toEqual(['country_id', 'percentage_rate', 'code', 'postcode'].map((fieldName) => ({ fieldName })));
  });

  it('has a code of its own, whatever its case', async () => {
    const code = unique('Code');
    const { id } = ok(await postRate({ code }));
    expect(fails(await postRate({ code: code.toUpperCase() }), 400)).toEqual({
      message: '%1 already exists.',
      parameters: ['Code'],
    });
    ok(await souk.admin.put(RATES, { taxRate: { id, ...california, code: code.toLowerCase() } }));
  });

  it.each([
    'id',
    'tax_calculation_rate_id',
    'tax_country_id',
    'tax_region_id',
    'region_name',
    'tax_postcode',
    'zip_is_range',
    'zip_from',
    'zip_to',
    'rate',
    'code',
  ])('is searched and sorted by %s', async (field) => {
    const sort = [{ field, direction: 'DESC' }];
    const query = criteria([[{ field, value: 'CA' }], [{ field, value: '1', condition_type: 'gteq' }]], { sort });
    ok(await souk.admin.get(`${RATES}/search?${query}`));
  });
});

describe('a tax rule', () => {
  const whole = async (over: object = {}) => ({
    code: unique('rule'),
    priority: 1,
    position: 2,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [await makeClass('PRODUCT'), 2],
    tax_rate_ids: [2, 1],
    ...over,
  });
  const post = async (rule: object): Promise<Answer> => souk.admin.post(RULES, { rule });

  it('is created, changed, read and deleted, its lists in the order they were sent', async () => {
    const rule = await whole();
    const made = ok(await post(rule));
    expect(made).toEqual({ id: made.id, ...rule, calculate_subtotal: false });
    expect(ok(await souk.admin.get(`${RULES}/${made.id}`))).toEqual(made);
    const { position: _, ...change } = { ...made, priority: 0, tax_rate_ids: [1, 1], calculate_subtotal: true };
    expect(ok(await souk.admin.put(RULES, { rule: change }))).toEqual({ ...change, position: 2, tax_rate_ids: [1] });
    expect(ok(await souk.admin.delete(`${RULES}/${made.id}`))).toBe(true);
    fails(await souk.admin.get(`${RULES}/${made.id}`), 404, `No such entity with taxRuleId = ${made.id}`);
    fails(await souk.admin.put(RULES, { rule: made }), 404, `No such entity with taxRuleId = ${made.id}`);
    expect(ok(await souk.admin.get(`${RATES}/1`)).id).toBe(1);
  });

  it('D85: is found by its code, its classes and its rates', async () => {
    const rate = ok(await postRate()).id;
    const made = ok(await post(await whole({ tax_rate_ids: [rate] })));
    const [productClass] = made.product_tax_class_ids;
    for (const filter of [
      { field: 'code', value: made.code },
      { field: 'id', value: made.id },
      { field: 'tax_rate_ids', value: rate },
      { field: 'product_tax_class_ids', value: `99999,${productClass}`, condition_type: 'in' },
    ]) {
      expect((await find(RULES, filter)).items).toEqual([made]);
    }
    expect((await find(RULES, { field: 'customer_tax_class_ids', value: productClass })).items).toEqual([]);
    const sort = [{ field: 'sort_order', direction: 'ASC' }];
    ok(await souk.admin.get(`${RULES}/search?${criteria([], { sort })}`));
  });

  it('says everything that it lacks, a line for each fault', async () => {
    expect(fails(await post({ code: 'R' }), 400)).toEqual({
      message: [
        'The priority value of "" must be greater than or equal to 0.',
        '"customer_tax_class_ids" is required. Enter and try again.',
        '"product_tax_class_ids" is required. Enter and try again.',
        '"tax_rate_ids" is required. Enter and try again.',
      ].join('\n'),
    });
    fails(await post(await whole({ priority: -1 })), 400, /The priority value of "-1" must be/);
    fails(await post(await whole({ position: -1 })), 400, /The position value of "-1" must be/);
    fails(await post(await whole({ code: '' })), 400, '"code" is required. Enter and try again.');
  });

  it('D13: names classes of the right kind and rates that exist', async () => {
    const unknown = 'No such entity with class_id = 99999';
    fails(await post(await whole({ product_tax_class_ids: [99999] })), 400, unknown);
    fails(await post(await whole({ tax_rate_ids: [1, 99999] })), 400, 'No such entity with taxRateId = 99999');
    const swapped = { customer_tax_class_ids: [2], product_tax_class_ids: [3] };
    const fault = (field: string): string => `No such entity with ${field}_tax_class_ids = %fieldValue`;
    fails(await post(await whole(swapped)), 400, `${fault('customer')}\n${fault('product')}`);
    expect((await find(RULES, { field: 'customer_tax_class_ids', value: 2 })).items).toEqual([]);
  });

  it('D60: says so as well when nothing is sent of it', async () => {
    const { total_count: before } = await find(RULES);
    for (const rule of [{}, [], 'rule']) fails(await post(rule), 400, /"code" is required/);
    expect((await find(RULES)).total_count).toBe(before);
  });

  it('keeps what fits of a code, and answers with what was sent', async () => {
    const code = unique('rule').padEnd(300, 'x');
    const made = ok(await post(await whole({ code })));
    expect(made.code).toBe(code);
    expect(ok(await souk.admin.get(`${RULES}/${made.id}`)).code).toBe(code.slice(0, 255));
    ok(await souk.admin.delete(`${RULES}/${made.id}`));
  });

  it('has a code of its own, whatever its case', async () => {
    const rule = await whole();
    ok(await post(rule));
    fails(await post({ ...rule, code: rule.code.toUpperCase() }), 400, 'Code already exists.');
  });

  it('keeps its classes and rates from being deleted', async () => {
    const rate = ok(await postRate()).id;
    const made = ok(await post(await whole({ tax_rate_ids: [rate] })));
    fails(
      await souk.admin.delete(`${RATES}/${rate}`),
      400,
      /tax rate can't be removed because it exists in a tax rule/,
    );
    const message = /^You cannot delete this tax class because it is used in Tax Rules/;
    fails(await souk.admin.delete(`${CLASSES}/${made.product_tax_class_ids[0]}`), 400, message);
    fails(await souk.admin.delete(`${CLASSES}/3`), 400, message);
    ok(await souk.admin.delete(`${RULES}/${made.id}`));
    ok(await souk.admin.delete(`${RATES}/${rate}`));
    ok(await souk.admin.delete(`${CLASSES}/${made.product_tax_class_ids[0]}`));
  });
});
