import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { refused, typed, type ShopClient } from '../support/shop-client.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, stock, type Json } from './shop.ts';

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

const some = (order: Json, qty: number) => ({ items: [{ order_item_id: order.items[0].item_id, qty }] });
const invoice = async (orderId: number, more: object = {}) =>
  Number(await shop.invoiceOrder.execute({ orderId, ...more }));
const ship = async (orderId: number, more: object = {}) => Number(await shop.shipOrder.execute({ orderId, ...more }));
const refund = async (orderId: number, more: object = {}) =>
  Number(await shop.refundOrder.execute({ orderId, ...more }));
/** How many of calls succeed; the others are refused with 400. */
const succeeded = async (calls: readonly Promise<unknown>[]): Promise<number> => {
  const ended = await Promise.allSettled(calls);
  const failed = ended.filter(({ status }) => status === 'rejected');
  expect(failed).toMatchObject(failed.map(() => ({ reason: { status: 400 } })));
  return ended.length - failed.length;
};

describe('invoices', () => {
  it('come to the order in parts; the first bears the shipping', async () => {
    const { id, order } = await guestOrder(souk, 3);
    const first = await shop.invoiceOrder.execute({ orderId: id, ...some(order, 1) });
    expect(first).toEqual(expect.any(String));
    expect(await shop.invoices.get({ id: Number(first) })).toMatchObject({
      subtotal: 10,
      shipping_amount: 15,
      grand_total: 25,
      state: 2,
    });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'processing', total_paid: 25, total_due: 20 });
    const second = await shop.invoices.get({ id: await invoice(id) });
    expect(second).toMatchObject({ subtotal: 20, grand_total: 20, total_qty: 2 });
    expect(second.shipping_amount).toBeUndefined();
    expect(await getOrder(souk, id)).toMatchObject({ total_paid: 45, total_due: 0 });
    await refused(invoice(id), 400, /does not allow an invoice to be created/);
  });

  it('refuse more than is left, and items of other orders', async () => {
    const { id, order } = await guestOrder(souk, 2);
    await refused(invoice(id, some(order, 3)), 400, /We found an invalid quantity to invoice item "Thing/);
    await refused(invoice(id, some(order, -1)), 400, /can't be created without products/);
    const other = { items: [{ order_item_id: 99999, qty: 1 }] };
    await refused(invoice(id, other), 400, /can't be created without products/);
    expect(await getOrder(souk, id)).toMatchObject({ state: 'new', total_due: 30 });
  });

  it('never come to more than the order when they are made at once', async () => {
    const { id, order } = await guestOrder(souk, 3);
    expect(await succeeded(Array.from({ length: 6 }, () => invoice(id, some(order, 1))))).toBe(3);
    const after = await getOrder(souk, id);
    expect(after).toMatchObject({ total_invoiced: 45, total_paid: 45, items: [{ qty_invoiced: 3 }] });
  });

  it('cannot be captured or voided, and take comments', async () => {
    const { id } = await guestOrder(souk);
    const made = await invoice(id);
    await refused(shop.invoices.setCapture({ id: made }), 400, 'The capture action is not available.');
    await refused(shop.invoices.setVoid({ id: made }), 400, 'The void action is not available.');
    const entity = { comment: 'Seen', parent_id: made, is_visible_on_front: 0, is_customer_notified: 0 };
    await shop.invoiceComments.save({ entity });
    expect((await shop.invoices.getCommentsList({ id: made })).items).toMatchObject([entity]);
    const lost = shop.invoiceComments.save({ entity: { ...entity, parent_id: 99999 } });
    await refused(lost, 400, 'Could not save the invoice comment.');
  });
});

describe('shipments', () => {
  it('take what they send out of the stock, and complete an order that is paid', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 4);
    const track = { track_number: 'T1', title: 'One', carrier_code: 'ups' };
    const first = await ship(id, { ...some(order, 1), tracks: [track] });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 99, salable: 96 });
    expect(await shop.shipments.get({ id: first })).toMatchObject({
      total_qty: 1,
      tracks: [track],
      items: [{ qty: 1 }],
    });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'processing' });
    await invoice(id);
    await ship(id, some(order, 99));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', items: [{ qty_shipped: 4 }] });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 96, salable: 96 });
    await refused(ship(id), 400, /does not allow a shipment to be created\.\nYou can't create a shipment/);
  });

  it('want a number with each track, and lose tracks by id', async () => {
    const { id } = await guestOrder(souk);
    const tracks = [{ title: 'x', carrier_code: 'ups' }];
    await refused(ship(id, { tracks }), 400, /Please enter a tracking number/);
    const shipment = await ship(id);
    const entity = { order_id: id, parent_id: shipment, track_number: 'T2', title: 'Two', carrier_code: 'ups' };
    const track = await shop.shipmentTracks.save({ entity });
    const shown = async () => (await shop.shipments.get({ id: shipment })).tracks;
    expect(await shown()).toMatchObject([{ track_number: 'T2' }]);
    expect(await shop.shipmentTracks.delete({ id: track.entity_id! })).toBe(true);
    expect(await shown()).toEqual([]);
    const lost = shop.shipmentTracks.save({ entity: { ...entity, parent_id: 99999 } });
    await refused(lost, 400, 'Could not save the shipment tracking.');
  });

  it('show the label that was kept with them', async () => {
    const { id, order } = await guestOrder(souk);
    const item = { order_item_id: order.items[0].item_id, qty: 1 };
    const entity = { order_id: id, items: [item], tracks: [], comments: [], shipping_label: 'label' };
    const made = await shop.shipments.save({ entity });
    expect(await shop.shipments.getLabel({ id: made.entity_id! })).toBe(Buffer.from('label').toString('base64'));
    expect(await getOrder(souk, id)).toMatchObject({ state: 'new', items: [{ qty_shipped: 0 }] });
    const nothing = shop.shipments.save({ entity: { ...entity, items: [] } });
    await refused(nothing, 400, "The shipment couldn't be saved.");
  });
});

