import { afterAll, beforeAll, expect, it } from 'vitest';
import { configured, newCustomer, signIn } from '../support/customers.ts';
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
  expect((await mailTo(souk, e)).subject).toMatch(/^You are subscribed to the newsletter of /);
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
  expect((await souk.cli('newsletter:confirm', 'nobody@example.com')).stderr).toContain(
    'There is no newsletter subscription',
  );
  await souk.configure({ 'newsletter/subscription/confirm': '0' });
});

/** The way in a mail's link, on the server under test, with the address that the shop says it has. */
async function linkTo(e: string, before = ''): Promise<string> {
  const { text } = await mailTo(
    souk,
    e,
    (mail) => mail.subject.startsWith('Please confirm') && !mail.text.includes(before || '\0'),
  );
  const [, way] = /https:\/\/shop\.example\.com(\/newsletter\/subscriber\/confirm\/code\/\w+)/.exec(text)!;
  return way!;
}
const follow = (way: string) => fetch(souk.base + way, { redirect: 'manual' });
const listed = async (e: string) =>
  (await souk.cli('newsletter:list', '--limit', '100000')).stdout
    .split('\n')
    .filter((line) => line.startsWith(`${e}\t`));

it('a link in the mail confirms, for an address and for an account, and leads to the shop', async () => {
  const shop = { 'newsletter/subscription/confirm': '1', 'web/secure/base_url': 'https://shop.example.com/' };
  await configured(souk, shop, async () => {
    const e = address();
    await guest().data(SUBSCRIBE, { e });
    const first = await linkTo(e);
    await guest().data(SUBSCRIBE, { e });
    const second = await linkTo(e, first);
    expect((await follow(first)).status, 'a code that another has replaced').toBe(404);
    expect(await listed(e)).toEqual([`${e}\tnot confirmed`]);
    for (const _ of ['once', 'and again']) {
      const answer = await follow(second);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example.com/']);
    }
    expect(await listed(e)).toEqual([`${e}\tsubscribed`]);
    await mailTo(souk, e, ({ subject }) => subject.startsWith('You are subscribed to the newsletter'));

    const byMutation = await newCustomer(souk);
    const customer = graphqlClient(souk, (await signIn(souk, byMutation.email)).token);
    expect(await customer.data(SUBSCRIBE, { e: byMutation.email })).toEqual({
      subscribeEmailToNewsletter: { status: 'NOT_ACTIVE' },
    });
    const byRest = await newCustomer(souk, { extension_attributes: { is_subscribed: true } });
    for (const { id, email } of [byMutation, byRest]) {
      const isSubscribed = async () =>
        ok(await souk.admin.get(`/V1/customers/${id}`)).extension_attributes.is_subscribed;
      expect(await isSubscribed()).toBe(false);
      expect((await follow(await linkTo(email))).status).toBe(302);
      expect(await isSubscribed()).toBe(true);
      expect(await listed(email)).toEqual([]);
    }
  });
});

it('an account takes over what its address had as a guest, and says what it wants itself', async () => {
  const taken = async (sent: object, e = address()) => {
    await guest().data(SUBSCRIBE, { e: e.toUpperCase() });
    const made = await newCustomer(souk, { email: e, ...sent });
    expect(await listed(e)).toEqual([]);
    return made;
  };
  const { id, email, extension_attributes } = await taken({});
  expect(extension_attributes.is_subscribed).toBe(true);
  expect(ok(await souk.admin.get(`/V1/customers/${id}`)).extension_attributes.is_subscribed).toBe(true);
  const customer = graphqlClient(souk, (await signIn(souk, email)).token);
  refuses(await customer.send(SUBSCRIBE, { e: email }), 'graphql-already-exists', /already subscribed/);
  const refusing = await taken({ extension_attributes: { is_subscribed: false } });
  expect(refusing.extension_attributes.is_subscribed).toBe(false);

  const moving = await newCustomer(souk);
  const e = address();
  await guest().data(SUBSCRIBE, { e });
  const moved = ok(
    await souk.admin.put(`/V1/customers/${moving.id}`, { customer: { ...moving, email: e, extension_attributes: {} } }),
  );
  expect(moved.extension_attributes.is_subscribed).toBe(true);
  expect(await listed(e)).toEqual([]);
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
