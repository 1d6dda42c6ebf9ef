import { afterAll, beforeAll, expect, test } from 'vitest';
import { configured } from '../support/customers.ts';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const CUSTOMER = '/V1/attributeMetadata/customer';
const ADDRESS = '/V1/attributeMetadata/customerAddress';
const codes = (list: { attribute_code: string }[]): string[] => list.map(({ attribute_code }) => attribute_code);

test('an attribute is described for forms', async () => {
  expect(ok(await souk.admin.get(`${CUSTOMER}/attribute/firstname`))).toEqual({
    frontend_input: 'text',
    input_filter: 'trim',
    store_label: 'First Name',
    validation_rules: [
      { name: 'max_text_length', value: '255' },
      { name: 'min_text_length', value: '1' },
    ],
    multiline_count: 0,
    visible: true,
    required: true,
    data_model: '',
    options: [],
    frontend_class: 'required-entry',
    user_defined: false,
    sort_order: 40,
    frontend_label: 'First Name',
    note: '',
    system: true,
    backend_type: 'static',
    is_used_in_grid: false,
    is_visible_in_grid: false,
    is_filterable_in_grid: false,
    is_searchable_in_grid: false,
    attribute_code: 'firstname',
  });
  expect(ok(await souk.admin.get(`${CUSTOMER}/attribute/email`)).frontend_class).toBe('required-entry validate-email');
  expect(ok(await souk.admin.get(`${CUSTOMER}/attribute/password_hash`))).toMatchObject({ store_label: null });
});

test('choices are listed as the interface has them', async () => {
  const options = async (path: string) => ok(await souk.admin.get(path)).options;
  expect(await options(`${CUSTOMER}/attribute/gender`)).toEqual([
    { label: ' ', value: '' },
    { label: 'Male', value: '1' },
    { label: 'Female', value: '2' },
    { label: 'Not Specified', value: '3' },
  ]);
  expect(await options(`${CUSTOMER}/attribute/website_id`)).toEqual([{ label: 'Main Website', value: '1' }]);
  expect(await options(`${CUSTOMER}/attribute/group_id`)).toEqual([
    { label: 'General', value: '1' },
    { label: 'Retailer', value: '3' },
    { label: 'Wholesale', value: '2' },
  ]);
  const indent = '\u00a0'.repeat(4);
  expect(await options(`${CUSTOMER}/attribute/store_id`)).toEqual([
    { label: 'Main Website', options: [] },
    { label: `${indent}Main Website Store`, options: [{ label: `${indent}Default Store View`, value: '1' }] },
  ]);
  const countries = await options(`${ADDRESS}/attribute/country_id`);
  expect(countries.slice(0, 2)).toEqual([
    { label: ' ', value: '' },
    { label: 'Afghanistan', value: 'AF' },
  ]);
  expect(countries).toContainEqual({ label: 'Germany', value: 'DE' });
  const regions = await options(`${ADDRESS}/attribute/region_id`);
  expect(regions[0]).toEqual({ label: 'Please select a region, state or province.', value: '' });
  expect(regions).toContainEqual({ label: 'Alabama', value: '1' });
});

test('all attributes, those of a form, and added ones are listed', async () => {
  const all = codes(ok(await souk.admin.get(CUSTOMER)));
  expect(all).toHaveLength(25);
  expect(all).toEqual(expect.arrayContaining(['email', 'rp_token', 'disable_auto_group_change', 'lock_expires']));
  expect(codes(ok(await souk.admin.get(ADDRESS)))).toHaveLength(19);
  expect(codes(ok(await souk.admin.get(`${CUSTOMER}/form/customer_account_edit`)))).toEqual([
    'created_at',
    'prefix',
    'firstname',
    'middlename',
    'lastname',
    'suffix',
    'email',
    'dob',
    'taxvat',
    'gender',
  ]);
  expect(codes(ok(await souk.admin.get(`${ADDRESS}/form/customer_register_address`)))).toHaveLength(15);
  for (const path of [CUSTOMER, ADDRESS]) expect(ok(await souk.admin.get(`${path}/custom`))).toEqual([]);
});

test('forms ask for what the configuration says', async () => {
  const shown = async (path: string) => {
    const { visible, required, frontend_class, multiline_count } = ok(await souk.admin.get(path));
    return { visible, required, frontend_class, multiline_count };
  };
  const settings = {
    'customer/address/telephone_show': 'opt',
    'customer/address/company_show': 'req',
    'customer/address/gender_show': 'req',
    'customer/address/street_lines': '3',
  };
  const hidden = { visible: false, required: false, frontend_class: '', multiline_count: 0 };
  expect(await shown(`${CUSTOMER}/attribute/gender`)).toEqual(hidden);
  await configured(souk, settings, async () => {
    const asked = { visible: true, required: true, frontend_class: 'required-entry', multiline_count: 0 };
    expect(await shown(`${CUSTOMER}/attribute/gender`)).toEqual(asked);
    expect(await shown(`${ADDRESS}/attribute/company`)).toEqual(asked);
    expect(await shown(`${ADDRESS}/attribute/telephone`)).toEqual({ ...asked, required: false, frontend_class: '' });
    expect(await shown(`${ADDRESS}/attribute/street`)).toEqual({ ...asked, multiline_count: 3 });
  });
});

test('what is unknown is a 404 that says so', async () => {
  expect(fails(await souk.admin.get(`${CUSTOMER}/form/nope`), 404).parameters).toEqual({
    fieldName: 'formCode',
    fieldValue: 'nope',
  });
  expect(fails(await souk.admin.get(`${ADDRESS}/attribute/nope`), 404)).toEqual({
    message: 'No such entity with %fieldName = %fieldValue, %field2Name = %field2Value',
    parameters: {
      fieldName: 'entityType',
      fieldValue: 'customer_address',
      field2Name: 'attributeCode',
      field2Value: 'nope',
    },
  });
  for (const path of [CUSTOMER, ADDRESS]) {
    expect(fails(await souk.guest.get(path), 401).parameters.resources).toBe('Magento_Customer::customer');
  }
});
