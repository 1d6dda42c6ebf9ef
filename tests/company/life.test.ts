import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, unique } from '../support/client.ts';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { company } from './company.ts';

const TOKEN = '/V1/integration/customer/token';

describe.each(engines)('companies on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const post = (sent: object) => here.admin.post('/V1/company/', { company: sent });
  const put = (id: number, sent: object) => here.admin.put(`/V1/company/${id}`, { company: sent });
  const customerOf = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/customers/${id}`));
  /** A company with its super user. */
  async function founded(
    over: object = {},
  ): Promise<{ id: number; leader: { id: number; email: string }; made: Json }> {
    const leader = await newCustomer(here);
    const made = ok(await post(company(leader.id, over)));
    return { id: made.id, leader, made };
  }
  const join = (customer: Json, company_attributes: object) =>
    here.admin.put(`/V1/customers/${customer.id}`, {
      customer: { ...customer, extension_attributes: { company_attributes } },
    });
  const signIn = ({ email }: { email: string }) => here.guest.post(TOKEN, { username: email, password: PASSWORD });

  it('are made, read, changed and deleted', async () => {
    const leader = await newCustomer(here);
    const sent = company(leader.id);
    const made = ok(await post(sent));
    expect(made).toMatchObject({ ...sent, id: expect.any(Number), status: 0, region: 'Alabama' });
    expect(made).not.toHaveProperty('legal_name', expect.anything());
    expect(ok(await here.admin.get(`/V1/company/${made.id}`))).toEqual(made);
    const changed = ok(await put(made.id, { status: 1, legal_name: 'Engines Ltd', street: ['2 Engine Lane'] }));
    expect(changed).toEqual({ ...made, status: 1, legal_name: 'Engines Ltd', street: ['2 Engine Lane'] });
    expect(ok(await here.admin.delete(`/V1/company/${made.id}`))).toBe(true);
    for (const answer of [
      await here.admin.get(`/V1/company/${made.id}`),
      await put(made.id, {}),
      await here.admin.delete(`/V1/company/${made.id}`),
    ]) {
      fails(answer, 404, `No such entity with id = ${made.id}`);
    }
    expect((await customerOf(leader.id)).extension_attributes.company_attributes).toEqual({
      customer_id: leader.id,
      company_id: 0,
    });
  });

  it('are listed by every field', async () => {
    const { id, made } = await founded({ company_name: unique('Listed'), vat_tax_id: 'VAT 1', status: 1 });
    for (const [field, value] of Object.entries({
      entity_id: id,
      company_name: made.company_name,
      company_email: made.company_email,
      super_user_id: made.super_user_id,
    })) {
      const { items, total_count } = ok(
        await here.admin.get(`/V1/company/?${criteria([[{ field, value: String(value) }]])}`),
      );
      expect([items, total_count]).toEqual([[made], 1]);
    }
    const none = criteria([[{ field: 'status', value: '3' }], [{ field: 'id', value: String(id) }]]);
    expect(ok(await here.admin.get(`/V1/company/?${none}`)).total_count).toBe(0);
  });

  it('give their group to the users, and take new users in', async () => {
    const { id, leader } = await founded();
    expect(await customerOf(leader.id)).toMatchObject({
      group_id: 2,
      extension_attributes: {
        company_attributes: { customer_id: leader.id, company_id: id, status: 1, is_default: true },
      },
    });
    const user = await customerOf((await newCustomer(here)).id);
    ok(await join(user, { company_id: id, job_title: 'Clerk', telephone: '1', status: 1 }));
    expect(await customerOf(user.id)).toMatchObject({
      group_id: 2,
      extension_attributes: { company_attributes: { company_id: id, job_title: 'Clerk', telephone: '1' } },
    });
    ok(await put(id, { customer_group_id: 3 }));
    expect([(await customerOf(leader.id)).group_id, (await customerOf(user.id)).group_id]).toEqual([3, 3]);
    // What customers say of themselves does not count; what they have read they may send back.
    const me = await here.callerOf('customer', user.id);
    const own = ok(await me.get('/V1/customers/me'));
    const attributes = { ...own.extension_attributes.company_attributes, company_id: 0, job_title: 'Chief' };
    ok(
      await me.put('/V1/customers/me', {
        customer: { ...own, extension_attributes: { company_attributes: attributes } },
      }),
    );
    expect((await customerOf(user.id)).extension_attributes.company_attributes).toMatchObject({
      company_id: id,
      job_title: 'Clerk',
    });
    ok(await join(await customerOf(user.id), { company_id: 0 }));
    expect((await customerOf(user.id)).extension_attributes.company_attributes).toMatchObject({ company_id: 0 });
  });

  it('have one super user, who cannot go before another is named', async () => {
    const { id, leader } = await founded();
    const message = 'The customer is the administrator of a company. Name another one first.';
    fails(await here.admin.delete(`/V1/customers/${leader.id}`), 400, message);
    fails(await join(await customerOf(leader.id), { company_id: 0 }), 400, message);
    fails(await join(await customerOf(leader.id), { status: 0 }), 400, message);
    fails(await post(company(leader.id)), 400, `The customer ${leader.id} belongs to another company.`);
    const other = await founded();
    fails(await put(id, { super_user_id: other.leader.id }), 400, /belongs to another company/);
    const next = await newCustomer(here);
    ok(await put(id, { super_user_id: next.id }));
    ok(await here.admin.delete(`/V1/customers/${leader.id}`));
    expect((await customerOf(next.id)).extension_attributes.company_attributes.company_id).toBe(id);
  });

  it('decide by their state who signs in and who orders', async () => {
    const { id, leader } = await founded();
    const locked = /This account is locked/;
    fails(await signIn(leader), 401, locked);
    ok(await put(id, { status: 1 }));
    ok(await signIn(leader));
    fails(await put(id, { status: 2 }), 400, 'A company is rejected with a reason.');
    const rejected = ok(await put(id, { status: 2, reject_reason: 'No papers' }));
    expect(rejected).toMatchObject({
      reject_reason: 'No papers',
      rejected_at: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    });
    fails(await signIn(leader), 401, locked);
    expect(ok(await put(id, { status: 1 })).reject_reason).toBeNull();
    const me = await here.callerOf('customer', leader.id);
    await fillCart(me, (await newProduct(here)).sku);
    expect(ok(await me.get('/V1/carts/mine')).extension_attributes.company_id).toBe(id);
    ok(await put(id, { status: 3 }));
    fails(await pay(me, 'checkmo'), 400, 'Your company is blocked. Please contact us.');
    ok(await put(id, { status: 1, company_name: 'At that time' }));
    const order = ok(await pay(me, 'checkmo'));
    ok(await put(id, { company_name: 'Later' }));
    expect((await getOrder(here, order)).extension_attributes.company_order_attributes).toEqual({
      order_id: order,
      company_id: id,
      company_name: 'At that time',
    });
    const user = await customerOf((await newCustomer(here)).id);
    ok(await join(user, { company_id: id, status: 0 }));
    fails(await signIn({ email: user.email }), 401, locked);
    ok(await here.admin.delete(`/V1/company/${id}`));
    ok(await signIn({ email: user.email }));
  });

  it('are refused with what is missing or wrong, and nothing is changed', async () => {
    const leader = await newCustomer(here);
    fails(await post({}), 400);
    for (const name of [
      'company_name',
      'company_email',
      'street',
      'city',
      'country_id',
      'telephone',
      'super_user_id',
    ]) {
      const { parameters } = fails(await post({ ...company(leader.id), [name]: name === 'street' ? [] : null }), 400);
      expect(JSON.stringify(parameters)).toContain(name);
    }
    const { made } = await founded();
    for (const [over, message] of [
      [{ status: 4 }, 'Invalid value of "4" provided for the status field.'],
      [{ company_email: 'nobody' }, 'Invalid value of "nobody" provided for the company_email field.'],
      [{ country_id: 'XX', region_id: null }, 'Invalid value of "XX" provided for the country_id field.'],
      [{ region_id: '99999' }, 'Invalid value of "99999" provided for the region_id field.'],
      [{ customer_group_id: 0 }, 'Invalid value of "0" provided for the customer_group_id field.'],
      [{ customer_group_id: 77 }, 'Invalid value of "77" provided for the customer_group_id field.'],
      [{ company_email: made.company_email.toUpperCase() }, /already exists/],
      [{ telephone: '5'.repeat(21) }, /telephone/],
    ] as const) {
      fails(await post(company(leader.id, over)), 400, message);
    }
    fails(await post(company(999_999)), 404, 'No such entity with customerId = 999999');
    fails(await post(company(leader.id, { sales_representative_id: 999 })), 404, /sales_representative_id = 999/);
    expect((await customerOf(leader.id)).extension_attributes.company_attributes).toEqual({
      customer_id: leader.id,
      company_id: 0,
    });
  });

  it('D135: are made once, where many want one address or one super user', async () => {
    const leaders = [await newCustomer(here), await newCustomer(here), await newCustomer(here)];
    const company_email = `${unique('race')}@example.com`;
    const byEmail = await Promise.all(leaders.map(({ id }) => post(company(id, { company_email }))));
    expect(byEmail.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { id } = await newCustomer(here);
    const byUser = await Promise.all([1, 2, 3].map(() => post(company(id))));
    expect(byUser.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('are for those who may', async () => {
    const { id, leader } = await founded({ status: 1 });
    const me = await here.callerOf('customer', leader.id);
    const viewer = await here.granted('integration', ['Magento_Company::index']);
    ok(await viewer.get(`/V1/company/${id}`));
    for (const caller of [here.guest, me, viewer]) {
      expect((await caller.post('/V1/company/', { company: company(leader.id) })).status).toBe(401);
      expect((await caller.put(`/V1/company/${id}`, { company: { company_name: 'Theirs' } })).status).toBe(401);
      expect((await caller.delete(`/V1/company/${id}`)).status).toBe(401);
    }
    for (const caller of [here.guest, me]) {
      expect((await caller.get(`/V1/company/${id}`)).status).toBe(401);
      expect((await caller.get(`/V1/company/?${criteria([])}`)).status).toBe(401);
    }
    const captchas = { 'customer/captcha/enable': '1', 'customer/captcha/forms': 'create_company' };
    await here.configure(captchas);
    fails(await post(company(leader.id)), 400, 'Please provide CAPTCHA code and try again');
    await here.configure({ 'customer/captcha/enable': '0' });
  });
});

it('are not there in the open edition', async () => {
  const here = await startHere('sqlite', { env: { SOUK_EDITION: 'open' } });
  try {
    expect((await here.admin.get(`/V1/company/?${criteria([])}`)).status).toBe(404);
  } finally {
    await here.stop();
  }
});
