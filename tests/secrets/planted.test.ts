import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentCards } from '../gift-card-account/cards.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct } from '../quote/shop.ts';
import { criteria, ok, startSouk, unique, until, type Answer, type Client, type Souk } from '../support/souk.ts';
import { mailTo } from '../support/mails.ts';
import { startAskedServer, type AskedServer } from '../webhooks/hook.ts';
import { foundIn, newGarden, unusedReasons, placesOf, settled } from './planted.ts';

let souk: Souk;
let asked: AskedServer;
beforeAll(async () => {
  asked = await startAskedServer();
  souk = await startSouk({ env: { SOUK_LOG: 'debug', SOUK_RELEASE: '2.4.9' } });
  await souk.configure({ 'souk/events/allow_private': '127.0.0.1', 'customer/create_account/confirm': '0' });
  ok(await souk.admin.raw('PUT', '/_/console/recording', { minutes: 60 }));
});
afterAll(async () => {
  await souk?.stop();
  await asked?.stop();
});

const garden = newGarden();
const { plant } = garden;
const bulks: string[] = [];
const later = async (answer: Promise<Answer>): Promise<void> => {
  const { status, body, text } = await answer;
  expect(status, text).toBe(202);
  bulks.push(body.bulk_uuid);
};
const graphql = async (query: string, variables?: object, token?: string): Promise<Answer> =>
  souk.guest.as(token).raw('POST', '/graphql', { query, variables });
/** Reads a secret in a response and remembers it. */
const taken = (name: string, value: unknown, allowed?: Readonly<Record<string, string>>): string => {
  expect(value, name).toBeTypeOf('string');
  return plant(name, value as string, allowed);
};
/** The fields of a response that are secrets, all texts. */
const takenFields = (owner: string, fields: Readonly<Record<string, unknown>>, ...names: string[]): void => {
  for (const name of names) taken(`${owner} ${name}`, fields[name]);
};

const ofCard = {
  'table giftcardaccount': 'It is the account itself.',
};
const ofCoupon = { 'table salesrule_coupon': 'It is the coupon itself.' };
const ofOrder = { 'table sales_order': 'The order tells which card has paid it.' };
const inEmail = {
  files: 'It is in the email that was sent.',
  'database file': 'The email waited in its queue.',
  'table sent_mail': 'The control plane is on: tests read whole emails.',
};

/** Hooks and events of everything that is tried. */
async function listen(): Promise<void> {
  const hooks = [
    'customer.api.account_management.create_account',
    'customer.api.account_management.reset_password',
    'gift_card_account.api.guest_gift_card_account_management.add_gift_card',
    'checkout.api.guest_payment_information_management.save_payment_information_and_place_order',
    'quote.api.guest_payment_method_management.set',
    'quote.api.guest_coupon_management.set',
  ].map((method) => ({ method: `plugin.magento.${method}` }));
  for (const [at, { method }] of [...hooks, { method: 'observer.sales_order_place_before' }].entries()) {
    const webhook = { webhook_method: method, webhook_type: 'before', batch_name: 'b', hook_name: `h${at}` };
    const headers = [{ name: 'X-Api-Key', value: plant(`header of hook ${at}`, `PLANTED-HOOK-${at}`) }];
    ok(await souk.admin.post('/V1/webhooks/subscribe', { webhook: { ...webhook, url: asked.url, headers } }));
  }
  const workspace_configuration = JSON.stringify({
    url: asked.url,
    secret: plant('secret of a provider', `whsec_${Buffer.alloc(32, 9).toString('base64')}`),
    headers: { Authorization: `Bearer ${plant('header of a provider', 'PLANTED-PROVIDER')}` },
  });
  const eventProvider = { provider_id: 'planted', workspace_configuration };
  ok(await souk.admin.post('/V1/eventing/eventProvider', { eventProvider }));
  for (const name of ['customer.*', 'order.*', 'cart.*']) {
    ok(await souk.admin.post('/V1/eventing/eventSubscribe', { event: { name, provider_id: 'planted', fields: [] } }));
  }
}

const signIn = (secret: string) => `generateCustomerToken(email: "x@example.com", password: ${secret}) { token }`;

