import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate } from '../../src/kernel/error-templates.ts';
import { newCustomer } from '../support/customers.ts';
import { mailTo, mails } from '../support/mails.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, criteria, fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { companyOf, newCompany, newUser, place, placeOf } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = '/V1/company';
const get = async (id: number): Promise<Json> => ok(await souk.admin.get(`${path}/${id}`));
const make = (company: Json) => souk.admin.post(path, { company });
const change = (id: number, company: Json) => souk.admin.put(`${path}/${id}`, { company });
const search = async (field: string, value: unknown, condition_type = 'eq'): Promise<Json> =>
  ok(await souk.admin.get(`${path}?${criteria([[{ field, value, condition_type }]])}`));

const without = ({ ...rest }: Json, field: string): Json => {
  delete rest[field];
  return rest;
};

describe('a company', () => {
  it('is made as it is sent, and is pending unless told otherwise', async () => {
    const boss = await newCustomer(souk);
    const sent = companyOf(boss.id);
    const made = ok(await make(sent));
    expect(made).toEqual({
      ...sent,
      id: expect.any(Number),
      status: 0,
      region: 'California',
      sales_representative_id: 1,
      reject_reason: null,
      rejected_at: null,
      extension_attributes: {
        quote_config: { company_id: String(made.id), is_quote_enabled: false },
        applicable_payment_method: 0,
        use_config_settings: 1,
        is_purchase_order_enabled: false,
        applicable_shipping_method: 0,
        use_config_settings_shipping: 1,
      },
    });
    expect(await get(made.id)).toEqual(made);
    expect(await placeOf(souk, boss)).toEqual({
      customer_id: boss.id,
      company_id: made.id,
      status: 1,
      is_default: true,
    });
  });

  it('is changed in part: what is left out stays, and the path tells which one', async () => {
    const { company } = await newCompany(souk, { legal_name: 'Works Ltd', comment: 'old', vat_tax_id: 'DE1' });
    const { company: other } = await newCompany(souk);
    const changed = ok(await change(company.id, { id: other.id, company_name: 'New Works', comment: null }));
    expect(changed).toEqual({ ...without(company, 'comment'), company_name: 'New Works' });
    expect(await get(company.id)).toEqual(changed);
    expect(await get(other.id)).toEqual(other);
    // What is sent back as it was read changes nothing.
    expect(ok(await change(company.id, changed))).toEqual(changed);
    fails(await change(987654, {}), 404, 'No such entity with id = 987654');
  });

  it('is changed by POST as well where its id is sent', async () => {
    const { company } = await newCompany(souk);
    expect(ok(await make({ id: company.id, city: 'Oakland' }))).toEqual({ ...company, city: 'Oakland' });
    fails(await make(companyOf(1, { id: 987654 })), 404);
  });

  it('has a region by id, code or name; another country takes the old one away', async () => {
    const { company } = await newCompany(souk);
    const regionOf = async (sent: Json): Promise<unknown[]> => {
      const { region, region_id } = ok(await change(company.id, sent));
      return [region, region_id];
    };
    expect(await regionOf({ region: 'NY' })).toEqual(['New York', '43']);
    expect(await regionOf({ region: 'alaska' })).toEqual(['Alaska', '2']);
    expect(await regionOf({ region_id: '12' })).toEqual(['California', '12']);
    expect(await regionOf({ country_id: 'NL' })).toEqual([undefined, undefined]);
    expect(await regionOf({ country_id: 'DE', region: 'Berlin' })).toEqual(['Berlin', '82']);
    fails(await change(company.id, { country_id: 'US' }), 400, '"region" is required. Enter and try again.');
    fails(await change(company.id, { region_id: '12' }), 400, /"12" provided for the region_id field/);
    fails(await change(company.id, { region_id: 'CA' }), 400, /"CA" provided for the region_id field/);
  });

  it('is found by its fields, page by page', async () => {
    const city = unique('Town');
    const { company, boss } = await newCompany(souk, { city, reseller_id: 'R-7', legal_name: 'Zeta' });
    const { company: second } = await newCompany(souk, { city, status: 3, legal_name: 'Alpha' });
    const both = criteria([[{ field: 'city', value: city.toUpperCase() }]], {
      sort: [{ field: 'legal_name', direction: 'ASC' }],
    });
    const found = ok(await souk.admin.get(`${path}?${both}`));
    expect(found).toMatchObject({ items: [second, company], total_count: 2 });
    for (const field of ['id', 'entity_id', 'company_name', 'company_email']) {
      expect((await search(field, company[field] ?? company.id)).items).toEqual([company]);
    }
    expect((await search('super_user_id', boss.id)).items).toEqual([company]);
    const one = criteria([[{ field: 'city', value: city }], [{ field: 'status', value: 3 }]], { pageSize: 1 });
    expect(ok(await souk.admin.get(`${path}?${one}&fields=items[id],total_count`))).toEqual({
      items: [{ id: second.id }],
      total_count: 1,
    });
    expect((await search('region_id', '12', 'in')).total_count).toBeGreaterThanOrEqual(2);
  });

  it('has settings for its users', async () => {
    const { company } = await newCompany(souk);
    const extension_attributes = {
      applicable_payment_method: 2,
      available_payment_methods: 'checkmo,banktransfer',
      use_config_settings: 0,
      is_purchase_order_enabled: true,
      quote_config: { is_quote_enabled: true },
    };
    const { extension_attributes: after } = ok(await change(company.id, { extension_attributes }));
    expect(after).toEqual({
      ...company.extension_attributes,
      ...extension_attributes,
      quote_config: { company_id: String(company.id), is_quote_enabled: true },
    });
    expect((await get(company.id)).extension_attributes).toEqual(after);
  });
});

