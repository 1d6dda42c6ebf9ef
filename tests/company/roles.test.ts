import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyResources } from '../../src/modules/company/resources.ts';
import { pay } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { fill, newCompany, newUser } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = '/V1/company/role';
const allow = (...ids: string[]): Json[] => ids.map((resource_id) => ({ resource_id, permission: 'allow' }));
const make = (role: Json): Promise<Answer> => souk.admin.post(path, { role });
const change = (id: number, role: Json): Promise<Answer> => souk.admin.put(`${path}/${id}`, { role });
const get = async (id: number): Promise<Json> => ok(await souk.admin.get(`${path}/${id}`));
const usersOf = async (id: number): Promise<number[]> =>
  ok(await souk.admin.get(`${path}/${id}/users`)).map((one: Json) => one.id);
const assign = (userId: number, ...ids: number[]): Promise<Answer> =>
  souk.admin.put('/V1/company/assignRoles', { userId, roles: ids.map((id) => ({ id })) });
const rolesOf = async (company: Json): Promise<Json[]> =>
  ok(await souk.admin.get(`${path}?${criteria([[{ field: 'company_id', value: company.id }]])}`)).items;
const allowed = ({ permissions }: Json): string[] =>
  permissions
    .filter(({ permission }: Json) => permission === 'allow')
    .map(({ resource_id }: Json) => resource_id as string);
const buyer = (company: Json, over: Json = {}): Promise<Answer> =>
  make({ role_name: unique('Buyer '), company_id: company.id, permissions: allow('Magento_Company::index'), ...over });