/** Passwords in every form that a GraphQL document and its variables give them. */
async function plantInDocuments(): Promise<void> {
  const text = (name: string, value: string) => JSON.stringify(plant(`document: ${name}`, value));
  const documents = [
    `mutation { ${signIn(text('plain', 'PlantedPlain!1'))} }`,
    `mutation($p: String! = ${text('default', 'PlantedDefault!1')}) { ${signIn('$p')} }`,
    `mutation { generateCustomerToken(email: "x@example.com", password\n# between\n: ${text('comment', 'PlantedComment!1')}) { token } }`,
    `mutation { generateCustomerToken(email: "x@example.com", password:,${text('comma', 'PlantedComma!1')}) { token } }`,
    `# ${plant('document: in a comment', 'PlantedRemark!1')}\nmutation { ${signIn('"x"')} }`,
    `mutation { ${signIn(`"""${plant('document: block', 'PlantedBlock!1')}"""`)} }`,
    `mutation { ${signIn(text('number', '712345678901').slice(1, -1))} }`,
    `mutation { ${signIn(text('escaped', 'Planted\\u0045scaped!1'))} }`,
    `mutation { broken(password: ${text('broken', 'PlantedBroken!1')}) { token }`,
    `mutation { generateCustomerTokn(email: "x", pass: ${text('unknown field', 'PlantedUnknown!1')}) { token } }`,
    `mutation { createCustomerV2(input: { email: "x", firstname: "a", lastname: "b", password: ${text('nested', 'PlantedNested!1')} }) { customer { email } } }`,
    `mutation M { ...F } fragment F on Mutation { ${signIn(text('fragment', 'PlantedFragment!1'))} }`,
  ];
  for (const query of documents) await graphql(query);
  const aVariable = (type: string) => `mutation($any: ${type}) { ${signIn('$any')} }`;
  await graphql(aVariable('String!'), { any: plant('variable of another name', 'PlantedVariable!1') });
  await graphql(aVariable('Int!'), { any: plant('variable of a wrong type', 'PlantedInteger!1') });
  await graphql(aVariable('String!'), { other: plant('variable that is not declared', 'PlantedOther!1') });
  const create = 'mutation($input: CustomerCreateInput!) { createCustomerV2(input: $input) { customer { email } } }';
  const person = { email: `${unique('v')}@example.com`, firstname: 'a', lastname: 'b' };
  await graphql(create, { input: { ...person, password: plant('variable that is an object', 'PlantedObject!1') } });
  const list = { input: [{ ...person, password: plant('variable that is a list', 'PlantedList!1') }] };
  await graphql(create, list);
  const inUrl = new URLSearchParams({ query: `mutation { ${signIn(text('in a URL', 'PlantedUrl!1'))} }` });
  await souk.guest.raw('GET', `/graphql?${inUrl}`);
  const variables = JSON.stringify({ any: plant('variable in a URL', 'PlantedUrlVariable!1') });
  await souk.guest.raw('GET', `/graphql?${new URLSearchParams({ query: aVariable('String!'), variables })}`);
  const form = new URLSearchParams({ query: `mutation { ${signIn(text('in a form', 'PlantedForm!1'))} }` });
  await souk.guest.raw('POST', '/graphql', String(form), { 'content-type': 'application/x-www-form-urlencoded' });
  const bare = `mutation { ${signIn(text('bare', 'PlantedBare!1'))} }`;
  await souk.guest.raw('POST', '/graphql', bare, { 'content-type': 'application/graphql' });
  await souk.guest.raw('POST', '/graphql', `{"query": "{ x(password: \\"${plant('cut JSON', 'PlantedCutJson!1')}`);
}

