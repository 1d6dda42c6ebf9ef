import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../src/program/modules.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { till } from './till.ts';
import { vouchers } from './voucher.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Austin',
  region_id: 57,
  country_id: 'US',
  postcode: '78701',
  telephone: '555-0100',
};

/** A cart with a thing at 10 each, shipped by a slow pigeon, and a ticket; `attributes`: of the cart. */
async function fill(here: Here, attributes: object) {
  const [{ sku }, pass] = [await newProduct(here), await newProduct(here, { type_id: 'ticket' })];
  const customer = await newCustomer(here);
  const me = await here.callerOf('customer', customer.id);
  const quote_id = ok(await me.post('/V1/carts/mine'));
  const put = (cartItem: object) => me.post('/V1/carts/mine/items', { cartItem: { ...cartItem, quote_id } });
  ok(await put({ sku, qty: 2 }));
  const option = { product_option: { extension_attributes: { seat: '12A' } } };
  const item = ok(await put({ sku: pass.sku, qty: 1, ...option }));
  const owner = { id: customer.id, email: customer.email };
  ok(await me.put('/V1/carts/mine', { quote: { id: quote_id, customer: owner, extension_attributes: attributes } }));
  const addressInformation = {
    shipping_method_code: 'slow',
    shipping_carrier_code: 'pigeon',
    shipping_address: address,
    billing_address: address,
  };
  const { payment_methods: methods, totals } = ok(
    await me.post('/V1/carts/mine/shipping-information', { addressInformation }),
  );
  return { me, item, methods, totals };
}

/** What modules add to carts is known to them alone: a total, a carrier, a way of paying, a type of products. */
describe.each(engines)('a module with what carts are made of, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine, { modules: [...modules, vouchers, till] });
  });
  afterAll(() => here.stop());

  const lines = ({ total_segments }: Json) => total_segments.map(({ code, value }: Json) => [code, value]);

  it('has them in totals, in their places, and takes them to the order and its invoice', async () => {
    const { me, item, methods, totals } = await fill(here, { voucher: 12, bag: 0.5 });
    expect(item).toMatchObject({
      product_type: 'ticket',
      price: 11,
      product_option: { extension_attributes: { seat: '12A' } },
    });
    expect(lines(totals)).toEqual([
      ['subtotal', 31],
      ['shipping', 4],
      ['bag', 0.5],
      ['tax', 0],
      ['voucher', -12],
      ['grand_total', 23.5],
    ]);
    expect(totals).toMatchObject({ grand_total: 23.5, extension_attributes: { voucher_used: 12 } });
    expect(totals.total_segments[4]).toMatchObject({ title: 'Voucher', extension_attributes: { voucher_of: 12 } });
    expect(totals.items.map(({ extension_attributes }: Json) => extension_attributes)).toEqual([
      undefined,
      { seat: '12A' },
    ]);
    expect(JSON.parse(totals.items[1].options)).toEqual([{ label: 'Seat', value: '12A' }]);
    expect(methods).toContainEqual({ code: 'iou', title: 'I owe you' });

    const id = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'iou' } }));
    const order = ok(await here.admin.get(`/V1/orders/${id}`));
    expect(order).toMatchObject({
      grand_total: 23.5,
      shipping_description: 'Pigeons - Slow',
      extension_attributes: {
        voucher_amount: 12,
        bag_amount: 0.5,
        payment_additional_info: [
          { key: 'method_title', value: 'I owe you' },
          { key: 'until', value: 'by Friday' },
        ],
      },
    });
    expect(order.items[1]).toMatchObject({
      is_virtual: 1,
      product_option: { extension_attributes: { seat: '12A' } },
    });
    const invoice = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    expect(ok(await here.admin.get(`/V1/invoices/${invoice}`))).toMatchObject({
      grand_total: 23.5,
      extension_attributes: { voucher_amount: 12, bag_amount: 0.5 },
    });
  });

  it('takes no more off than there is to pay, whatever the order of totals, and none of carts without', async () => {
    const { totals } = await fill(here, { voucher: 100, bag: 1 });
    expect(totals).toMatchObject({ grand_total: 0, extension_attributes: { voucher_used: 36 } });
    const { totals: plain } = await fill(here, {});
    expect(lines(plain).map(([code]: [string]) => code)).toEqual(['subtotal', 'shipping', 'tax', 'grand_total']);
    expect(plain.extension_attributes).not.toHaveProperty('voucher_used');
  });

  it('offers each method of its carrier, where it goes', async () => {
    const { me } = await fill(here, {});
    const to = async (country_id: string) =>
      ok(await me.post('/V1/carts/mine/estimate-shipping-methods', { address: { ...address, country_id } }))
        .filter(({ carrier_code }: Json) => carrier_code === 'pigeon')
        .map(({ method_code, amount }: Json) => [method_code, amount]);
    expect(await to('US')).toEqual([
      ['slow', 4],
      ['fast', 14],
    ]);
    expect(await to('DE')).toEqual([]);
  });
});
