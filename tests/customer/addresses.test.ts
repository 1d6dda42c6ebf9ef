import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address, configured, newCustomer, person, signIn } from '../support/customers.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const createWith = (over: object): Promise<Answer> =>
  souk.admin.post('/V1/customers', { customer: person({ addresses: [address(over)] }) });
const put = (id: number, customer: object): Promise<Answer> => souk.admin.put(`/V1/customers/${id}`, { customer });

describe('a customer who is changed', () => {
  test('has no default that went with its address, or is of somebody else', async () => {
    const made = await newCustomer(souk, { addresses: [address({ default_billing: true, default_shipping: true })] });
    const other = await newCustomer(souk, { addresses: [address()] });
    const kept = String(made.addresses[0].id);
    expect(ok(await put(made.id, { default_billing: String(other.addresses[0].id) })).default_billing).toBe(kept);
    const left = ok(await put(made.id, { addresses: [], default_billing: kept, default_shipping: kept }));
    expect(left).not.toHaveProperty('default_billing');
    expect(left).not.toHaveProperty('default_shipping');
  });

  test('keeps the store view and the day of birth where another is refused', async () => {
    const made = await newCustomer(souk, { dob: '1990-05-17' });
    fails(await put(made.id, { store_id: 999 }), 404, /The store that was requested wasn't found/);
    fails(await put(made.id, { dob: '01.01.2999' }), 400, /should not be greater than today/);
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}`))).toMatchObject({ store_id: 1, dob: '1990-05-17' });
  });
});

describe('an address of a new account', () => {
  test.each([
    ['city', { city: '' }, 'city'],
    ['street', { street: [] }, 'street'],
    ['telephone', { telephone: null }, 'telephone'],
    ['postcode', { postcode: undefined }, 'postcode'],
    ['first name', { firstname: '' }, 'firstname'],
  ])('needs a %s', async (_, over, field) => {
    const answer = await createWith(over);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(required(field));
  });

  test('is told all that is missing at once', async () => {
    const answer = await createWith({ city: '', telephone: '' });
    expect(fails(answer, 400, 'One or more input exceptions have occurred.').errors).toEqual([
      required('city'),
      required('telephone'),
    ]);
  });

  test('needs no postcode in countries that have none', async () => {
    ok(await createWith({ country_id: 'IE', region: undefined, postcode: undefined }));
  });

  test('is not in a region of another country', async () => {
    const answer = await createWith({ region: { region_id: 82 } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: 'regionId', value: '82' },
    });
  });

  test.each([
    ['an id', { region: { region_id: 12 } }, { region_code: 'CA', region: 'California', region_id: 12 }],
    ['an id of its own', { region: undefined, region_id: 12 }, { region_code: 'CA', region_id: 12 }],
    ['a code', { region: { region_code: 'CA' } }, { region: 'California', region_id: 12 }],
    ['its name', { region: { region: 'california' } }, { region_code: 'CA', region: 'California', region_id: 12 }],
    ['a code in place of the name', { region: { region: 'CA' } }, { region: 'California', region_id: 12 }],
    [
      'a name where there are no ids',
      { country_id: 'GB', region: { region: 'Kent' } },
      { region_code: 'Kent', region: 'Kent', region_id: 0 },
    ],
    ['nothing', { region: undefined }, { region_code: null, region: null, region_id: 0 }],
  ])('takes its region by %s', async (_, over, region) => {
    const made = ok(await createWith(over));
    expect(made.addresses[0].region).toMatchObject(region);
  });

  test('has as many lines of street as the configuration allows', async () => {
    fails(await createWith({ street: ['a', 'b', 'c'] }), 400, '"Street Address" cannot contain more than 2 lines.');
    fails(await createWith({ street: ['a\nb', 'c'] }), 400, '"Street Address" cannot contain more than 2 lines.');
    await configured(souk, { 'customer/address/street_lines': '4' }, async () => {
      expect(ok(await createWith({ street: ['a', 'b', 'c', 'd'] })).addresses[0].street).toHaveLength(4);
      fails(await createWith({ street: ['a', 'b', 'c', 'd', 'e'] }), 400, /cannot contain more than 4 lines/);
    });
  });

  test('needs what the configuration asks for', async () => {
    const settings = { 'customer/address/telephone_show': 'opt', 'customer/address/company_show': 'req' };
    await configured(souk, settings, async () => {
      const answer = await createWith({ telephone: undefined });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(required('company'));
      const made = ok(await createWith({ telephone: undefined, company: 'Co' }));
      expect(made.addresses[0]).toMatchObject({ telephone: '', company: 'Co' });
    });
  });

  test('is passed over in a country that the store does not allow', async () => {
    expect(ok(await createWith({ country_id: 'XX' })).addresses).toEqual([]);
    expect(ok(await createWith({ country_id: undefined })).addresses).toEqual([]);
  });

  test('leaves no account behind when it is refused', async () => {
    const customer = person({ addresses: [address(), address({ city: '' })] });
    fails(await souk.admin.post('/V1/customers', { customer }), 400);
    ok(await souk.admin.post('/V1/customers', { customer: { ...customer, addresses: [] } }));
  });
});

describe('the address book of an update', () => {
  test('has the addresses that are sent: changed, added, and no others', async () => {
    const made = await newCustomer(souk, { addresses: [address({ fax: '7' }), address({ city: 'Gone' })] });
    const [kept] = made.addresses;
    const after = ok(await put(made.id, { addresses: [{ id: kept.id, city: 'Moved' }, address({ city: 'New' })] }));
    expect(after.addresses.map(({ city }: { city: string }) => city)).toEqual(['Moved', 'New']);
    expect(after.addresses[0]).toEqual({ ...kept, city: 'Moved' });
    fails(await souk.admin.get(`/V1/customers/addresses/${made.addresses[1].id}`), 404);
    expect(ok(await put(made.id, { addresses: [] })).addresses).toEqual([]);
  });

  test('keeps the defaults unless it is told otherwise', async () => {
    const both = { default_billing: true, default_shipping: true };
    const made = await newCustomer(souk, { addresses: [address(both), address()] });
    const [first, second] = made.addresses.map(({ id }: { id: number }) => ({ id }));
    expect(ok(await put(made.id, { addresses: [first, second] }))).toMatchObject({
      default_billing: String(first.id),
      default_shipping: String(first.id),
    });
    const moved = ok(await put(made.id, { addresses: [first, { ...second, default_billing: true }] }));
    expect(moved).toMatchObject({ default_billing: String(second.id), default_shipping: String(first.id) });
    const without = ok(await put(made.id, { addresses: [{ ...first, default_shipping: false }, second] }));
    expect(without).not.toHaveProperty('default_shipping');
    expect(ok(await put(made.id, { default_billing: String(first.id) })).default_billing).toBe(String(first.id));
    expect(ok(await put(made.id, { default_billing: '99999999' })).default_billing).toBe(String(first.id));
    const left = ok(await put(made.id, { addresses: [second] }));
    expect(left).not.toHaveProperty('default_billing');
  });

  test('does not take an address of another customer, or of nobody', async () => {
    const other = await newCustomer(souk, { addresses: [address()] });
    const made = await newCustomer(souk, { addresses: [address()] });
    const { id } = other.addresses[0];
    const answer = await put(made.id, { addresses: [{ id, city: 'Stolen' }] });
    fails(answer, 400, `Provided customer ID "${made.id}" isn't related to current customer address.`);
    const me = await signIn(souk, made.email);
    fails(await me.put('/V1/customers/me', { customer: { ...made, addresses: [{ id, city: 'Stolen' }] } }), 400);
    expect(ok(await souk.admin.get(`/V1/customers/${other.id}`))).toEqual(other);
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}`))).toEqual(made);
    fails(await put(made.id, { addresses: [{ id: 99999999 }] }), 404);
  });

  test('refuses a country that the store does not allow, and changes nothing', async () => {
    const made = await newCustomer(souk, { addresses: [address()] });
    const answer = await put(made.id, { firstname: 'X', addresses: [address({ country_id: 'XX' })] });
    expect(fails(answer, 400).parameters).toEqual({ fieldName: 'countryId', value: 'XX' });
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}`))).toEqual(made);
  });
});

