import { cart, type GuestCart } from '../support/carts.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, type Client, type Souk } from '../support/souk.ts';

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

/** Makes a guest's cart with lines of SKU and quantity. */
export function guestCart(
  souk: Pick<Souk, 'guest'>,
  ...lines: readonly (readonly [sku: string, qty: number])[]
): Promise<GuestCart> {
  return cart(souk, ...lines.map(([sku, qty]) => ({ sku, qty })));
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
  const { id, email } = await newCustomer(souk, { lastname: 'Byron', store_id: 1, website_id: 1 });
  return { id: Number(id), me: await signIn(souk, String(email)), email: String(email) };
}
