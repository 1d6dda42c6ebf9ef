import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { getOrder, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

/** An order from elsewhere that says little: an item has no quantity, and hardly any amount is given. */
async function sparseOrder(over: object = {}): Promise<Json> {
  const entity = {
    customer_email: 'erp@example.com',
    payment: { method: 'checkmo' },
    items: [{ sku: 'erp-1', qty_ordered: 2, price: 10, row_total: 20 }, { sku: 'erp-2' }],
    billing_address: { firstname: 'Ada', lastname: 'Byron' },
    ...over,
  };
  return ok(await souk.admin.post('/V1/orders', { entity }));
}
const post = async (path: string, body: object = {}) => ok(await souk.admin.post(path, body));
const inEuro = {
  grand_total: 20,
  subtotal: 20,
  base_to_order_rate: 2,
  order_currency_code: 'EUR',
  base_currency_code: 'USD',
};
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const fromElsewhere = {
  created_at: time,
  updated_at: time,
  protect_code: expect.stringMatching(/^\w{32}$/),
  increment_id: expect.stringMatching(/^\d{9}$/),
  customer_email: 'erp@example.com',
  state: 'new',
  status: 'pending',
  store_id: 1,
  store_name: 'Main Website\nMain Website Store\nDefault Store View',
  total_item_count: 2,
};

describe('an order that says little', () => {
  it('shows the amounts of its request and no others', async () => {
    const { entity_id } = await sparseOrder();
    const order = await getOrder(souk, entity_id);
    const { items, billing_address, payment, extension_attributes, ...fields } = order;
    expect(fields).toEqual({
      ...fromElsewhere,
      entity_id,
      billing_address_id: billing_address.entity_id,
      // The interface always shows these two.
      grand_total: null,
      base_grand_total: null,
      total_due: 0,
      base_total_due: 0,
      status_histories: [],
    });
    expect(items[0]).toMatchObject({
      qty_ordered: 2,
      price: 10,
      row_total: 20,
      row_total_incl_tax: 20,
      qty_invoiced: 0,
    });
    expect(items[1]).toMatchObject({ sku: 'erp-2', qty_invoiced: 0, tax_amount: 0, row_total_incl_tax: 0 });
    for (const name of ['qty_ordered', 'price', 'base_price', 'row_total', 'original_price', 'qty_returned'])
      expect(items[1]).not.toHaveProperty(name);
    expect(payment).toMatchObject({ method: 'checkmo', entity_id, parent_id: entity_id });
    expect(extension_attributes.shipping_assignments[0].shipping.total).toEqual([]);
  });

  it('has zeros for storefronts', async () => {
    const { increment_id: number } = await sparseOrder();
    const query = `query ($number: String!) {
      guestOrder(input: { number: $number, email: "erp@example.com", lastname: "Byron" }) {
        total { grand_total { value currency } subtotal { value } total_shipping { value } discounts { label } taxes { title } }
        items { product_sku quantity_ordered quantity_returned status product_sale_price { value } }
      }
    }`;
    expect((await graphqlClient(souk).data(query, { number })).guestOrder).toEqual({
      total: {
        grand_total: { value: 0, currency: 'USD' },
        subtotal: { value: 0 },
        total_shipping: { value: 0 },
        discounts: [],
        taxes: [],
      },
      items: [
        {
          product_sku: 'erp-1',
          quantity_ordered: 2,
          quantity_returned: 0,
          status: 'Ordered',
          product_sale_price: { value: 10 },
        },
        {
          product_sku: 'erp-2',
          quantity_ordered: 0,
          quantity_returned: 0,
          status: 'Refunded',
          product_sale_price: { value: 0 },
        },
      ],
    });
  });

  it('is invoiced, shipped and refunded by its items', async () => {
    const { entity_id: id, items } = await sparseOrder(inEuro);
    const some = (qty: number) => [{ order_item_id: items[0].item_id, qty }];
    await post(`/V1/order/${id}/invoice`);
    await post(`/V1/order/${id}/ship`, { items: some(1) });
    const tooMany = { creditmemo: { order_id: id, items: some(9) } };
    const quantity = /invalid quantity to refund/;
    fails(await souk.admin.post('/V1/creditmemo/refund', tooMany), 400, quantity);
    fails(await souk.admin.post(`/V1/order/${id}/refund`, { items: some(9) }), 400, quantity);
    const memo = await post('/V1/creditmemo/refund', { creditmemo: { order_id: id, items: some(1) } });
    expect(memo).toMatchObject({ state: 2, grand_total: 10, base_grand_total: 5, items: [{ qty: 1 }] });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'complete', total_refunded: 10, base_total_refunded: 5 });
    const rest = Number(await post(`/V1/order/${id}/refund`, { items: some(1), comment: { comment: 'back' } }));
    expect(ok(await souk.admin.get(`/V1/creditmemo/${rest}`))).toMatchObject({
      state: 2,
      grand_total: 10,
      items: [{ parent_id: rest, qty: 1 }],
      comments: [{ parent_id: rest, comment: 'back' }],
    });
    expect(await getOrder(souk, id)).toMatchObject({ state: 'closed', total_refunded: 20, total_offline_refunded: 20 });
  });
});

