import { createRequire } from 'node:module';
import type { IMagentoRestApiOptions } from 'magento-api-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from './shop.ts';
import { startSouk, until, type Souk } from '../support/souk.ts';

/** The client as its package describes it. */
interface RestClient {
  get(path: string, params?: object): Promise<{ data: Json }>;
  post(path: string, body: object): Promise<{ data: Json }>;
}

// As it is in the registry: the package is written for `require`.
const { default: Client } = createRequire(import.meta.url)('magento-api-rest') as {
  default: new (options: IMagentoRestApiOptions) => RestClient;
};

const PASSWORD = 'Password1!x';
const address = {
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region: 'California',
  region_id: 12,
  region_code: 'CA',
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0100',
};
const addressInformation = {
  shipping_address: address,
  billing_address: address,
  shipping_carrier_code: 'flatrate',
  shipping_method_code: 'flatrate',
};
const catalogue = [
  { sku: 'tea', name: 'Tea', price: 12.5 },
  { sku: 'pot', name: 'Pot', price: 40 },
  { sku: 'cup', name: 'Cup', price: 7.99 },
];

let souk: Souk;
let options: IMagentoRestApiOptions;
/** The shop's back office: an integration that signs its requests by OAuth 1.0a. */
let office: RestClient;

beforeAll(async () => {
  souk = await startSouk();
  const { stdout } = await souk.cli('integration:create', 'back office');
  const key = (name: string): string => new RegExp(`^${name}: (\\S+)$`, 'm').exec(stdout)![1]!;
  options = {
    url: souk.base,
    consumerKey: key('consumer_key'),
    consumerSecret: key('consumer_secret'),
    accessToken: key('access_token'),
    tokenSecret: key('access_token_secret'),
    sha: 256,
  };
  office = new Client(options);
});
afterAll(() => souk.stop());

async function get(path: string, params?: object): Promise<Json> {
  return (await office.get(path, params)).data;
}

async function post(path: string, body: object = {}): Promise<Json> {
  return (await office.post(path, body)).data;
}

/** The document that a list holds as its only one. */
async function only(path: string, field: string, value: number): Promise<Json> {
  const { items, total_count } = await get(path, { [field]: value });
  expect(total_count).toBe(1);
  return items[0];
}

/** A request that is refused; gives its status and its message. */
async function refusal(request: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await request.then(
    () => expect.fail('the request was answered'),
    (reason: { response: { status: number; data: { message: string } } }) => reason,
  );
  return { status: error.response.status, message: error.response.data.message };
}

const stockOf = async (sku: string): Promise<number> => (await get(`stockItems/${sku}`)).qty;

