import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeConfigurable, makeSelect, makeVariants } from '../catalog/composites.ts';
import { bundle } from '../sales/bundles.ts';
import { getOrder, orderOf, type Json } from '../sales/shop.ts';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** An order of these cart items, and calls that make its documents. Pieces are named by the position of their item. */
async function order(...cartItems: Json[]) {
  const { entity_id: id, items } = await orderOf(souk, cartItems);
  const named = (pieces: Record<number, number>) =>
    Object.entries(pieces).map(([i, qty]) => ({ order_item_id: items[Number(i)].item_id, qty }));
  const document = (kind: 'invoice' | 'ship' | 'refund', pieces?: Record<number, number>, more?: Json) =>
    souk.admin.post(`/V1/order/${id}/${kind}`, { ...(pieces && { items: named(pieces) }), ...more });
  const read = async (kind: string, made: Answer): Promise<Json> => ok(await souk.admin.get(`/V1/${kind}/${ok(made)}`));
  const now = () => getOrder(souk, id);
  const quantities = async (field: string) => (await now()).items.map((item: Json) => item[field]);
  const cancel = async () => ok(await souk.admin.post(`/V1/orders/${id}/cancel`));
  return { document, read, now, quantities, cancel };
}

const simple = async (qty: number): Promise<Json> => ({ sku: (await newProduct(souk)).sku, qty });

test('D314: the rest of a configurable product is invoiced with as many pieces of its variant', async () => {
  const select = await makeSelect(souk, ['Sand']);
  const { sku } = await makeConfigurable(souk, select, await makeVariants(souk, select, [{}]));
  const configurable_item_options = [{ option_id: select.id, option_value: select.values[0] }];
  const { document, read, quantities } = await order({
    sku,
    qty: 3,
    product_option: { extension_attributes: { configurable_item_options } },
  });
  ok(await document('invoice', { 0: 1 }));
  const rest = await read('invoices', await document('invoice'));
  expect(rest).toMatchObject({ total_qty: 4, items: [{ qty: 2 }, { qty: 2 }] });
  expect(await quantities('qty_invoiced')).toEqual([3, 3]);
});

test('D315: pieces of bundles that are canceled are not shipped, whatever is named', async () => {
  const priced = await order(await bundle(souk, 3, { price: 20 }), await simple(1));
  ok(await priced.document('invoice', { 0: 1, 3: 1 }));
  expect(await priced.cancel()).toBe(true);
  const shipment = await priced.read('shipment', await priced.document('ship', { 0: 3 }));
  expect(shipment).toMatchObject({ total_qty: 1, items: [{ qty: 1 }] });
  expect(await priced.quantities('qty_shipped')).toEqual([1, 1, 3, 0]);

  const dynamic = await order(await bundle(souk, 2), await simple(1));
  ok(await dynamic.document('invoice', { 3: 1 }));
  expect(await dynamic.cancel()).toBe(true);
  fails(await dynamic.document('ship', { 0: 2 }), 400, /can't create a shipment without products/);
  ok(await dynamic.document('refund'));
  expect(await dynamic.now()).toMatchObject({ state: 'closed' });
});

test('D316: an order with a piece that is still to be shipped is not complete', async () => {
  const { document, now } = await order(await simple(1), await simple(3));
  ok(await document('invoice'));
  ok(await document('ship', { 1: 3 }));
  ok(await document('refund', { 1: 3 }));
  expect(await now()).toMatchObject({ state: 'processing', total_qty_ordered: 4 });
  ok(await document('ship'));
  expect(await now()).toMatchObject({ state: 'complete' });
});

test('D317: several credit memos give the discount of the shipping back once', async () => {
  const rule = {
    name: unique('rule'),
    website_ids: [1],
    customer_group_ids: [0],
    is_active: true,
    coupon_type: 'NO_COUPON',
    simple_action: 'by_percent',
    discount_amount: 10,
    apply_to_shipping: true,
    stop_rules_processing: false,
  };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule }));
  const { document, read, now } = await order(await simple(2));
  ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
  ok(await document('invoice'));
  // Two for 10 and shipping for 5 each, less a tenth: 27.
  const first = await read('creditmemo', await document('refund', { 0: 1 }));
  expect(first).toMatchObject({ shipping_amount: 10, discount_amount: -2, grand_total: 18 });
  const second = await read('creditmemo', await document('refund'));
  expect(second).toMatchObject({ shipping_amount: 0, discount_amount: -1, grand_total: 9 });
  expect(await now()).toMatchObject({ state: 'closed', grand_total: 27, total_refunded: 27, discount_refunded: -3 });
});

test('D318: there is no credit memo of nothing', async () => {
  const { document, now } = await order(await simple(3));
  ok(await document('invoice', { 0: 1 }));
  ok(await document('refund', { 0: 1 }, { arguments: { adjustment_negative: 1 } }));
  fails(await document('refund'), 400, /The order does not allow a creditmemo to be created/);
  expect(await now()).toMatchObject({ total_paid: 25, total_refunded: 24 });
});

test('D319: pieces that were shipped and not invoiced cannot be canceled', async () => {
  const { document, now, cancel } = await order(await simple(2));
  ok(await document('ship'));
  expect(await cancel()).toBe(false);
  expect(await now()).toMatchObject({ state: 'processing', total_due: 30 });
  ok(await document('invoice'));
  expect(await now()).toMatchObject({ state: 'complete', total_due: 0 });
});