describe('a record of a document that says little', () => {
  it.each([
    { record: '/V1/invoices/', path: '/V1/invoices', more: { state: 1, total_qty: null }, line: { sku: null } },
    { record: '/V1/shipment/', path: '/V1/shipment', more: { packages: [], tracks: [] }, line: {} },
    {
      record: '/V1/creditmemo',
      path: '/V1/creditmemo',
      more: { state: 1 },
      line: { base_cost: null, base_price: null },
    },
  ])('is shown as it came, with its ids: $path', async ({ record, path, more, line }) => {
    const { entity_id: order_id, items } = await sparseOrder();
    const { item_id: order_item_id } = items[0];
    const entity = { order_id, items: [{ order_item_id }, { order_item_id, qty: 1 }] };
    const { entity_id: id } = await post(record, { entity });
    const shown = ok(await souk.admin.get(`${path}/${id}`));
    const of = { entity_id: expect.any(Number), parent_id: id, order_item_id };
    expect(shown).toEqual({
      entity_id: id,
      order_id,
      increment_id: expect.stringMatching(/^\d{9}$/),
      created_at: time,
      updated_at: time,
      ...more,
      items: [
        { ...of, ...line, qty: null },
        { ...of, ...line, qty: 1 },
      ],
      comments: [],
    });
    for (const foreign of [{ order_item_id: 0 }, { qty: 1 }])
      fails(await souk.admin.post(record, { entity: { ...entity, items: [foreign] } }), 400, /not part of the order/);
    fails(await souk.admin.post(record, { entity: { items: entity.items } }), 404, /doesn't exist/);
  });
});

describe('a field that every order or document has', () => {
  it('is not emptied by a null', async () => {
    const { entity_id, increment_id } = await sparseOrder();
    const emptied = { state: null, status: null, increment_id: null, customer_email: null };
    await post('/V1/orders', { entity: { entity_id, ...emptied, ext_order_id: 'E-1' } });
    const after = { state: 'new', status: 'pending', increment_id, customer_email: 'erp@example.com' };
    expect(await getOrder(souk, entity_id)).toMatchObject({ ...after, ext_order_id: 'E-1' });
    const invoice = await post('/V1/invoices/', { entity: { order_id: entity_id, items: [] } });
    const change = { entity_id: invoice.entity_id, order_id: entity_id, state: null, increment_id: null, total_qty: 3 };
    expect(await post('/V1/invoices/', { entity: change })).toMatchObject({
      state: 1,
      increment_id: invoice.increment_id,
      total_qty: 3,
    });
  });
});
