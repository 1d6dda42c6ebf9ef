import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, stock, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const MISSING = "The entity that was requested doesn't exist. Verify the entity and try again.";
const act = (id: number, action: string) => souk.admin.post(`/V1/orders/${id}/${action}`);

describe('a new order', () => {
  it('shows items, addresses, payment and totals', async () => {
    const { id, order, product } = await guestOrder(souk, 3);
    expect(order).toMatchObject({
      entity_id: id,
      increment_id: expect.stringMatching(/^\d{9}$/),
      state: 'new',
      status: 'pending',
      customer_email: 'ada@example.com',
      customer_is_guest: 1,
      subtotal: 30,
      shipping_amount: 15,
      grand_total: 45,
      total_due: 45,
      items: [{ sku: product.sku, qty_ordered: 3, row_total: 30, qty_invoiced: 0 }],
      billing_address: { city: 'Los Angeles', parent_id: id },
      payment: { method: 'checkmo', amount_ordered: 45, parent_id: id },
      extension_attributes: {
        shipping_assignments: [{ shipping: { method: 'flatrate_flatrate', address: { postcode: '90001' } } }],
        payment_additional_info: [{ key: 'method_title', value: 'Check / Money order' }],
      },
    });
    for (const [name, value] of Object.entries(order)) expect(value, name).not.toBeNull();
  });

  it('counts its number up by one', async () => {
    const [one, two] = [await guestOrder(souk, 1), await guestOrder(souk, 1)];
    expect(Number(two.order.increment_id)).toBe(Number(one.order.increment_id) + 1);
  });

  it('is unknown under another id', async () => {
    fails(await souk.admin.get('/V1/orders/99999'), 404, MISSING);
    fails(await act(99999, 'cancel'), 404, MISSING);
    fails(await souk.admin.get('/V1/orders/items/99999'), 404, MISSING);
  });
});

describe('a canceled order', () => {
  it('gives back what it reserved, and can neither be canceled nor held again', async () => {
    const { id, product } = await guestOrder(souk, 5);
    expect(await stock(souk, product.sku)).toEqual({ qty: 100, salable: 95 });
    expect(ok(await act(id, 'cancel'))).toBe(true);
    expect(await stock(souk, product.sku)).toEqual({ qty: 100, salable: 100 });
    expect(await getOrder(souk, id)).toMatchObject({
      state: 'canceled',
      status: 'canceled',
      total_canceled: 75,
      subtotal_canceled: 50,
      shipping_canceled: 25,
      items: [{ qty_canceled: 5 }],
    });
    expect(ok(await act(id, 'cancel'))).toBe(false);
    fails(await act(id, 'hold'), 400, 'A hold action is not available.');
  });
});

describe('an order on hold', () => {
  it('keeps the state it comes back to', async () => {
    const { id } = await guestOrder(souk);
    expect(ok(await act(id, 'hold'))).toBe(true);
    expect(await getOrder(souk, id)).toMatchObject({
      state: 'holded',
      hold_before_state: 'new',
      hold_before_status: 'pending',
    });
    expect(ok(await act(id, 'cancel'))).toBe(false);
    fails(
      await souk.admin.post(`/V1/order/${id}/invoice`),
      400,
      /An invoice cannot be created when an order has a status of holded/,
    );
    expect(ok(await act(id, 'unhold'))).toBe(true);
    expect(ok(await souk.admin.get(`/V1/orders/${id}/statuses`))).toBe('pending');
    fails(await act(id, 'unhold'), 400, 'You cannot remove the hold.');
  });
});

describe('comments', () => {
  it('are listed oldest first and shown newest first, and change the status only within the state', async () => {
    const { id } = await guestOrder(souk);
    const post = (comment: string, status?: string) =>
      souk.admin.post(`/V1/orders/${id}/comments`, {
        statusHistory: { comment, status, parent_id: id, is_customer_notified: 0, is_visible_on_front: 1 },
      });
    expect(ok(await post('one', 'pending'))).toBe(true);
    expect(ok(await post('two'))).toBe(true);
    fails(await post('three', 'complete'), 400, /Unable to add comment/);
    const list = ok(await souk.admin.get(`/V1/orders/${id}/comments`));
    expect(list.items.map((item: Json) => [item.comment, item.status])).toEqual([
      ['one', 'pending'],
      ['two', 'pending'],
    ]);
    const { status_histories } = await getOrder(souk, id);
    expect(status_histories.map((item: Json) => item.comment)).toEqual(['two', 'one']);
  });
});

describe('an address', () => {
  it('is changed by its type or id, and refused when it lacks something', async () => {
    const { id, order } = await guestOrder(souk);
    const shipping = order.extension_attributes.shipping_assignments[0].shipping.address;
    const put = (entity: object) => souk.admin.put(`/V1/orders/${id}`, { entity });
    ok(await put({ ...shipping, city: 'San Diego' }));
    ok(await put({ ...order.billing_address, entity_id: undefined, address_type: 'billing', city: 'Fresno' }));
    fails(await put({ address_type: 'shipping', city: 'X' }), 400, "The order address couldn't be saved.");
    const after = await getOrder(souk, id);
    expect(after.billing_address.city).toBe('Fresno');
    expect(after.extension_attributes.shipping_assignments[0].shipping.address).toEqual({
      ...shipping,
      city: 'San Diego',
    });
  });
});

