import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, person } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';

const ACTING = ['Magento_Customer::manage', 'Magento_LoginAsCustomer::login'];
const EXCHANGE = 'mutation($e: String!, $o: String!) { exchangeOtpForCustomerToken(email: $e, otp: $o) { token } }';
const EXTERNAL = `mutation($c: CustomerCreateInput!) {
  exchangeExternalCustomerToken(input: { customer: $c }) { customer { email firstname } token } }`;
const WHO = '{ customer { email } }';
const REFUSED = /^The account sign-in was incorrect/;

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}
/** An integration that is granted some permissions. */
async function system(...resources: string[]): Promise<Client> {
  const stdout = await command('integration:create', unique('system'), '--resources', resources.join(','));
  return souk.guest.as(/"?access_token"?\s*[:=]\s*"?([a-z0-9]+)/i.exec(stdout)![1]);
}
async function adminUser(...resources: string[]): Promise<Client> {
  const username = unique('support').replaceAll(/\W/g, '');
  const options = `--user ${username} --email ${username}@example.com --password Support123! --role ${username}`;
  await command('admin:user:create', ...options.split(' '), '--resources', resources.join(','));
  const password = 'Support123!';
  return souk.guest.as(ok(await souk.guest.post('/V1/integration/admin/token', { username, password })));
}

const gql = (client: Client = souk.guest): GraphQLClient => graphqlClient(souk, client.token);
const customerWith = async (assistance_allowed?: number): Promise<Answer['body']> =>
  newCustomer(souk, { extension_attributes: assistance_allowed ? { assistance_allowed } : {} });
const codeFor = async (id: number): Promise<string> =>
  ok(await souk.admin.post(`/V1/customer/${id}/otp`, { reason: 'a call' })).otp;
const exchange = (e: string, o: string): Promise<Answer> => gql().send(EXCHANGE, { e, o });
const emailOf = async (token: string): Promise<string> => (await graphqlClient(souk, token).data(WHO)).customer.email;

it('come for a one-time code, once', async () => {
  const { id, email } = await customerWith(2);
  const code = await codeFor(id);
  expect(code).toMatch(/^[0-9a-f]{32}$/);
  const other = await customerWith(2);
  refuses(await exchange(other.email, code), 'graphql-authentication', REFUSED);
  refuses(await exchange(email, `${code}0`), 'graphql-authentication', REFUSED);
  const { token } = (await gql().data(EXCHANGE, { e: email.toUpperCase(), o: code })).exchangeOtpForCustomerToken;
  expect(await emailOf(token)).toBe(email);
  refuses(await exchange(email, code), 'graphql-authentication', REFUSED);
});

it('come for a code only while it is fresh and the customer allows assistance', async () => {
  const customer = await customerWith(2);
  const before = await codeFor(customer.id);
  ok(
    await souk.admin.put(`/V1/customers/${customer.id}`, {
      customer: { ...customer, extension_attributes: { assistance_allowed: 1 } },
    }),
  );
  refuses(await exchange(customer.email, before), 'graphql-authentication', REFUSED);
  fails(await souk.admin.post(`/V1/customer/${customer.id}/otp`, {}), 400, /disabled for this customer/);
  fails(await souk.admin.post(`/V1/customer/${(await customerWith()).id}/otp`, {}), 400);
  fails(await souk.admin.post('/V1/customer/999999/otp', {}), 404);
  await souk.configure({ 'login_as_customer/general/authentication_data_expiration_time': '0' });
  const { id, email } = await customerWith(2);
  refuses(await exchange(email, await codeFor(id)), 'graphql-authentication', REFUSED);
  await souk.configure({ 'login_as_customer/general/authentication_data_expiration_time': '60' });
});

it('are given to those who may, and recorded', async () => {
  const { id } = await customerWith(2);
  const me = souk.guest.as(ok(await (await system(...ACTING)).post(`/V1/customers/${id}/token`, {})));
  const some = await adminUser('Magento_Customer::manage');
  for (const caller of [souk.guest, me, some]) {
    fails(await caller.post(`/V1/customer/${id}/otp`, { reason: 'x' }), 401);
    fails(await caller.post(`/V1/customers/${id}/token`, {}), 401);
  }
  const one = await adminUser(...ACTING);
  ok(await one.post(`/V1/customer/${id}/otp`, { reason: 'x' }));
  const listed = await command('audit:list', '--route', '/otp', '--entity', `customerId=${id}`, '--json');
  expect(listed.trim().split('\n')).toHaveLength(1);
});

it('D170: are given to systems, and to people for whom the customer allows it', async () => {
  const [allowing, other] = [await customerWith(2), await customerWith()];
  expect(await emailOf(ok(await souk.admin.post(`/V1/customers/${allowing.id}/token`, {})))).toBe(allowing.email);
  fails(await souk.admin.post(`/V1/customers/${other.id}/token`, {}), 400, /disabled for this customer/);
  const shop = await system(...ACTING);
  expect(await emailOf(ok(await shop.post(`/V1/customers/${other.id}/token`, {})))).toBe(other.email);
  fails(await shop.post('/V1/customers/999999/token', {}), 404);
});

it('are given for customers whom another system knows', async () => {
  const { email, firstname, lastname } = person();
  const c = { email, firstname, lastname };
  for (const caller of [souk.guest, await system('Magento_Customer::manage')]) {
    refuses(await gql(caller).send(EXTERNAL, { c }), 'graphql-authorization', /isn't authorized/);
  }
  const shop = gql(await system(...ACTING));
  const made = (await shop.data(EXTERNAL, { c })).exchangeExternalCustomerToken;
  expect(made.customer).toEqual({ email, firstname });
  expect(await emailOf(made.token)).toBe(email);
  const again = (await shop.data(EXTERNAL, { c: { ...c, firstname: 'Other' } })).exchangeExternalCustomerToken;
  expect(again.customer).toEqual({ email, firstname });
  expect(await emailOf(again.token)).toBe(email);
  const { token } = await adminUser(...ACTING);
  refuses(await graphqlClient(souk, token).send(EXTERNAL, { c }), 'graphql-input', /disabled for this customer/);
  refuses(
    await shop.send('mutation { exchangeExternalCustomerToken { token } }'),
    'graphql-input',
    '"input" value should be specified',
  );
});
