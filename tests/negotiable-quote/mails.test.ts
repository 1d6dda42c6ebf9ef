import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCompany } from '../company/shop.ts';
import { fillCart } from '../customer-balance/shop.ts';
import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Client, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = '/V1/negotiableQuoteTemplate';
const act = async (caller: Client, action: string, templateId: number, more: object = {}) =>
  ok(await caller.post(`${path}/${action}`, { templateId, ...more }));

/** The administrator of a company with a filled cart. */
async function newBuyer(): Promise<{ readonly boss: Json; readonly me: Client; readonly cartId: number }> {
  const { boss } = await newCompany(souk, { status: 1 });
  const me = await signIn(souk, boss.email);
  return { boss, me, cartId: await fillCart(me, (await newProduct(souk)).sku) };
}

const subjects = (address: string): string[] =>
  mails(souk)
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject);

it('notify the buyer of a quote that it was submitted, and that it was declined', async () => {
  const { boss } = await newCompany(souk, { status: 1 });
  const { sku } = await newProduct(souk);
  const quoteId = ok(await souk.admin.post('/V1/negotiableQuote/draft', { customerId: boss.id }));
  ok(await souk.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote: { items: [{ sku, qty: 2 }] } }));
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId, comment: 'A fine price' }));
  const answer = await mailTo(souk, boss.email, ({ subject }) => subject === `Our reply to your quote #${quoteId}`);
  expect(answer.text).toContain('A fine price');
  ok(await souk.admin.post('/V1/negotiableQuote/decline', { quoteId, reason: 'Sold out' }));
  const declined = await mailTo(souk, boss.email, ({ subject }) => subject === `Your quote #${quoteId} was declined`);
  expect(declined.text).toContain('Sold out');
});

it('notify the sales representative of requests, of changed quotes, and of answers', async () => {
  const { boss, me, cartId } = await newBuyer();
  const gql = graphqlClient(souk, me.token);
  const uid = (await gql.data('{ customerCart { id } }')).customerCart.id;
  await gql.data(`mutation { requestNegotiableQuote(input: { cart_id: "${uid}", quote_name: "Mugs for ${boss.id}",
    comment: { comment: "As many as you have" } }) { quote { uid } } }`);
  const buyer = `${boss.firstname} ${boss.lastname}`;
  const toSeller = (subject: string) => mailTo(souk, 'admin@', (mail) => mail.subject === subject);
  const requested = await toSeller(`${buyer} requests the quote Mugs for ${boss.id}`);
  expect(requested.text).toContain('As many as you have');
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: cartId }));
  await toSeller(`The quote Mugs for ${boss.id} was sent to ${buyer}`);
  await gql.data(`mutation { sendNegotiableQuoteForReview(input: { quote_uid: "${uid}" }) { quote { uid } } }`);
  await toSeller(`${buyer} has changed the quote Mugs for ${boss.id}`);
});

it('notify both sides of the steps of a quote template', async () => {
  const { boss, me, cartId } = await newBuyer();
  ok(await souk.admin.post('/V1/negotiableQuote/request', { quoteId: cartId, quoteName: 'Spring' }));
  const { template_id: id } = ok(await me.post(`${path}/request/me`, { quoteId: cartId }));
  const name = `Monthly ${id}`;
  ok(await me.put(`${path}/me`, { template: { template_id: id, template_name: name } }));
  const buyer = `${boss.firstname} ${boss.lastname}`;
  const to = (address: string, subject: string) => mailTo(souk, address, (mail) => mail.subject === subject);
  await act(me, 'submitToSeller', id, { commentText: 'Every month' });
  expect((await to('admin@', `${buyer} asks for a review of the quote template ${name}`)).text).toContain(
    'Every month',
  );
  await act(souk.admin, 'submitToCustomer', id, { commentText: 'Gladly' });
  expect((await to(boss.email, `The terms of your quote template ${name}`)).text).toContain('Gladly');
  await to('admin@', `The quote template ${name} was sent to ${buyer}`);
  await act(me, 'accept', id);
  await to('admin@', `${buyer} has accepted the quote template ${name}`);
  await act(me, 'cancel/me', id);
  await to('admin@', `${buyer} has canceled the quote template ${name}`);
  await act(me, 'open/me', id);
  await act(me, 'submitToSeller', id);
  await act(souk.admin, 'decline', id, { reason: 'Too little' });
  expect((await to(boss.email, `Your quote template ${name} was declined`)).text).toContain('Too little');
  await act(souk.admin, 'cancel', id);
  await to(boss.email, `Your quote template ${name} was canceled`);
});

it('are not sent where the setting is off', async () => {
  const { boss, cartId } = await newBuyer();
  await souk.configure({ 'sales_email/quote/enabled': '0' });
  ok(await souk.admin.post('/V1/negotiableQuote/request', { quoteId: cartId, quoteName: 'Spring' }));
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: cartId }));
  await souk.configure({ 'sales_email/quote/enabled': '1' });
  ok(await souk.admin.post('/V1/negotiableQuote/decline', { quoteId: cartId, reason: 'No' }));
  // Emails leave in order: that of the later step is there, and no earlier one.
  await mailTo(souk, boss.email, ({ subject }) => subject === 'Your quote Spring was declined');
  expect(subjects(boss.email)).not.toContain('Our reply to your quote Spring');
});