/** Accounts: passwords, tokens, one-time passwords, links of emails. */
async function plantAccounts(): Promise<void> {
  const { admin, guest } = souk;
  const email = `${unique('planted')}@example.com`;
  const customer = { email, firstname: 'A', lastname: 'B' };
  const password = plant('password of a customer', 'Planted-Customer!1');
  const { id } = ok(await admin.post('/V1/customers', { customer, password }));
  const credentials = { username: email, password };
  const token = taken('token of a customer', ok(await guest.post('/V1/integration/customer/token', credentials)));
  await guest.post('/V1/integration/admin/token', { username: 'admin', password: plant('wrong', 'Planted-Wrong!1') });
  const ownSignIn = `generateCustomerToken(email: "${email}", password: "${password}")`;
  const signedIn = await graphql(`mutation { one: ${ownSignIn} { any: token } two: ${ownSignIn} { email: token } }`);
  taken('token by an alias', signedIn.body.data.one.any);
  taken('token by the alias of another field', signedIn.body.data.two.email);
  const current = plant('current password', 'Planted-Current!1');
  const change = `mutation($x: String!) { changeCustomerPassword(currentPassword: $x, newPassword: "${plant('new', 'Planted-New!1')}") { email } }`;
  await graphql(change, { x: current }, token);
  ok(
    await admin.put(`/V1/customers/${id}`, {
      customer: { ...customer, id, extension_attributes: { assistance_allowed: 2 } },
    }),
  );
  const { otp } = ok(await admin.post(`/V1/customer/${id}/otp`));
  taken('one-time password', otp);
  const exchange = `mutation($o: String!) { exchangeOtpForCustomerToken(email: "${email}", otp: $o) { token } }`;
  const exchanged = await graphql(exchange, { o: otp });
  taken('token for a one-time password', exchanged.body.data.exchangeOtpForCustomerToken.token);
  taken('token made by an admin', ok(await admin.post(`/V1/customers/${id}/token`)));
  // Links of emails.
  ok(await guest.put('/V1/customers/password', { email, template: 'email_reset', websiteId: 1 }));
  const { text } = await mailTo(souk, email, (mail) => mail.text.includes('token'));
  const reset = taken('reset token of an email', /token=(\w+)/.exec(text)?.[1], inEmail);
  const link = `/V1/customers/${id}/password/resetLinkToken`;
  ok(await guest.get(`${link}/${reset}`));
  await guest.get(`${link}/${plant('reset token in a path', 'PLANTED-RESET-PATH')}`);
  await guest.delete(`${link}/${plant('reset token by another method', 'PLANTED-RESET-METHOD')}`);
  await guest.get(`${link}/${plant('reset token in a longer path', 'PLANTED-RESET-LONGER')}/more`);
  await guest.get(`${link}/${encodeURIComponent(plant('reset token with signs', 'PLANTED/RESET "SIGNS"'))}`);
  const body = { email, resetToken: plant('reset token', 'PLANTED-RESET-BODY') };
  await guest.post('/V1/customers/resetPassword', { ...body, newPassword: plant('reset password', 'Planted-Reset!1') });
  await guest.put('/V1/customers/me/activate', { confirmationKey: plant('confirmation key', 'PLANTED-CONFIRM') });
  await plantInBodies(email);
}

/** Passwords in bodies and URLs of other forms, and where no route answers. */
async function plantInBodies(email: string): Promise<void> {
  const { admin, guest } = souk;
  const path = '/V1/integration/customer/token';
  const xml = (value: string) => `<request><username>x</username>${value}</request>`;
  const asXml = { 'content-type': 'application/xml' };
  await guest.post(path, xml(`<password>${plant('XML', 'PlantedXml!1')}</password>`), asXml);
  await guest.post(path, xml(`<password><![CDATA[${plant('CDATA', 'PlantedCdata!1')}]]></password>`), asXml);
  await guest.post(path, xml(`<!-- ${plant('XML comment', 'PlantedXmlComment!1')} -->`), asXml);
  await guest.post(path, { username: 'x', password: { a: plant('object', 'PlantedInObject!1') } });
  await guest.post(path, `{"username": "x", "pass\\u0077ord": "${plant('escaped name', 'PlantedName!1')}"}`);
  await guest.post(path, `{"username": "x", "password": "${plant('cut off', 'PlantedCut!1')}`);
  await guest.post(`${path}?password=${plant('URL', 'PlantedQuery!1')}`, { username: 'x' });
  await guest.get(`/V1/products?access_token=${plant('access token in a URL', 'PLANTED-URL-TOKEN')}`);
  await guest.as(plant('unknown bearer', 'PLANTED-BEARER-XXXXXXXXXXXXXXXX')).get('/V1/modules');
  await guest.get('/V1/customers/me', { cookie: `PHPSESSID=${plant('cookie', 'PLANTED-COOKIE')}` });
  await later(
    guest.post('/async/V1/customers', {
      customer: { email: `${unique('later')}@example.com`, firstname: 'A', lastname: 'B' },
      password: plant('password of an operation', 'Planted-Async!1'),
    }),
  );
  const resetToken = plant('token of an operation', 'PLANTED-ASYNC-TOKEN');
  await later(guest.post('/async/V1/customers/resetPassword', { email, resetToken, newPassword: 'Planted-Later!1' }));
  plant('new password of an operation', 'Planted-Later!1');
  // Of integrations, users, the console.
  const made = ok(
    await admin.raw('POST', '/_/console/integrations', { name: 'planted', resources: ['Magento_Catalog::products'] }),
  );
  takenFields('integration', made, 'consumer_secret', 'access_token', 'access_token_secret');
  const user = {
    username: 'planted',
    email: 'planted@example.com',
    role: 'Administrators',
    firstname: 'a',
    lastname: 'b',
  };
  takenFields('user', ok(await admin.raw('POST', '/_/console/users', user)), 'password');
  await admin.raw('PUT', '/_/console/settings', {
    path: 'payment/gateway/secret_key',
    value: plant('setting', 'PLANTED-SETTING'),
  });
}

