import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeCustomer, makeProduct, ship, SHIPPING } from './shop.ts';

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

const NOT_SAVED = 'The address failed to save. Verify the address and try again.';

/** Sends shipping information for a new guest's cart; `changes` are of its shipping address. */
async function send(changes: object, how: object = {}) {
  const { path } = await guestCart(souk, [sku, 1]);
  const shipping_address = { ...ADDRESS, ...changes };
  const addressInformation = { ...SHIPPING.addressInformation, shipping_address, ...how };
  return { path, answer: await souk.guest.post(`${path}/shipping-information`, { addressInformation }) };
}

const shippingOf = async (path: string) =>
  ok(await souk.guest.get(path)).extension_attributes.shipping_assignments[0].shipping;

describe('an address of shipping information', () => {
  it.each([{ country_id: 123 }, { country_id: true }, { country_id: 'XX' }, { email: 123 }, { email: 'x@y' }])(
    'with %j is refused in the words of the interface, and nothing is kept',
    async (changes) => {
      const { path, answer } = await send(changes);
      const message = 'The shipping information was unable to be saved. Error: "%message"';
      expect(fails(answer, 400)).toEqual({ message, parameters: { message: NOT_SAVED } });
      expect((await shippingOf(path)).address.city).toBeNull();
    },
  );

  it('is refused as the billing address is, alone', async () => {
    const { path } = await guestCart(souk, [sku, 1]);
    for (const changes of [{ country_id: 'XX' }, { email: 'nobody' }]) {
      fails(await souk.guest.post(`${path}/billing-address`, { address: { ...ADDRESS, ...changes } }), 400, NOT_SAVED);
    }
  });

  it('needs no e-mail address, and of a customer has the one of the account', async () => {
    for (const email of [undefined, null, '']) ok((await send({ email })).answer);
    const { me, email } = await makeCustomer(souk);
    ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1 } }));
    await ship(me, '/V1/carts/mine', { shipping_address: { ...ADDRESS, email: 'nobody' } });
    expect(ok(await me.get('/V1/carts/mine')).billing_address.email).toBe(email);
  });

  it.each([null, 0, -1, 10_000_000_000])('with the region_id %j has no region, whatever else it tells', async (id) => {
    const { path, answer } = await send({ region_id: id });
    ok(answer);
    expect((await shippingOf(path)).address).toMatchObject({ region_id: null, region: 'Alabama' });
  });

  it('without a region_id has the region that the text tells', async () => {
    const { path, answer } = await send({ region_id: undefined });
    ok(answer);
    expect((await shippingOf(path)).address).toMatchObject({ region_id: 1, region: 'Alabama', region_code: 'AL' });
  });
});

it.each([undefined, null, ''])('a shipping method that is %j is missing, and the address stays', async (method) => {
  const { path, answer } = await send({}, { shipping_method_code: method });
  fails(answer, 404, 'The shipping method is missing. Select the shipping method and try again.');
  expect(await shippingOf(path)).toMatchObject({ address: { city: 'Mobile' }, method: null });
});
