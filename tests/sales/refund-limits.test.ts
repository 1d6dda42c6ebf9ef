import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const positive = "The credit memo's total must be positive.";

/** A paid order of four pieces of 20, with every way to refund it. */
async function paidOrder() {
  const { id, order } = await guestOrder(souk, 4, await newProduct(souk, { price: 20 }));
  const invoice = Number(ok(await souk.admin.post(`/V1/order/${id}/invoice`, { capture: true })));
  const some = (qty: number) => [{ order_item_id: order.items[0].item_id, qty }];
  return {
    /** `POST /V1/order/:id/refund` */
    refund: (qty: number, amounts: object = {}) =>
      souk.admin.post(`/V1/order/${id}/refund`, { items: some(qty), arguments: { shipping_amount: 0, ...amounts } }),
    refundInvoice: (qty: number, amounts: object = {}) =>
      souk.admin.post(`/V1/invoice/${invoice}/refund`, {
        items: some(qty),
        arguments: { shipping_amount: 0, ...amounts },
      }),
    /** `POST /V1/creditmemo/refund` */
    send: (qty: number, amounts: object = {}) =>
      souk.admin.post('/V1/creditmemo/refund', {
        creditmemo: { order_id: id, items: some(qty), shipping_amount: 0, ...amounts },
        offlineRequested: true,
      }),
    record: (grand_total: number, more: object = {}) =>
      souk.admin.post('/V1/creditmemo', { entity: { order_id: id, items: some(1), grand_total, ...more } }),
    async refunded() {
      const { total_refunded = 0, items } = await getOrder(souk, id);
      const query = criteria([[{ field: 'order_id', value: id }]]);
      const memos: { grand_total: number }[] = ok(await souk.admin.get(`/V1/creditmemos?${query}`)).items;
      return {
        total: total_refunded ?? 0,
        pieces: items[0].qty_refunded,
        memos: memos.map((memo) => memo.grand_total),
      };
    },
  };
}

const nothing = { total: 0, pieces: 0, memos: [] };

it('D267: no credit memo comes to less than nothing, whichever route makes it', async () => {
  const one = await paidOrder();
  const less = { adjustment_negative: 100 };
  fails(await one.refund(1, less), 400, new RegExp(positive));
  fails(await one.refundInvoice(1, less), 400, /can't create creditmemo for the invoice/);
  fails(await one.send(1, less), 400, positive);
  fails(await one.send(1, { adjustment_positive: -20.01 }), 400, positive);
  fails(await one.send(1, { base_adjustment_negative: 100, grand_total: -80, base_grand_total: -80 }), 400, positive);
  fails(await one.send(1, { grand_total: -80, base_grand_total: 10 }), 400, positive);
  fails(await one.record(-1), 400, positive);
  fails(await one.record(5, { base_grand_total: -5 }), 400, positive);
  expect(await one.refunded()).toEqual(nothing);
  ok(await one.send(1, { adjustment_negative: 20 }));
  expect(await one.refunded()).toMatchObject({ total: 0, pieces: 1, memos: [0] });
});

it('D267: all credit memos together never come to more than was paid', async () => {
  const one = await paidOrder();
  const most = /The most money available to refund is/;
  // Four pieces of 20, and 20 for the shipping.
  fails(await one.send(3, { adjustment_positive: 40.01 }), 400, most);
  fails(await one.record(100.01), 400, most);
  ok(await one.send(1, { adjustment_positive: 20 }));
  fails(await one.refund(3, { adjustment_positive: 0.01 }), 400, most);
  fails(await one.send(3, { adjustment_positive: 0.01 }), 400, most);
  fails(await one.send(1, { grand_total: 60.01, base_grand_total: 60.01 }), 400, most);
  fails(await one.record(60.01), 400, most);
  const { entity_id } = ok(await one.record(50));
  fails(await one.record(61, { entity_id }), 400, most);
  ok(await one.record(40, { entity_id }));
  fails(await one.refund(2, {}), 400, most);
  ok(await one.refund(1));
  fails(await one.record(0.01), 400, most);
  const { total, memos } = await one.refunded();
  expect(total).toBe(60);
  expect(memos.reduce((sum, memo) => sum + memo, 0)).toBe(100);
});

it('takes records of any amount for orders that were paid elsewhere', async () => {
  const { id, order } = await guestOrder(souk, 1);
  const items = [{ order_item_id: order.items[0].item_id, qty: 1 }];
  ok(await souk.admin.post('/V1/creditmemo', { entity: { order_id: id, items, grand_total: 500 } }));
});
