import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { mailTo } from '../support/mails.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const guest = () => graphqlClient(souk);
const SUBSCRIBE = 'mutation($e: String!) { subscribeEmailToNewsletter(email: $e) { status } }';
const subscribed = { subscribeEmailToNewsletter: { status: 'SUBSCRIBED' } };
const address = () => `${unique('reader')}@example.com`;

it('a guest subscribes once, whatever the case of the letters, and is told by mail', async () => {
  const e = address();
  expect(await guest().data(SUBSCRIBE, { e })).toEqual(subscribed);
  refuses(
    await guest().send(SUBSCRIBE, { e: e.toUpperCase() }),
    'graphql-already-exists',
    'This email address is already subscribed.',
  );
  expect((await mailTo(souk, e)).subject).toMatch(/^You get the newsletter of /);
});

it('a customer subscribes with the account, which shows it by REST as well', async () => {
  const { id, email } = await newCustomer(souk);
  refuses(await guest().send(SUBSCRIBE, { e: email }), 'graphql-input', 'Cannot create a newsletter subscription.');
  const customer = graphqlClient(souk, (await signIn(souk, email)).token);
  expect(await customer.data(SUBSCRIBE, { e: email })).toEqual(subscribed);
  expect(await customer.data('{ customer { is_subscribed } }')).toEqual({ customer: { is_subscribed: true } });
  expect(ok(await souk.admin.get(`/V1/customers/${id}`)).extension_attributes.is_subscribed).toBe(true);
  refuses(await customer.send(SUBSCRIBE, { e: email }), 'graphql-already-exists', /already subscribed/);
});

it('an address waits to be confirmed where the shop wants that', async () => {
  await souk.configure({ 'newsletter/subscription/confirm': '1' });
  const e = address();
  const waiting = { subscribeEmailToNewsletter: { status: 'NOT_ACTIVE' } };
  expect(await guest().data(SUBSCRIBE, { e })).toEqual(waiting);
  expect(await guest().data(SUBSCRIBE, { e })).toEqual(waiting);
  expect((await souk.cli('newsletter:list')).stdout).toContain(`${e}\tnot confirmed`);
  await souk.cli('newsletter:confirm', e);
  refuses(await guest().send(SUBSCRIBE, { e }), 'graphql-already-exists', /already subscribed/);
  expect((await souk.cli('newsletter:confirm', 'nobody@example.com')).stderr).toContain('Nobody has asked');
  await souk.configure({ 'newsletter/subscription/confirm': '0' });
});

it('is refused for what is no address, for guests and for all, as the shop says', async () => {
  refuses(await guest().send(SUBSCRIBE, { e: 'reader' }), 'graphql-input', 'Enter a valid email address.');
  await souk.configure({ 'newsletter/subscription/allow_guest_subscribe': '0' });
  refuses(await guest().send(SUBSCRIBE, { e: address() }), 'graphql-input', /^Guests can not subscribe/);
  await souk.configure({ 'newsletter/general/active': '0' });
  expect(await guest().data('{ storeConfig { newsletter_enabled } }')).toEqual({
    storeConfig: { newsletter_enabled: false },
  });
  refuses(await guest().send(SUBSCRIBE, { e: address() }), 'graphql-input', 'The newsletter is not available.');
});
