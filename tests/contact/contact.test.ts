import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient, refuses } from '../support/graphql.ts';
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

it('the form can be closed', async () => {
  await souk.configure({ 'contact/contact/enabled': '0' });
  expect(await gql().data('{ storeConfig { contact_enabled } }')).toEqual({ storeConfig: { contact_enabled: false } });
  refuses(await gql().send(SEND, { i: message }), 'graphql-input', 'The contact form is not available.');
});
