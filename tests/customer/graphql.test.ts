import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, configured, newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { typed } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const guest = () => graphqlClient(souk);
/** A caller that is signed in as a customer. */
const as = async ({ email }: { email: string }): Promise<GraphQLClient> =>
  graphqlClient(souk, (await signIn(souk, email)).token);

describe('an account', () => {
  it('tells its group, and so does the shop, to visitors as well', async () => {
    const group = await typed(souk.admin).customerGroups.save({ group: { code: unique('g'), tax_class_id: 3 } });
    const caller = await as(await newCustomer(souk, { group_id: group.id }));
    const uid = btoa(String(group.id));
    const asked = '{ customer { is_confirmed group { uid } group_id } customerGroup { uid } }';
    expect(await caller.data(asked)).toEqual({
      customer: { is_confirmed: true, group: { uid }, group_id: null },
      customerGroup: { uid },
    });
    expect(await guest().data('{ customerGroup { uid } }')).toEqual({ customerGroup: { uid: btoa('0') } });
    const SHARED = '{ storeConfig { graphql_share_customer_group } }';
    expect(await guest().data(SHARED)).toEqual({ storeConfig: { graphql_share_customer_group: true } });
    await configured(souk, { 'customer/account_information/graphql_share_customer_group': '0' }, async () => {
      expect(await guest().data(SHARED)).toEqual({ storeConfig: { graphql_share_customer_group: false } });
      expect(await caller.data('{ customer { group { uid } } }')).toEqual({ customer: { group: null } });
      const hidden = 'Sharing customer group information is disabled or not configured.';
      refuses(await caller.send('{ customerGroup { uid } }'), 'graphql-input', hidden);
      refuses(await guest().send('{ customerGroup { uid } }'), 'graphql-input', hidden);
    });
  });

  it('has its addresses page by page', async () => {
    const cities = ['Ann Arbor', 'Boston', 'Chicago'];
    const addresses = cities.map((city) => address({ city }));
    const caller = await as(await newCustomer(souk, { addresses }));
    const PAGE = `query($page: Int, $size: Int) { customer { addressesV2(currentPage: $page, pageSize: $size) {
      total_count page_info { current_page page_size total_pages } items { city } } } }`;
    const page = async (variables: object) => (await caller.data(PAGE, variables)).customer.addressesV2;
    expect(await page({ page: 2, size: 2 })).toEqual({
      total_count: 3,
      page_info: { current_page: 2, page_size: 2, total_pages: 2 },
      items: [{ city: 'Chicago' }],
    });
    expect(
      (await caller.data('{ customer { addressesV2 { page_info { page_size } items { city } } } }')).customer,
    ).toEqual({
      addressesV2: { page_info: { page_size: 5 }, items: cities.map((city) => ({ city })) },
    });
    refuses(await caller.send(PAGE, { page: 0 }), 'graphql-input', 'currentPage value must be greater than 0.');
    refuses(await caller.send(PAGE, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
  });

  it('is confirmed by a key that can be sent again, and says so', async () => {
    await configured(souk, { 'customer/create_account/confirm': '1' }, async () => {
      const { email } = await typed(souk.guest).accounts.createAccount({ customer: person(), password: PASSWORD });
      const RESEND = 'mutation($email: String!) { resendConfirmationEmail(email: $email) }';
      const first = await mailTo(souk, email!);
      expect(await guest().data(RESEND, { email })).toEqual({ resendConfirmationEmail: true });
      await expect.poll(() => mails(souk).filter(({ to }) => to.includes(email!)).length).toBe(2);
      const key = /key=(\w{32})/.exec(first.text)![1]!;
      const CONFIRM = `mutation($input: ConfirmEmailInput!) { confirmEmail(input: $input) { customer { email is_confirmed } } }`;
      const { confirmEmail } = await guest().data(CONFIRM, { input: { email, confirmation_key: key } });
      expect(confirmEmail).toEqual({ customer: { email, is_confirmed: true } });
      refuses(await guest().send(RESEND, { email }), 'graphql-input', "Confirmation isn't needed.");
      refuses(await guest().send(RESEND, { email: 'none' }), 'graphql-input', 'Email is invalid');
    });
  });
});

describe('errors of an account', () => {
  it('name the labels of its fields', async () => {
    const CREATE = 'mutation($input: CustomerCreateInput!) { createCustomerV2(input: $input) { customer { email } } }';
    const UPDATE = 'mutation($input: CustomerUpdateInput!) { updateCustomerV2(input: $input) { customer { email } } }';
    const input = { firstname: '', lastname: '', email: `${unique('x')}@example.com`, password: PASSWORD };
    const both = 'Required parameters are missing: First Name, Last Name';
    refuses(await guest().send(CREATE, { input }), 'graphql-input', both);
    const caller = await as(await newCustomer(souk));
    refuses(await caller.send(UPDATE, { input: { lastname: '' } }), 'graphql-input', /missing: Last Name$/);
  });

  it('is that its e-mail address changes without the password', async () => {
    const caller = await as(await newCustomer(souk));
    const email = `${unique('x')}@example.com`;
    const needed = 'Provide the current "password" to change "email".';
    const OLD = 'mutation($input: CustomerInput!) { updateCustomer(input: $input) { customer { email } } }';
    refuses(await caller.send(OLD, { input: { email } }), 'graphql-input', needed);
    const CHANGE = `mutation($email: String!) { updateCustomerEmail(email: $email, password: "") { customer { email } } }`;
    refuses(await caller.send(CHANGE, { email }), 'graphql-input', needed);
  });

  it('is that its password is reset with an address that is none', async () => {
    const REQUEST = 'mutation($email: String!) { requestPasswordResetEmail(email: $email) }';
    const RESET = `mutation($email: String!) { resetPassword(email: $email, resetPasswordToken: "x", newPassword: "y") }`;
    for (const query of [REQUEST, RESET]) {
      refuses(
        await guest().send(query, { email: 'none' }),
        'graphql-input',
        'The email address has an invalid format.',
      );
      refuses(await guest().send(query, { email: '' }), 'graphql-input', 'You must specify an email address.');
    }
  });
});

describe('addresses', () => {
  const UPDATE = `mutation($uid: ID!, $input: CustomerAddressInput) { updateCustomerAddressV2(uid: $uid, input: $input) { uid city } }`;
  const DELETE = 'mutation($uid: ID!) { deleteCustomerAddressV2(uid: $uid) }';

  it('are changed and deleted by their uid', async () => {
    const made = await newCustomer(souk, { addresses: [address(), address({ city: 'Fresno' })] });
    const caller = await as(made);
    const [uid, other] = made.addresses.map(({ id }: { id: number }) => btoa(String(id)));
    const read = async () => (await caller.data('{ customer { addresses { uid city } } }')).customer.addresses;
    expect(await read()).toEqual([
      { uid, city: 'Los Angeles' },
      { uid: other, city: 'Fresno' },
    ]);
    expect(await caller.data(UPDATE, { uid, input: { city: 'Oakland' } })).toEqual({
      updateCustomerAddressV2: { uid, city: 'Oakland' },
    });
    expect(await caller.data(DELETE, { uid: other })).toEqual({ deleteCustomerAddressV2: true });
    expect(await read()).toEqual([{ uid, city: 'Oakland' }]);
  });

  it('D304: that move to another country lose the region of the old one, or are refused where they need one', async () => {
    const made = await newCustomer(souk, { addresses: [address({ region: { region_id: 12 } })] });
    const caller = await as(made);
    const uid = btoa(String(made.addresses[0].id));
    const MOVE = `mutation($uid: ID!, $input: CustomerAddressInput) {
      updateCustomerAddressV2(uid: $uid, input: $input) { country_code region { region region_code region_id } } }`;
    refuses(
      await caller.send(MOVE, { uid, input: { country_code: 'CA' } }),
      'graphql-input',
      /^A region_id is required/,
    );
    expect((await caller.data(MOVE, { uid, input: { country_code: 'NL' } })).updateCustomerAddressV2).toEqual({
      country_code: 'NL',
      region: { region: null, region_code: null, region_id: 0 },
    });
  });

  it('of somebody else are neither', async () => {
    const owner = await newCustomer(souk, { addresses: [address()] });
    const uid = btoa(String(owner.addresses[0].id));
    const caller = await as(await newCustomer(souk));
    for (const answer of [
      await caller.send(UPDATE, { uid, input: { city: 'X' } }),
      await caller.send(DELETE, { uid }),
    ]) {
      expect(answer.body.errors, answer.text).toHaveLength(1);
    }
    expect((await typed(souk.admin).customers.get({ customerId: owner.id })).addresses).toEqual(owner.addresses);
  });
});

describe('incomplete input', () => {
  it('is named by the labels of the fields of an account', async () => {
    const CREATE = 'mutation($input: CustomerCreateInput!) { createCustomerV2(input: $input) { customer { email } } }';
    const nameless = { firstname: '', lastname: 'Byron', email: `${unique('c')}@example.com`, password: 'Password1!x' };
    const missing = 'Required parameters are missing: First Name';
    refuses(await guest().send(CREATE, { input: nameless }), 'graphql-input', missing);
    const { email } = await newCustomer(souk);
    const own = graphqlClient(souk, (await signIn(souk, email)).token);
    refuses(
      await own.send('mutation { updateCustomerV2(input: { firstname: "" }) { customer { email } } }'),
      'graphql-input',
      missing,
    );
    refuses(
      await own.send('mutation { updateCustomer(input: { email: "other@example.com" }) { customer { email } } }'),
      'graphql-input',
      'Provide the current "password" to change "email".',
    );
    refuses(
      await guest().send('mutation { requestPasswordResetEmail(email: "none") }'),
      'graphql-input',
      'The email address has an invalid format.',
    );
  });

  it('of an address names the postcode, where the country needs one', async () => {
    const own = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    const create = (place: string) =>
      own.send(`mutation { createCustomerAddress(input: { firstname: "Ada", lastname: "Byron", street: ["1 Engine Lane"],
        city: "Mobile", telephone: "1", ${place} }) { id } }`);
    refuses(
      await create('country_code: US, region: { region_id: 1 }'),
      'graphql-input',
      'Required parameters are missing: postcode',
    );
    expect((await create('country_code: GB')).body.errors).toBeUndefined();
  });
});
