import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCompany } from '../company/shop.ts';
import { mails, mailTo, type Mail } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, until, type Souk } from '../support/souk.ts';
import { dayIn, newOffer } from './offers.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const to = (address: string): Mail[] => mails(souk).filter((mail) => mail.to.includes(address));
const subjects = (address: string): string[] =>
  to(address)
    .map(({ subject }) => subject)
    .sort();

it('remind buyers of quotes two days and one day before their end, once each', async () => {
  const { boss } = await newCompany(souk, { status: 1 });
  const { sku } = await newProduct(souk);
  const offer = (last: string) => newOffer(souk, { customerId: boss.id, sku, last });
  const [later, tomorrow, today, over] = [
    await offer(dayIn(3)),
    await offer(dayIn(1)),
    await offer(dayIn(0)),
    await offer(dayIn(-1)),
  ];
  const reminded = [
    `Your quote #${over} has expired`,
    `Your quote #${today} expires in one day`,
    `Your quote #${tomorrow} expires in two days`,
  ];
  const others = (): string[] => subjects(boss.email).filter((subject) => subject.startsWith('Your quote'));
  // The workers look at once when a server starts.
  await souk.restart();
  await until(async () => others().length === 3);
  expect(others()).toEqual(reminded.sort());
  await mailTo(souk, 'admin@', ({ subject }) => subject.startsWith(`The quote #${over} of ${boss.firstname}`));
  const negotiable_quote = { expiration_period: dayIn(0) };
  for (const id of [tomorrow, later]) {
    ok(await souk.admin.put(`/V1/negotiableQuote/${id}`, { quote: { extension_attributes: { negotiable_quote } } }));
  }
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: tomorrow }));
  await souk.restart();
  // The quote that the shop works on is not the buyer's to order.
  await until(async () => others().length === 4);
  expect(others()).toEqual([...reminded, `Your quote #${tomorrow} expires in one day`].sort());
});

it('are copied to further addresses, blind or as emails of their own, and not at all when emails are off', async () => {
  const { boss } = await newCompany(souk, { status: 1 });
  const { sku } = await newProduct(souk);
  const offer = () => newOffer(souk, { customerId: boss.id, sku, last: dayIn(9) });
  const answer = (id: number) =>
    mailTo(souk, boss.email, ({ subject }) => subject === `Our reply to your quote #${id}`);
  const answers = () => subjects(boss.email).filter((subject) => subject.startsWith('Our reply'));
  await souk.configure({ 'sales_email/quote/copy_to': `one@copies.test, two@copies.test,${boss.email}` });
  const blind = await answer(await offer());
  expect(/^Bcc: (.*)$/m.exec(blind.headers)?.[1]).toBe('one@copies.test, two@copies.test');
  expect(to('one@copies.test')).toEqual([]);

  await souk.configure({ 'sales_email/quote/copy_method': 'copy' });
  const own = await answer(await offer());
  expect(own.headers).not.toMatch(/^Bcc:/m);
  // The buyer's email and the representative's.
  await until(async () => to('two@copies.test').length === 2);
  expect(to('one@copies.test').map(({ text }) => text)).toContain(own.text);
  expect(subjects('one@copies.test')).toEqual(subjects('two@copies.test'));
  expect(answers()).toHaveLength(2);

  await souk.configure({ 'sales_email/quote/enabled': '0' });
  await offer();
  await souk.configure({ 'sales_email/quote/enabled': '1', 'sales_email/quote/copy_to': '' });
  const last = await offer();
  await answer(last);
  expect(to('one@copies.test')).toHaveLength(2);
  expect(answers()).toHaveLength(3);
});
