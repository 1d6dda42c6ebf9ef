import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { newCompany } from '../company/shop.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { startGateway, useGateway } from '../payment/shop.ts';
import { stock, type Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, startProcess, until, type Answer, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
let gateway: DemoGateway;
/** Whether the server is killed when the gateway has authorized a payment, before it learns of it. */
let isDeadly = false;

beforeEach(async () => {
  isDeadly = false;
  gateway = await startGateway({
    beforeAnswer: async () => {
      if (isDeadly) await souk.kill();
    },
  });
  souk = await startProcess();
  await useGateway(souk, gateway, { timeout: '2' });
});

afterEach(async () => {
  await souk.stop();
  await gateway.stop();
});

test('a server killed while a quote is ordered leaves the quote open, and the next order is the only one', async () => {
  const { boss } = await newCompany(souk);
  const me = await signIn(souk, boss.email);
  const { sku } = await newProduct(souk);
  const quoteId = await fillCart(me, sku);
  ok(await souk.admin.post('/V1/negotiableQuote/request', { quoteId, quoteName: 'Spring' }));
  const negotiable_quote = { negotiated_price_type: 1, negotiated_price_value: 10 };
  ok(await souk.admin.put(`/V1/negotiableQuote/${quoteId}`, { quote: { extension_attributes: { negotiable_quote } } }));
  ok(await souk.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId }));
  const pay = async (): Promise<Answer> =>
    (await signIn(souk, boss.email)).post(`/V1/negotiable-carts/${quoteId}/payment-information`, {
      paymentMethod: { method: 'gateway', additional_data: { token: 'tok_good' } },
    });
  const cart = async (): Promise<Json> => ok(await souk.admin.get(`/V1/carts/${quoteId}`));
  const before = await stock(souk, sku);
  isDeadly = true;
  await pay().catch(() => undefined);
  isDeadly = false;
  expect(gateway.ledger.totals().authorizedCents).toBe(2800);
  await souk.restart();
  expect((await cart()).extension_attributes.negotiable_quote).toMatchObject({
    status: 'submitted_by_admin',
    negotiated_price_value: 10,
  });
  expect(await stock(souk, sku)).toEqual(before);
  await until(async () => gateway.ledger.totals().authorizedCents === 0);
  expect(ok(await souk.admin.get('/V1/orders?searchCriteria')).total_count).toBe(0);
  ok(await pay());
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 2800, capturedCents: 0 });
  expect((await cart()).is_active).toBe(false);
  expect(ok(await souk.admin.get('/V1/orders?searchCriteria')).items).toMatchObject([{ grand_total: 28 }]);
});
