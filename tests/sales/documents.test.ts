import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, product, stock, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const post = (id: number, action: string, body: object = {}): Promise<Answer> =>
  souk.admin.post(`/V1/order/${id}/${action}`, body);
const some = (order: Json, qty: number) => ({ items: [{ order_item_id: order.items[0].item_id, qty }] });
const get = async (path: string): Promise<Json> => ok(await souk.admin.get(path));

describe('invoices', () => {
  it('come to the order in parts; the first bears the shipping', async () => {
    const { id, order } = await guestOrder(souk, 3);
    const first = ok(await post(id, 'invoice', some(order, 1)));
    expect(first).toEqual(expect.any(String));
    expect(await get(`/V1/invoices/${first}`)).toMatchObject({
      subtotal: 10,
      shipping_amount: 15,
      grand_total: 25,
      state: 2,
    });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'processing', total_paid: 25, total_due: 20 });
    const second = await get(`/V1/invoices/${ok(await post(id, 'invoice'))}`);
    expect(second).toMatchObject({ subtotal: 20, grand_total: 20, total_qty: 2 });
    expect(second.shipping_amount).toBeUndefined();
    expect(await getOrder(souk, id)).toMatchObject({ total_paid: 45, total_due: 0 });
    fails(await post(id, 'invoice'), 400, /does not allow an invoice to be created/);
  });

  it('refuse more than is left, and items of other orders', async () => {
    const { id, order } = await guestOrder(souk, 2);
    fails(await post(id, 'invoice', some(order, 3)), 400, /We found an invalid quantity to invoice item "Thing/);
    fails(await post(id, 'invoice', some(order, -1)), 400, /can't be created without products/);
    const other = { items: [{ order_item_id: 99999, qty: 1 }] };
    fails(await post(id, 'invoice', other), 400, /can't be created without products/);
    expect(await getOrder(souk, id)).toMatchObject({ state: 'new', total_due: 30 });
  });

  it('never come to more than the order when they are made at once', async () => {
    const { id, order } = await guestOrder(souk, 3);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(id, 'invoice', some(order, 1))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
    const after = await getOrder(souk, id);
    expect(after).toMatchObject({ total_invoiced: 45, total_paid: 45, items: [{ qty_invoiced: 3 }] });
  });

  it('cannot be captured or voided, and take comments', async () => {
    const { id } = await guestOrder(souk);
    const invoice = Number(ok(await post(id, 'invoice')));
    fails(await souk.admin.post(`/V1/invoices/${invoice}/capture`), 400, 'The capture action is not available.');
    fails(await souk.admin.post(`/V1/invoices/${invoice}/void`), 400, 'The void action is not available.');
    const entity = { comment: 'Seen', parent_id: invoice, is_visible_on_front: 0, is_customer_notified: 0 };
    ok(await souk.admin.post('/V1/invoices/comments', { entity }));
    expect((await get(`/V1/invoices/${invoice}/comments`)).items).toMatchObject([entity]);
    fails(
      await souk.admin.post('/V1/invoices/comments', { entity: { ...entity, parent_id: 99999 } }),
      400,
      'Could not save the invoice comment.',
    );
  });
});

describe('shipments', () => {
  it('take what they send out of the stock, and complete an order that is paid', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 4);
    const track = { track_number: 'T1', title: 'One', carrier_code: 'ups' };
    const first = ok(await post(id, 'ship', { ...some(order, 1), tracks: [track] }));
    expect(await stock(souk, bought.sku)).toEqual({ qty: 99, salable: 96 });
    expect(await get(`/V1/shipment/${first}`)).toMatchObject({ total_qty: 1, tracks: [track], items: [{ qty: 1 }] });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'processing' });
    ok(await post(id, 'invoice'));
    ok(await post(id, 'ship', some(order, 99)));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', items: [{ qty_shipped: 4 }] });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 96, salable: 96 });
    fails(await post(id, 'ship'), 400, /does not allow a shipment to be created\.\nYou can't create a shipment/);
  });

  it('want a number with each track, and lose tracks by id', async () => {
    const { id } = await guestOrder(souk);
    fails(
      await post(id, 'ship', { tracks: [{ title: 'x', carrier_code: 'ups' }] }),
      400,
      /Please enter a tracking number/,
    );
    const shipment = Number(ok(await post(id, 'ship')));
    const entity = { order_id: id, parent_id: shipment, track_number: 'T2', title: 'Two', carrier_code: 'ups' };
    const track = ok(await souk.admin.post('/V1/shipment/track', { entity }));
    expect((await get(`/V1/shipment/${shipment}`)).tracks).toMatchObject([{ track_number: 'T2' }]);
    expect(ok(await souk.admin.delete(`/V1/shipment/track/${track.entity_id}`))).toBe(true);
    expect((await get(`/V1/shipment/${shipment}`)).tracks).toEqual([]);
    const lost = { entity: { ...entity, parent_id: 99999 } };
    fails(await souk.admin.post('/V1/shipment/track', lost), 400, 'Could not save the shipment tracking.');
  });

  it('show the label that was kept with them', async () => {
    const { id, order } = await guestOrder(souk);
    const item = { order_item_id: order.items[0].item_id, qty: 1 };
    const entity = { order_id: id, items: [item], tracks: [], comments: [], shipping_label: 'label' };
    const made = ok(await souk.admin.post('/V1/shipment', { entity }));
    expect(await get(`/V1/shipment/${made.entity_id}/label`)).toBe(Buffer.from('label').toString('base64'));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'new', items: [{ qty_shipped: 0 }] });
    const nothing = { entity: { ...entity, items: [] } };
    fails(await souk.admin.post('/V1/shipment', nothing), 400, "The shipment couldn't be saved.");
  });
});