describe('a company that is wrong', () => {
  const required = (name: string): string => fillTemplate('"%1" is required. Enter and try again.', [name]);
  const invalid = (name: string, value: unknown): string =>
    fillTemplate('Invalid value of "%1" provided for the %2 field.', [value, name]);
  const missing = (name: string, value: unknown): string => `No such entity with ${name} = ${String(value)}`;

  it.each<[name: string, value: unknown, status: number, message: string]>([
    ...['company_name', 'company_email', 'city', 'country_id', 'telephone', 'postcode'].flatMap(
      (name): [string, unknown, number, string][] => [
        [name, null, 400, required(name)],
        [name, ' ', 400, required(name)],
      ],
    ),
    ['street', [], 400, required('street')],
    ['street', ['', 'second'], 400, required('street')],
    ['street', ['one', 'two', 'three'], 400, invalid('street', 'one\ntwo\nthree')],
    ['customer_group_id', 0, 400, invalid('customer_group_id', 0)],
    ['customer_group_id', 4711, 400, invalid('customer_group_id', 4711)],
    ['super_user_id', 0, 400, required('super_user_id')],
    ['super_user_id', 987654, 404, missing('customerId', 987654)],
    ['sales_representative_id', 4711, 404, missing('sales_representative_id', 4711)],
    ['company_email', 'nobody', 400, invalid('company_email', 'nobody')],
    ['status', 4, 400, invalid('status', 4)],
    ['status', -1, 400, invalid('status', -1)],
    ['country_id', 'XX', 400, invalid('country_id', 'XX')],
    ['region_id', '82', 400, invalid('region_id', 82)],
    ['region', 'Nowhere', 400, invalid('region', 'Nowhere')],
    ['status', 2, 400, 'A company is rejected with a reason.'],
    ['company_name', 'x'.repeat(41), 400, invalid('company_name', 'x'.repeat(41))],
    ['extension_attributes', { applicable_payment_method: 3 }, 400, invalid('applicable_payment_method', 3)],
    ['extension_attributes', { use_config_settings_shipping: 2 }, 400, invalid('use_config_settings_shipping', 2)],
    ['extension_attributes', { available_shipping_methods: 'a b' }, 400, invalid('available_shipping_methods', 'a b')],
  ])('%s %j is refused, and nothing is made or changed', async (name, value, status, message) => {
    const boss = await newCustomer(souk);
    const region = name === 'region' ? { region_id: undefined } : {};
    const before = (await search('id', 0, 'gt')).total_count;
    fails(await make({ ...companyOf(boss.id), ...region, [name]: value }), status, message);
    expect((await search('id', 0, 'gt')).total_count).toBe(before);
    expect(await placeOf(souk, boss)).toMatchObject({ company_id: 0 });
    const { company } = await newCompany(souk);
    fails(await change(company.id, { company_name: 'Changed', ...region, [name]: value }), status, message);
    expect(await get(company.id)).toEqual(company);
  });

  it('tells of all that is missing at once', async () => {
    const { message, errors } = fails(await make({}), 400);
    expect(message).toBe('One or more input exceptions have occurred.');
    expect(errors.map(({ parameters }: Json) => parameters.fieldName)).toEqual([
      'company_name',
      'company_email',
      'street',
      'city',
      'country_id',
      'postcode',
      'telephone',
      'super_user_id',
    ]);
  });

  it('D134: takes part of a company for a change', async () => {
    const { company } = await newCompany(souk);
    expect(ok(await change(company.id, { telephone: '1' }))).toEqual({ ...company, telephone: '1' });
  });
});

