import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCompany } from '../company/shop.ts';
import { mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

it('tells the buyer of a quote that it was submitted, and that it was declined', async () => {
  const { boss } = await newCompany(souk, { status: 1 });
  const { sku } = await newProduct(souk);
  const quoteId = ok(await souk.admin.post('/V1/negotiableQuote/draft', { customerId: boss.id }));
  ok(await souk.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote: { items: [{ sku, qty: 2 }] } }));
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId, comment: 'A fine price' }));
  const answer = await mailTo(souk, boss.email, ({ subject }) => subject === `Our answer to your quote #${quoteId}`);
  expect(answer.text).toContain('A fine price');
  ok(await souk.admin.post('/V1/negotiableQuote/decline', { quoteId, reason: 'Sold out' }));
  const declined = await mailTo(souk, boss.email, ({ subject }) => subject === `Your quote #${quoteId} was declined`);
  expect(declined.text).toContain('Sold out');
});
