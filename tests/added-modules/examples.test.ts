import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import type { Json } from '../sales/shop.ts';
import { address, newCustomer, signIn } from '../support/customers.ts';
import { ok, startProcess, unique, until, type Client, type SoukProcess } from '../support/souk.ts';
import { buyer, exampleFile, writeFolder } from './shops.ts';

/** The three modules of examples/modules, in one shop. */
describe('the example modules', () => {
  let souk: SoukProcess;
  const folder = writeFolder({
    'souk.config.mjs': `
      import loyalty from '${exampleFile('loyalty')}';
      import pickupCarrier from '${exampleFile('pickup-carrier')}';
      import erpPrices from '${exampleFile('erp-prices')}';
      export default {
        modules: [loyalty({ label: 'Bonus' }), pickupCarrier(), erpPrices()],
        settings: { 'acme/loyalty/value': 2, 'carriers/flatrate/active': false },
      };`,
  });
  beforeAll(async () => {
    souk = await startProcess({ env: { SOUK_CONFIG: join(folder.path, 'souk.config.mjs') } });
  });
  afterAll(async () => {
    await souk.stop();
    folder.remove();
  });

  /** A customer with two products at 10 each in the cart, shipped by the carrier of the example. */
  async function fillCart(): Promise<{ me: Client; id: number }> {
    const [{ sku }, customer] = [await newProduct(souk), await newCustomer(souk)];
    const me = await signIn(souk, customer.email);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
    const addressInformation = {
      shipping_carrier_code: 'acmepickup',
      shipping_method_code: 'pickup',
      ...buyer(),
    };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    return { me, id: customer.id };
  }

  it('are in the list of modules, in the schema, and in the list of the command', async () => {
    expect(ok(await souk.admin.get('/V1/modules'))).toContain('Acme_Loyalty');
    const schema = ok(await souk.admin.get('/all/schema?services=acmeLoyaltyPointsV1'));
    expect(Object.keys(schema.paths)).toContain('/V1/acme/customers/{customerId}/points');
    expect((await souk.cli('modules')).stdout).toMatch(/^Acme_Loyalty 1\.0\.0$/m);
    const compatibility = (await souk.cli('compatibility')).stdout;
    expect(compatibility).toMatch(/^## Acme_Loyalty \(\d, added by this shop\)$/m);
    expect(compatibility).toContain('| GET | `/V1/acme/points` |\n');
  });

  it('let a customer pay with points, and return them when the order is canceled', async () => {
    const { me, id } = await fillCart();
    expect(ok(await souk.admin.post(`/V1/acme/customers/${id}/points`, { points: 9 }))).toBe(9);
    expect(ok(await me.post('/V1/carts/mine/acme-points', { points: 4 }))).toBe(true);
    const totals = ok(await me.get('/V1/carts/mine/totals'));
    expect(totals.total_segments.at(-1)).toMatchObject({ code: 'acme_points', title: 'Bonus', value: -8 });
    const order = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    expect(ok(await souk.admin.get(`/V1/acme/customers/${id}/points`))).toBe(5);
    const stored = ok(await souk.admin.get(`/V1/orders/${order}`));
    expect(stored).toMatchObject({ grand_total: 17, extension_attributes: { base_acme_points_amount: 8 } });
    // The order returns the points that it took, whatever a point is worth by then.
    await souk.configure({ 'acme/loyalty/value': '1' });
    ok(await souk.admin.post(`/V1/orders/${order}/cancel`));
    await souk.configure({ 'acme/loyalty/value': null });
    expect(ok(await souk.admin.get(`/V1/acme/customers/${id}/points`))).toBe(9);
  });

  it('have points in the invoice', async () => {
    const { me, id } = await fillCart();
    ok(await souk.admin.post(`/V1/acme/customers/${id}/points`, { points: 3 }));
    ok(await me.post('/V1/carts/mine/acme-points', { points: 3 }));
    const order = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    const invoice = ok(await souk.admin.post(`/V1/order/${order}/invoice`, { capture: true }));
    expect(ok(await souk.admin.get(`/V1/invoices/${invoice}`))).toMatchObject({
      grand_total: 19,
      extension_attributes: { acme_points_amount: 6 },
    });
  });

  it('check permissions and input as routes of the platform do', async () => {
    expect((await souk.guest.get('/V1/acme/customers/1/points')).status).toBe(401);
    expect((await souk.admin.post('/V1/acme/customers/1/points', { points: 0 })).status).toBe(400);
    expect((await souk.admin.post('/V1/acme/customers/1/points', { points: 'many' })).status).toBe(400);
  });

  it('ask a service for the price of a pickup, and take the fixed price while it does not answer', async () => {
    let answer: () => Json | undefined = () => undefined;
    const service = createServer((_, response) => {
      const body = answer();
      response.statusCode = body ? 200 : 503;
      response.end(JSON.stringify(body ?? {}));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    try {
      await souk.configure({ 'carriers/acmepickup/quotes': `http://127.0.0.1:${port}/` });
      const { me } = await fillCart();
      const priceIn = async (postcode: string): Promise<number> => {
        const shipping = { ...address(), region: undefined, region_id: 12, postcode };
        const methods = ok(await me.post('/V1/carts/mine/estimate-shipping-methods', { address: shipping }));
        return methods.find(({ carrier_code }: Json) => carrier_code === 'acmepickup').amount;
      };
      expect(await priceIn('10001')).toBe(5);
      answer = () => ({ price: 7.5 });
      expect(await priceIn('10002')).toBe(7.5);
      answer = () => ({ price: 'much' });
      expect(await priceIn('10003')).toBe(5);
    } finally {
      await souk.configure({ 'carriers/acmepickup/quotes': null });
      service.closeAllConnections();
      service.close();
    }
  });

  it('have the asynchronous and bulk forms of their routes', async () => {
    const sku = unique('7').replace(/\D/g, '7');
    ok(await souk.admin.post('/V1/products', { product: { sku, name: sku, price: 1, attribute_set_id: 4 } }));
    const { status, body } = await souk.admin.post('/async/bulk/V1/acme/erp/prices', [
      { number: `000${sku}`, price: 12.5 },
      { number: 'none', price: 1 },
    ]);
    expect(status).toBe(202);
    await until(async () => ok(await souk.admin.get(`/V1/bulk/${body.bulk_uuid}/operation-status/4`)) === 0);
    expect(ok(await souk.admin.get(`/V1/products/${sku}`)).price).toBe(12.5);
    const { operations_list: operations } = ok(await souk.admin.get(`/V1/bulk/${body.bulk_uuid}/detailed-status`));
    expect(operations.map(({ status: one }: Json) => one)).toEqual([1, 3]);
  });
});
