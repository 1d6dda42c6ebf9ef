import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../../src/program/modules.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import * as fc from '../support/properties.ts';
import { startHere, type Here } from '../support/here.ts';
import { readPdf } from '../support/pdf.ts';
import { engraving } from './engraving.ts';
import { given, vouchers } from './voucher.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region_id: 12,
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0100',
};

/** Modules that a test adds: carts, orders and their documents take what they bring, and nobody else knows of it. */
describe.each(engines)('modules that add to orders on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine, { modules: [...modules, engraving, vouchers] });
  });
  afterAll(() => here.stop());

  const attribute = (record: Json): unknown => record.extension_attributes?.engraving;

  it('keep a field from the cart to the credit memo', async () => {
    const { admin } = here;
    const [{ sku }, plain] = [await newProduct(here), await newProduct(here)];
    const customer = await newCustomer(here);
    const me = await here.callerOf('customer', customer.id);
    const cart = ok(await me.post('/V1/carts/mine'));
    const extension_attributes = { engraving: 'For Grace' };
    const added = ok(
      await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id: cart, extension_attributes } }),
    );
    expect(attribute(added)).toBe('For Grace');
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku: plain.sku, qty: 1, quote_id: cart } }));
    const quote = {
      id: cart,
      customer: { id: customer.id, email: customer.email },
      extension_attributes: { engraving: 'From Ada' },
    };
    ok(await me.put('/V1/carts/mine', { quote }));
    ok(await me.put(`/V1/carts/mine/items/${added.item_id}`, { cartItem: { qty: 3, quote_id: cart } }));
    const shown = ok(await me.get('/V1/carts/mine'));
    expect([attribute(shown), ...shown.items.map(attribute)]).toEqual(['From Ada', 'For Grace', undefined]);
    expect(ok(await me.get('/V1/carts/mine/items')).map(attribute)).toEqual(['For Grace', undefined]);
    const found = async (path: string, value: string): Promise<number> =>
      ok(await admin.get(`${path}?${criteria([[{ field: 'engraving', value }]])}`)).total_count;
    expect(await found('/V1/carts/search', 'From Ada')).toBe(1);

    const information = { shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' };
    const addressInformation = { ...information, shipping_address: address, billing_address: address };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    const id = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    const order = ok(await admin.get(`/V1/orders/${id}`));
    expect([attribute(order), ...order.items.map(attribute)]).toEqual(['From Ada', 'For Grace', undefined]);
    expect([await found('/V1/orders', 'From Ada'), await found('/V1/orders/items', 'For Grace')]).toEqual([1, 1]);

    const paths = { invoice: 'invoices', ship: 'shipment', refund: 'creditmemo' };
    for (const [action, path] of Object.entries(paths)) {
      const made = ok(await admin.post(`/V1/order/${id}/${action}`));
      const document = ok(await admin.get(`/V1/${path}/${made}`));
      expect([attribute(document), ...document.items.map(attribute)], action).toEqual([
        'From Ada',
        'For Grace',
        undefined,
      ]);
    }
  });

  /** An order as it is sent, for pieces at 10 each, with a bag and a voucher. */
  async function send(pieces: number, bag: number, voucher: number): Promise<Json> {
    const extension_attributes = {
      bag_amount: bag,
      base_bag_amount: bag,
      voucher_amount: voucher,
      base_voucher_amount: voucher,
    };
    const item = { sku: 'thing', name: 'Thing', qty_ordered: pieces, price: 10, row_total: 10 * pieces };
    const grand_total = Number((10 * pieces + bag - voucher).toFixed(2));
    const entity = {
      customer_email: 'ada@example.com',
      order_currency_code: 'USD',
      base_currency_code: 'USD',
      grand_total,
      subtotal: 10 * pieces,
      payment: { method: 'checkmo' },
      billing_address: address,
      items: [{ ...item, base_price: 10, base_row_total: 10 * pieces }],
      extension_attributes,
    };
    return ok(await here.admin.post('/V1/orders', { entity }));
  }

  const cents = (value: number): number => Math.round(value * 100);
  const sum = (documents: readonly Json[], name: string): number =>
    documents.reduce((total, { extension_attributes = {} }) => total + cents(extension_attributes[name] ?? 0), 0);

  async function make(order: Json, action: 'invoice' | 'refund', qty: number): Promise<Json> {
    const items = [{ order_item_id: order.items[0].item_id, qty }];
    const id = ok(await here.admin.post(`/V1/order/${order.entity_id}/${action}`, { items }));
    return ok(await here.admin.get(action === 'invoice' ? `/V1/invoices/${id}` : `/V1/creditmemo/${id}`));
  }

  /** Every part of an order takes its part of each total, and all of them together take the whole. */
  it('have their totals invoiced, canceled and refunded to the cent', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 100 }),
        async (parts, canceled, bagCents, share) => {
          const qty = parts.reduce((total, part) => total + part, canceled);
          const bag = bagCents / 100;
          const voucher = Math.round((10 * qty + bag) * share) / 100;
          const order = await send(qty, bag, voucher);
          Object.assign(given, { canceled: 0, refunded: 0 });
          const invoices = [];
          for (const part of parts) invoices.push(await make(order, 'invoice', part));
          if (canceled > 0) ok(await here.admin.post(`/V1/orders/${order.entity_id}/cancel`));
          const memos = [];
          for (const part of parts) memos.push(await make(order, 'refund', part));

          const after = ok(await here.admin.get(`/V1/orders/${order.entity_id}`));
          const { extension_attributes: told } = after;
          for (const document of [...invoices, ...memos]) {
            const total = cents(document.subtotal) + sum([document], 'bag_amount') - sum([document], 'voucher_amount');
            expect(cents(document.grand_total)).toBe(total);
            expect(total).toBeGreaterThanOrEqual(0);
          }
          for (const name of ['voucher', 'bag']) {
            const value = (what: string): number => cents(told[`${name}_${what}`] ?? 0);
            expect(value('invoiced') + value('canceled')).toBe(value('amount'));
            expect(value('invoiced')).toBe(sum(invoices, `${name}_amount`));
            expect(value('refunded')).toBe(value('invoiced'));
            expect(value('refunded')).toBe(sum(memos, `${name}_amount`));
          }
          expect(cents(given.refunded)).toBe(cents(told.voucher_refunded ?? 0));
          expect(cents(given.canceled)).toBe(cents(told.voucher_canceled ?? 0));
          expect(cents(after.total_refunded ?? 0)).toBe(cents(after.total_paid ?? 0));
          expect(cents(after.grand_total)).toBe(cents(after.total_paid ?? 0) + cents(after.total_canceled ?? 0));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are told of in print', async () => {
    const order = await send(2, 0.5, 12);
    const invoice = await make(order, 'invoice', 2);
    const answer = await fetch(`${here.base}/rest/V1/invoices/${invoice.entity_id}`, {
      headers: { accept: 'application/pdf', authorization: `Bearer ${here.admin.token}` },
    });
    const { text } = readPdf(Buffer.from(await answer.arrayBuffer()));
    expect(text).toMatch(/Paper bag\n\$0\.50\nVoucher\n-\$12\.00/);
  });
});