/** Codes of gift cards and coupons. */
async function plantCodes(sku: string): Promise<void> {
  const { admin, guest } = souk;
  const { me } = await makeCustomer(souk);
  const code = plant('code of a gift card', 'PLANTEDCARD1', { ...ofCard, ...ofOrder, ...inEmail });
  const card = ok(await admin.post('/V1/giftcardaccounts', { giftcardAccount: { code, balance: 5 } }));
  ok(await admin.put(`/V1/giftcardaccounts/${card.account_id}`, { giftcardAccount: { ...card, balance: 6 } }));
  const { path } = await guestCart(souk, [sku, 1]);
  const cards = path.replace('/V1/', '/V1/carts/');
  ok(await guest.post(`${cards}/giftCards`, sentCards(code)));
  ok(await guest.get(`${cards}/checkGiftCard/${code}`));
  ok(await guest.get(`${path}/totals`));
  const search = [[{ field: 'code', value: code }]];
  expect(ok(await admin.get(`/V1/giftcardaccounts?${criteria(search)}`)).total_count).toBe(1);
  ok(await admin.get(`/V1/giftcardaccounts/code/${code}`));
  await guest.get(`${cards}/checkGiftCard/${plant('unknown code', 'PLANTEDCARD2')}`);
  await guest.put(`${cards}/checkGiftCard/${plant('code by another method', 'PLANTEDCARD3')}`);
  await guest.post(`${cards}/giftcard`, sentCards(plant('code without a route', 'PLANTEDCARD4')));
  await later(
    admin.post('/async/V1/giftcardaccounts', {
      giftcardAccount: { code: plant('code of an operation', 'PLANTEDCARD5', ofCard), balance: 5 },
    }),
  );
  await graphql(`{ giftCardAccount(input: { gift_card_code: "${code}" }) { code balance { value } } }`);
  await graphql('query($c: String!) { giftCardAccount(input: { gift_card_code: $c }) { any: code } }', { c: code });
  const email = `${unique('gift')}@example.com`;
  await souk.cli('giftcard:account:send', code, '--email', email, '--name', 'Ada');
  await mailTo(souk, email);
  await pay(path);
  // Coupons are enough for one order: hooks alone are told, because they decide on them.
  const rule = ok(await admin.post('/V1/salesRules', { rule: couponRule }));
  const couponSpec = { rule_id: rule.rule_id, format: 'alphanum', quantity: 3, length: 12, prefix: 'PLANTED' };
  const asCoupon = { 'hooks and events': 'A hook decides whether it is good.' };
  const inCart = { 'table quote': 'A cart has it.' };
  const [one, two, three] = ok(await admin.post('/V1/coupons/generate', { couponSpec })) as [string, string, string];
  taken('generated coupon', one, { ...ofCoupon, ...inCart, ...asCoupon });
  plant('deleted coupon', three, { 'database file': 'It was the coupon itself.' });
  taken('another generated coupon', two, ofCoupon);
  await later(admin.post('/async/V1/coupons/generate', { couponSpec }));
  await settled(admin, bulks);
  const { items } = ok(await admin.get(`/V1/coupons/search?${criteria()}`)) as { items: { code: string }[] };
  const accepted = items.filter(({ code: other }) => ![one, two, three].includes(other));
  expect(accepted).toHaveLength(3);
  for (const { code: other } of accepted) plant('coupon of an operation', other, ofCoupon);
  ok(await admin.get(`/V1/coupons/search?${criteria([[{ field: 'code', value: one }]])}`));
  const cart = await guestCart(souk, [sku, 1]);
  ok(await guest.put(`${cart.path}/coupons/${one}`));
  ok(await guest.get(`${cart.path}/coupons`));
  ok(await guest.get(`${cart.path}/totals`));
  await graphql(
    `mutation { applyCouponToCart(input: { cart_id: "${cart.id}", coupon_code: "${two}" }) { cart { applied_coupons { code } } } }`,
  );
  await graphql('{ customerCart { applied_coupons { code } applied_gift_cards { code } } }', undefined, me.token);
  ok(await admin.post('/V1/coupons/deleteByCodes', { codes: [three], ignoreInvalidCoupons: true }));
}

