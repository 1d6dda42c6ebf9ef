import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { newCompany, newUser, place, placeOf } from './shop.ts';

// Customers who are in several companies.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const one = (customer: Json, company: Json): string => `/V1/customers/${customer.id}/companies/${company.id}`;
const assign = (customer: Json, company: Json, caller = souk.admin): Promise<Answer> =>
  caller.put(one(customer, company));
const unassign = (customer: Json, company: Json): Promise<Answer> => souk.admin.delete(one(customer, company));
const get = async (customer: Json, company: Json): Promise<Json> => ok(await souk.admin.get(one(customer, company)));
const save = (companyAttributes: Json): Promise<Answer> =>
  souk.admin.post('/V1/customers/companies', { companyAttributes });
const companiesOf = async (customer: Json): Promise<number[]> =>
  ok(await souk.admin.get(`/V1/customers/${customer.id}/companies`)).map(({ id }: Json) => id);
const groupOf = async (customer: Json): Promise<number> =>
  ok(await souk.admin.get(`/V1/customers/${customer.id}`)).group_id;

/** Lists of places take their criteria by another name than other lists. */
const list = (...filters: readonly (readonly [field: string, value: unknown])[]): Promise<Answer> => {
  const query = filters.map(([field, value], i) => {
    const filter = `criteria[filter_groups][${i}][filters][0]`;
    return `${filter}[field]=${field}&${filter}[value]=${encodeURIComponent(String(value))}`;
  });
  return souk.admin.get(`/V1/customers/companies?${query.join('&') || 'criteria='}`);
};

describe('a customer in several companies', () => {
  it('buys for the first one, and stays in the others when that one is left', async () => {
    const { company: first } = await newCompany(souk, { customer_group_id: 2 });
    const { company: second } = await newCompany(souk, { customer_group_id: 3 });
    const customer = await newCustomer(souk);
    expect(ok(await assign(customer, first))).toEqual([]);
    ok(await assign(customer, second));
    ok(await assign(customer, second));
    expect(await companiesOf(customer)).toEqual([first.id, second.id]);
    const common = { customer_id: customer.id, status: 1 };
    expect(await get(customer, first)).toEqual({ ...common, company_id: first.id, is_default: true });
    expect(await get(customer, second)).toEqual({ ...common, company_id: second.id, is_default: false });
    expect(await groupOf(customer)).toBe(2);
    expect(ok(await unassign(customer, first))).toEqual([]);
    expect(await get(customer, second)).toMatchObject({ is_default: true });
    expect(await placeOf(souk, customer)).toMatchObject({ company_id: second.id });
    expect(await groupOf(customer)).toBe(3);
    ok(await unassign(customer, second));
    expect(await companiesOf(customer)).toEqual([]);
    expect(await groupOf(customer)).toBe(1);
  });

  it('is shown with all of them in releases that know of them', async () => {
    const other = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
    try {
      const [{ company: first }, { company: second }] = [await newCompany(other), await newCompany(other)];
      const customer = await newCustomer(other);
      for (const { id } of [first, second]) {
        ok(await other.admin.put(`/V1/customers/${customer.id}/companies/${id}`));
      }
      const { extension_attributes } = ok(await other.admin.get(`/V1/customers/${customer.id}`));
      const places = extension_attributes.all_company_attributes;
      expect(places.map(({ company_id, is_default }: Json) => [company_id, is_default])).toEqual([
        [first.id, true],
        [second.id, false],
      ]);
      expect(extension_attributes.company_attributes).toEqual(places[0]);
    } finally {
      await other.stop();
    }
  });

  it('keeps the others when one is deleted', async () => {
    const { company: first } = await newCompany(souk, { customer_group_id: 2 });
    const { company: second } = await newCompany(souk, { customer_group_id: 3 });
    const customer = await newUser(souk, first);
    const only = await newUser(souk, first);
    ok(await assign(customer, second));
    ok(await souk.admin.delete(`/V1/company/${first.id}`));
    expect(await companiesOf(customer)).toEqual([second.id]);
    expect(await companiesOf(only)).toEqual([]);
    expect([await groupOf(customer), await groupOf(only)]).toEqual([3, 1]);
    expect(await get(customer, second)).toMatchObject({ is_default: true });
  });

  it('is let in or kept out by the one that counts', async () => {
    const { company: open } = await newCompany(souk);
    const { company: locked } = await newCompany(souk, { status: 0 });
    const customer = await newUser(souk, open);
    ok(await assign(customer, locked));
    const signIn = (): Promise<Answer> =>
      souk.guest.post('/V1/integration/customer/token', { username: customer.email, password: PASSWORD });
    ok(await signIn());
    ok(await save({ customer_id: customer.id, company_id: locked.id, is_default: true }));
    fails(await signIn(), 401, /This account is locked/);
    ok(await save({ customer_id: customer.id, company_id: open.id, is_default: true }));
    ok(await signIn());
  });
});