describe('single addresses', () => {
  test('are read with what they are used for', async () => {
    const made = await newCustomer(souk, { addresses: [address({ default_billing: true }), address()] });
    const [first, second] = made.addresses;
    expect(ok(await souk.admin.get(`/V1/customers/addresses/${first.id}`))).toEqual(first);
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}/billingAddress`))).toEqual(first);
    expect(ok(await souk.admin.get(`/V1/customers/${made.id}/shippingAddress`))).toEqual([]);
    expect(ok(await souk.admin.get(`/V1/customers/addresses/${second.id}`))).toEqual(second);
    const me = await signIn(souk, made.email);
    expect(ok(await me.get('/V1/customers/me/billingAddress'))).toEqual(first);
    expect(ok(await me.get('/V1/customers/me/shippingAddress'))).toEqual([]);
  });

  test('are deleted, and are then nobody’s default', async () => {
    const both = { default_billing: true, default_shipping: true };
    const made = await newCustomer(souk, { addresses: [address(both), address({ city: 'Left' })] });
    const [{ id }] = made.addresses;
    expect(ok(await souk.admin.delete(`/V1/addresses/${id}`))).toBe(true);
    const answer = fails(await souk.admin.get(`/V1/customers/addresses/${id}`), 404);
    expect(answer.parameters).toEqual({ fieldName: 'addressId', fieldValue: id });
    const after = ok(await souk.admin.get(`/V1/customers/${made.id}`));
    expect(after.addresses.map(({ city }: { city: string }) => city)).toEqual(['Left']);
    expect(after).not.toHaveProperty('default_billing');
    fails(await souk.admin.delete(`/V1/addresses/${id}`), 404);
  });
});
