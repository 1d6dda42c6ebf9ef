import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { configured, newCustomer, PASSWORD } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { newStaff, storefrontOf, uid, userWith } from './storefront.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const CREATE = `mutation($input: CompanyCreateInput!) { createCompany(input: $input) { company { id name email legal_name
  company_admin { email firstname lastname } legal_address { street city region { region_code region_id } postcode telephone } } } }`;
const UPDATE = `mutation($input: CompanyUpdateInput!) { updateCompany(input: $input) { company { name legal_name
  legal_address { street city region { region_code } postcode country_code } } } }`;

const registration = (over: Json = {}): Json => ({
  company_name: 'TestCo',
  company_email: `${unique('office')}@example.com`,
  company_admin: {
    email: `${unique('taina')}@example.com`,
    firstname: 'Taina',
    lastname: 'Garofalo',
    job_title: 'Chief',
  },
  legal_name: 'TestCo Inc.',
  legal_address: {
    street: ['100 Big Oak Tree Dr'],
    city: 'San Francisco',
    region: { region_code: 'CA' },
    postcode: '99999',
    country_id: 'US',
    telephone: '555 867-5309',
  },
  ...over,
});
const register = (input: Json, as: GraphQLClient = graphqlClient(souk)): Promise<Answer> => as.send(CREATE, { input });

/** How many companies and accounts there are. */
async function counts(): Promise<readonly number[]> {
  const all = 'searchCriteria[pageSize]=1';
  const paths = [`/V1/company?${all}`, `/V1/customers/search?${all}`];
  return Promise.all(paths.map(async (path) => ok(await souk.admin.get(path)).total_count));
}

describe('a company that registers', () => {
  it('is pending, with an account for its administrator, and is told of', async () => {
    const input = registration();
    const answer = await register(input);
    expect(answer.body.errors).toBeUndefined();
    const { company } = answer.body.data.createCompany;
    expect(company).toMatchObject({
      name: 'TestCo',
      email: input.company_email,
      company_admin: { email: input.company_admin.email, firstname: 'Taina', lastname: 'Garofalo' },
      legal_address: {
        street: ['100 Big Oak Tree Dr'],
        region: { region_code: 'CA', region_id: 12 },
        postcode: '99999',
      },
    });
    const stored = ok(await souk.admin.get(`/V1/company/${atob(company.id)}`));
    expect(stored).toMatchObject({ status: 0, legal_name: 'TestCo Inc.', region: 'California' });
    const leader = ok(await souk.admin.get(`/V1/customers/${stored.super_user_id}`));
    expect(leader.extension_attributes.company_attributes).toMatchObject({ job_title: 'Chief', status: 1 });
    await mailTo(souk, input.company_admin.email, ({ subject }) => /waiting for approval/.test(subject));
    const { text } = await mailTo(souk, 'owner@example.com', (mail) => mail.text.includes(input.company_email));
    expect(text).toContain('Taina Garofalo');
    const choose = await mailTo(souk, input.company_admin.email, (mail) => /createPassword/.test(mail.text));
    const token = /token=([\w%-]+)/.exec(choose.text)?.[1] ?? '';
    const reset = { email: input.company_admin.email, resetToken: decodeURIComponent(token), newPassword: PASSWORD };
    ok(await souk.guest.post('/V1/customers/resetPassword', reset));
    const signIn = { username: input.company_admin.email, password: PASSWORD };
    fails(await souk.guest.post('/V1/integration/customer/token', signIn), 401, /locked/);
    ok(await souk.admin.put(`/V1/company/${stored.id}`, { company: { status: 1 } }));
    const boss = await storefrontOf(souk, input.company_admin);
    expect((await boss.data('{ company { id name } }')).company).toEqual({ id: company.id, name: 'TestCo' });
  });

  it('may be of a signed-in customer, with an address that has no account', async () => {
    const customer = await newCustomer(souk);
    const storefront = await storefrontOf(souk, customer);
    const before = await counts();
    const own = { ...registration().company_admin, email: customer.email };
    refuses(await register(registration({ company_admin: own }), storefront), 'graphql-input', /same email address/);
    expect(await counts()).toEqual(before);
    expect((await register(registration(), storefront)).body.errors).toBeUndefined();
  });

  it('leaves nothing behind when its data is not valid', async () => {
    const { company } = await newStaff(souk);
    const before = await counts();
    const faults: readonly (readonly [Json, RegExp])[] = [
      [{ company_email: company.company_email }, /already exists/],
      [{ company_email: 'nobody' }, /company_email/],
      [{ company_name: ' ' }, /company_name/],
      [{ company_admin: { ...registration().company_admin, email: 'nobody' } }, /not a valid email address/],
      [{ legal_address: { ...registration().legal_address, region: { region_code: 'XX' } } }, /region/],
    ];
    const addresses: string[] = [];
    for (const [over, message] of faults) {
      const input = registration(over);
      const { body } = await register(input);
      expect(body.errors?.[0].message, JSON.stringify(over)).toMatch(message);
      addresses.push(input.company_admin.email, input.company_email);
    }
    expect(await counts()).toEqual(before);
    // Those to the company that exists are of its own registration.
    const refused = addresses.filter((address) => address !== company.company_email);
    expect(mails(souk).filter(({ to }) => refused.some((address) => to.includes(address)))).toEqual([]);
  });

  it('is refused where the shop allows none, and where companies are off', async () => {
    const flags = '{ storeConfig { company_enabled allow_company_registration company_credit_enabled } }';
    const shown = { company_enabled: true, allow_company_registration: true, company_credit_enabled: false };
    expect((await graphqlClient(souk).data(flags)).storeConfig).toEqual(shown);
    await configured(souk, { 'company/general/allow_company_registration': '0' }, async () => {
      refuses(await register(registration()), 'graphql-input', 'Company registration is not available.');
      expect((await graphqlClient(souk).data(flags)).storeConfig.allow_company_registration).toBe(false);
    });
    await configured(souk, { 'btob/website_configuration/company_active': '0' }, async () => {
      refuses(await register(registration()), 'graphql-input', 'Company feature is not available.');
    });
  });

  it('is limited like accounts, and asks for the captcha of its form', async () => {
    await configured(souk, { 'souk/attempts/accounts': '2' }, async () => {
      const before = await counts();
      const answers = [];
      for (let i = 0; i < 6; i++) answers.push(await register(registration()));
      expect(answers.at(-1)?.body.errors[0].message).toMatch(/try again/i);
      expect(((await counts())[0] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(2);
    });
    const captcha = { 'customer/captcha/enable': '1', 'customer/captcha/forms': 'create_company' };
    await configured(souk, captcha, async () => {
      refuses(await register(registration()), 'graphql-input', /CAPTCHA/);
    });
  });
});

describe('a company that changes', () => {
  it('keeps what is left out', async () => {
    const { boss } = await newStaff(souk);
    const legal_address = {
      street: ['265 Cambridge Ave'],
      city: 'Palo Alto',
      region: { region_code: 'CA', region_id: 12 },
      postcode: '94306',
    };
    const { company } = (await boss.data(UPDATE, { input: { legal_address, legal_name: 'Works Ltd' } })).updateCompany;
    expect(company).toMatchObject({
      legal_name: 'Works Ltd',
      legal_address: {
        street: ['265 Cambridge Ave'],
        city: 'Palo Alto',
        region: { region_code: 'CA' },
        country_code: 'US',
      },
    });
    const renamed = (await boss.data(UPDATE, { input: { company_name: 'New', legal_name: null } })).updateCompany
      .company;
    expect(renamed).toEqual({ ...company, name: 'New' });
  });

  it('is changed by users whose role allows it', async () => {
    const staff = await newStaff(souk);
    const base = ['Magento_Company::view_account', 'Magento_Company::view_address'];
    const clerk = await userWith(souk, staff, ...base, 'Magento_Company::edit_account');
    const mover = await userWith(souk, staff, ...base, 'Magento_Company::edit_address');
    const [name, city] = [{ company_name: 'Renamed' }, { legal_address: { city: 'Fresno' } }];
    expect((await clerk.send(UPDATE, { input: name })).body.errors).toBeUndefined();
    expect((await mover.send(UPDATE, { input: city })).body.errors).toBeUndefined();
    refuses(await mover.send(UPDATE, { input: name }), 'graphql-input', 'Magento_Company::edit_account access denied.');
    refuses(await clerk.send(UPDATE, { input: city }), 'graphql-input', 'Magento_Company::edit_address access denied.');
    refuses(await clerk.send(UPDATE, { input: { ...name, ...city } }), 'graphql-input', /edit_address/);
    refuses(await graphqlClient(souk).send(UPDATE, { input: name }), 'graphql-input', /not a company user/);
    expect((await staff.boss.data('{ company { id name legal_address { city } } }')).company).toEqual({
      id: uid(staff.company.id),
      name: 'Renamed',
      legal_address: { city: 'Fresno' },
    });
  });
});
