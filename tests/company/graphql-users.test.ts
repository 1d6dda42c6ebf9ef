import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { configured, newCustomer } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mailTo } from '../support/mails.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { newUser } from './shop.ts';
import { newRole, newStaff, storefrontOf, uid, userWith, type Staff } from './storefront.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const USER = 'id email firstname lastname job_title telephone status structure_id role { id name } team { name }';
const CREATE = `mutation($input: CompanyUserCreateInput!) { createCompanyUser(input: $input) { user { ${USER} } } }`;
const UPDATE = `mutation($input: CompanyUserUpdateInput!) { updateCompanyUser(input: $input) { user { ${USER} } } }`;
const DEACTIVATE = 'mutation($id: ID!) { deleteCompanyUser(id: $id) { success } }';
const REMOVE = 'mutation($id: ID!) { deleteCompanyUserV2(id: $id) { success } }';
const ACCEPT = 'mutation($input: CompanyInvitationInput!) { acceptCompanyInvitation(input: $input) { success } }';
const USERS = '{ company { users { items { id email status job_title role { name } team { name } } total_count } } }';
const STRUCTURE =
  '{ company { structure { items { id parent_id entity { ... on Customer { email } ... on CompanyTeam { name } } } } } }';
const INVITED = /^Invitation was sent to an existing customer/;

async function input(staff: Staff, over: Json = {}): Promise<Json> {
  return {
    email: `${unique('john')}@example.com`,
    firstname: 'John',
    lastname: 'Doe',
    job_title: 'User',
    telephone: '1234567890',
    status: 'ACTIVE',
    role_id: await newRole(staff.boss, 'Magento_Company::index'),
    ...over,
  };
}
const usersOf = async (boss: GraphQLClient): Promise<Json[]> => (await boss.data(USERS)).company.users.items;

/** The code of the last invitation to an address, with what the link says of the user. */
async function invitationTo(email: string): Promise<Json> {
  const { text } = await mailTo(souk, email, (mail) => /acceptinvitation/.test(mail.text));
  const query = new URLSearchParams(/acceptinvitation\/\?(\S+)/.exec(text)?.[1]);
  const user = {
    customer_id: btoa(query.get('customer[customer_id]')!),
    company_id: btoa(query.get('customer[company_id]')!),
  };
  return { code: query.get('code'), user };
}

