import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOrder, guestOrder } from '../sales/shop.ts';
import { readPdf } from '../support/pdf.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const comments = [{ comment: 'Sent along', is_customer_notified: 0, is_visible_on_front: 0, parent_id: 0 }];

test('D33: comments within an invoice or a credit memo that is sent are kept with it', async () => {
  const { id, order } = await guestOrder(souk, 2);
  const items = [{ order_item_id: order.items[0].item_id, qty: 1, sku: order.items[0].sku }];
  const entity = { order_id: id, total_qty: 1, items, comments };
  const invoice = ok(await souk.admin.post('/V1/invoices/', { entity }));
  expect(ok(await souk.admin.get(`/V1/invoices/${invoice.entity_id}/comments`)).items).toMatchObject([
    { comment: 'Sent along', parent_id: invoice.entity_id },
  ]);
  ok(await souk.admin.post(`/V1/order/${id}/invoice`));
  const creditmemo = { order_id: id, items, comments };
  const memo = ok(await souk.admin.post('/V1/creditmemo/refund', { creditmemo }));
  expect(ok(await souk.admin.get(`/V1/creditmemo/${memo.entity_id}/comments`)).items).toMatchObject([
    { comment: 'Sent along', parent_id: memo.entity_id },
  ]);
});

test('D93: orders are found by a time with `moreq`', async () => {
  const { id } = await guestOrder(souk, 1);
  const filters = [
    ['entity_id', String(id), 'eq'],
    ['updated_at', '2020-01-01', 'moreq'],
  ].map(([field, value, type], i) => {
    const filter = `searchCriteria[filter_groups][${i}][filters][0]`;
    return `${filter}[field]=${field}&${filter}[value]=${value}&${filter}[condition_type]=${type}`;
  });
  expect(ok(await souk.admin.get(`/V1/orders?${filters.join('&')}`)).total_count).toBe(1);
});

test('D94: the message about a status that does not fit the order is one line', async () => {
  const { id } = await guestOrder(souk, 1);
  const statusHistory = { comment: 'Hello', status: 'processing', is_customer_notified: 0, is_visible_on_front: 0 };
  expect(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory })).toMatchObject({
    status: 400,
    body: {
      message: 'Unable to add comment: The status "%1" is not part of the order status history.',
      parameters: ['processing'],
    },
  });
});

test('D34: a credit memo that is sent without the amounts of its items counts them', async () => {
  const { id, order } = await guestOrder(souk, 2);
  ok(await souk.admin.post(`/V1/order/${id}/invoice`));
  const items = [{ order_item_id: order.items[0].item_id, qty: 1 }];
  const totals = { base_grand_total: 10, grand_total: 10, base_subtotal: 10, subtotal: 10 };
  ok(await souk.admin.post('/V1/creditmemo/refund', { creditmemo: { order_id: id, items, ...totals } }));
  expect(await getOrder(souk, id)).toMatchObject({
    subtotal_refunded: 10,
    items: [{ qty_refunded: 1, amount_refunded: 10, base_amount_refunded: 10 }],
  });
});

test('D35: a change of an order is answered with the whole order', async () => {
  const { id, order } = await guestOrder(souk, 1);
  const entity = { entity_id: id, ext_order_id: 'ERP-1' };
  for (const answer of [
    await souk.admin.put('/V1/orders/create', { entity }),
    await souk.admin.post('/V1/orders/', { entity }),
  ]) {
    expect(ok(answer)).toMatchObject({
      entity_id: id,
      increment_id: order.increment_id,
      ext_order_id: 'ERP-1',
      grand_total: 15,
      customer_email: 'ada@example.com',
    });
  }
  expect(await getOrder(souk, id)).toMatchObject({ grand_total: 15, total_due: 15 });
});

test('D36: a shipment with packages has a label without a carrier', async () => {
  const { id } = await guestOrder(souk, 1);
  const shipment = ok(await souk.admin.post(`/V1/order/${id}/ship`, { packages: [{}] }));
  const label = ok(await souk.admin.get(`/V1/shipment/${shipment}/label`));
  expect(readPdf(Buffer.from(label, 'base64')).text).toContain('Ada Buyer');
});