describe('the life of an order, by an unmodified client', () => {
  it('begins with a catalogue that comes in by bulk', async () => {
    const bulk = new Client({ ...options, type: 'async/bulk/V1' });
    const products = catalogue.map((product) => ({
      product: {
        ...product,
        attribute_set_id: 4,
        weight: 1,
        custom_attributes: [{ attribute_code: 'tax_class_id', value: '2' }],
        extension_attributes: { stock_item: { qty: 100, is_in_stock: true } },
      },
    }));
    const { data } = await bulk.post('products', products);
    expect(data).toMatchObject({ errors: false, request_items: [{ status: 'accepted' }, {}, {}] });
    const done = await until(async () => {
      const { operations_list } = await get(`bulk/${data.bulk_uuid}/status`);
      return operations_list.every(({ status }: Json) => status === 1) && operations_list;
    });
    expect(done).toHaveLength(3);
    const found = await get('products', {
      $or: catalogue.map(({ sku }) => ({ sku })),
      $sort: { price: 'ASC' },
      $perPage: 10,
    });
    expect(found.items.map(({ sku, price }: Json) => [sku, price])).toEqual([
      ['cup', 7.99],
      ['tea', 12.5],
      ['pot', 40],
    ]);
    const taxRate = { code: 'CA 8.25', tax_country_id: 'US', tax_region_id: 12, tax_postcode: '*', rate: 8.25 };
    const rate = await post('taxRates', { taxRate });
    const rule = { code: 'CA', priority: 0, position: 0, tax_rate_ids: [rate.id] };
    await post('taxRules', { rule: { ...rule, customer_tax_class_ids: [3], product_tax_class_ids: [2] } });
  });

  let order: Json;

  it('is placed by a guest, with tax and shipping', async () => {
    const cart = await post('guest-carts');
    for (const [sku, qty] of [
      ['tea', 3],
      ['pot', 1],
    ]) {
      await post(`guest-carts/${cart}/items`, { cartItem: { sku, qty, quote_id: cart } });
    }
    const { totals } = await post(`guest-carts/${cart}/shipping-information`, { addressInformation });
    expect(totals).toMatchObject({ subtotal: 77.5, shipping_amount: 20, tax_amount: 6.39, grand_total: 103.89 });
    const id = await post(`guest-carts/${cart}/payment-information`, {
      email: 'ada@example.com',
      paymentMethod: { method: 'checkmo' },
      billing_address: address,
    });
    order = await get(`orders/${id}`);
    expect(order).toMatchObject({ state: 'new', status: 'pending', customer_is_guest: 1, remote_ip: '127.0.0.1' });
    expect(order).toMatchObject({ subtotal: 77.5, tax_amount: 6.39, grand_total: 103.89, total_due: 103.89 });
    expect(order.items.map(({ sku, tax_amount }: Json) => [sku, tax_amount])).toEqual([
      ['tea', 3.09],
      ['pot', 3.3],
    ]);
    expect(await stockOf('tea')).toBe(100);
  });

  it('is invoiced', async () => {
    const id = await post(`order/${order.entity_id}/invoice`, { capture: true });
    expect(await get(`invoices/${id}`)).toMatchObject({
      order_id: order.entity_id,
      state: 2,
      total_qty: 4,
      subtotal: 77.5,
      shipping_amount: 20,
      tax_amount: 6.39,
      grand_total: 103.89,
      base_grand_total: 103.89,
    });
    expect(await only('invoices', 'order_id', order.entity_id)).toMatchObject({ entity_id: Number(id) });
    expect(await get(`orders/${order.entity_id}`)).toMatchObject({
      state: 'processing',
      total_invoiced: 103.89,
      total_paid: 103.89,
      total_due: 0,
    });
    const again = await refusal(post(`order/${order.entity_id}/invoice`));
    expect(again).toMatchObject({ status: 400, message: expect.stringContaining('does not allow an invoice') });
  });

  it('is sent in part', async () => {
    const [tea] = order.items;
    const id = await post(`order/${order.entity_id}/ship`, {
      items: [{ order_item_id: tea.item_id, qty: 2 }],
      tracks: [{ track_number: '1Z999', title: 'UPS', carrier_code: 'ups' }],
    });
    expect(await get(`shipment/${id}`)).toMatchObject({
      total_qty: 2,
      items: [{ sku: 'tea', qty: 2 }],
      tracks: [{ track_number: '1Z999', order_id: order.entity_id }],
    });
    expect(await get(`orders/${order.entity_id}`)).toMatchObject({
      state: 'processing',
      items: [{ qty_shipped: 2 }, { qty_shipped: 0 }],
    });
    expect(await stockOf('tea')).toBe(98);
    expect(await stockOf('pot')).toBe(100);
  });

  it('is refunded in part, one piece back to stock', async () => {
    const [tea] = order.items;
    const id = await post(`order/${order.entity_id}/refund`, {
      items: [{ order_item_id: tea.item_id, qty: 1 }],
      arguments: { shipping_amount: 5, extension_attributes: { return_to_stock_items: [tea.item_id] } },
    });
    expect(await get(`creditmemo/${id}`)).toMatchObject({
      state: 2,
      subtotal: 12.5,
      tax_amount: 1.03,
      shipping_amount: 5,
      grand_total: 18.53,
      items: [{ sku: 'tea', qty: 1, row_total: 12.5, tax_amount: 1.03 }],
    });
    const after = await get(`orders/${order.entity_id}`);
    expect(after).toMatchObject({ total_paid: 103.89, total_refunded: 18.53, subtotal_refunded: 12.5 });
    expect(after).toMatchObject({ tax_refunded: 1.03, shipping_refunded: 5, state: 'processing' });
    expect(after.items[0]).toMatchObject({ qty_ordered: 3, qty_invoiced: 3, qty_shipped: 2, qty_refunded: 1 });
    expect(await stockOf('tea')).toBe(99);
  });

  it('is sent whole, and found among others', async () => {
    await post(`order/${order.entity_id}/ship`);
    expect(await only('orders', 'increment_id', order.increment_id)).toMatchObject({ state: 'complete' });
    expect(await stockOf('pot')).toBe(99);
    const { items } = await get('shipments', { order_id: order.entity_id, $sort: { entity_id: 'ASC' } });
    expect(items.map(({ total_qty }: Json) => total_qty)).toEqual([2, expect.any(Number)]);
  });

  it('is placed by a customer, and paid in two parts that come to the whole', async () => {
    const { id: customerId } = await post('customers', {
      customer: { email: 'carl@example.com', firstname: 'Carl', lastname: 'Customer', website_id: 1 },
      password: PASSWORD,
    });
    const token = await post('integration/customer/token', { username: 'carl@example.com', password: PASSWORD });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const shop = new Client({ ...options, axiosConfig: { headers } });
    const { data: cart } = await shop.post('carts/mine', {});
    await shop.post('carts/mine/items', { cartItem: { sku: 'cup', qty: 2, quote_id: cart } });
    await shop.post('carts/mine/shipping-information', { addressInformation });
    const { data: id } = await shop.post('carts/mine/payment-information', {
      paymentMethod: { method: 'checkmo' },
      billing_address: address,
    });
    const placed = await get(`orders/${id}`);
    expect(placed).toMatchObject({ customer_id: customerId, customer_email: 'carl@example.com', grand_total: 27.3 });
    const items = [{ order_item_id: placed.items[0].item_id, qty: 1 }];
    const parts: Json[] = [];
    for (const body of [{ items }, {}]) parts.push(await get(`invoices/${await post(`order/${id}/invoice`, body)}`));
    expect(parts).toMatchObject([
      { subtotal: 7.99, tax_amount: 0.66, shipping_amount: 10, grand_total: 18.65 },
      { subtotal: 7.99, tax_amount: 0.66, grand_total: 8.65 },
    ]);
    expect(await get(`orders/${id}`)).toMatchObject({ total_paid: 27.3, total_due: 0, tax_invoiced: 1.32 });
    // Without the office's signature, the customer's own token opens nobody's orders.
    expect((await refusal(shop.get(`orders/${order.entity_id}`))).status).toBe(401);
  });
});