describe('an order that is sent', () => {
  const sent = (over: object = {}) => ({
    entity: {
      customer_email: 'erp@example.com',
      base_grand_total: 25,
      grand_total: 25,
      subtotal: 20,
      shipping_amount: 5,
      base_shipping_amount: 5,
      store_id: 1,
      order_currency_code: 'USD',
      base_currency_code: 'USD',
      payment: { method: 'checkmo', account_status: '', additional_information: ['x'], cc_last4: '' },
      items: [{ sku: 'erp-1', name: 'Thing', product_type: 'simple', qty_ordered: 2, price: 10, row_total: 20 }],
      ...over,
    },
  });

  it('is kept as it came, under its own number', async () => {
    const increment_id = unique('ERP');
    const made = ok(await souk.admin.post('/V1/orders', sent({ increment_id, ext_order_id: 'E-7' })));
    expect(await getOrder(souk, made.entity_id)).toMatchObject({
      increment_id,
      ext_order_id: 'E-7',
      state: 'new',
      status: 'pending',
      total_due: 25,
      items: [{ sku: 'erp-1', base_row_total: 20 }],
    });
    fails(await souk.admin.post('/V1/orders', sent({ increment_id })), 400, /taken already/);
    const other = ok(await souk.admin.post('/V1/orders', sent()));
    const taken = { entity: { entity_id: other.entity_id, increment_id } };
    fails(await souk.admin.post('/V1/orders', taken), 400, /taken already/);
  });

  it('is changed by its id', async () => {
    const { entity_id } = ok(await souk.admin.put('/V1/orders/create', sent()));
    ok(await souk.admin.post('/V1/orders', { entity: { entity_id, status: 'processing', state: 'processing' } }));
    expect(await getOrder(souk, entity_id)).toMatchObject({
      state: 'processing',
      customer_email: 'erp@example.com',
      grand_total: 25,
    });
  });

  it('needs a payment and items', async () => {
    fails(await souk.admin.post('/V1/orders', sent({ payment: null })), 400, 'Please provide payment for the order.');
    fails(await souk.admin.post('/V1/orders', sent({ items: [] })), 400, 'Please specify order items.');
  });
});

describe('lists', () => {
  const find = async (
    path: string,
    ...filters: { field: string; value?: unknown; condition_type?: string }[]
  ): Promise<Json[]> => ok(await souk.admin.get(`${path}?${criteria(filters.map((filter) => [filter]))}`)).items;

  it('find orders by columns and by fields of the document', async () => {
    const email = `${unique('c')}@example.com`;
    const sent = { customer_email: email, ext_order_id: unique('ext'), grand_total: 7, payment: { method: 'checkmo' } };
    const { entity_id } = ok(
      await souk.admin.post('/V1/orders', {
        entity: {
          ...sent,
          weight: 2.5,
          items: [{ sku: 'listed', qty_ordered: 1, price: 7, ext_order_item_id: email }],
        },
      }),
    );
    for (const filter of [
      { field: 'customer_email', value: email.toUpperCase() },
      { field: 'ext_order_id', value: sent.ext_order_id },
      { field: 'entity_id', value: entity_id },
    ]) {
      const found = await find('/V1/orders', filter, { field: 'weight', value: 2.4, condition_type: 'gt' });
      expect(found.map((order) => order.entity_id)).toEqual([entity_id]);
    }
    const items = await find('/V1/orders/items', { field: 'ext_order_item_id', value: email });
    expect(items.map((item) => [item.sku, item.order_id])).toEqual([['listed', entity_id]]);
  });

  it('show items without their order: with a gift message where they have one, without their taxes', async () => {
    const { id, order } = await guestOrder(souk, 1);
    expect(order.items[0].extension_attributes).toMatchObject({ itemized_taxes: [] });
    const [item] = await find('/V1/orders/items', { field: 'order_id', value: id });
    expect(item).toMatchObject({ order_id: id, sku: order.items[0].sku });
    expect(item).not.toHaveProperty('extension_attributes');
    expect(ok(await souk.admin.get(`/V1/orders/items/${item!.item_id}`))).toEqual(item);
  });

  it('refuse a field that they do not have', async () => {
    for (const path of ['orders', 'orders/items', 'invoices', 'shipments', 'creditmemos', 'transactions']) {
      const answer = await souk.admin.get(`/V1/${path}?${criteria([[{ field: 'nope', value: 1 }]])}`);
      fails(answer, 400, 'The "nope" attribute name is invalid. Reset the name and try again.');
    }
  });

  it('have no transactions where no provider was asked', async () => {
    expect(await find('/V1/transactions', { field: 'txn_type', value: 'capture' })).toEqual([]);
    fails(await souk.admin.get('/V1/transactions/1'), 404, MISSING);
  });
});
