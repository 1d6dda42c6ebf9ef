import type { Json } from '../sales/shop.ts';
import { cart } from '../support/carts.ts';
import { address, newCustomer } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, unique, type Client, type Souk } from '../support/souk.ts';

/** A registry with its owner, and the products that are wished for. */
export interface MadeRegistry {
  readonly id: number;
  readonly owner: Json;
  readonly skus: readonly string[];
}

/** Where the registries of these tests have their gifts sent. */
export const home = { street: ['7 Secret Lane'], city: 'San Diego', postcode: '92101', telephone: '555-0177' };

/** Runs a command; what it prints. Fails the test where the command does. */
export async function run(souk: Souk, ...command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...command);
  if (code !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Makes an account with an address that nobody else may read. */
export function newOwner(souk: Souk): Promise<Json> {
  return newCustomer(souk, { addresses: [address({ ...home, default_shipping: true })] });
}

/** What a registry is made with, at least. */
export function registryOf(owner: Json, ...more: readonly string[]): string[] {
  const event = ['event_date=2027-06-05', 'event_country=US', 'event_location=Rome', 'number_of_guests=80'];
  const told = ['--event', ...event, '--registrant', 'Ada Example <ada@example.com> role=bride'];
  const head = ['--customer', String(owner.id), '--type', 'wedding', '--title', 'Our wedding'];
  return ['giftregistry:create', ...head, ...told, ...more];
}

/** A registry that wishes for 3 pieces each of as many products. */
export async function makeRegistry(souk: Souk, products = 1, ...more: readonly string[]): Promise<MadeRegistry> {
  const owner = await newOwner(souk);
  const id = Number(await run(souk, ...registryOf(owner, ...more)));
  const skus: string[] = [];
  for (let i = 0; i < products; i++) skus.push((await newProduct(souk)).sku);
  for (const sku of skus) await run(souk, 'giftregistry:item:add', String(id), sku, '--qty', '3');
  return { id, owner, skus };
}

export async function show(souk: Souk, id: number): Promise<Json> {
  return JSON.parse(await run(souk, 'giftregistry:show', String(id))) as Json;
}

/** Pieces that have been ordered for each item of a registry. */
export async function fulfilled(souk: Souk, id: number): Promise<number[]> {
  return (await show(souk, id)).items.map((item: Json) => item.quantity_fulfilled);
}

/** A guest's cart with so many pieces of each product; its mask. */
export async function guestCart(guest: Client, skus: readonly string[], qty = 2): Promise<string> {
  return (await cart({ guest }, ...skus.map((sku) => ({ sku, qty })))).id;
}

/** What is sent to ship a cart to a registry. */
export const shippingTo = (registryId: number, over: object = {}) => ({
  addressInformation: {
    shipping_address: { country_id: 'US', extension_attributes: { gift_registry_id: registryId } },
    billing_address: { ...address(), region_id: 12, region: undefined },
    shipping_method_code: 'flatrate',
    shipping_carrier_code: 'flatrate',
    ...over,
  },
});

export const shipTo = (guest: Client, cart: string, registryId: number, over: object = {}) =>
  guest.post(`/V1/guest-carts/${cart}/shipping-information`, shippingTo(registryId, over));

export const orderCart = (guest: Client, cart: string) =>
  guest.post(`/V1/guest-carts/${cart}/payment-information`, {
    email: `${unique('giver')}@example.com`,
    paymentMethod: { method: 'checkmo' },
  });

/** An order of a guest for so many pieces of each product, shipped to a registry. */
export async function giftOrder(souk: Souk, registryId: number, skus: readonly string[], qty = 2): Promise<Json> {
  const cart = await guestCart(souk.guest, skus, qty);
  ok(await shipTo(souk.guest, cart, registryId));
  return ok(await souk.admin.get(`/V1/orders/${ok(await orderCart(souk.guest, cart))}`));
}