describe('users of a company', () => {
  it('are made with a role, below a place, and choose a password', async () => {
    const staff = await newStaff(souk);
    const team = 'mutation { createCompanyTeam(input: { name: "West" }) { team { structure_id } } }';
    const target_id = (await staff.boss.data(team)).createCompanyTeam.team.structure_id;
    const sent = await input(staff, { target_id });
    const { user } = (await staff.boss.data(CREATE, { input: sent })).createCompanyUser;
    const { role_id, target_id: _, ...fields } = sent;
    expect(user).toMatchObject({ ...fields, team: { name: 'West' }, role: { id: role_id } });
    await mailTo(souk, sent.email, ({ text }) => /createPassword/.test(text));
    const idle = await input(staff, { status: 'INACTIVE' });
    expect((await staff.boss.data(CREATE, { input: idle })).createCompanyUser.user).toMatchObject({
      status: 'INACTIVE',
      team: null,
    });
  });

  it('are refused with invalid data, and nothing is made', async () => {
    const staff = await newStaff(souk);
    const other = await newStaff(souk);
    const theirs = (await other.boss.data(STRUCTURE)).company.structure.items[0].id;
    const faults: readonly (readonly [Json, RegExp])[] = [
      [{ email: 'nobody' }, /"nobody" is not a valid email address/],
      [{ firstname: ' ' }, /Required parameters are missing: firstname/],
      [{ role_id: await newRole(other.boss) }, /No such entity with roleId/],
      [{ role_id: 'x' }, /No such entity with roleId = x/],
      [{ target_id: theirs }, /No such entity with target_id/],
      [{ email: other.account.email }, /A customer with the same email already assigned to company\./],
    ];
    for (const [over, message] of faults) {
      const { body } = await staff.boss.send(CREATE, { input: await input(staff, over) });
      expect(body.errors?.[0].message, JSON.stringify(over)).toMatch(message);
    }
    expect(await usersOf(staff.boss)).toHaveLength(2);
  });

  it('are changed; what is left out stays', async () => {
    const staff = await newStaff(souk);
    const id = uid(staff.account.id);
    const role_id = await newRole(staff.boss, 'Magento_Company::index');
    const sent = { id, job_title: 'Clerk', telephone: '12', firstname: 'Eve', role_id };
    const { user } = (await staff.boss.data(UPDATE, { input: sent })).updateCompanyUser;
    expect(user).toMatchObject({ id: expect.anything(), job_title: 'Clerk', firstname: 'Eve', role: { id: role_id } });
    const again = (await staff.boss.data(UPDATE, { input: { id, email: user.email, lastname: null } }))
      .updateCompanyUser;
    expect(again.user).toEqual(user);
    const off = (await staff.boss.data(UPDATE, { input: { id, status: 'INACTIVE' } })).updateCompanyUser.user;
    expect(off.status).toBe('INACTIVE');
    expect((await staff.user.send('{ company { id } }')).body.errors[0].message).toMatch(/token|company user/i);
  });

  it('D358: keep their e-mail addresses, which their owners alone change', async () => {
    const staff = await newStaff(souk);
    const email = `${unique('thief')}@example.com`;
    for (const { id } of [staff.account, staff.leader]) {
      refuses(
        await staff.boss.send(UPDATE, { input: { id: uid(id), email } }),
        'graphql-input',
        /changed by its owner/,
      );
    }
  });

  it('are deactivated or taken out; those below move up', async () => {
    const staff = await newStaff(souk);
    const place = async (email: string): Promise<Json> =>
      (await staff.boss.data(STRUCTURE)).company.structure.items.find(({ entity }: Json) => entity.email === email);
    const above = await place(staff.account.email);
    const below = (await staff.boss.data(CREATE, { input: await input(staff, { target_id: above.id }) }))
      .createCompanyUser;
    const top = await place(staff.leader.email);
    expect(await staff.boss.data(REMOVE, { id: uid(staff.account.id) })).toEqual({
      deleteCompanyUserV2: { success: true },
    });
    expect((await place(below.user.email)).parent_id).toBe(top.id);
    expect(await usersOf(staff.boss)).toHaveLength(2);
    refuses(await staff.user.send('{ company { id } }'), 'graphql-input', /not a company user/);
    const lower = (await staff.boss.data(CREATE, { input: await input(staff, { target_id: below.user.structure_id }) }))
      .createCompanyUser;
    const belowId = uid(
      ok(
        await souk.admin.get(
          `/V1/customers/search?searchCriteria[filterGroups][0][filters][0][field]=email&searchCriteria[filterGroups][0][filters][0][value]=${below.user.email}`,
        ),
      ).items[0].id,
    );
    expect(await staff.boss.data(DEACTIVATE, { id: belowId })).toEqual({ deleteCompanyUser: { success: true } });
    expect((await place(lower.user.email)).parent_id).toBe(top.id);
    expect((await usersOf(staff.boss)).map(({ status }) => status)).toEqual(['ACTIVE', 'INACTIVE', 'ACTIVE']);
  });

  it('always have their administrator', async () => {
    const staff = await newStaff(souk);
    const id = uid(staff.leader.id);
    const editor = await userWith(souk, staff, 'Magento_Company::users_edit', 'Magento_Company::users_view');
    for (const document of [DEACTIVATE, REMOVE]) {
      refuses(await staff.boss.send(document, { id }), 'graphql-input', 'You cannot delete yourself.');
      refuses(await editor.send(document, { id }), 'graphql-input', /administrator of a company/);
    }
    refuses(
      await editor.send(UPDATE, { input: { id, job_title: 'X' } }),
      'graphql-input',
      /by the administrator alone/,
    );
    refuses(await staff.boss.send(UPDATE, { input: { id, status: 'INACTIVE' } }), 'graphql-input', /administrator/);
    const kept = (await staff.boss.data(UPDATE, { input: { id, job_title: 'Chief', role_id: uid(0) } }))
      .updateCompanyUser;
    expect(kept.user).toMatchObject({ job_title: 'Chief', role: { id: uid(0) }, status: 'ACTIVE' });
  });

  it('are taken out once, when two do it at the same time', async () => {
    const staff = await newStaff(souk);
    const id = uid(staff.account.id);
    const answers = await Promise.all([staff.boss.send(REMOVE, { id }), staff.boss.send(REMOVE, { id })]);
    expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
    expect(await usersOf(staff.boss)).toHaveLength(1);
  });
});

