import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, PASSWORD, person, signIn } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'customer/create_account/confirm': '1' });
});
afterAll(() => souk.stop());

const activate = (email: string, confirmationKey: string): Promise<Answer> =>
  souk.admin.put(`/V1/customers/${email}/activate`, { confirmationKey });
const token = (username: string): Promise<Answer> =>
  souk.guest.post('/V1/integration/customer/token', { username, password: PASSWORD });

test('an account waits for the key that was mailed, and is then open', async () => {
  const made = ok(await souk.guest.post('/V1/customers', { customer: person(), password: PASSWORD }));
  const { id, email } = made;
  expect(made).not.toHaveProperty('confirmation');
  const status = async () => ok(await souk.admin.get(`/V1/customers/${id}/confirm`));
  expect(await status()).toBe('account_confirmation_required');
  fails(await token(email), 401, "This account isn't confirmed. Verify and try again.");
  const mail = await mailTo(souk, email);
  const key = /key=(\w{32})/.exec(mail.text)![1]!;
  expect(ok(await souk.admin.get(`/V1/customers/${id}`)).confirmation).toBe(key);
  fails(await activate(email, 'wrong'), 400, 'The confirmation token is invalid. Verify the token and try again.');
  const active = ok(await activate(email, key));
  expect(active).toMatchObject({ id, email });
  expect(active).not.toHaveProperty('extension_attributes');
  expect(await status()).toBe('account_confirmed');
  fails(await activate(email, key), 400, 'The account is already active.');
  ok(await token(email));
  expect((await mailTo(souk, email, ({ subject }) => /is confirmed/.test(subject))).text).toMatch(/Thank you/);
});

test('the key is sent again for an account that waits for it', async () => {
  const { email } = ok(await souk.guest.post('/V1/customers', { customer: person(), password: PASSWORD }));
  const resend = (websiteId: number, address = email): Promise<Answer> =>
    souk.admin.post('/V1/customers/confirm', { email: address, websiteId });
  expect(ok(await resend(1))).toBe(true);
  const unknown = fails(await resend(2), 404);
  expect(unknown.parameters).toEqual({
    fieldName: 'email',
    fieldValue: email,
    field2Name: 'websiteId',
    field2Value: 2,
  });
  fails(await resend(1, 'nobody@example.com'), 404);
  const key = /key=(\w{32})/.exec((await mailTo(souk, email)).text)![1]!;
  ok(await activate(email, key));
  fails(await resend(1), 400, "Confirmation isn't needed.");
});

test('the address may name nobody; the website is then that of the call', async () => {
  expect(fails(await activate('nobody@example.com', 'x'), 404).parameters).toMatchObject({ field2Value: '1' });
});

test('D25: whoever manages customers sets and sees the key, and customers confirm themselves by it only', async () => {
  const made = await newCustomer(souk);
  ok(await activate(made.email, ok(await souk.admin.get(`/V1/customers/${made.id}`)).confirmation));
  const me = await signIn(souk, made.email);
  fails(await me.put('/V1/customers/me/activate', { confirmationKey: 'x' }), 400, 'The account is already active.');
  const confirmation = 'abcdefabcdefabcdefabcdefabcdef12';
  expect(ok(await souk.admin.put(`/V1/customers/${made.id}`, { customer: { confirmation } })).confirmation).toBe(
    confirmation,
  );
  // An update does not do: the key stays.
  const kept = ok(await me.put('/V1/customers/me', { customer: { ...made, confirmation: null } }));
  expect(kept).not.toHaveProperty('confirmation');
  expect(ok(await me.get('/V1/customers/me'))).not.toHaveProperty('confirmation');
  expect(ok(await souk.admin.get(`/V1/customers/${made.id}`)).confirmation).toBe(confirmation);
  const active = ok(await me.put('/V1/customers/me/activate', { confirmationKey: confirmation }));
  expect(active).not.toHaveProperty('confirmation');
  expect(active.extension_attributes).toEqual({
    is_subscribed: false,
    assistance_allowed: 1,
    company_attributes: { customer_id: made.id, company_id: 0 },
  });
});
