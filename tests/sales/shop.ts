import { newProduct } from '../support/products.ts';
import { ok, unique, type Client } from '../support/souk.ts';

/** What an answer says, as the wire has it. */
export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about

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
  email: 'ada@example.com',
};

/** Callers of a server. */
interface Souk {
  readonly admin: Client;
  readonly guest: Client;
}

/** What of a guest's order differs from the usual one. */
interface Wishes {
  readonly email?: string;
  readonly coupon?: string;
}

/** An order of a guest for pieces of one product, sent for 5 each and paid by cheque. */
export async function guestOrder(
  souk: Souk,
  qty = 2,
  given?: Json,
  wishes: Wishes = {},
): Promise<{ id: number; order: Json; product: Json }> {
  const bought = given ?? (await newProduct(souk));
  const order = await orderOf(souk, [{ sku: bought.sku, qty }], wishes);
  return { id: order.entity_id, order, product: bought };
}

/** An order of a guest for what is put into the cart, as `cartItem` has it; sent for 5 a piece and paid by cheque. */
export async function orderOf(
  souk: Souk,
  items: readonly Json[],
  { email = 'ada@example.com', coupon }: Wishes = {},
): Promise<Json> {
  const cart = ok(await souk.guest.post('/V1/guest-carts'));
  for (const item of items) {
    ok(await souk.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { ...item, quote_id: cart } }));
  }
  ok(
    await souk.guest.post(`/V1/guest-carts/${cart}/shipping-information`, {
      addressInformation: {
        shipping_address: address,
        billing_address: address,
        shipping_method_code: 'flatrate',
        shipping_carrier_code: 'flatrate',
      },
    }),
  );
  if (coupon) ok(await souk.guest.put(`/V1/guest-carts/${cart}/coupons/${coupon}`));
  const id = Number(
    ok(
      await souk.guest.post(`/V1/guest-carts/${cart}/payment-information`, {
        email,
        paymentMethod: { method: 'checkmo' },
        billing_address: address,
      }),
    ),
  );
  return getOrder(souk, id);
}

/** Taxes products of the class "Taxable Goods" that are sent to the buyer, by a rate in percent. */
export async function taxGoods(souk: Souk, percent = 8.25): Promise<void> {
  const taxRate = { code: unique('CA'), tax_country_id: 'US', tax_region_id: 12, tax_postcode: '*', rate: percent };
  const rate = ok(await souk.admin.post('/V1/taxRates', { taxRate }));
  const rule = { code: unique('CA'), priority: 0, position: 0, tax_rate_ids: [rate.id], customer_tax_class_ids: [3] };
  ok(await souk.admin.post('/V1/taxRules', { rule: { ...rule, product_tax_class_ids: [2] } }));
}

/** What makes a product one of the class "Taxable Goods". */
export const taxable = { custom_attributes: [{ attribute_code: 'tax_class_id', value: '2' }] };

export async function getOrder(souk: Souk, id: number): Promise<Json> {
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

/** Pieces of a product in stock, and how many of them can still be sold. */
export async function stock(souk: Souk, sku: string): Promise<{ qty: number; salable: number }> {
  const item = ok(await souk.admin.get(`/V1/stockItems/${sku}`));
  const status = ok(await souk.admin.get(`/V1/stockStatuses/${sku}`));
  return { qty: item.qty, salable: status.qty };
}