describe('who may change users', () => {
  it('is an editor of the same company', async () => {
    const staff = await newStaff(souk);
    const other = await newStaff(souk);
    const editor = await userWith(souk, staff, 'Magento_Company::users_edit', 'Magento_Company::users_view');
    const target = await newUser(souk, staff.company);
    const id = uid(target.id);
    const calls: Record<string, (as: GraphQLClient) => Promise<Answer>> = {
      create: async (as) => as.send(CREATE, { input: await input(staff) }),
      update: (as) => as.send(UPDATE, { input: { id, job_title: 'Changed' } }),
      deactivate: (as) => as.send(DEACTIVATE, { id }),
      remove: (as) => as.send(REMOVE, { id }),
    };
    const viewer = await userWith(souk, staff, 'Magento_Company::users_view');
    const stranger = await storefrontOf(souk, await newCustomer(souk));
    for (const [name, call] of Object.entries(calls)) {
      for (const as of [staff.user, viewer]) {
        refuses(await call(as), 'graphql-input', 'Magento_Company::users_edit access denied.');
      }
      for (const as of [stranger, graphqlClient(souk)]) refuses(await call(as), 'graphql-input', /not a company user/);
      expect((await call(other.boss)).body.errors[0].message, name).toMatch(/No such entity/);
      expect((await call(editor)).body.errors, name).toBeUndefined();
    }
    expect((await usersOf(other.boss)).map(({ email }) => email)).toEqual([other.leader.email, other.account.email]);
  });
});

describe('a customer who is invited', () => {
  it('joins by accepting, with the role and the place that the company has chosen', async () => {
    const staff = await newStaff(souk);
    const customer = await newCustomer(souk);
    const sent = await input(staff, { email: customer.email, job_title: 'Buyer' });
    refuses(await staff.boss.send(CREATE, { input: sent }), 'graphql-input', INVITED);
    expect(await usersOf(staff.boss)).toHaveLength(2);
    const invitation = await invitationTo(customer.email);
    const guest = await graphqlClient(souk).send(ACCEPT, { input: invitation });
    refuses(guest, 'graphql-authorization', /isn't authorized/);
    const thief = await storefrontOf(souk, await newCustomer(souk));
    refuses(await thief.send(ACCEPT, { input: invitation }), 'graphql-input', /not valid or has expired/);
    const storefront = await storefrontOf(souk, customer);
    const wrong = { ...invitation, code: 'guess' };
    refuses(await storefront.send(ACCEPT, { input: wrong }), 'graphql-input', /not valid or has expired/);
    const greedy = { ...invitation, role_id: uid(0), user: { ...invitation.user, job_title: 'Boss' } };
    const answers = await Promise.all([1, 2].map(() => storefront.send(ACCEPT, { input: greedy })));
    expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
    expect((await usersOf(staff.boss)).at(-1)).toMatchObject({
      email: customer.email,
      job_title: 'Buyer',
      status: 'ACTIVE',
    });
    expect((await storefront.data('{ customer { role { id } } }')).customer.role.id).toBe(sent.role_id);
  });

  it('has the last invitation, for some days', async () => {
    const staff = await newStaff(souk);
    const customer = await newCustomer(souk);
    const sent = await input(staff, { email: customer.email });
    await staff.boss.send(CREATE, { input: sent });
    const first = await invitationTo(customer.email);
    await staff.boss.send(CREATE, { input: sent });
    await mailTo(souk, customer.email, ({ text }) => /acceptinvitation/.test(text) && !text.includes(first.code));
    const storefront = await storefrontOf(souk, customer);
    refuses(await storefront.send(ACCEPT, { input: first }), 'graphql-input', /not valid or has expired/);
  });

  it('is invited only so often in an hour', async () => {
    const staff = await newStaff(souk);
    await configured(souk, { 'souk/company/invitations': '1' }, async () => {
      const invite = async (): Promise<Answer> =>
        staff.boss.send(CREATE, { input: await input(staff, { email: (await newCustomer(souk)).email }) });
      refuses(await invite(), 'graphql-input', INVITED);
      refuses(await invite(), 'graphql-input', /has sent 1 invitations in the last hour/);
    });
  });
});