describe('credit memos', () => {
  it('refund in parts with shipping and adjustments, and put back what is asked for', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 4);
    ok(await post(id, 'invoice'));
    ok(await post(id, 'ship'));
    const back = { extension_attributes: { return_to_stock_items: [order.items[0].item_id] } };
    const memo = ok(
      await post(id, 'refund', {
        ...some(order, 1),
        arguments: { shipping_amount: 2, adjustment_positive: 1.5, adjustment_negative: 0.5, ...back },
      }),
    );
    expect(await get(`/V1/creditmemo/${memo}`)).toMatchObject({
      subtotal: 10,
      adjustment: 1,
      grand_total: 13,
      state: 2,
    });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 97, salable: 97 });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', total_refunded: 13, shipping_refunded: 2 });
    fails(await post(id, 'refund', { arguments: { shipping_amount: 99 } }), 400, /Maximum shipping amount allowed/);
    fails(await post(id, 'refund', some(order, 4)), 400, /We found an invalid quantity to refund item "Thing/);
    fails(await post(id, 'refund'), 400, /The most money available to refund is 47\./);
  });

  it('close an order that is refunded whole, and free what was never sent', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 2);
    ok(await post(id, 'invoice'));
    const back = { extension_attributes: { return_to_stock_items: [order.items[0].item_id] } };
    ok(await post(id, 'refund', { arguments: back }));
    const after = await getOrder(souk, id);
    expect(after).toMatchObject({ state: 'closed', total_refunded: 30, total_offline_refunded: 30 });
    expect(after.status_histories).toMatchObject([
      { comment: 'We refunded $30.00 offline.', entity_name: 'creditmemo' },
    ]);
    expect(await stock(souk, bought.sku)).toEqual({ qty: 100, salable: 100 });
    fails(await post(id, 'refund'), 400, /Creditmemo Document Validation Error\(s\):/);
  });

  it('never refund more than was paid when they are made at once', async () => {
    const { id, order } = await guestOrder(souk, 3);
    ok(await post(id, 'invoice'));
    const one = { ...some(order, 1), arguments: { shipping_amount: 0 } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(id, 'refund', one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await getOrder(souk, id)).toMatchObject({ total_refunded: 30, items: [{ qty_refunded: 3 }] });
  });

  it('are sent whole, with totals or without', async () => {
    const { id, order } = await guestOrder(souk, 2);
    ok(await post(id, 'invoice'));
    const refund = (over: object) =>
      souk.admin.post('/V1/creditmemo/refund', { creditmemo: { order_id: id, ...some(order, 1), ...over } });
    fails(
      await refund({ grand_total: 99, base_grand_total: 99 }),
      400,
      'The most money available to refund is $30.00.',
    );
    expect(ok(await refund({ shipping_amount: 0 }))).toMatchObject({ grand_total: 10, state: 2 });
    ok(await refund({ grand_total: 20, base_grand_total: 20, subtotal: 10, shipping_amount: 10 }));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'closed', total_refunded: 30 });
    fails(await souk.admin.put('/V1/creditmemo/1'), 400, 'You can not cancel Credit Memo');
  });

  it('are not made of an invoice that no provider was paid by', async () => {
    const { id } = await guestOrder(souk);
    const invoice = ok(await post(id, 'invoice'));
    fails(await souk.admin.post(`/V1/invoice/${invoice}/refund`), 400, /We can't create creditmemo for the invoice\./);
    expect(await getOrder(souk, id)).toMatchObject({ state: 'processing' });
  });
});

describe('an invoice that a provider was paid by', () => {
  it('is refunded as far as it goes, and tells how much of it was', async () => {
    const entity = {
      customer_email: 'card@example.com',
      grand_total: 35,
      subtotal: 30,
      shipping_amount: 5,
      payment: { method: 'some_provider' },
      items: [{ sku: 'paid', name: 'Paid', qty_ordered: 3, price: 10, row_total: 30 }],
    };
    const order = ok(await souk.admin.post('/V1/orders', { entity }));
    const invoice = ok(await post(order.entity_id, 'invoice', some(order, 2)));
    const refund = (qty: number) =>
      souk.admin.post(`/V1/invoice/${invoice}/refund`, { ...some(order, qty), arguments: { shipping_amount: 1 } });
    fails(await refund(3), 400, /The quantity to refund must not be greater than the unrefunded quantity\./);
    const memo = await get(`/V1/creditmemo/${ok(await refund(1))}`);
    expect(memo).toMatchObject({ invoice_id: Number(invoice), grand_total: 11 });
    expect(await get(`/V1/invoices/${invoice}`)).toMatchObject({ grand_total: 25, base_total_refunded: 11 });
    ok(await refund(1));
    fails(await refund(1), 400, /must not be greater than the unrefunded quantity/);
  });
});

describe('a virtual order', () => {
  it('is complete when it is invoiced, leaves the stock then, and is never shipped', async () => {
    const bought = await product(souk, { type_id: 'virtual' });
    const { id } = await guestOrder(souk, 2, bought);
    expect(ok(await post(id, 'invoice'))).toEqual(expect.any(String));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', is_virtual: 1, grand_total: 20 });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 98, salable: 98 });
    fails(await post(id, 'ship'), 400, /A shipment cannot be created when an order has a status of complete/);
  });
});
