import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configured, newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { fails, ok, startSouk, type Answer, type Client, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { fill, newCompany, newUser, place, placeOf } from './shop.ts';
import { pay } from '../customer-balance/shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const signInOf = ({ email }: Json): Promise<Answer> =>
  souk.guest.post('/V1/integration/customer/token', { username: email, password: PASSWORD });
const changeCompany = (company: Json, change: Json): Promise<Answer> =>
  souk.admin.put(`/V1/company/${company.id}`, { company: change });
const groupOf = async ({ id }: Json): Promise<number> => ok(await souk.admin.get(`/V1/customers/${id}`)).group_id;

describe('the place of a customer', () => {
  it('is told with the customer, wherever customers are shown', async () => {
    const { company } = await newCompany(souk);
    const told = { company_id: company.id, job_title: 'Sales Rep', telephone: '512-555-3322', status: 1 };
    const user = await newUser(souk, company, told);
    const shown = { ...told, customer_id: user.id, is_default: true };
    expect(user.extension_attributes.company_attributes).toEqual(shown);
    const me = await signIn(souk, user.email);
    expect(ok(await me.get('/V1/customers/me')).extension_attributes.company_attributes).toEqual(shown);
    const plain = await newCustomer(souk);
    expect(plain.extension_attributes.company_attributes).toEqual({ customer_id: plain.id, company_id: 0 });
  });

  it('is taken with a new account from those who manage companies, and from nobody else', async () => {
    const { company } = await newCompany(souk, { customer_group_id: 3 });
    const customer = { ...person(), extension_attributes: { company_attributes: { company_id: company.id } } };
    const body = { customer, password: PASSWORD };
    const other = { customer: { ...customer, ...person() }, password: PASSWORD };
    const self = ok(await souk.guest.post('/V1/customers', other));
    expect(self.group_id).toBe(1);
    expect(await placeOf(souk, self)).toMatchObject({ company_id: 0 });
    const made = ok(await souk.admin.post('/V1/customers', body));
    expect(made).toMatchObject({
      group_id: 3,
      extension_attributes: { company_attributes: { company_id: company.id } },
    });
    const me = await signIn(souk, made.email);
    const own = ok(await me.get('/V1/customers/me'));
    ok(await me.put('/V1/customers/me', { customer: { ...own, firstname: 'Grace' } }));
    const company_attributes = { ...own.extension_attributes.company_attributes, job_title: 'Chief' };
    ok(await me.put('/V1/customers/me', { customer: { ...own, extension_attributes: { company_attributes } } }));
    expect(await placeOf(souk, made)).not.toHaveProperty('job_title');
  });

  it('is checked', async () => {
    const { company } = await newCompany(souk);
    const user = await newUser(souk, company);
    const before = await placeOf(souk, user);
    fails(await place(souk.admin, user, { company_id: 987654 }), 404, 'No such entity with company_id = 987654');
    fails(await place(souk.admin, user, { status: 2 }), 400, 'Invalid value of "2" provided for the status field.');
    fails(await place(souk.admin, user, { job_title: 'x'.repeat(256) }), 400, /provided for the job_title field/);
    fails(await place(souk.admin, user, { customer_id: 1, job_title: 'x' }), 400, /provided for the customer_id field/);
    expect(await placeOf(souk, user)).toEqual(before);
  });

  it('moves the customer from company to company, and from group to group', async () => {
    const { company: first } = await newCompany(souk, { customer_group_id: 2 });
    const { company: second } = await newCompany(souk, { customer_group_id: 3 });
    const user = await newUser(souk, first);
    expect(user.group_id).toBe(2);
    expect(ok(await place(souk.admin, user, { company_id: second.id })).group_id).toBe(3);
    expect(await placeOf(souk, user)).toMatchObject({ company_id: second.id });
    // The users of a company are in its group, whatever is said of theirs.
    const { group_id } = ok(await souk.admin.put(`/V1/customers/${user.id}`, { customer: { group_id: 1 } }));
    expect(group_id).toBe(3);
    ok(await changeCompany(first, { customer_group_id: 1 }));
    expect(await groupOf(user)).toBe(3);
    ok(await changeCompany(second, { customer_group_id: 2 }));
    expect(await groupOf(user)).toBe(2);
    expect(ok(await place(souk.admin, user, { company_id: 0 })).group_id).toBe(1);
    expect(await placeOf(souk, user)).toMatchObject({ company_id: 0 });
  });
});

describe('who may sign in', () => {
  const locked = 'This account is locked. Please contact the administrator of your company.';

  it('says the status of the company', async () => {
    const { company, boss } = await newCompany(souk);
    const user = await newUser(souk, company);
    const { boss: stranger } = await newCompany(souk);
    const strange = await signIn(souk, stranger.email);
    for (const status of [0, 2]) {
      ok(await changeCompany(company, { status: 1 }));
      const me = await signIn(souk, user.email);
      ok(await changeCompany(company, { status, reject_reason: 'No papers' }));
      fails(await me.get('/V1/customers/me'), 401);
      for (const one of [boss, user]) fails(await signInOf(one), 401, locked);
      const wrong = { username: user.email, password: 'Wrong-123' };
      fails(await souk.guest.post('/V1/integration/customer/token', wrong), 401, /sign-in was incorrect/);
    }
    for (const status of [1, 3]) {
      ok(await changeCompany(company, { status }));
      for (const one of [boss, user]) ok(await signInOf(one));
    }
    ok(await strange.get('/V1/customers/me'));
  });

  it('says the status of the user', async () => {
    const { company, boss } = await newCompany(souk);
    const user = await newUser(souk, company);
    const me = await signIn(souk, user.email);
    ok(await place(souk.admin, user, { status: 0 }));
    fails(await me.get('/V1/customers/me'), 401);
    fails(await signInOf(user), 401, locked);
    ok(await signInOf(boss));
    ok(await place(souk.admin, user, { status: 1 }));
    ok(await signInOf(user));
  });

  it('D352: says nothing of companies where they have no effect, which is not the default', async () => {
    const { boss } = await newCompany(souk, { status: 2, reject_reason: 'No papers' });
    fails(await signInOf(boss), 401);
    await configured(souk, { 'btob/website_configuration/company_active': '0' }, async () => {
      ok(await signInOf(boss));
    });
  });

  it('D133: users of a deleted company stay active', async () => {
    const { company, boss } = await newCompany(souk);
    const me = await signIn(souk, boss.email);
    ok(await souk.admin.delete(`/V1/company/${company.id}`));
    ok(await me.get('/V1/customers/me'));
    ok(await signInOf(boss));
  });
});

describe('who may order', () => {
  const message = 'Your company is blocked. Please contact us.';
  const noOrders = 'Orders cannot be placed for your company now. Please contact its administrator.';
  async function buyer(): Promise<{ company: Json; user: Json; me: Client; cart: number }> {
    const { company } = await newCompany(souk);
    const user = await newUser(souk, company);
    const me = await signIn(souk, user.email);
    return { company, user, me, cart: await fill(souk, me) };
  }

  it('are users of approved companies', async () => {
    const { company, me } = await buyer();
    ok(await changeCompany(company, { status: 3 }));
    fails(await pay(me, 'checkmo'), 400, message);
    const order = { paymentMethod: { method: 'checkmo' } };
    fails(await me.put('/V1/carts/mine/order', order), 400, message);
    ok(await changeCompany(company, { status: 1 }));
    expect(ok(await pay(me, 'checkmo'))).toBeGreaterThan(0);
  });

  it('are active users, whoever places the order', async () => {
    const { user, cart } = await buyer();
    const order = { paymentMethod: { method: 'checkmo' } };
    ok(await place(souk.admin, user, { status: 0 }));
    fails(await souk.admin.put(`/V1/carts/${cart}/order`, order), 400, noOrders);
    await configured(souk, { 'btob/website_configuration/company_active': '0' }, async () => {
      ok(await souk.admin.put(`/V1/carts/${cart}/order`, order));
    });
  });

  it('are users of other companies all the same', async () => {
    const [one, other] = [await buyer(), await buyer()];
    ok(await changeCompany(one.company, { status: 3 }));
    fails(await pay(one.me, 'checkmo'), 400, message);
    ok(await pay(other.me, 'checkmo'));
  });
});
