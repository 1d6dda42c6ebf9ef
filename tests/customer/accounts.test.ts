import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address, newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { mails, mailTo } from '../support/mails.ts';
import { fails, ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const TAKEN = 'A customer with the same email address already exists in an associated website.';
const create = (customer: object, password: string | undefined = PASSWORD) =>
  souk.guest.post('/V1/customers', { customer, password });

describe('a new account', () => {
  test('is answered whole, with what it was given and what the store adds', async () => {
    const sent = person({
      prefix: 'Ms',
      middlename: 'Q',
      suffix: 'Jr',
      dob: '1990-05-17',
      gender: 2,
      taxvat: 'TV1',
      addresses: [
        address({ default_billing: true, default_shipping: true, company: 'Co', fax: '1', vat_id: 'DE1' }),
        address({ region: { region_id: 43 }, street: ['2 Side St'] }),
      ],
      extension_attributes: { is_subscribed: true },
    });
    const made = ok(await create(sent));
    expect(Object.keys(made)).toEqual([
      'id',
      'group_id',
      'default_billing',
      'default_shipping',
      'created_at',
      'updated_at',
      'created_in',
      'dob',
      'email',
      'firstname',
      'lastname',
      'middlename',
      'prefix',
      'suffix',
      'gender',
      'store_id',
      'taxvat',
      'website_id',
      'addresses',
      'disable_auto_group_change',
      'extension_attributes',
    ]);
    const [first, second] = made.addresses;
    expect(made).toMatchObject({
      group_id: 1,
      store_id: 1,
      website_id: 1,
      created_in: 'Default Store View',
      default_billing: String(first.id),
      extension_attributes: { is_subscribed: true },
    });
    expect(first).toEqual({
      id: first.id,
      customer_id: made.id,
      region: { region_code: 'CA', region: 'California', region_id: 12 },
      region_id: 12,
      country_id: 'US',
      street: ['1 Main St', 'Floor 2'],
      company: 'Co',
      telephone: '555-0100',
      fax: '1',
      postcode: '90001',
      city: 'Los Angeles',
      firstname: 'Ada',
      lastname: 'Example',
      vat_id: 'DE1',
      default_shipping: true,
      default_billing: true,
    });
    expect(second).toMatchObject({ region: { region_code: 'NY', region: 'New York', region_id: 43 } });
    expect(second).not.toHaveProperty('default_billing');
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}`))).toEqual(made);
  });

  test('needs no more than address and names', async () => {
    const made = ok(await create(person(), undefined));
    expect(made).toMatchObject({ addresses: [], extension_attributes: { is_subscribed: false } });
    expect(made).not.toHaveProperty('default_billing');
    expect(made).not.toHaveProperty('custom_attributes');
  });

  test.each([
    ['an e-mail address that is none', { email: 'not-an-email' }, '"Email" is not a valid email address.'],
    ['an e-mail address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, /not a valid email/],
    ['no e-mail address', { email: null }, 'The customer email is missing. Enter and try again.'],
    [
      'no names',
      { firstname: null, lastname: '' },
      '"First Name" is a required value.\n"Last Name" is a required value.',
    ],
    ['a name of 64 KB', { firstname: 'x'.repeat(65_536) }, /First Name" length must be equal or less than 255/],
    ['a name with signs of other things', { lastname: '☏ - Doe' }, 'Last Name is not valid!'],
    ['a gender that is none', { gender: 9 }, 'Attribute gender does not contain option with Id 9'],
    ['a date of birth that is none', { dob: '1990-02-31' }, '"Date of Birth" is not a valid date.'],
    ['a date of birth to come', { dob: '2999-01-01' }, 'The Date of Birth should not be greater than today.'],
  ])('is refused for %s', async (_, wrong, message) => {
    const email = `${unique('w')}@example.com`;
    fails(await create({ ...person({ email }), ...wrong }), 400, message);
    ok(await create(person({ email })));
  });

  test.each(['X Æ A-12 Musk', "D'Artagnan", 'हैखान'.repeat(51), '李小龙'])('takes the name %s', async (firstname) => {
    expect(ok(await create(person({ firstname }))).firstname).toBe(firstname);
  });

  test('has an address that nobody else has, whatever its case', async () => {
    const email = `${unique('Case')}@example.com`;
    ok(await create(person({ email })));
    fails(await create(person({ email: email.toUpperCase() })), 400, TAKEN);
  });

  test('is made once, however many ask for it at the same time', async () => {
    const customer = person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(customer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    for (const answer of answers.filter(({ status }) => status !== 200)) fails(answer, 400, TAKEN);
    const found = ok(
      await souk.admin.get(
        `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${customer.email}`,
      ),
    );
    expect(found.total_count).toBe(1);
  });

  test('is made once by a bulk that names it twice; mails and passwords are as by a call', async () => {
    const item = { customer: person(), password: PASSWORD };
    const { bulk_uuid } = (await souk.admin.post('/async/bulk/V1/customers', [item, item])).body;
    const list = await until(async () => {
      const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${bulk_uuid}/status`));
      return operations_list.every(({ status }: { status: number }) => status !== 4) && operations_list;
    });
    expect(list).toMatchObject([
      { status: 1, error_code: null },
      { status: 3, error_code: 0, result_message: TAKEN },
    ]);
    ok(await (await signIn(souk, item.customer.email)).get('/V1/customers/me'));
    await mailTo(souk, item.customer.email);
    expect(mails(souk).filter(({ to }) => to.includes(item.customer.email))).toHaveLength(1);
  });

  test('comes into a group only if somebody who manages customers says so', async () => {
    const refused = fails(await create(person({ group_id: 1 })), 401);
    expect(refused.parameters).toEqual({ resources: 'Magento_Customer::manage' });
    expect((await newCustomer(souk, { group_id: 2 })).group_id).toBe(2);
    fails(
      await souk.admin.post('/V1/customers', { customer: person({ group_id: 777 }) }),
      400,
      'The specified customer group id does not exist.',
    );
  });

  test('does not say of itself that it is confirmed, or since when it exists', async () => {
    const made = ok(await create(person({ created_at: '2001-01-01 00:00:00', created_in: 'Elsewhere' })));
    expect(made.created_at).not.toMatch(/^2001/);
    expect(made.created_in).toBe('Default Store View');
    expect((await newCustomer(souk, { created_at: '2001-01-01 00:00:00' })).created_at).toBe('2001-01-01 00:00:00');
  });

  test('belongs to a website and store view that exist and belong together', async () => {
    fails(await create(person({ website_id: 99 })), 404, /The website with id 99 that was requested wasn't found/);
    fails(await create(person({ store_id: 99 })), 404, /The store that was requested wasn't found/);
    const stray = person({ store_id: 99, website_id: 1 });
    fails(await create(stray), 400, 'The store view is not in the associated website.');
  });

  test('is not made with the id of another', async () => {
    const { id, email } = await newCustomer(souk);
    const sent = person({ id, email, store_id: 1 });
    fails(
      await souk.admin.post('/V1/customers', { customer: sent }),
      400,
      'This customer already exists in this store.',
    );
  });
});

