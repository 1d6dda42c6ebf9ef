import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import { ADDRESS, makeCustomer, makeProduct, ship } from './shop.ts';

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

const kept = (city: string, changes: object = {}) => ({ ...ADDRESS, city, save_in_address_book: 1, ...changes });

/** Orders a product to one address, billed at another; gives the order. */
async function orderTo(me: Client, shipping: object, billing: object) {
  ok(await me.post('/V1/carts/mine'));
  ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1 } }));
  await ship(me, '/V1/carts/mine', { shipping_address: shipping, billing_address: undefined });
  const sent = { paymentMethod: { method: 'checkmo' }, billingAddress: billing };
  const id = ok(await me.post('/V1/carts/mine/payment-information', sent));
  return ok(await souk.admin.get(`/V1/orders/${id}`));
}

interface BookEntry {
  readonly id: number;
  readonly city: string;
  readonly default_shipping?: boolean;
  readonly default_billing?: boolean;
}

const book = async (me: Client): Promise<BookEntry[]> => ok(await me.get('/V1/customers/me')).addresses;
const placesOf = (entries: readonly BookEntry[]) =>
  entries.map(({ city, default_shipping = false, default_billing = false }) => [
    city,
    default_shipping,
    default_billing,
  ]);

describe('addresses that are saved at the checkout', () => {
  it('become the defaults where there are none, and the order names their entries', async () => {
    const { me } = await makeCustomer(souk);
    const order = await orderTo(me, kept('Ship'), kept('Bill'));
    const entries = await book(me);
    expect(placesOf(entries)).toEqual([
      ['Ship', true, false],
      ['Bill', false, true],
    ]);
    const { address } = order.extension_attributes.shipping_assignments[0].shipping;
    expect(address.customer_address_id).toBe(entries[0]!.id);
    expect(order.billing_address.customer_address_id).toBe(entries[1]!.id);
    await orderTo(me, kept('Later'), kept('Later bill'));
    expect(placesOf(await book(me))).toEqual([
      ['Ship', true, false],
      ['Bill', false, true],
      ['Later', false, false],
      ['Later bill', false, false],
    ]);
  });

  it('serve for both uses where only one is kept', async () => {
    const one = await makeCustomer(souk);
    await orderTo(one.me, kept('Ship'), { ...ADDRESS, city: 'Bill' });
    expect(placesOf(await book(one.me))).toEqual([['Ship', true, true]]);
    const other = await makeCustomer(souk);
    await orderTo(other.me, { ...ADDRESS, city: 'Ship' }, kept('Bill'));
    expect(placesOf(await book(other.me))).toEqual([['Bill', true, true]]);
  });

  it('are kept once where both are the same', async () => {
    const { me } = await makeCustomer(souk);
    const order = await orderTo(me, kept('Both', { same_as_billing: 1 }), kept('Both'));
    const [entry, ...others] = await book(me);
    expect(others).toEqual([]);
    expect(order.billing_address.customer_address_id).toBe(entry!.id);
  });
});

describe('entries of the address book in carts of storefronts', () => {
  const SET = `mutation($id: String!, $entry: ID!) {
    setShippingAddressesOnCart(input: { cart_id: $id, shipping_addresses: [{ customer_address_uid: $entry }] }) {
      cart { shipping_addresses { city customer_address_uid } } }
    setBillingAddressOnCart(input: { cart_id: $id, billing_address: { customer_address_uid: $entry } }) {
      cart { billing_address { city customer_address_uid } } } }`;

  it('are named by uid, and are those of the customer', async () => {
    const [{ me }, { me: other }] = [await makeCustomer(souk), await makeCustomer(souk)];
    await orderTo(me, kept('Ship'), kept('Bill'));
    const [, bill] = await book(me);
    const entry = btoa(String(bill!.id));
    const cartOf = async (client: Client) => {
      const gql = graphqlClient(souk, client.token);
      const { id } = (await gql.data('{ customerCart { id } }')).customerCart;
      ok(await client.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1 } }));
      return { gql, id: id as string };
    };
    const { gql, id } = await cartOf(me);
    const place = { city: 'Bill', customer_address_uid: entry };
    expect(await gql.data(SET, { id, entry })).toEqual({
      setShippingAddressesOnCart: { cart: { shipping_addresses: [place] } },
      setBillingAddressOnCart: { cart: { billing_address: place } },
    });
    const strange = await cartOf(other);
    for (const uid of [entry, 'nothing']) {
      const { errors } = (await strange.gql.send(SET, { id: strange.id, entry: uid })).body;
      const messages = errors.map(({ message }: { message: string }) => message);
      expect(messages).toEqual(Array(2).fill(expect.stringMatching(/^Invalid customer address id/)));
    }
  });
});
