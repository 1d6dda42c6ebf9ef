import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSouk, type TestResponse, type TestServer } from '@souk/kit/testing';

// A real server with the module, on SQLite; on PostgreSQL with DATABASE_URL of an empty database.
let souk: TestServer;
before(async () => {
  souk = await startSouk();
});
after(() => souk.stop());

/** The body of a successful response. */
function ok<T>({ status, body }: TestResponse): T {
  assert.equal(status, 200, JSON.stringify(body));
  return body as T;
}

const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  country_id: 'US',
  region_id: 12,
  postcode: '90001',
  telephone: '555-0100',
  email: 'ada@example.com',
};

/** Saves a product for 10 with a fee, and gives its SKU. */
async function saveProduct(sku: string, fee: number): Promise<string> {
  const stock_item = { qty: 100, is_in_stock: true };
  const product = {
    sku,
    name: sku,
    price: 10,
    attribute_set_id: 4,
    extension_attributes: { website_ids: [1], stock_item, vendor_name_fee: fee },
  };
  ok(await souk.admin.post('/V1/products', { product }));
  return sku;
}

test('a product has the fee in REST and in GraphQL', async () => {
  const sku = await saveProduct('mug', 1.5);
  assert.equal(ok(await souk.admin.get(`/V1/vendor/name/fees/${sku}`)), 1.5);
  const product = ok(await souk.admin.get(`/V1/products/${sku}`));
  assert.partialDeepStrictEqual(product, { extension_attributes: { vendor_name_fee: 1.5 } });
  const query = `{ products(filter: { sku: { eq: "${sku}" } }) { items { vendor_name_fee } } }`;
  assert.deepEqual(ok(await souk.guest.graphql(query)), { data: { products: { items: [{ vendor_name_fee: 1.5 }] } } });
});

test('a negative fee is refused, and the fee stays', async () => {
  const sku = await saveProduct('cup', 1);
  const product = { extension_attributes: { vendor_name_fee: -1 } };
  assert.equal((await souk.admin.put(`/V1/products/${sku}`, { product })).status, 400);
  assert.equal(ok(await souk.admin.get(`/V1/vendor/name/fees/${sku}`)), 1);
  assert.equal((await souk.guest.get(`/V1/vendor/name/fees/${sku}`)).status, 401);
});

test('an order takes over the note and the fee, an invoice charges it, and a credit memo refunds it', async () => {
  const sku = await saveProduct('bowl', 1.5);
  const cart = ok<string>(await souk.guest.post('/V1/guest-carts'));
  const carts = `/V1/guest-carts/${cart}`;
  ok(await souk.guest.post(`${carts}/items`, { cartItem: { sku, qty: 2, quote_id: cart } }));
  const mutation =
    'mutation ($id: String!) { setVendorNameNote(cart_id: $id, note: "Ring twice") { vendor_name_note } }';
  assert.deepEqual(ok(await souk.guest.graphql(mutation, { id: cart })), {
    data: { setVendorNameNote: { vendor_name_note: 'Ring twice' } },
  });
  const addressInformation = {
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
    shipping_address: address,
    billing_address: address,
  };
  ok(await souk.guest.post(`${carts}/shipping-information`, { addressInformation }));
  const { total_segments } = ok<{ total_segments: { code: string; value: number }[] }>(
    await souk.guest.get(`${carts}/totals`),
  );
  assert.equal(total_segments.find(({ code }) => code === 'vendor_name_fee')?.value, 3);

  const payment = { email: address.email, paymentMethod: { method: 'checkmo' } };
  const order = ok<number>(await souk.guest.post(`${carts}/payment-information`, payment));
  assert.partialDeepStrictEqual(ok(await souk.admin.get(`/V1/orders/${order}`)), {
    grand_total: 33, // 2 × 10, flat rate 2 × 5, fee 2 × 1.5
    extension_attributes: { vendor_name_note: 'Ring twice', vendor_name_fee_amount: 3 },
  });

  const charged = { grand_total: 33, extension_attributes: { vendor_name_fee_amount: 3 } };
  const invoice = ok<number>(await souk.admin.post(`/V1/order/${order}/invoice`, { capture: true }));
  assert.partialDeepStrictEqual(ok(await souk.admin.get(`/V1/invoices/${invoice}`)), charged);
  const memo = ok<number>(await souk.admin.post(`/V1/order/${order}/refund`));
  assert.partialDeepStrictEqual(ok(await souk.admin.get(`/V1/creditmemo/${memo}`)), charged);
});
