import { cart } from '../support/carts.ts';
import { ok, unique } from '../support/client.ts';
import type { Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

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

/** A guest's cart with one of `stock` pieces of a new product, ready to be ordered, and the payment of the order. */
export async function readyCart({ admin, guest }: Pick<Here, 'admin' | 'guest'>, stock = 5) {
  const sku = unique('order');
  const extension_attributes = { stock_item: { qty: stock, is_in_stock: true } };
  await newProduct({ admin }, { sku, name: sku, price: 5, extension_attributes });
  const { id, path } = await cart({ guest }, { sku, qty: 1 });
  const addressInformation = {
    shipping_address: address,
    billing_address: address,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  ok(await guest.post(`${path}/shipping-information`, { addressInformation }));
  const payment = { paymentMethod: { method: 'checkmo' }, email: address.email };
  return { cart: id, sku, path: `${path}/payment-information`, payment };
}

/** A guest orders a piece of a new product. */
export async function newOrder(here: Pick<Here, 'admin' | 'guest'>) {
  const { sku, path, payment } = await readyCart(here);
  const orderId = Number(ok(await here.guest.post(path, payment)));
  const { items } = ok(await here.admin.get(`/V1/orders/${orderId}`));
  return { orderId, itemId: Number(items[0].item_id), sku };
}
