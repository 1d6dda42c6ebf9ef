import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct } from './shop.ts';

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

interface OneCart {
  readonly caller: Client;
  readonly path: string;
  /** As the caller names the cart in a body. */
  readonly id: string;
}

async function guestOne(): Promise<OneCart> {
  const { id, path } = await guestCart(souk);
  return { caller: souk.guest, path, id };
}

async function adminOne(): Promise<OneCart> {
  const id = String(ok(await souk.admin.post('/V1/carts')));
  return { caller: souk.admin, path: `/V1/carts/${id}`, id };
}

async function ownOne(): Promise<OneCart> {
  const { me } = await makeCustomer(souk);
  return { caller: me, path: '/V1/carts/mine', id: String(ok(await me.post('/V1/carts/mine'))) };
}

const items = async ({ caller, path }: OneCart): Promise<[sku: string, qty: number][]> =>
  ok(await caller.get(`${path}/items`)).map((item: { sku: string; qty: number }) => [item.sku, item.qty]);

describe.each([
  ['a guest', guestOne],
  ['a customer', ownOne],
  ['an administrator', adminOne],
])('the cart of the path, of %s', (_, make) => {
  it('takes the item, whatever cart the body names', async () => {
    const [cart, other] = [await make(), await make()];
    const { caller, path } = cart;
    const { item_id } = ok(await caller.post(`${path}/items`, { cartItem: { sku, qty: 1 } }));
    ok(await caller.post(`${path}/items`, { cartItem: { sku, qty: 1, quote_id: other.id } }));
    ok(await caller.post(`${path}/items`, { cart_item: { sku, qty: 1, quoteId: other.id } }));
    expect(await items(cart)).toEqual([[sku, 3]]);
    expect(await items(other)).toEqual([]);
    expect(ok(await caller.put(`${path}/items/${item_id}`, { cartItem: { qty: 4 } })).qty).toBe(4);
    const elsewhere = { cartItem: { qty: 5, quote_id: other.id, item_id: 999_999 } };
    expect(ok(await caller.put(`${path}/items/${item_id}`, elsewhere)).item_id).toBe(item_id);
    expect(await items(cart)).toEqual([[sku, 5]]);
    expect(await items(other)).toEqual([]);
  });

  it('has the item of the path, or there is none', async () => {
    const [cart, other] = [await make(), await make()];
    ok(await cart.caller.post(`${cart.path}/items`, { cartItem: { sku, qty: 1 } }));
    const { item_id } = ok(await other.caller.post(`${other.path}/items`, { cartItem: { sku, qty: 1 } }));
    const sent = { cartItem: { qty: 5, quote_id: other.id, item_id } };
    fails(await cart.caller.put(`${cart.path}/items/${item_id}`, sent), 404, /Cart doesn't contain the/);
    expect(await items(other)).toEqual([[sku, 1]]);
  });
});

describe('shipping by a method that is not offered', () => {
  it('keeps the addresses, and chooses no method', async () => {
    const { path } = await guestCart(souk, [sku, 1]);
    const shipping_carrier_code = 'freeshipping';
    const chosen = { shipping_carrier_code, shipping_method_code: shipping_carrier_code };
    const address = { country_id: 'US', region_id: 1, postcode: '36601' };
    ok(await souk.guest.post(`${path}/totals-information`, { addressInformation: { address, ...chosen } }));
    const addressInformation = { shipping_address: ADDRESS, billing_address: { ...ADDRESS, city: 'Selma' }, ...chosen };
    const answer = await souk.guest.post(`${path}/shipping-information`, { addressInformation });
    fails(answer, 404, 'Carrier with such method not found: freeshipping, freeshipping');
    const cart = ok(await souk.guest.get(path));
    expect(cart.billing_address.city).toBe('Selma');
    const { shipping } = cart.extension_attributes.shipping_assignments[0];
    expect(shipping).toMatchObject({ address: { city: 'Mobile' }, method: null });
  });
});