describe('the administrator of a company', () => {
  const leads = 'The customer is the administrator of a company. Name another one first.';

  it('has no other company, whoever asks at the same time', async () => {
    const boss = await newCustomer(souk);
    const other = await secondProcess(souk);
    try {
      const company = companyOf(boss.id);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          new Client(i % 2 ? other.base : souk.base, souk.admin.token).post(path, { company }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        fails(answer, 400, /already exists|belongs to another company/);
      }
      expect((await search('company_email', company.company_email)).total_count).toBe(1);
    } finally {
      await other.end();
    }
  });

  it('keeps its customer group from being deleted', async () => {
    const group = ok(await souk.admin.post('/V1/customerGroups', { group: { code: unique('g'), tax_class_id: 3 } }));
    const { company } = await newCompany(souk, { customer_group_id: group.id });
    fails(await souk.admin.delete(`/V1/customerGroups/${group.id}`), 400);
    expect(ok(await souk.admin.get(`/V1/customerGroups/${group.id}`))).toMatchObject({ id: group.id });
    ok(await change(company.id, { ...company, customer_group_id: 1 }));
    expect(ok(await souk.admin.delete(`/V1/customerGroups/${group.id}`))).toBe(true);
  });

  it('is replaced by another customer, who joins, and is told', async () => {
    const { company, boss } = await newCompany(souk, { customer_group_id: 2 });
    const next = await newCustomer(souk);
    expect(ok(await change(company.id, { super_user_id: next.id })).super_user_id).toBe(next.id);
    expect(await placeOf(souk, next)).toMatchObject({ company_id: company.id, status: 1 });
    expect(await placeOf(souk, boss)).toMatchObject({ company_id: company.id, status: 1 });
    expect(ok(await souk.admin.get(`/V1/customers/${next.id}`)).group_id).toBe(2);
    const { subject } = await mailTo(souk, next.email, (mail) => mail.subject.includes(company.company_name));
    expect(subject).toBe(`You are the administrator of ${company.company_name}`);
    const { boss: taken } = await newCompany(souk);
    fails(await change(company.id, { super_user_id: taken.id }), 400, /belongs to another company/);
  });

  it('cannot leave, be inactive or be deleted', async () => {
    const { company, boss } = await newCompany(souk);
    const { company: other } = await newCompany(souk);
    fails(await place(souk.admin, boss, { status: 0 }), 400, leads);
    for (const company_id of [0, other.id]) {
      fails(await place(souk.admin, boss, { company_id }), 400, leads);
    }
    fails(await souk.admin.delete(`/V1/customers/${boss.id}`), 400, leads);
    expect(await placeOf(souk, boss)).toMatchObject({ company_id: company.id, status: 1 });
    ok(await souk.admin.delete(`${path}/${company.id}`));
    ok(await souk.admin.delete(`/V1/customers/${boss.id}`));
  });

  it('is told of each new status, and only of new ones', async () => {
    const { company, boss } = await newCompany(souk, { status: 0 });
    const told = (): string[] =>
      mails(souk)
        .filter(({ to, subject }) => to.includes(boss.email) && subject.includes(company.company_name))
        .map(({ subject }) => subject);
    ok(await change(company.id, { status: 1 }));
    ok(await change(company.id, { status: 1, city: 'Oakland' }));
    const rejected = ok(await change(company.id, { status: 2, reject_reason: 'Failed background check.' }));
    expect(rejected).toMatchObject({ status: 2, reject_reason: 'Failed background check.' });
    expect(rejected.rejected_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(ok(await change(company.id, { city: 'Oakland' })).rejected_at).toBe(rejected.rejected_at);
    const blocked = ok(await change(company.id, { status: 3 }));
    expect(blocked).toMatchObject({ status: 3, reject_reason: null, rejected_at: null });
    const { text } = await mailTo(souk, boss.email, ({ subject }) => subject.includes('not approved'));
    expect(text).toContain('Failed background check.');
    const name = company.company_name;
    await expect
      .poll(told)
      .toEqual([
        `You are the administrator of ${name}`,
        `The account of ${name} is approved`,
        `The account of ${name} was not approved`,
        `The account of ${name} is blocked`,
      ]);
  });
});

describe('a deleted company', () => {
  it('leaves its users as customers without a company', async () => {
    const { company, boss } = await newCompany(souk, { customer_group_id: 2 });
    const user = await newUser(souk, company, { job_title: 'Buyer' });
    expect(user.group_id).toBe(2);
    expect(ok(await souk.admin.delete(`${path}/${company.id}`))).toBe(true);
    fails(await souk.admin.get(`${path}/${company.id}`), 404, `No such entity with id = ${company.id}`);
    fails(await souk.admin.delete(`${path}/${company.id}`), 404);
    for (const one of [boss, user]) {
      expect(await placeOf(souk, one)).toMatchObject({ company_id: 0 });
      expect(ok(await souk.admin.get(`/V1/customers/${one.id}`)).group_id).toBe(1);
    }
    ok(await make(companyOf(boss.id)));
  });
});

describe('those who may not', () => {
  async function integration(...resources: string[]): Promise<Client> {
    const { stdout } = await souk.cli('integration:create', unique('b2b'), '--resources', resources.join(','));
    return souk.guest.as(/"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(stdout)![1]);
  }

  it('get 401 that names the permission', async () => {
    const { company, boss } = await newCompany(souk);
    const next = await newCustomer(souk);
    const viewer = await integration('Magento_Company::index');
    const maker = await integration('Magento_Company::add');
    const manager = await integration('Magento_Company::manage');
    const one = `${path}/${company.id}`;
    const refused = (name: string): string => `The consumer isn't authorized to access Magento_Company::${name}.`;
    for (const caller of [souk.guest, maker]) {
      fails(await caller.get(one), 401, refused('index'));
      fails(await caller.get(`${path}?searchCriteria=`), 401, refused('index'));
      fails(await caller.put(one, { company: { city: 'X' } }), 401, refused('manage'));
      fails(await caller.delete(one), 401, refused('delete'));
    }
    expect(ok(await viewer.get(one))).toEqual(company);
    fails(await viewer.post(path, { company: companyOf(next.id) }), 401, refused('add'));
    fails(await maker.post(path, { company: { id: company.id, city: 'X' } }), 401, refused('manage'));
    fails(await manager.delete(one), 401, refused('delete'));
    expect(ok(await maker.post(path, { company: companyOf(next.id) })).super_user_id).toBe(next.id);
    expect(ok(await manager.put(one, { company: { city: 'Oakland' } })).city).toBe('Oakland');
    ok(await place(await integration('Magento_Customer::manage'), next, { job_title: 'x' }));
    expect(await placeOf(souk, next)).not.toHaveProperty('job_title');
    expect(await placeOf(souk, boss)).toMatchObject({ company_id: company.id });
  });
});

describe('the commands', () => {
  it('list companies by status, and change it', async () => {
    const { company } = await newCompany(souk, { status: 0 });
    const list = async (status: string): Promise<string> => (await souk.cli('company:list', '--status', status)).stdout;
    expect(await list('pending')).toContain(company.company_name);
    const { code, stdout } = await souk.cli('company:status', String(company.id), 'rejected', '--reason', 'too small');
    expect([code, stdout.trim()]).toEqual([0, `${company.company_name} is rejected`]);
    expect(await get(company.id)).toMatchObject({ status: 2, reject_reason: 'too small' });
    expect(await list('pending')).not.toContain(company.company_name);
    expect((await souk.cli('company:status', String(company.id), 'gone')).code).not.toBe(0);
  });
});
