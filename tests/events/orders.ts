import { ok, unique } from '../support/client.ts';
import type { Here } from '../support/here.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region_id: 12,
  region: 'California',
  region_code: 'CA',
  postcode: '90001',
  country_id: 'US',
  telephone: '1',
  email: 'ada@example.com',
};

/** A guest's cart with a piece of a new product, ready to be ordered, and what it is ordered with. */
export async function readyCart({ admin, guest }: Pick<Here, 'admin' | 'guest'>) {
  const sku = unique('order');
  const stock_item = { qty: 5, is_in_stock: true };
  const product = { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 5, weight: 1 };
  ok(await admin.post('/V1/products', { product: { ...product, extension_attributes: { stock_item } } }));
  const cart = ok(await guest.post('/V1/guest-carts'));
  const cartItem = { quote_id: cart, sku, qty: 1 };
  ok(await guest.post(`/V1/guest-carts/${cart}/items`, { cartItem }));
  const addressInformation = {
    shipping_address: address,
    billing_address: address,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  ok(await guest.post(`/V1/guest-carts/${cart}/shipping-information`, { addressInformation }));
  const payment = { paymentMethod: { method: 'checkmo' }, email: address.email };
  return { cart, sku, path: `/V1/guest-carts/${cart}/payment-information`, payment };
}

/** A guest orders a piece of a new product. */
export async function newOrder(here: Pick<Here, 'admin' | 'guest'>) {
  const { sku, path, payment } = await readyCart(here);
  const orderId = Number(ok(await here.guest.post(path, payment)));
  const { items } = ok(await here.admin.get(`/V1/orders/${orderId}`));
  return { orderId, itemId: Number(items[0].item_id), sku };
}
