import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** An order of one product, and calls that make its documents for a quantity. */
async function order(qty: number, given?: Json) {
  const { id, order: placed } = await guestOrder(souk, qty, given);
  const [{ item_id }] = placed.items;
  const post = (what: string, pieces: number) =>
    souk.admin.post(`/V1/order/${id}/${what}`, { items: [{ order_item_id: item_id, qty: pieces }] });
  const send = (pieces: number) =>
    souk.admin.post('/V1/creditmemo/refund', {
      creditmemo: { order_id: id, items: [{ order_item_id: item_id, qty: pieces }] },
    });
  return { post, send, item: async () => (await getOrder(souk, id)).items[0] };
}

test('documents count whole pieces of what is sold in whole pieces', async () => {
  const { post, send, item } = await order(4);
  fails(await post('invoice', 0.5), 400, /can't be created without products/);
  const invoice = ok(await souk.admin.get(`/V1/invoices/${ok(await post('invoice', 2.5))}`));
  expect(invoice).toMatchObject({ total_qty: 2, subtotal: 20, grand_total: 40, items: [{ qty: 2, row_total: 20 }] });
  const shipment = ok(await souk.admin.get(`/V1/shipment/${ok(await post('ship', 1.5))}`));
  expect(shipment).toMatchObject({ total_qty: 1, items: [{ qty: 1 }] });
  const refused = await post('refund', 1.5);
  fails(
    refused,
    400,
    /^Creditmemo Document Validation Error\(s\):\nWe found an invalid quantity to refund item "thing/,
  );
  fails(await send(1.5), 400, /We found an invalid quantity to refund item/);
  expect(await item()).toMatchObject({ qty_invoiced: 2, qty_shipped: 1, qty_refunded: 0 });
});

test('documents count fractions of what is sold in fractions', async () => {
  const stock = { qty: 100, is_in_stock: true, is_qty_decimal: true, min_sale_qty: 0.5, use_config_min_sale_qty: 0 };
  const fabric = await newProduct(souk, { extension_attributes: { stock_item: stock } });
  const { post, send, item } = await order(4.5, fabric);
  for (const what of ['invoice', 'ship']) ok(await post(what, 2.5));
  ok(await post('refund', 0.5));
  ok(await send(0.5));
  expect(await item()).toMatchObject({ qty_invoiced: 2.5, qty_shipped: 2.5, qty_refunded: 1 });
});