describe('credit memos', () => {
  it('refund in parts with shipping and adjustments, and put back what is asked for', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 4);
    await invoice(id);
    await ship(id);
    const back = { extension_attributes: { return_to_stock_items: [order.items[0].item_id] } };
    const memo = await refund(id, {
      ...some(order, 1),
      arguments: { shipping_amount: 2, adjustment_positive: 1.5, adjustment_negative: 0.5, ...back },
    });
    expect(await shop.creditmemos.get({ id: memo })).toMatchObject({
      subtotal: 10,
      adjustment: 1,
      grand_total: 13,
      state: 2,
    });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 97, salable: 97 });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', total_refunded: 13, shipping_refunded: 2 });
    await refused(refund(id, { arguments: { shipping_amount: 99 } }), 400, /Maximum shipping amount allowed/);
    await refused(refund(id, some(order, 4)), 400, /We found an invalid quantity to refund item "Thing/);
    await refused(refund(id), 400, /The most money available to refund is 47\./);
  });

  it('refund no shipping of an order that has none', async () => {
    const virtual = await newProduct(souk, { type_id: 'virtual' });
    const { id } = await guestOrder(souk, 2, virtual);
    await invoice(id);
    const message = 'You can not refund shipping if there is no shipping amount.';
    await refused(refund(id, { arguments: { shipping_amount: 1.5 } }), 400, message);
    await refund(id, { arguments: { shipping_amount: 0 } });
  });

  it('close an order that is refunded whole, and free what was never sent', async () => {
    const { id, order, product: bought } = await guestOrder(souk, 2);
    await invoice(id);
    const back = { extension_attributes: { return_to_stock_items: [order.items[0].item_id] } };
    await refund(id, { arguments: back });
    const after = await getOrder(souk, id);
    expect(after).toMatchObject({ state: 'closed', total_refunded: 30, total_offline_refunded: 30 });
    expect(after.status_histories).toMatchObject([
      { comment: 'We refunded $30.00 offline.', entity_name: 'creditmemo' },
    ]);
    expect(await stock(souk, bought.sku)).toEqual({ qty: 100, salable: 100 });
    await refused(refund(id), 400, /Creditmemo Document Validation Error\(s\):/);
  });

  it('never refund more than was paid when they are made at once', async () => {
    const { id, order } = await guestOrder(souk, 3);
    await invoice(id);
    const one = { ...some(order, 1), arguments: { shipping_amount: 0 } };
    expect(await succeeded(Array.from({ length: 5 }, () => refund(id, one)))).toBe(3);
    expect(await getOrder(souk, id)).toMatchObject({ total_refunded: 30, items: [{ qty_refunded: 3 }] });
  });

  it('are sent whole, with totals or without', async () => {
    const { id, order } = await guestOrder(souk, 2);
    await invoice(id);
    const send = (over: object) =>
      shop.creditmemos.refund({ creditmemo: { order_id: id, ...some(order, 1), ...over } });
    const tooMuch = send({ grand_total: 99, base_grand_total: 99 });
    await refused(tooMuch, 400, 'The most money available to refund is $30.00.');
    expect(await send({ shipping_amount: 0 })).toMatchObject({ grand_total: 10, state: 2 });
    await send({ grand_total: 20, base_grand_total: 20, subtotal: 10, shipping_amount: 10 });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'closed', total_refunded: 30 });
    await refused(shop.creditmemos.cancel({ id: 1 }), 400, 'You can not cancel Credit Memo');
  });

  it('are not made of an invoice that no provider was paid by', async () => {
    const { id } = await guestOrder(souk);
    const invoiceId = await invoice(id);
    const memo = shop.refundInvoice.execute({ invoiceId });
    await refused(memo, 400, /We can't create creditmemo for the invoice\./);
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
    const order = await shop.orders.save({ entity });
    const invoiceId = await invoice(order.entity_id!, some(order, 2));
    const back = (qty: number) =>
      shop.refundInvoice.execute({ invoiceId, ...some(order, qty), arguments: { shipping_amount: 1 } });
    await refused(back(3), 400, /The quantity to refund must not be greater than the unrefunded quantity\./);
    const memo = await shop.creditmemos.get({ id: Number(await back(1)) });
    expect(memo).toMatchObject({ invoice_id: invoiceId, grand_total: 11 });
    expect(await shop.invoices.get({ id: invoiceId })).toMatchObject({ grand_total: 25, base_total_refunded: 11 });
    await back(1);
    await refused(back(1), 400, /must not be greater than the unrefunded quantity/);
  });
});

describe('a virtual order', () => {
  it('is complete when it is invoiced, leaves the stock then, and is never shipped', async () => {
    const bought = await newProduct(souk, { type_id: 'virtual' });
    const { id } = await guestOrder(souk, 2, bought);
    await invoice(id);
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', is_virtual: 1, grand_total: 20 });
    expect(await stock(souk, bought.sku)).toEqual({ qty: 98, salable: 98 });
    await refused(ship(id), 400, /A shipment cannot be created when an order has a status of complete/);
  });
});