describe('a role', () => {
  it('is there from the first day, for all users but the administrator', async () => {
    const { company, boss } = await newCompany(souk);
    const user = await newUser(souk, company);
    const [role, ...others] = await rolesOf(company);
    expect(others).toEqual([]);
    expect(role).toMatchObject({ role_name: 'Default User', company_id: company.id });
    expect(allowed(role!)).toContain('Magento_Sales::place_order');
    expect(allowed(role!)).not.toContain('Magento_Company::users_edit');
    expect(await usersOf(role!.id)).toEqual([user.id]);
    const next = await newUser(souk, company);
    ok(await souk.admin.put(`/V1/company/${company.id}`, { company: { super_user_id: next.id } }));
    expect(await usersOf(role!.id)).toEqual([boss.id, user.id]);
  });

  it('says of everything whether it is allowed, and denies what was not named', async () => {
    const { company } = await newCompany(souk);
    const permissions = [
      ...allow('Magento_Company::index', 'Magento_Sales::all'),
      { resource_id: 'Magento_Sales::view_orders_sub', permission: 'deny' },
    ];
    const made = ok(await make({ role_name: ' Junior Buyer ', permissions, company_id: company.id }));
    expect(made).toEqual({
      id: expect.any(Number),
      role_name: 'Junior Buyer',
      company_id: company.id,
      permissions: companyResources.map((resource_id) => ({
        id: expect.any(Number),
        role_id: made.id,
        resource_id,
        permission: ['Magento_Company::index', 'Magento_Sales::all'].includes(resource_id) ? 'allow' : 'deny',
      })),
    });
    expect(await get(made.id)).toEqual(made);
    const renamed = ok(await change(made.id, { role_name: 'Senior Buyer' }));
    expect(renamed).toEqual({ ...made, role_name: 'Senior Buyer' });
    const other = ok(await change(made.id, { permissions: allow('Magento_Company::index') }));
    expect(allowed(other)).toEqual(['Magento_Company::index']);
    expect(allowed(ok(await make({ ...other, permissions: allow('Magento_Sales::all') })))).toEqual([
      'Magento_Sales::all',
    ]);
    // What is sent back as it was read changes nothing that is allowed.
    const before = await get(made.id);
    expect(allowed(ok(await change(made.id, before)))).toEqual(allowed(before));
  });

  it('is refused where it is wrong, and nothing is made or changed', async () => {
    const { company } = await newCompany(souk);
    const { company: stranger } = await newCompany(souk);
    const role = ok(await buyer(company));
    fails(await make({}), 400, 'One or more input exceptions have occurred.');
    for (const name of ['role_name', 'permissions', 'company_id']) {
      fails(await buyer(company, { [name]: null }), 400, `"${name}" is required. Enter and try again.`);
    }
    for (const send of [(over: Json) => buyer(company, over), (over: Json) => change(role.id, over)]) {
      fails(await send({ role_name: ' ' }), 400, '"role_name" is required. Enter and try again.');
      fails(await send({ role_name: 'default user' }), 400, /with this name already exists/);
      fails(await send({ role_name: 'x'.repeat(41) }), 400, /provided for the role_name field/);
      fails(await send({ permissions: allow('Magento_Sales::fly') }), 400, /"Magento_Sales::fly" provided for/);
      const twice = allow('Magento_Sales::all', 'Magento_Sales::all');
      fails(await send({ permissions: twice }), 400, /provided for the resource_id field/);
      const unclear = [{ resource_id: 'Magento_Sales::all', permission: 'maybe' }];
      fails(await send({ permissions: unclear }), 400, 'Invalid value of "maybe" provided for the permission field.');
    }
    fails(await buyer({ id: 987654 }), 404, 'No such entity with company_id = 987654');
    fails(await change(role.id, { company_id: stranger.id }), 400, /provided for the company_id field/);
    fails(await change(987654, { role_name: 'x' }), 404, 'No such entity with roleId = 987654');
    fails(await souk.admin.get(`${path}/987654`), 404, 'No such entity with roleId = 987654');
    fails(await souk.admin.get(`${path}/987654/users`), 404, 'No such entity with roleId = 987654');
    expect(await get(role.id)).toEqual(role);
    expect(await rolesOf(company)).toHaveLength(2);
  });

  it('has a name of its own in its company, whoever asks at the same time', async () => {
    const { company } = await newCompany(souk);
    const { company: other } = await newCompany(souk);
    const role_name = unique('Clerk ');
    ok(await buyer(other, { role_name }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => buyer(company, { role_name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('is found by its fields', async () => {
    const { company } = await newCompany(souk);
    const role = ok(await buyer(company));
    for (const [field, value] of [
      ['id', role.id],
      ['role_id', role.id],
      ['role_name', role.role_name.toUpperCase()],
    ]) {
      const found = ok(await souk.admin.get(`${path}?${criteria([[{ field, value }]])}`));
      expect([found.items, found.total_count]).toEqual([[role], 1]);
    }
  });

  it('is deleted when no user has it and the company has another', async () => {
    const { company } = await newCompany(souk);
    const user = await newUser(souk, company);
    const [first] = await rolesOf(company);
    fails(await souk.admin.delete(`${path}/${first!.id}`), 400, /users are assigned to it/);
    const role = ok(await buyer(company));
    expect(ok(await assign(user.id, role.id))).toBe(true);
    expect(ok(await souk.admin.delete(`${path}/${first!.id}`))).toBe(true);
    fails(await souk.admin.get(`${path}/${first!.id}`), 404);
    ok(await souk.admin.delete(`/V1/customers/${user.id}/companies/${company.id}`));
    fails(await souk.admin.delete(`${path}/${role.id}`), 400, /the only role in the company/);
    ok(await souk.admin.delete(`/V1/company/${company.id}`));
    fails(await souk.admin.get(`${path}/${role.id}`), 404);
  });
});

describe('who has which role', () => {
  it('is said for users of the company', async () => {
    const { company, boss } = await newCompany(souk);
    const { company: other } = await newCompany(souk);
    const [user, stranger] = [await newUser(souk, company), await newCustomer(souk)];
    const [one, two, foreign] = [ok(await buyer(company)), ok(await buyer(company)), ok(await buyer(other))];
    ok(await assign(user.id, one.id, two.id, one.id));
    expect([await usersOf(one.id), await usersOf(two.id)]).toEqual([[user.id], [user.id]]);
    ok(await assign(user.id, two.id));
    expect([await usersOf(one.id), await usersOf(two.id)]).toEqual([[], [user.id]]);
    fails(await assign(user.id), 400, '"roles" is required. Enter and try again.');
    fails(await assign(user.id, 987654), 404, 'No such entity with roleId = 987654');
    fails(await assign(user.id, one.id, foreign.id), 400, /provided for the roles field/);
    const notUser = (id: number, { id: companyId }: Json): string =>
      `The customer ${id} is not a user of the company ${companyId}.`;
    fails(await assign(user.id, foreign.id), 400, notUser(user.id, other));
    fails(await assign(stranger.id, one.id), 400, notUser(stranger.id, company));
    fails(await assign(boss.id, one.id), 400, 'The company admin has all permissions and no roles.');
    expect(await usersOf(two.id)).toEqual([user.id]);
  });

  it('decides who orders', async () => {
    const { company, boss } = await newCompany(souk);
    const user = await newUser(souk, company);
    const idle = ok(await buyer(company));
    const ordering = ok(await buyer(company, { permissions: allow('Magento_Sales::place_order') }));
    ok(await assign(user.id, idle.id));
    const me = await signIn(souk, user.email);
    const cart = await fill(souk, me);
    fails(await pay(me, 'checkmo'), 400, 'You are not allowed to place orders for your company.');
    const lead = await signIn(souk, boss.email);
    await fill(souk, lead);
    ok(await pay(lead, 'checkmo'));
    ok(await assign(user.id, idle.id, ordering.id));
    ok(await pay(me, 'checkmo'));
    ok(await assign(user.id, idle.id));
    await fill(souk, me);
    const { id } = ok(await me.get('/V1/carts/mine'));
    expect(id).not.toBe(cart);
    // Whoever manages carts orders for users as well.
    ok(await souk.admin.put(`/V1/carts/${id}/order`, { paymentMethod: { method: 'checkmo' } }));
  });

  it('is for those who may', async () => {
    const { company } = await newCompany(souk);
    const user = await newUser(souk, company);
    const [role] = await rolesOf(company);
    const me = await signIn(souk, user.email);
    for (const caller of [souk.guest, me]) {
      for (const url of [path, `${path}/${role!.id}`, `${path}/${role!.id}/users`]) {
        fails(await caller.get(`${url}?searchCriteria=`), 401);
      }
      fails(await caller.post(path, { role: { ...role, role_name: 'Mine' } }), 401);
      fails(await caller.put(`${path}/${role!.id}`, { role: { role_name: 'Mine' } }), 401);
      fails(await caller.delete(`${path}/${role!.id}`), 401);
      fails(await caller.put('/V1/company/assignRoles', { userId: user.id, roles: [{ id: role!.id }] }), 401);
    }
    expect(await get(role!.id)).toEqual(role);
  });
});
