import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { bundle, group, salable } from './bundles.ts';
import { getOrder, guestOrder, orderOf, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const post = (order: Json, action: string, body: object = {}): Promise<Answer> =>
  souk.admin.post(`/V1/order/${order.entity_id}/${action}`, body);
const some = (...lines: (readonly [item: Json, qty: number])[]) => ({
  items: lines.map(([item, qty]) => ({ order_item_id: item.item_id, qty })),
});
const again = (order: Json): Promise<Json> => getOrder(souk, order.entity_id);
const cancel = async (order: Json): Promise<boolean> =>
  ok(await souk.admin.post(`/V1/orders/${order.entity_id}/cancel`));

describe('items of an order', () => {
  it('tell what they weigh, also where nothing is sent', async () => {
    const { sku } = await newProduct(souk, { type_id: 'virtual', weight: 3 });
    const order = await orderOf(souk, [
      { sku: (await newProduct(souk)).sku, qty: 2 },
      { sku, qty: 2 },
    ]);
    expect(order.items).toMatchObject([
      { weight: 1, row_weight: 2, is_virtual: 0 },
      { weight: 3, row_weight: 0, is_virtual: 1 },
    ]);
    expect(order.weight).toBe(2);
  });

  it('that came with a group say so, and their stock follows them', async () => {
    const order = await orderOf(souk, [await group(souk, 2)]);
    expect(order.items).toMatchObject([
      { product_type: 'grouped', qty_ordered: 2 },
      { product_type: 'grouped', qty_ordered: 4 },
    ]);
    const { sku } = order.items[1];
    expect(await salable(souk, sku)).toBe(96);
    expect(await cancel(order)).toBe(true);
    expect(await salable(souk, sku)).toBe(100);
  });

  it('D91: that came with a group tell how many were wanted of each, in the cart and in the order', async () => {
    const line = await group(souk, 1, [3, 2]);
    const cart = `/V1/guest-carts/${ok(await souk.guest.post('/V1/guest-carts'))}`;
    const added = ok(await souk.guest.post(`${cart}/items`, { cartItem: line }));
    expect(added).toMatchObject({ qty: 3, product_type: 'grouped', product_option: line.product_option });
    const told = { product_type: 'grouped', product_option: line.product_option };
    expect(ok(await souk.guest.get(`${cart}/items`))).toMatchObject([
      { qty: 3, ...told },
      { qty: 2, ...told },
    ]);
    const order = await orderOf(souk, [line]);
    expect(order.items).toMatchObject([
      { qty_ordered: 3, ...told },
      { qty_ordered: 2, ...told },
    ]);
  });

  it('that come with a group again are more of the same, and tell what was wanted last', async () => {
    const line = await group(souk, 1, [3, 2]);
    const cart = `/V1/guest-carts/${ok(await souk.guest.post('/V1/guest-carts'))}`;
    ok(await souk.guest.post(`${cart}/items`, { cartItem: line }));
    const { grouped_options } = line.product_option.extension_attributes;
    const one = { extension_attributes: { grouped_options: [{ ...grouped_options[1], qty: 1 }] } };
    ok(await souk.guest.post(`${cart}/items`, { cartItem: { ...line, product_option: one } }));
    expect(ok(await souk.guest.get(`${cart}/items`))).toMatchObject([
      { qty: 3, product_option: line.product_option },
      { qty: 3, product_option: one },
    ]);
  });

  it('D65: a bundle that is sent in parts weighs what all of them do', async () => {
    const order = await orderOf(souk, [await bundle(souk, 2, { isApart: true })]);
    expect(order.items[0]).toMatchObject({ weight: 5, row_weight: 10 });
  });
});

describe('what is canceled of an order', () => {
  it('is what was not invoiced, also what was sent already', async () => {
    const skus = [await newProduct(souk), await newProduct(souk)];
    const order = await orderOf(souk, [
      { sku: skus[0]!.sku, qty: 4 },
      { sku: skus[1]!.sku, qty: 2 },
    ]);
    ok(await post(order, 'ship', some([order.items[0], 4])));
    ok(await post(order, 'invoice', some([order.items[0], 3])));
    expect(await cancel(order)).toBe(true);
    expect(await again(order)).toMatchObject({
      state: 'complete',
      subtotal_canceled: 30,
      shipping_canceled: 0,
      tax_canceled: 0,
      total_canceled: 30,
      total_paid: order.grand_total - 30,
      items: [
        { qty_canceled: 0, tax_canceled: 0, discount_tax_compensation_canceled: 0 },
        { qty_canceled: 2, tax_canceled: 0, discount_tax_compensation_canceled: 0 },
      ],
    });
  });

  it('is told of the parts of a bundle that have the prices, not of the bundle', async () => {
    const order = await orderOf(souk, [await bundle(souk, 2, { isApart: true })]);
    const [, one, three] = order.items;
    expect(await cancel(order)).toBe(true);
    const after = await again(order);
    expect(after).toMatchObject({ state: 'canceled', total_canceled: order.grand_total });
    expect(after.items.map(({ qty_canceled }: Json) => qty_canceled)).toEqual([0, 2, 6]);
    for (const { sku } of [one, three]) expect(await salable(souk, sku)).toBe(100);
    fails(await post(order, 'ship'), 400, /status of canceled/);
  });

  it('cannot be sent any more with the whole that it belongs to', async () => {
    const order = await orderOf(souk, [await bundle(souk, 2)]);
    ok(await post(order, 'invoice', some([order.items[0], 1])));
    expect(await cancel(order)).toBe(true);
    const shipment = ok(await post(order, 'ship'));
    expect(ok(await souk.admin.get(`/V1/shipment/${shipment}`))).toMatchObject({ total_qty: 1 });
    expect(await again(order)).toMatchObject({ state: 'complete' });
  });
});

describe('bundles', () => {
  it('are sent as they say: in parts, or whole', async () => {
    const order = await orderOf(souk, [await bundle(souk, 1, { isApart: true }), await bundle(souk, 1)]);
    const [apart, part, , whole, within] = order.items;
    const message = (sku: string, type: string, what: string): string =>
      `Cannot create shipment as bundle product "${sku}" has shipment type "${type}". ${what} should be shipped instead.`;
    const told = fails(await post(order, 'ship', some([apart, 1], [whole, 1])), 400).message;
    expect(told).toContain(message(apart.sku, 'Separately', 'Bundle product options'));
    expect(told).not.toContain(whole.sku);
    const other = fails(await post(order, 'ship', some([within, 1])), 400).message;
    expect(other).toContain(message(whole.sku, 'Together', 'Bundle product itself'));
    ok(await post(order, 'ship', some([part, 1], [whole, 1])));
    const shipment = await souk.admin.get(`/V1/shipment/${ok(await post(order, 'ship'))}`);
    expect(ok(shipment)).toMatchObject({ total_qty: 3, items: [{ order_item_id: apart.item_id, qty: 1 }, { qty: 3 }] });
    expect((await again(order)).items[0]).toMatchObject({ qty_ordered: 1, qty_shipped: 1 });
  });

  it('with the prices of their parts are refunded by these', async () => {
    const order = await orderOf(souk, [await bundle(souk, 1)]);
    ok(await post(order, 'invoice'));
    const [whole, part] = order.items;
    fails(await post(order, 'refund', some([whole, 1])), 400, /contains incorrect product items/);
    expect(await again(order)).not.toHaveProperty('total_refunded');
    ok(await post(order, 'refund', some([part, 1])));
  });
});

describe('a body without any argument of its route', () => {
  it('D302: is refused, since the route would do all that it can; an empty body is taken', async () => {
    const { order } = await guestOrder(souk, 2);
    const entity = { items: [{ order_item_id: order.items[0].item_id, qty: 1 }] };
    const unknown = /"(entity|creditmemo)" is not supported/;
    for (const action of ['invoice', 'ship', 'refund']) {
      expect(fails(await post(order, action, { entity }), 400, unknown).parameters).toEqual({ fieldName: 'entity' });
    }
    fails(await souk.admin.post('/V1/invoice/1/refund', { creditmemo: entity }), 400, unknown);
    fails(await souk.admin.post(`/async/V1/order/${order.entity_id}/ship`, { entity }), 400, unknown);
    const element = { orderId: order.entity_id, entity };
    fails(await souk.admin.post('/async/bulk/V1/order/byOrderId/ship', [element]), 400, unknown);
    expect(await again(order)).toMatchObject({ state: 'new', items: [{ qty_shipped: 0, qty_invoiced: 0 }] });
    ok(await post(order, 'invoice'));
    ok(await post(order, 'ship', {}));
    expect(await again(order)).toMatchObject({ state: 'complete' });
  });
});

describe('a refund', () => {
  it('names items of the order, and D64: an invoice too', async () => {
    const { order } = await guestOrder(souk, 2);
    fails(await post(order, 'invoice', { items: [{ qty: 1 }] }), 400, /can't be created without products/);
    fails(await post(order, 'invoice', some([order.items[0], -1])), 400, /can't be created without products/);
    const invoice = ok(await post(order, 'invoice'));
    const foreign = /contains product item that is not part of the original order/;
    fails(await post(order, 'refund', { items: [{ qty: 1 }] }), 400, foreign);
    fails(await post(order, 'refund', { items: [{ order_item_id: 99999, qty: 1 }] }), 400, foreign);
    const answer = await souk.admin.post(`/V1/invoice/${invoice}/refund`, some([order.items[0], 9]));
    expect(fails(answer, 400).message).toBe(
      [
        'Creditmemo Document Validation Error(s):',
        "We can't create creditmemo for the invoice.",
        'The quantity to refund must not be greater than the unrefunded quantity.',
      ].join('\n'),
    );
    const much = { arguments: { adjustment_positive: 1000 } };
    expect(fails(await souk.admin.post(`/V1/invoice/${invoice}/refund`, much), 400).message).toBe(
      [
        'Creditmemo Document Validation Error(s):',
        'The most money available to refund is 30.',
        "We can't create creditmemo for the invoice.",
      ].join('\n'),
    );
    expect(await again(order)).toMatchObject({ state: 'processing', items: [{ qty_refunded: 0 }] });
  });

  it('of everything but a fee closes the order; with something left it does not', async () => {
    const { order } = await guestOrder(souk, 2);
    ok(await post(order, 'invoice'));
    ok(await post(order, 'ship'));
    const fee = { arguments: { adjustment_negative: 4.5 } };
    ok(await post(order, 'refund', { ...some([order.items[0], 1]), ...fee }));
    expect(await again(order)).toMatchObject({ state: 'complete', total_refunded: 15.5 });
    ok(await post(order, 'refund'));
    expect(await again(order)).toMatchObject({ state: 'closed', total_refunded: 25.5, adjustment_negative: 4.5 });
    fails(await post(order, 'refund'), 400, /status of closed/);
  });
});

describe('what is written to an order', () => {
  it('tells nothing of a notification where nothing was sent', async () => {
    const { id } = await guestOrder(souk, 1);
    ok(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory: { comment: 'Seen' } }));
    const { items } = ok(await souk.admin.get(`/V1/orders/${id}/comments`));
    expect(items).toMatchObject([{ comment: 'Seen', is_customer_notified: null, is_visible_on_front: 0 }]);
  });

  it('goes to the shipment of the order that is named', async () => {
    const [one, other] = [await guestOrder(souk, 1), await guestOrder(souk, 1)];
    const shipment = Number(ok(await post(one.order, 'ship')));
    const track = { parent_id: shipment, track_number: 'T1', title: 'UPS', carrier_code: 'ups' };
    const sent = (order_id: number) => souk.admin.post('/V1/shipment/track', { entity: { ...track, order_id } });
    fails(await sent(other.id), 400, 'Could not save the shipment tracking.');
    expect(ok(await souk.admin.get(`/V1/shipment/${shipment}`)).tracks).toEqual([]);
    ok(await sent(one.id));
  });
});