describe('a place in a company', () => {
  it('is made and changed by what is sent', async () => {
    const { company } = await newCompany(souk);
    const { company: second } = await newCompany(souk);
    const customer = await newCustomer(souk);
    const named = { customer_id: customer.id, company_id: company.id };
    expect(ok(await save({ ...named, job_title: 'Buyer', telephone: '1', status: 0 }))).toEqual([]);
    const made = { ...named, job_title: 'Buyer', telephone: '1', status: 0, is_default: true };
    expect(await get(customer, company)).toEqual(made);
    ok(await save({ ...named, telephone: '2', status: 1 }));
    expect(await get(customer, company)).toEqual({ ...made, telephone: '2', status: 1 });
    ok(await save({ ...(await get(customer, company)), job_title: null }));
    expect(await get(customer, company)).not.toHaveProperty('job_title');
    ok(await save({ ...named, company_id: second.id, is_default: true }));
    expect(await get(customer, company)).toMatchObject({ is_default: false, telephone: '2' });
    expect(await placeOf(souk, customer)).toMatchObject({ company_id: second.id });
  });

  it('is refused where it is wrong', async () => {
    const { company, boss } = await newCompany(souk);
    const customer = await newUser(souk, company);
    const named = { customer_id: customer.id, company_id: company.id };
    const before = await get(customer, company);
    fails(await save({ company_id: company.id }), 400, '"customer_id" is required. Enter and try again.');
    fails(await save({ customer_id: customer.id }), 400, '"company_id" is required. Enter and try again.');
    fails(await save({ ...named, customer_id: 987654 }), 404, 'No such entity with customerId = 987654');
    fails(await save({ ...named, company_id: 987654 }), 404, 'No such entity with company_id = 987654');
    fails(await save({ ...named, status: 7 }), 400, 'Invalid value of "7" provided for the status field.');
    fails(await save({ ...named, job_title: 'x'.repeat(256) }), 400, /provided for the job_title field/);
    fails(await save({ ...named, is_default: false }), 400, /provided for the is_default field/);
    expect(await get(customer, company)).toEqual(before);
    const leads = 'The customer is the administrator of a company. Name another one first.';
    fails(await save({ customer_id: boss.id, company_id: company.id, status: 0 }), 400, leads);
    fails(await unassign(boss, company), 400, leads);
    const stranger = await newCustomer(souk);
    const none = `No such entity with customer_id = ${stranger.id}, company_id = ${company.id}`;
    fails(await souk.admin.get(one(stranger, company)), 404, none);
    fails(await unassign(stranger, company), 404, none);
    fails(await assign({ id: 987654 }, company), 404, 'No such entity with customerId = 987654');
    fails(await assign(stranger, { id: 987654 }), 404, 'No such entity with company_id = 987654');
    fails(await souk.admin.get('/V1/customers/987654/companies'), 404, 'No such entity with customerId = 987654');
    expect(await companiesOf(stranger)).toEqual([]);
  });

  it('is found by its fields, page by page', async () => {
    const job_title = unique('Job ');
    const { company: first } = await newCompany(souk);
    const { company: second } = await newCompany(souk);
    const [ada, bob] = [await newCustomer(souk), await newCustomer(souk)];
    for (const [{ id: customer_id }, { id: company_id }] of [
      [bob, second],
      [ada, second],
      [ada, first],
    ]) {
      ok(await save({ customer_id, company_id, job_title }));
    }
    const found = ok(await list(['job_title', job_title]));
    expect(found.total_count).toBe(3);
    expect(found.items).toEqual([await get(ada, first), await get(ada, second), await get(bob, second)]);
    const named = async (...filters: readonly (readonly [string, unknown])[]): Promise<unknown> =>
      ok(await list(...filters)).items.map(({ customer_id, company_id }: Json) => [customer_id, company_id]);
    expect(await named(['job_title', job_title], ['company_id', second.id], ['is_default', 0])).toEqual([]);
    expect(await named(['job_title', job_title], ['is_default', 1])).toEqual([
      [ada.id, second.id],
      [bob.id, second.id],
    ]);
    const third = 'criteria[pageSize]=1&criteria[currentPage]=3&criteria[sortOrders][0][field]=customer_id';
    const sorted = `${third}&criteria[sortOrders][0][direction]=ASC`;
    const filter = 'criteria[filter_groups][0][filters][0]';
    const byJob = `${filter}[field]=job_title&${filter}[value]=${encodeURIComponent(job_title)}`;
    const paged = ok(await souk.admin.get(`/V1/customers/companies?${sorted}&${byJob}`));
    expect(paged).toMatchObject({ items: [await get(bob, second)], total_count: 3 });
    fails(await list(['nothing', 1]), 400);
  });

  it('is changed by those who manage companies, and read by those who see them', async () => {
    const { company } = await newCompany(souk);
    const customer = await newUser(souk, company);
    const stdout = async (permission: string): Promise<Client> => {
      const made = await souk.cli('integration:create', unique('b2b'), '--resources', `Magento_Company::${permission}`);
      return souk.guest.as(/"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(made.stdout)![1]);
    };
    const viewer = await stdout('index');
    const body = { companyAttributes: { customer_id: customer.id, company_id: company.id, job_title: 'x' } };
    ok(await viewer.get(one(customer, company)));
    ok(await viewer.get(`/V1/customers/${customer.id}/companies`));
    ok(await viewer.get('/V1/customers/companies?criteria='));
    const manages = "The consumer isn't authorized to access Magento_Company::manage.";
    for (const caller of [viewer, souk.guest]) {
      fails(await caller.post('/V1/customers/companies', body), 401, manages);
      fails(await caller.put(one(customer, company)), 401, manages);
      fails(await caller.delete(one(customer, company)), 401, manages);
    }
    fails(await souk.guest.get(one(customer, company)), 401);
    fails(await souk.guest.get('/V1/customers/companies?criteria='), 401);
    expect(await get(customer, company)).not.toHaveProperty('job_title');
  });

  it('counts once, whoever says so at the same time', async () => {
    const customer = await newCustomer(souk);
    const companies = [];
    for (let i = 0; i < 6; i++) companies.push((await newCompany(souk)).company);
    const other = await secondProcess(souk);
    try {
      const callers = [souk.base, other.base].map((base) => new Client(base, souk.admin.token));
      const answers = await Promise.all(
        companies.flatMap((company, i) => [
          assign(customer, company, callers[i % 2]),
          callers[(i + 1) % 2]!.post('/V1/customers/companies', {
            companyAttributes: { customer_id: customer.id, company_id: company.id, is_default: true },
          }),
        ]),
      );
      for (const answer of answers) ok(answer);
      const { items } = ok(await list(['customer_id', customer.id]));
      expect(items.map(({ company_id }: Json) => company_id)).toEqual(companies.map(({ id }) => id));
      expect(items.filter(({ is_default }: Json) => is_default)).toHaveLength(1);
    } finally {
      await other.end();
    }
  });

  it('goes with the customer', async () => {
    const { company } = await newCompany(souk);
    const customer = await newUser(souk, company);
    ok(await souk.admin.delete(`/V1/customers/${customer.id}`));
    expect(ok(await list(['customer_id', customer.id])).total_count).toBe(0);
    expect(ok(await place(souk.admin, await newCustomer(souk), { company_id: company.id }))).toBeDefined();
  });
});
