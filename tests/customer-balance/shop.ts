import { ok, type Client } from '../support/client.ts';
import { address, newCustomer } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import type { Json } from '../sales/shop.ts';

/** Someone who can call as an administrator and as customers. */
interface Shop {
  readonly admin: Client;
  readonly guest: Client;
  callerOf(type: 'customer', id: number): Promise<Client>;
}

/** A customer whose cart has two things at 10 each, shipped for 5 a piece: 30 in all. */
export interface Buyer {
  readonly id: number;
  readonly me: Client;
  readonly cartId: number;
}

export async function newBuyer(shop: Shop, customerId?: number): Promise<Buyer> {
  const { sku } = await newProduct(shop);
  const id = customerId ?? (await newCustomer(shop)).id;
  const me = await shop.callerOf('customer', id);
  const cartId = await fillCart(me, sku);
  return { id, me, cartId };
}

/** Puts two pieces into the cart of a customer, and has them shipped. */
export async function fillCart(me: Client, sku: string): Promise<number> {
  const quote_id = ok(await me.post('/V1/carts/mine'));
  ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
  const shipped = { ...address(), region_id: 12, region: undefined };
  const addressInformation = {
    shipping_method_code: 'flatrate',
    shipping_carrier_code: 'flatrate',
    shipping_address: shipped,
    billing_address: shipped,
  };
  ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
  return quote_id;
}

export const pay = (me: Client, method: string) =>
  me.post('/V1/carts/mine/payment-information', { paymentMethod: { method } });

export const apply = (me: Client) => me.post('/V1/carts/mine/balance/apply');

/** Codes and values of the lines of the totals. */
export const lines = ({ total_segments }: Json) => total_segments.map(({ code, value }: Json) => [code, value]);