const couponRule = {
  name: 'Planted',
  is_active: true,
  website_ids: [1],
  customer_group_ids: [0, 1],
  simple_action: 'by_percent',
  discount_amount: 10,
  coupon_type: 'SPECIFIC_COUPON',
  use_auto_generation: true,
  uses_per_coupon: 1,
};

const checkmo = (additional_data: object) => ({ method: 'checkmo', additional_data });

async function pay(path: string): Promise<void> {
  const card = {
    cc_number: plant('card of an order', '4111111111112222'),
    cc_cid: plant('check of a card', '9753186420975318'),
  };
  const billing = { email: 'ada@example.com', billingAddress: ADDRESS };
  ok(await souk.guest.post(`${path}/payment-information`, { ...billing, paymentMethod: checkmo(card) }));
}

/** Cards and tokens of payments. */
async function plantPayments(sku: string): Promise<void> {
  const { guest } = souk;
  const data = (name: string, value: string) => checkmo({ [name]: plant(`payment: ${name}`, value) });
  for (const one of [
    data('cc_number', '4222222222222'),
    data('card_number', '5500005555555559'),
    data('pan', '4012888888881881'),
    data('payment_method_nonce', 'PLANTED-NONCE'),
    { ...data('token', 'PLANTED-GATEWAY-TOKEN'), method: 'gateway' },
  ]) {
    const { path } = await guestCart(souk, [sku, 1]);
    await guest.put(`${path}/selected-payment-method`, { method: one });
    await guest.post(`${path}/set-payment-information`, { email: 'ada@example.com', paymentMethod: one });
  }
  const { id, path } = await guestCart(souk, [sku, 1]);
  await later(guest.put(`/async${path}/selected-payment-method`, { method: data('cc_owner', 'PLANTED-OWNER') }));
  const nonce = plant('nonce of a payment', 'PLANTED-GRAPHQL-NONCE');
  const braintree = { device_data: null, is_active_payment_token_enabler: false, payment_method_nonce: nonce };
  const input = { cart_id: id, payment_method: { code: 'checkmo', braintree } };
  const set = 'mutation($i: SetPaymentMethodOnCartInput) { setPaymentMethodOnCart(input: $i) { cart { id } } }';
  await graphql(set, { i: input });
}

test('D261: a secret is written and shown nowhere but in the places that need it', async () => {
  const { admin }: { admin: Client } = souk;
  const sku = await makeProduct(souk, { type_id: 'virtual', price: 20 });
  await listen();
  await plantInDocuments();
  await plantAccounts();
  await plantCodes(sku);
  await plantPayments(sku);
  await settled(admin, bulks);
  await until(async () => (ok(await admin.raw('GET', '/_/console/mails')) as { waiting: number }).waiting === 0);
  await until(async () => asked.asked.some(({ text }) => text.includes('"order"')));
  ok(await admin.get('/V1/store/websites?last=1'));
  await until(async () => {
    const [last] = ok(await admin.raw('GET', '/_/console/calls?search=last=1')) as unknown[];
    return last !== undefined;
  });
  const places = await placesOf(souk, asked);
  expect(foundIn(garden, places)).toEqual([]);
  expect(unusedReasons(garden, places)).toEqual([]);
  expect(places.get('hooks and events')).toMatch(/"password":"\*{6}".*"gift_cards":\["\*{6}"\]/s);
  expect(garden.planted.length).toBeGreaterThan(80);
});
