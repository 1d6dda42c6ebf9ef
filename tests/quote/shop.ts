import { newProduct } from '../support/products.ts';
import { ok, unique, type Client, type Souk } from '../support/souk.ts';

export const ADDRESS = {
  firstname: 'Ada',
  lastname: 'Byron',
  email: 'ada@example.com',
  street: ['1 Engine Lane'],
  city: 'Mobile',
  region_id: 1,
  region: 'Alabama',
  region_code: 'AL',
  country_id: 'US',
  postcode: '36601',
  telephone: '555-0100',
};

/** Makes a simple product; gives its SKU. */
export async function makeProduct(
  souk: Pick<Souk, 'admin'>,
  changes: object = {},
  stock: object = {},
): Promise<string> {
  const stock_item = { qty: 100, is_in_stock: true, ...stock };
  const { sku } = await newProduct(souk, { extension_attributes: { website_ids: [1], stock_item }, ...changes });
  return String(sku);
}

/** A guest's cart: its masked id, and its path. */
export interface GuestCart {
  readonly id: string;
  readonly path: string;
}

/** Makes a guest's cart with lines of SKU and quantity. */
export async function guestCart(
  souk: Pick<Souk, 'admin' | 'guest'>,
  ...lines: readonly (readonly [sku: string, qty: number])[]
): Promise<GuestCart> {
  const id = String(ok(await souk.guest.post('/V1/guest-carts')));
  const path = `/V1/guest-carts/${id}`;
  for (const [sku, qty] of lines) {
    ok(await souk.guest.post(`${path}/items`, { cartItem: { sku, qty, quote_id: id } }));
  }
  return { id, path };
}

/** What a guest sends to have it sent by flat rate. */
export const SHIPPING = {
  addressInformation: {
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  },
};

/** Sets addresses and flat rate. */
export async function ship(caller: Client, path: string, changes: object = {}) {
  const addressInformation = { ...SHIPPING.addressInformation, ...changes };
  return ok(await caller.post(`${path}/shipping-information`, { addressInformation }));
}

/** What a guest sends to order. */
export const PAYMENT = { email: 'ada@example.com', paymentMethod: { method: 'checkmo' }, billing_address: ADDRESS };

/** A customer with an account who is signed in. */
export async function makeCustomer(souk: Souk): Promise<{ id: number; me: Client; email: string }> {
  const email = `${unique('c')}@example.com`;
  const password = 'Password1!x';
  const customer = { email, firstname: 'Ada', lastname: 'Byron', store_id: 1, website_id: 1 };
  const made = ok(await souk.admin.post('/V1/customers', { customer, password }));
  const token = String(ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password })));
  return { id: made.id as number, me: souk.guest.as(token), email };
}
