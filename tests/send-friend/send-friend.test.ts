import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let productId: number;
beforeAll(async () => {
  souk = await startSouk();
  ({ id: productId } = await newProduct(souk, { sku: 'mug', name: 'Blue mug' }));
  await souk.configure({ 'sendfriend/email/enabled': '1', 'sendfriend/email/allow_guest': '1' });
});
afterAll(() => souk?.stop());

const guest = () => graphqlClient(souk);
const SEND =
  'mutation($i: SendEmailToFriendInput) { sendEmailToFriend(input: $i) { sender { name message } recipients { name email } } }';
const input = (...recipients: { name: string; email: string }[]) => ({
  product_id: productId,
  sender: { name: 'Ada', email: 'ada@example.com', message: 'Look at this.' },
  recipients,
});
const friend = () => ({ name: 'Grace', email: `${unique('friend')}@example.com` });

it('a product is recommended to several, each by a mail', async () => {
  const [one, two] = [friend(), friend()];
  const sent = await guest().data(SEND, { i: input(one, two) });
  expect(sent.sendEmailToFriend).toEqual({ sender: { name: 'Ada', message: 'Look at this.' }, recipients: [one, two] });
  for (const { email } of [one, two]) {
    const mail = await mailTo(souk, email);
    expect(mail.subject).toBe('Ada recommends Blue mug');
    expect(mail.text).toContain('Look at this.');
    expect(mail.text).toContain('blue-mug.html');
  }
});

it('what is wrong is refused, and nothing is sent', async () => {
  const one = friend();
  const wrong = [
    [{ ...input(one), product_id: 99999 }, 'graphql-no-such-entity', /^The product that was requested doesn't exist/],
    [input(one, { name: ' ', email: 'x@example.com' }), 'graphql-input', 'Please provide Name for all of recipients.'],
    [input(one, { name: 'X', email: 'x' }), 'graphql-input', 'The email address "x" is invalid.'],
    [input(), 'graphql-input', /^Please provide Email/],
    [input(...Array.from({ length: 6 }, friend)), 'graphql-input', 'No more than 5 emails can be sent at a time.'],
  ] as const;
  for (const [i, category, message] of wrong) refuses(await guest().send(SEND, { i }), category, message);
  const last = friend();
  await guest().data(SEND, { i: input(last) });
  await mailTo(souk, last.email);
  expect(mails(souk).filter(({ to }) => to.includes(one.email))).toEqual([]);
});

it('a sender may do so as often within an hour as the setting says', async () => {
  const { email } = await newCustomer(souk);
  const customer = graphqlClient(souk, (await signIn(souk, email)).token);
  await souk.configure({ 'sendfriend/email/max_per_hour': '1' });
  await customer.data(SEND, { i: input(friend()) });
  refuses(
    await customer.send(SEND, { i: input(friend()) }),
    'graphql-input',
    "You can't send messages more than 1 times an hour.",
  );
  await souk.configure({ 'sendfriend/email/max_per_hour': '5' });
});

it('is open to guests and customers as the settings say', async () => {
  const SHOWN = '{ storeConfig { send_friend { enabled_for_customers enabled_for_guests } } }';
  await souk.configure({ 'sendfriend/email/allow_guest': '0' });
  refuses(
    await guest().send(SEND, { i: input(friend()) }),
    'graphql-authorization',
    "The current customer isn't authorized.",
  );
  expect((await guest().data(SHOWN)).storeConfig.send_friend).toEqual({
    enabled_for_customers: true,
    enabled_for_guests: false,
  });
  await souk.configure({ 'sendfriend/email/enabled': '0' });
  refuses(await guest().send(SEND, { i: input(friend()) }), 'graphql-input', '"Email to a Friend" is not enabled.');
  expect((await guest().data(SHOWN)).storeConfig.send_friend).toEqual({
    enabled_for_customers: false,
    enabled_for_guests: false,
  });
});
