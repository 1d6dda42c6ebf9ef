import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { ok } from '../support/client.ts';
import { mailTo } from '../support/mails.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'contact/email/recipient_email': 'shop@example.com' });
});
afterAll(() => souk?.stop());

const gql = () => graphqlClient(souk);
const SEND = 'mutation($i: ContactUsInput!) { contactUs(input: $i) { status } }';
const message = { name: 'Ada', email: 'ada@example.com', comment: 'Do you deliver to islands?' };

it('a message goes to the shop', async () => {
  const sent = await gql().data(SEND, { i: { ...message, telephone: '555-0100' } });
  expect(sent).toEqual({ contactUs: { status: true } });
  const mail = await mailTo(souk, 'shop@example.com');
  expect(mail.subject).toBe('A message from Ada');
  for (const part of ['Do you deliver to islands?', 'ada@example.com', '555-0100']) expect(mail.text).toContain(part);
});

it('a message without a name, an address or a text is refused', async () => {
  refuses(await gql().send(SEND, { i: { ...message, name: ' ' } }), 'graphql-input', 'The "name" field is required.');
  refuses(
    await gql().send(SEND, { i: { ...message, comment: '' } }),
    'graphql-input',
    'The "comment" field is required.',
  );
  refuses(await gql().send(SEND, { i: { ...message, email: 'ada' } }), 'graphql-input', /email address is invalid/);
});

it('D410: a guest and a customer may write as often within an hour as the setting says', async () => {
  await souk.configure({ 'souk/contact/messages': '2' });
  const { email } = await newCustomer(souk);
  const customer = graphqlClient(souk, (await signIn(souk, email)).token);
  refuses(await gql().send(SEND, { i: { ...message, name: '' } }), 'graphql-input', /required/);
  for (const sender of [gql(), customer]) {
    let sent = 0;
    let answer = await sender.send(SEND, { i: message });
    for (; sent < 3 && !answer.body.errors; sent++) answer = await sender.send(SEND, { i: message });
    refuses(answer, 'graphql-input', 'You can send at most 2 messages an hour. Try again later.');
    // The first test sent a message of the guest.
    expect(sent).toBe(sender === customer ? 2 : 1);
  }
  const at = async (now: string | null) => ok(await souk.guest.raw('PUT', '/_/clock', { now }));
  await at(new Date(Date.now() + 61 * 60_000).toISOString());
  expect(await gql().data(SEND, { i: message })).toEqual({ contactUs: { status: true } });
  await at(null);
  await souk.configure({ 'souk/contact/messages': '30' });
});

it('the form can be closed', async () => {
  await souk.configure({ 'contact/contact/enabled': '0' });
  expect(await gql().data('{ storeConfig { contact_enabled } }')).toEqual({ storeConfig: { contact_enabled: false } });
  refuses(await gql().send(SEND, { i: message }), 'graphql-input', 'The contact form is not available.');
});