describe('an update', () => {
  test('keeps what it leaves out', async () => {
    const before = await newCustomer(souk, { middlename: 'Q', taxvat: '1', addresses: [address(), address()] });
    const after = ok(await souk.admin.put(`/V1/customers/${before.id}`, { customer: { lastname: 'X' } }));
    expect(after).toEqual({ ...before, lastname: 'X', updated_at: after.updated_at });
    expect(ok(await souk.admin.get(`/V1/customers/${before.id}`))).toEqual(after);
  });

  test('empties what it says is null', async () => {
    const { id } = await newCustomer(souk, { middlename: 'Q', gender: 1, dob: '1990-01-01' });
    const customer = { middlename: null, gender: null, dob: null };
    const after = ok(await souk.admin.put(`/V1/customers/${id}`, { customer }));
    for (const field of Object.keys(customer)) expect(after).not.toHaveProperty(field);
  });

  test('is refused for an address that another account has, and changes nothing', async () => {
    const [one, other] = [await newCustomer(souk), await newCustomer(souk)];
    fails(await souk.admin.put(`/V1/customers/${one.id}`, { customer: { ...one, email: other.email } }), 400, TAKEN);
    expect(ok(await souk.admin.get(`/V1/customers/${one.id}`))).toEqual(one);
  });

  test('of nobody is a 404', async () => {
    const answer = await souk.admin.put('/V1/customers/99999999', { customer: person({ website_id: 1 }) });
    expect(fails(answer, 404).parameters).toEqual({ fieldName: 'customerId', fieldValue: 99999999 });
  });

  test('lets changes that come together all happen', async () => {
    const { id } = await newCustomer(souk);
    const changes = [{ firstname: 'One' }, { lastname: 'Two' }, { taxvat: '3' }, { prefix: 'Dr' }, { suffix: 'V' }];
    const answers = await Promise.all(changes.map((customer) => souk.admin.put(`/V1/customers/${id}`, { customer })));
    answers.forEach(ok);
    expect(ok(await souk.admin.get(`/V1/customers/${id}`))).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('the own account', () => {
  test('is read and changed, but for group, website and store', async () => {
    const made = await newCustomer(souk, { dob: '1990-05-17', addresses: [address({ default_billing: true })] });
    const me = await signIn(souk, made.email);
    expect(ok(await me.get('/V1/customers/me'))).toEqual(made);
    const customer = { ...made, lastname: 'Changed', group_id: 3, website_id: 99, store_id: 99, id: 1 };
    const after = ok(await me.put('/V1/customers/me', { customer }));
    expect(after).toEqual({ ...made, lastname: 'Changed', updated_at: after.updated_at });
  });

  test('D14: keeps addresses and date of birth where they are left out', async () => {
    const made = await newCustomer(souk, { dob: '1990-05-17', addresses: [address()] });
    const me = await signIn(souk, made.email);
    const { email, firstname, lastname } = made;
    const after = ok(await me.put('/V1/customers/me', { customer: { email, firstname, lastname } }));
    expect(after).toMatchObject({ dob: '1990-05-17', addresses: made.addresses });
  });

  test('is changed with e-mail address and names only', async () => {
    const { email } = await newCustomer(souk);
    const me = await signIn(souk, email);
    fails(await me.put('/V1/customers/me', {}), 400, 'The customer email is missing. Enter and try again.');
    fails(await me.put('/V1/customers/me', { customer: { email } }), 400, /"First Name" is a required value/);
  });

  test('is the only one a customer reaches', async () => {
    const other = await newCustomer(souk, { addresses: [address()] });
    const me = await signIn(souk, (await newCustomer(souk)).email);
    for (const path of [
      `/V1/customers/${other.id}`,
      `/V1/customers/addresses/${other.addresses[0].id}`,
      '/V1/customers/search?searchCriteria=',
      `/V1/customers/${other.id}/billingAddress`,
    ]) {
      fails(await me.get(path), 401);
    }
    fails(await me.put(`/V1/customers/${other.id}`, { customer: { lastname: 'X' } }), 401);
    const customer = { id: -1, Id: String(other.id) };
    fails(await me.put(`/V1/customers/me?customerId=${other.id}`, { customer }), 400, /email is missing/);
    expect(ok(await souk.admin.get(`/V1/customers/${other.id}`))).toEqual(other);
  });

  test('is a customer’s: others name the customer', async () => {
    const missing = fails(await souk.admin.get('/V1/customers/me'), 400);
    expect(missing.parameters).toEqual({ fieldName: 'customerId' });
    expect(fails(await souk.guest.get('/V1/customers/me'), 401).parameters).toEqual({ resources: 'self' });
  });
});

describe('a customer who is deleted', () => {
  test('is gone, with addresses and tokens', async () => {
    const made = await newCustomer(souk, { addresses: [address()] });
    const me = await signIn(souk, made.email);
    expect(ok(await souk.admin.delete(`/V1/customers/${made.id}`))).toBe(true);
    fails(await souk.admin.get(`/V1/customers/${made.id}`), 404);
    fails(await souk.admin.get(`/V1/customers/addresses/${made.addresses[0].id}`), 404);
    fails(await me.get('/V1/customers/me'), 401);
    fails(await souk.admin.delete(`/V1/customers/${made.id}`), 404);
    ok(await create(person({ email: made.email })));
  });
});

describe('checking without saving', () => {
  test('tells which required attributes are empty, in the order of forms', async () => {
    const validate = async (customer: object) => ok(await souk.admin.put('/V1/customers/validate', { customer }));
    expect(await validate({ ...person(), website_id: 1, firstname: '' })).toEqual({
      valid: false,
      messages: [
        'The "Group" attribute value is empty. Set the attribute and try again.',
        'The "First Name" attribute value is empty. Set the attribute and try again.',
      ],
    });
    expect(await validate({ ...person(), website_id: 1, group_id: 1 })).toEqual({ valid: true, messages: [] });
  });

  test('of an e-mail address says always yes, unless the configuration lets it be known', async () => {
    const { email } = await newCustomer(souk);
    const ask = async () => ok(await souk.guest.post('/V1/customers/isEmailAvailable', { customerEmail: email }));
    expect(await ask()).toBe(true);
    await souk.configure({ 'checkout/options/enable_guest_checkout_login': '1' });
    await expect.poll(ask).toBe(false);
    expect(ok(await souk.guest.post('/V1/customers/isEmailAvailable', { customerEmail: 'free@example.com' }))).toBe(
      true,
    );
    await souk.configure({ 'checkout/options/enable_guest_checkout_login': '0' });
  });

  test('that a customer may be changed finds nobody who may not', async () => {
    const { id } = await newCustomer(souk);
    expect(ok(await souk.admin.get(`/V1/customers/${id}/permissions/readonly`))).toBe(false);
    fails(await souk.admin.get('/V1/customers/99999999/permissions/readonly'), 404);
  });
});
